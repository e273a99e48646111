//! An op has a declarative assembly format or code for it, not both.

use strata_ir::prelude::*;

/// Which of them?
#[op(name = "probe.op", asm = "attr-dict", custom_asm)]
pub struct FormatOp;

fn main() {}
