//! `affine-loop-normalize`: affine loops begin at 0 and go by steps of 1.
//!
//! Before: `affine.for %i = 4 to 16 step 3`. After: `affine.for %k = 0 to 4`, with `%i = affine.apply affine_map<(d0) -> (d0 * 3 + 4)>(%k)` in it.
//! Loops whose lower bound is a maximum, and parallel loops with a minimum or maximum, stay.

use strata_affine::{ForOp, ParallelOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::loops::{
    normalize::{normalize_for, normalize_parallel},
    promote::promote_if_single_iteration,
};

/// Apply normalization transformations to affine loop-like ops.
#[pass(name = "affine-loop-normalize", class = "AffineLoopNormalize", on = "func.func", produces = [affine, arith])]
pub struct AffineLoopNormalize {
    /// Promote single iteration loops.
    pub promote_single_iter: bool,
}

impl BodyPass for AffineLoopNormalize {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.post_order() {
            if let Some(for_op) = op.as_op::<ForOp>(body) {
                let promoted =
                    self.promote_single_iter && promote_if_single_iteration(body, for_op).is_some();
                if !promoted {
                    normalize_for(body, for_op);
                }
            } else if let Some(parallel) = op.as_op::<ParallelOp>(body) {
                normalize_parallel(body, parallel);
            }
        }
        Ok(())
    }
}
