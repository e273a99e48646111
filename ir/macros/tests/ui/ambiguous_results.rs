//! Two variadic groups of results need a trait that tells them apart.

use strata_ir::prelude::*;

/// Where does `left` end?
#[op(name = "probe.op")]
pub struct AmbiguousOp {
    /// Some values.
    pub left: VariadicRes<AnyType>,
    /// One more, or none.
    pub right: OptRes<AnyType>,
}

fn main() {}
