//! Two variadic groups of operands need a trait that tells them apart.

use strata_ir::prelude::*;

/// Where does `left` end?
#[op(name = "probe.op")]
pub struct AmbiguousOp {
    /// Some values.
    pub left: Variadic<AnyType>,
    /// Some more.
    pub right: Variadic<AnyType>,
}

fn main() {}
