//! A dialect lists ops with names of its own.

use strata_ir::prelude::*;

/// Its name is that of another dialect.
#[op(name = "other.op")]
pub struct StrayOp {}

dialect! {
    /// It lists the op nevertheless.
    probe { ops: [StrayOp] }
}

fn main() {}
