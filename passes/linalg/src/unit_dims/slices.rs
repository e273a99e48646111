//! Slices of lower rank, and parts of empty tensors.

use strata_ir::prelude::*;
use strata_tensor::{
    CastOp, CollapseShapeOp, EmptyOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride,
};

use super::reduce_rank::{expand_to, groups};

/// A slice with unit dimensions is a slice without them, expanded.
pub(super) fn reduce_extract(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<ExtractSliceOp>(rw)?;
    let ty = rw.cx().type_as::<TensorType>(rw.ty(slice.result(rw)))?.clone();
    if !ty.shape.contains(&1) {
        return None;
    }
    let groups = groups(ty.shape.len(), |d| ty.shape[d] == 1);
    let shape = ty.shape.iter().copied().filter(|&d| d != 1).collect();
    let reduced = rw.cx().ty(TensorType { shape, ..ty.clone() });
    let (source, offsets, sizes, strides) =
        (slice.source(rw), slice.mixed_offsets(rw), slice.mixed_sizes(rw), slice.mixed_strides(rw));
    let new = ExtractSliceOp::of_type(rw, source, &offsets, &sizes, &strides, reduced);
    let expanded = expand_to(rw, new, &ty.shape, &groups)?;
    rw.replace_op(op, &[expanded]);
    Some(())
}

/// A part with unit dimensions is inserted without them.
pub(super) fn reduce_insert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertSliceOp>(rw)?;
    let (source, dest) = (insert.source(rw), insert.dest(rw));
    let shape = rw.cx().type_as::<TensorType>(rw.ty(source))?.shape.clone();
    if !shape.contains(&1) {
        return None;
    }
    let groups = groups(shape.len(), |d| shape[d] == 1);
    let source = CollapseShapeOp::create(rw, source, &groups);
    let (offsets, sizes, strides) =
        (insert.mixed_offsets(rw), insert.mixed_sizes(rw), insert.mixed_strides(rw));
    let new = InsertSliceOp::create(rw, source, dest, &offsets, &sizes, &strides);
    rw.replace_op(op, &[new]);
    Some(())
}

/// A slice or another shape of an empty tensor is an empty tensor.
pub(super) fn fold_empty(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.def_of::<EmptyOp>(rw.operand(op, 0))?;
    let (result, ty) = (rw.result(op, 0), rw.result_types(op).next()?);
    let rank = rw.cx().shaped(rw.ty(result))?.rank()?;
    let sizes: Vec<MixedIndex> =
        (0..rank).map(|d| strata_passes_analysis::reify::size(rw, op, 0, d)).collect::<Option<_>>()?;
    let elem = rw.cx().elem_or_self(ty);
    let mut value = EmptyOp::create(rw, &sizes, elem);
    if rw.ty(value) != ty {
        value = CastOp::build(rw, value, ty);
    }
    rw.replace_op(op, &[value]);
    Some(())
}
