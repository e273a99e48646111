//! Ops that simplify minima and maxima of the `affine` dialect.

use strata_ir::prelude::*;

use crate::{
    effects::{HandleEffects, handle_effects},
    types::OpHandle,
};

/// Minima and maxima become one of their results, by bounds of values.
#[op(
    name = "transform.affine.simplify_bounded_affine_ops",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` `within` $lower_bounds `and` $upper_bounds attr-dict `:` type($target)",
)]
pub struct SimplifyBoundedAffineOpsOp {
    /// The minima and maxima.
    pub target: Operand<OpHandle>,
    /// Ops whose results are bounded.
    pub bounded_values: Variadic<OpHandle>,
    /// The least value of each.
    pub lower_bounds: Attr<I64Array>,
    /// The value that is above each.
    pub upper_bounds: Attr<I64Array>,
}

/// Results of minima and maxima that do not decide these are dropped.
#[op(
    name = "transform.affine.simplify_min_max_affine_ops",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct SimplifyMinMaxAffineOpsOp {
    /// The minima and maxima.
    pub target: Operand<OpHandle>,
}

handle_effects! {
    target, Modifies: SimplifyBoundedAffineOpsOp;
    all, Modifies: SimplifyMinMaxAffineOpsOp;
}

impl Verify for SimplifyBoundedAffineOpsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = self.bounded_values(b).count();
        for (name, which) in [("lower_bounds", "lower"), ("upper_bounds", "upper")] {
            let have = crate::directives::numbers(b, self.op(), name).len();
            ensure!(have == n, "incorrect number of {which} bounds, expected {n} but found {have}");
        }
        Ok(())
    }
}
