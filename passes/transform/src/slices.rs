//! Slices of slices, and slices beside reshapes that only add or drop dimensions of size one, as one slice.
//!
//! ```mlir
//! %a = tensor.extract_slice %x[%i, 0] [4, 8] [2, 1] : tensor<16x8xf32> to tensor<4x8xf32>
//! %b = tensor.extract_slice %a[1, 2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
//! ```
//! becomes
//! ```mlir
//! %k = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%i]
//! %b = tensor.extract_slice %x[%k, 2] [2, 4] [2, 1] : tensor<16x8xf32> to tensor<2x4xf32>
//! ```

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{
    CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride,
    ParallelInsertSliceOp, index_list, rank_reduction,
};

/// Consecutive slices become one.
pub const MERGE_SLICES: &[PatternRow] = patterns! {
    ExtractSliceOp => "merge-extracted-slices": slice_of_slice,
    InsertSliceOp => "merge-inserted-slices": insert_of_insert,
    ParallelInsertSliceOp => "merge-inserted-slices": insert_of_insert,
};
/// Dimensions of size one that an insertion adds and a slice drops, or the reverse.
pub const DROP_RANK_EXPANSION: &[PatternRow] = patterns! {
    ExtractSliceOp => "drop-rank-expansion": slice_of_insert,
    InsertSliceOp => "drop-rank-expansion": insert_of_slice,
};
/// Reshapes that add or drop dimensions of size one become part of slices.
pub const FOLD_RESHAPES: &[PatternRow] = patterns! {
    ExpandShapeOp => "fold-expand-of-slice": expand_of_slice,
    CollapseShapeOp => "fold-collapse-of-slice": collapse_of_slice,
    InsertSliceOp => "fold-insert-of-collapse": insert_of_collapse,
    ParallelInsertSliceOp => "fold-insert-of-collapse": insert_of_collapse,
    InsertSliceOp => "fold-insert-of-expand": insert_of_expand,
    ParallelInsertSliceOp => "fold-insert-of-expand": insert_of_expand,
};

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

/// Which of the sizes of a slice its result leaves out: of several answers, the first dimensions.
fn dropped(sizes: &[i64], reduced: &[i64]) -> Vec<bool> {
    let mut left = reduced.len();
    let mut out: Vec<bool> = sizes
        .iter()
        .rev()
        .map(|&size| {
            let kept = left > 0 && (size != 1 || reduced[left - 1] == 1);
            left -= usize::from(kept);
            !kept
        })
        .collect();
    out.reverse();
    out
}

fn dropped_by(b: &Body, op: Op, reduced: Value) -> Vec<bool> {
    dropped(index_list::statics(b, op, "static_sizes"), shape(b, reduced))
}

/// `f(s0, s1, …)` of three numbers.
fn combined(rw: &mut Rewriter<'_>, operands: &[MixedIndex]) -> Option<MixedIndex> {
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
    let product = s0 * s1;
    let expr = if operands.len() == 3 { product + s2 } else { product };
    composed_apply(rw, &AffineMap::new(0, operands.len() as u32, vec![expr]), operands)
}

/// `slice(slice(x, o, s), p, t) = slice(x, p * s + o, s * t)`.
fn slice_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let outer = op.as_op::<ExtractSliceOp>(rw)?;
    let inner = rw.def_as::<ExtractSliceOp>(outer.source(rw))?;
    let gone = dropped_by(rw, inner.op(), inner.result(rw));
    let [mut offsets, mut sizes, mut strides] =
        [inner.mixed_offsets(rw), inner.mixed_sizes(rw), inner.mixed_strides(rw)];
    let (places, parts, steps) = (outer.mixed_offsets(rw), outer.mixed_sizes(rw), outer.mixed_strides(rw));
    let kept = (0..gone.len()).filter(|&d| !gone[d]);
    for (i, d) in kept.enumerate() {
        let (&place, &part, &step) = (places.get(i)?, parts.get(i)?, steps.get(i)?);
        offsets[d] = combined(rw, &[place, strides[d], offsets[d]])?;
        sizes[d] = part;
        strides[d] = combined(rw, &[step, strides[d]])?;
    }
    let (source, ty) = (inner.source(rw), rw.ty(outer.result(rw)));
    let new = ExtractSliceOp::of_type(rw, source, &offsets, &sizes, &strides, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// Gives an insertion another source.
fn insert_instead(op: Op, source: Value, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.body().set_operand(op, 0, source);
    rw.touch(op);
    Some(())
}

fn has_unit_strides(b: &Body, op: Op) -> bool {
    index_list::statics(b, op, "static_strides").iter().all(|&n| n == 1)
}

/// An insertion of all elements of a tensor into one with more dimensions of size one, which is inserted.
fn insert_of_insert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_as::<InsertSliceOp>(rw.operand(op, 0))?;
    let source = inner.source(rw);
    let (from, to) = (shape(rw, source), shape(rw, inner.dest(rw)));
    let known = !from.contains(&DYNAMIC) && !to.contains(&DYNAMIC);
    if !known || !has_unit_strides(rw, inner.op()) || !has_unit_strides(rw, op) {
        return None;
    }
    rank_reduction(to, from)?;
    insert_instead(op, source, rw)
}

/// Whether an insertion only adds dimensions of size one.
fn is_cast(b: &Body, insert: InsertSliceOp, gone: &[bool]) -> bool {
    let mut source = shape(b, insert.source(b)).iter();
    shape(b, insert.dest(b))
        .iter()
        .zip(gone)
        .all(|(&size, &gone)| if gone { size == 1 } else { source.next() == Some(&size) && size != DYNAMIC })
}

/// `slice(insert(x, …)) = slice(x)`, where both leave out the same dimensions.
fn slice_of_insert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<ExtractSliceOp>(rw)?;
    let gone = dropped_by(rw, op, slice.result(rw));
    let insert = rw.def_as::<InsertSliceOp>(slice.source(rw))?;
    let source = insert.source(rw);
    if !gone.contains(&true)
        || dropped_by(rw, insert.op(), source) != gone
        || rw.uses_of(slice.source(rw)).count() != 1
        || !is_cast(rw, insert, &gone)
    {
        return None;
    }
    let kept = |list: Vec<MixedIndex>| -> Vec<MixedIndex> {
        list.into_iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(n, _)| n).collect()
    };
    let [offsets, sizes, strides] =
        [slice.mixed_offsets(rw), slice.mixed_sizes(rw), slice.mixed_strides(rw)].map(kept);
    let new = ExtractSliceOp::create(rw, source, &offsets, &sizes, &strides);
    rw.replace_op(op, &[new]);
    Some(())
}

/// Whether the dimensions that a slice leaves out are at least those that an insertion adds, in this order.
fn matches_dropped(slice: &[bool], insert: &[bool]) -> bool {
    let mut next = 0;
    for &gone in slice {
        match insert.get(next) {
            None => break,
            Some(&added) if gone == added => next += 1,
            Some(_) if !gone => return false,
            Some(_) => {}
        }
    }
    next == insert.len()
}

/// `insert(slice(x), …) = slice(x)`, where the insertion only adds dimensions that the slice drops.
fn insert_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertSliceOp>(rw)?;
    let part = insert.source(rw);
    let slice = rw.def_as::<ExtractSliceOp>(part)?;
    let added = dropped_by(rw, op, part);
    let gone = dropped_by(rw, slice.op(), part);
    if rw.uses_of(part).count() != 1
        || !is_cast(rw, insert, &added)
        || gone.len() < added.len()
        || !matches_dropped(&gone, &added)
    {
        return None;
    }
    let ty = rw.ty(insert.result(rw));
    sliced_as(op, slice, ty, rw)
}

/// Replaces an op by a slice with a result of another type.
fn sliced_as(op: Op, slice: ExtractSliceOp, ty: Type, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, offsets) = (slice.source(rw), slice.mixed_offsets(rw));
    let (sizes, strides) = (slice.mixed_sizes(rw), slice.mixed_strides(rw));
    let new = ExtractSliceOp::of_type(rw, source, &offsets, &sizes, &strides, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// An expansion that adds the dimensions that a slice drops.
fn expand_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let expand = op.as_op::<ExpandShapeOp>(rw)?;
    let slice = rw.def_as::<ExtractSliceOp>(expand.src(rw))?;
    let sizes = index_list::statics(rw, slice.op(), "static_sizes");
    let whole = rw.cx().type_as::<TensorType>(rw.ty(slice.source(rw)))?;
    let ty = rw.ty(expand.result(rw));
    if rw.cx().ty(TensorType { shape: sizes.into(), ..whole.clone() }) != ty {
        return None;
    }
    sliced_as(op, slice, ty, rw)
}

/// A collapse that drops dimensions of size one of a slice.
fn collapse_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let collapse = op.as_op::<CollapseShapeOp>(rw)?;
    let part = collapse.src(rw);
    let slice = rw.def_as::<ExtractSliceOp>(part)?;
    if rw.uses_of(part).count() != 1 {
        return None;
    }
    rank_reduction(shape(rw, part), shape(rw, collapse.result(rw)))?;
    let ty = rw.ty(collapse.result(rw));
    sliced_as(op, slice, ty, rw)
}

/// An insertion that adds the dimensions that a collapse drops.
fn insert_of_collapse(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let collapse = rw.def_as::<CollapseShapeOp>(rw.operand(op, 0))?;
    let source = collapse.src(rw);
    let cx = rw.cx();
    let elem = cx.elem_or_self(rw.ty(rw.operand(op, 1)));
    if cx.tensor(index_list::statics(rw, op, "static_sizes"), elem) != rw.ty(source) {
        return None;
    }
    insert_instead(op, source, rw)
}

/// An insertion of a tensor with additional dimensions of size one.
fn insert_of_expand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let expand = rw.def_as::<ExpandShapeOp>(rw.operand(op, 0))?;
    let source = expand.src(rw);
    rank_reduction(shape(rw, expand.result(rw)), shape(rw, source))?;
    insert_instead(op, source, rw)
}
