//! `affine-loop-unroll-jam`: unrolls the outermost loop that a function begins with, and puts the copies together in its inner loops.
//!
//! Before: `affine.for %i = 0 to 8 { affine.for %j = 0 to %n { A(%i, %j) } }`. After, for the factor 2:
//! `affine.for %i = 0 to 8 step 2 { affine.for %j = 0 to %n { A(%i, %j); A(%i + 1, %j) } }`. Unlike upstream's, the pass leaves loops alone whose
//! dependences would not hold.

use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::loops::{unroll::NotUnrolled, unroll_jam::unroll_jam_by_factor};

/// Unroll and jam affine loops.
#[pass(name = "affine-loop-unroll-jam", class = "AffineLoopUnrollAndJam", produces = [affine, arith], each_body)]
pub struct AffineLoopUnrollJam {
    /// Use this unroll jam factor for all loops (default 4).
    #[option(default = 4)]
    pub unroll_jam_factor: u32,
}

impl BodyPass for AffineLoopUnrollJam {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.unroll_jam_factor == 0 {
            return Err(
                cx.error(body.loc(Op::SELF), "'affine-loop-unroll-jam' cannot unroll by a factor of 0")
            );
        }
        let first = body.entry().and_then(|entry| body.first_op(entry));
        let Some(for_op) = first.and_then(|op| op.as_op::<ForOp>(body)) else { return Ok(()) };
        let loc = body.loc(for_op.op());
        if unroll_jam_by_factor(body, for_op, u64::from(self.unroll_jam_factor))
            == Err(NotUnrolled::TooManyOps)
        {
            let limit = body.cx().limits().unroll_ops;
            let message = format!("'affine.for' is not unrolled: it would become more than {limit} ops");
            cx.warning(loc, message);
        }
        Ok(())
    }
}
