//! An op without a name is rejected.

use strata_ir::prelude::*;

/// It has no name.
#[op(traits = [Pure])]
pub struct NamelessOp;

fn main() {}
