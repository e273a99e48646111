//! The simplifications of ops on vectors that upstream's lowerings apply beside their own patterns: ops with constant masks, transposes of
//! transposes, and masks of one lane that a condition selects.

use strata_arith::SelectOp;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{
    BroadcastOp, CompressStoreOp, ConstantMaskOp, CreateMaskOp, ExpandLoadOp, ExtractStridedSliceOp,
    GatherOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, TransposeOp, mask_format,
};

/// Ops with constant masks, transposes of transposes, and selections of masks become simpler.
pub const FOLD_VECTORS: &[PatternRow] = patterns! {
    CreateMaskOp => "fold-create-mask": canonical,
    MaskedLoadOp => "fold-masked-load": canonical,
    MaskedStoreOp => "fold-masked-store": canonical,
    GatherOp => "fold-gather": without_lanes,
    ScatterOp => "fold-scatter": without_lanes,
    ExpandLoadOp => "fold-expand-load": canonical,
    CompressStoreOp => "fold-compress-store": canonical,
    ExtractStridedSliceOp => "fold-slice-of-mask": slice_of_mask,
    TransposeOp => "fold-transpose": transpose,
    SelectOp => "fold-select-of-masks": select_of_masks,
};

fn canonical(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw)
}

/// Accesses of listed positions that access none.
fn without_lanes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gathered = op.as_op::<GatherOp>(rw).map(|op| op.mask(rw));
    let mask = gathered.or_else(|| op.as_op::<ScatterOp>(rw).map(|op| op.mask(rw)))?;
    (mask_format(rw, mask) == Some(false)).then(|| canonical(op, rw))?
}

fn slice_of_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<ExtractStridedSliceOp>(rw)?.source(rw);
    rw.def_as::<ConstantMaskOp>(source)?;
    canonical(op, rw)
}

fn transpose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<TransposeOp>(rw)?.vector(rw);
    rw.def_as::<TransposeOp>(source)?;
    canonical(op, rw)
}

/// Of one lane, a mask that is selected by a condition is the condition.
pub fn select_of_masks(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let select = op.as_op::<SelectOp>(rw)?;
    let (condition, result) = (select.condition(rw), select.result(rw));
    let ty = rw.cx().type_as::<VectorType>(rw.ty(result))?;
    let one_lane = ty.elem == rw.cx().i1() && ty.shape[..] == [1] && !ty.scalable.contains(&true);
    let is = |v: Value, all: bool| mask_format(rw, v) == Some(all);
    if !one_lane
        || rw.ty(condition) != rw.cx().i1()
        || !is(select.true_value(rw), true)
        || !is(select.false_value(rw), false)
    {
        return None;
    }
    let ty = rw.ty(result);
    let value = BroadcastOp::build(rw, condition, ty);
    rw.replace_op(op, &[value]);
    Some(())
}
