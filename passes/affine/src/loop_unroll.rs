//! `affine-loop-unroll`: repeats the bodies of innermost loops.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 8 {
//!   %v = affine.load %a[%i] : memref<8xf32>
//! }
//! ```
//! After, for the factor 2:
//! ```mlir
//! affine.for %i = 0 to 8 step 2 {
//!   %v = affine.load %a[%i] : memref<8xf32>
//!   %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
//!   %w = affine.load %a[%j] : memref<8xf32>
//! }
//! ```
//! Iterations that are left over become a second loop. A loop that would become more ops than the limits of the context allow stays, with
//! a warning.

use rustc_hash::FxHashSet;
use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::loops::{
    loops_post_order,
    trip_count::constant_trip_count,
    unroll::{Cleanup, NotUnrolled, unroll_by_factor, unroll_full, unroll_up_to_factor},
};

/// Unroll affine loops.
#[pass(name = "affine-loop-unroll", class = "AffineLoopUnroll", produces = [affine, arith], each_body)]
pub struct AffineLoopUnroll {
    /// Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll.
    #[option(default = 4)]
    pub unroll_factor: i64,
    /// Allow unrolling up to the factor specified.
    pub unroll_up_to_factor: bool,
    /// Unroll innermost loops repeatedly this many times.
    #[option(default = 1)]
    pub unroll_num_reps: u32,
    /// Unroll all loops with trip count less than or equal to this.
    pub unroll_full_threshold: Option<u32>,
    /// Fully unroll the cleanup loop when possible.
    pub cleanup_unroll: bool,
}

impl BodyPass for AffineLoopUnroll {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.unroll_factor < -1 || self.unroll_factor == 0 {
            let message = format!("'affine-loop-unroll' cannot unroll by a factor of {}", self.unroll_factor);
            return Err(cx.error(body.loc(Op::SELF), message));
        }
        if let Some(threshold) = self.unroll_full_threshold.filter(|_| self.unroll_factor == -1) {
            let short = |&l: &ForOp| constant_trip_count(body, l).is_some_and(|n| n <= u64::from(threshold));
            let loops: Vec<ForOp> = loops_post_order(body).into_iter().filter(short).collect();
            for for_op in loops {
                let result = unroll_full(body, for_op);
                self.unrolled(body, for_op, result, cx);
            }
            return Ok(());
        }
        for _ in 0..self.unroll_num_reps {
            let mut unrolled = false;
            for for_op in innermost_loops(body) {
                let result = self.unroll(body, for_op);
                unrolled |= self.unrolled(body, for_op, result, cx);
            }
            if !unrolled {
                break;
            }
        }
        Ok(())
    }
}

impl AffineLoopUnroll {
    fn unroll(&self, body: &mut Body, for_op: ForOp) -> Result<(), NotUnrolled> {
        let Ok(factor) = u64::try_from(self.unroll_factor) else { return unroll_full(body, for_op) };
        if self.unroll_up_to_factor {
            return unroll_up_to_factor(body, for_op, factor);
        }
        let cleanup = if self.cleanup_unroll { Cleanup::Unrolled } else { Cleanup::Loop };
        unroll_by_factor(body, for_op, factor, cleanup)
    }
    /// Whether the loop was unrolled; a limit that prevented it is reported.
    fn unrolled(
        &self,
        body: &Body,
        for_op: ForOp,
        result: Result<(), NotUnrolled>,
        cx: &mut PassCx<'_>,
    ) -> bool {
        if result == Err(NotUnrolled::TooManyOps) {
            let limit = body.cx().limits().unroll_ops;
            let message = format!("'affine.for' is not unrolled: it would become more than {limit} ops");
            cx.warning(body.loc(for_op.op()), message);
        }
        result.is_ok()
    }
}

/// The loops without loops in them, in order.
fn innermost_loops(body: &Body) -> Vec<ForOp> {
    let loops = loops_post_order(body);
    let mut outer: FxHashSet<Op> = FxHashSet::default();
    for for_op in &loops {
        let mut at = body.parent_op(for_op.op());
        while let Some(parent) = at.filter(|&parent| outer.insert(parent)) {
            at = body.parent_op(parent);
        }
    }
    loops.into_iter().filter(|l| !outer.contains(&l.op())).collect()
}
