//! `scf-for-loop-canonicalization`: simplifies ops in loops by the ranges of induction variables and the sizes of carried values.
//!
//! - `affine.min` and `affine.max` of induction variables of `scf.for`, `scf.parallel` and `scf.forall` that are always the same result.
//! - The size of a tensor that a loop carries, where no iteration changes it, is the size of the initial one: in the loop and behind it.

use strata_affine::{MaxOp, MinOp};
use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::ForOp;
use strata_tensor::InsertSliceOp;

use crate::min_max::simplify_in_loop;

/// Canonicalize operations within scf.for loop bodies.
#[pass(
    name = "scf-for-loop-canonicalization",
    class = "SCFForLoopCanonicalization",
    produces = [affine, tensor, memref],
    each_body
)]
pub struct ForLoopCanonicalization;

type MemrefDimOp = strata_memref::DimOp;
type TensorDimOp = strata_tensor::DimOp;

/// Simplifications of ops in loops.
pub const PATTERNS: &[PatternRow] = strata_ir::rewrite::patterns! {
    MinOp => "min-in-loop": min_or_max,
    MaxOp => "max-in-loop": min_or_max,
    TensorDimOp => "size-of-carried-tensor": size_of_carried,
    MemrefDimOp => "size-of-carried-buffer": size_of_carried,
};

impl BodyPass for ForLoopCanonicalization {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
        let result = rewrite_greedily(body, &patterns, &config);
        Ok(result.into_result()?)
    }
}

/// A minimum or maximum in a loop that is always one of its results.
fn min_or_max(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    simplify_in_loop(rw, op)
}

/// `dim(carried) = dim(initial)`, where the loop does not change the size.
fn size_of_carried(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = rw.operand(op, 0);
    let (loop_op, number) = match rw.def(source) {
        Def::Result { op, index } => (op.as_op::<ForOp>(rw)?, index),
        Def::Arg { block, index } => (rw.block_parent_op(block)?.as_op::<ForOp>(rw)?, index.checked_sub(1)?),
        Def::Forward => return None,
    };
    keeps_shape(rw, loop_op, number).then_some(())?;
    let init = loop_op.init_args(rw).nth(number)?;
    rw.set_operand(op, 0, init);
    Some(())
}

/// Whether a loop yields its carried value with other elements, at most.
fn keeps_shape(body: &Body, op: ForOp, number: usize) -> bool {
    let carried = op.region_iter_args(body).get(number).copied();
    let mut value = op.terminator(body).and_then(|end| body.operands(end.op()).nth(number));
    while let Some(v) = value {
        if Some(v) == carried {
            return true;
        }
        let Def::Result { op, index } = body.def(v) else { return false };
        value = if let Some(insert) = op.as_op::<InsertSliceOp>(body) {
            Some(insert.dest(body))
        } else {
            let inner = op.as_op::<ForOp>(body).filter(|&inner| deep(|| keeps_shape(body, inner, index)));
            inner.and_then(|inner| inner.init_args(body).nth(index))
        };
    }
    false
}
