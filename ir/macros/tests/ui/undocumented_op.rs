//! An op without a doc comment is rejected.

use strata_ir::prelude::*;

#[op(name = "probe.silent")]
pub struct SilentOp;

fn main() {}
