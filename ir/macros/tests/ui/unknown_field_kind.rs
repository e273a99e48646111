//! The type of a field says what kind of part it is; other types are rejected.

use strata_ir::prelude::*;

/// Its field is no part of an op.
#[op(name = "probe.op")]
pub struct StrangeOp {
    /// Neither an operand nor an attribute.
    pub input: Vec<AnyType>,
}

fn main() {}
