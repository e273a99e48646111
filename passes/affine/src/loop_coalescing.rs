//! `affine-loop-coalescing`: nested loops whose bounds do not depend on each other become one.
//!
//! Before: `affine.for %i = 0 to %n { affine.for %j = 0 to %m { … } }`. After: one loop of `%n * %m` iterations, in which `%i` and `%j` are
//! quotient and remainder of its induction variable. Loops must begin at 0 and go by steps of 1 (`affine-loop-normalize`).

use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::loops::coalesce::coalesce_nest;

/// Coalesce nested loops with independent bounds into a single loop.
#[pass(name = "affine-loop-coalescing", class = "LoopCoalescing", on = "func.func", produces = [affine])]
pub struct AffineLoopCoalescing;

impl BodyPass for AffineLoopCoalescing {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.is_live(op)
                && let Some(for_op) = op.as_op::<ForOp>(body)
            {
                coalesce_nest(body, for_op);
            }
        }
        Ok(())
    }
}
