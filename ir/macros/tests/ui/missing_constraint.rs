//! An operand says which types it takes.

use strata_ir::prelude::*;

/// Its operand has no constraint.
#[op(name = "probe.op")]
pub struct LooseOp {
    /// Of any type, but that is to be said.
    pub input: Operand,
}

fn main() {}
