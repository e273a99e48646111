//! Masks of scalable vectors and numbers of lanes, which `convert-vector-to-llvm` computes before it converts vectors, beside the masks
//! of [`add_mask_patterns`].

use std::sync::Arc;

use strata_ir::{prelude::*, rewrite::PatternSet};
use strata_llvm as llvm;
use strata_passes_vector::{LaneIndex, add_mask_patterns, compare_lanes, lane_numbers, lanes};
use strata_vector::{CreateMaskOp, StepOp};

/// Adds the patterns of this file, and those for masks of a known number of lanes.
pub(crate) fn add_patterns(patterns: &mut PatternSet, index: LaneIndex) {
    add_mask_patterns(patterns, index);
    let compare = move |op: Op, rw: &mut Rewriter<'_>| scalable_mask(op, rw, index);
    patterns.add_fn(Some(CreateMaskOp::NAME), "compare-scalable-lanes", 1, Arc::new(compare));
    patterns.add_fn(Some(StepOp::NAME), "constant-step", 1, Arc::new(step));
}

fn scalable_mask(op: Op, rw: &mut Rewriter<'_>, index: LaneIndex) -> Option<()> {
    let mask = op.as_op::<CreateMaskOp>(rw)?;
    lanes(rw, mask.result(rw)).filter(|ty| ty.scalable.contains(&true))?;
    compare_lanes(rw, mask, index, |rw, ty| Some(llvm::StepVectorOp::build(rw, ty)))
}

fn step(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let result = op.as_op::<StepOp>(rw)?.result(rw);
    let ty = lanes(rw, result).filter(|ty| !ty.scalable.contains(&true))?;
    let vector = rw.ty(result);
    let value = lane_numbers(rw, vector, *ty.shape.first()?)?;
    rw.replace_op(op, &[value]);
    Some(())
}
