//! Accesses to parts of buffers, and parts of parts.

use strata_affine::validity::{is_valid_dim, is_valid_symbol};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::{SubViewOp, layout};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{MixedIndex, OffsetSizeStride, index_list::split};

use crate::access::{Access, Kind};

/// Folds the part of a buffer that an access reads or writes.
pub(super) fn fold(access: &Access, view: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let dropped = view.dropped_dims(rw)?;
    let transfer = access.kind == Kind::Transfer;
    if transfer && !(view.has_unit_strides(rw) && access.in_bounds(rw).iter().all(|&x| x)) {
        return None;
    }
    let positions = [view.mixed_offsets(rw), view.mixed_strides(rw)].concat();
    if access.is_affine(rw) && !positions.iter().all(|p| p.value().is_none_or(|v| is_valid_dim(rw, v))) {
        return None;
    }
    let indices: Vec<MixedIndex> = access.operands(rw).into_iter().map(MixedIndex::Value).collect();
    if !are_products_affine(rw, view, &dropped, &indices, access.is_affine(rw)) {
        return None;
    }
    let indices: Vec<MixedIndex> = access.indices(rw)?.into_iter().map(MixedIndex::Value).collect();
    let indices = resolve(rw, view, &dropped, &indices)?;
    let indices = indices.into_iter().map(|i| materialize(rw, i)).collect::<Option<Vec<Value>>>()?;
    if transfer {
        let kept: Vec<u32> = (0..dropped.len() as u32).filter(|&d| !dropped[d as usize]).collect();
        let map = access.transfer_map(rw)?.compose(&AffineMap::select(dropped.len() as u32, &kept));
        access.set_transfer_map(rw, map);
    }
    let source = view.source(rw);
    access.redirect(rw, source, &indices);
    Some(())
}

/// An index as a value that the driver looks at.
fn materialize(rw: &mut Rewriter<'_>, index: MixedIndex) -> Option<Value> {
    let value = index.materialize(rw)?;
    if let Some(def) = rw.def_op(value) {
        rw.touch(def);
    }
    Some(value)
}

/// Whether no stride that is the induction variable of a loop is multiplied with an index that depends on one.
fn are_products_affine(
    b: &Body,
    view: SubViewOp,
    dropped: &[bool],
    indices: &[MixedIndex],
    any_index: bool,
) -> bool {
    let is_dim = |m: &MixedIndex| {
        m.constant(b).is_none() && m.value().is_some_and(|v| is_valid_dim(b, v) && !is_valid_symbol(b, v))
    };
    let strides = view.mixed_strides(b);
    let mut kept = strides.iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(s, _)| s);
    if any_index {
        return !(kept.any(is_dim) && indices.iter().any(is_dim));
    }
    !kept.zip(indices).any(|(stride, index)| is_dim(stride) && is_dim(index))
}

/// The position in the buffer of an element of a part of it: `offset + index * stride` for each dimension.
fn resolve(
    rw: &mut Rewriter<'_>,
    view: SubViewOp,
    dropped: &[bool],
    indices: &[MixedIndex],
) -> Option<Vec<MixedIndex>> {
    let (offsets, strides) = (view.mixed_offsets(rw), view.mixed_strides(rw));
    let s = AffineExpr::symbol;
    let map = AffineMap::new(0, 3, vec![s(0) + s(1) * s(2)]);
    let mut next = indices.iter().copied();
    let mut out = Vec::new();
    for ((&offset, &stride), &dropped) in offsets.iter().zip(&strides).zip(dropped) {
        let index = if dropped { MixedIndex::Static(0) } else { next.next()? };
        out.push(composed_apply(rw, &map, &[offset, index, stride])?);
    }
    Some(out)
}

/// A part of a part is a part, where both have the strides 1.
pub(super) fn of_subview(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let outer = op.as_op::<SubViewOp>(rw)?;
    let inner = rw.def_of::<SubViewOp>(outer.source(rw))?;
    if !outer.has_unit_strides(rw) || !inner.has_unit_strides(rw) {
        return None;
    }
    let dropped = inner.dropped_dims(rw)?;
    let mut own = outer.mixed_sizes(rw).into_iter();
    let mut sizes = inner.mixed_sizes(rw);
    for (size, _) in sizes.iter_mut().zip(&dropped).filter(|(_, dropped)| !**dropped) {
        *size = own.next()?;
    }
    let offsets = outer.mixed_offsets(rw);
    let offsets = resolve(rw, inner, &dropped, &offsets)?;
    let (source, strides, ty) = (inner.source(rw), inner.mixed_strides(rw), rw.ty(outer.result(rw)));
    let known = |list: &[MixedIndex]| {
        let [o, s, t] = [list, &sizes, &strides].map(|l| split(l).0);
        layout::strides(rw.cx(), SubViewOp::infer_type(rw.cx(), rw.ty(source), &o, &s, &t)?)
    };
    // The type does not know an offset that is a constant op.
    let fits = known(&offsets)?.offset == layout::strides(rw.cx(), ty)?.offset;
    let offsets: Vec<MixedIndex> = if fits {
        offsets
    } else {
        offsets.into_iter().map(|o| Some(MixedIndex::Value(materialize(rw, o)?))).collect::<Option<_>>()?
    };
    let new = SubViewOp::of_type(rw, source, &offsets, &sizes, &strides, ty);
    rw.replace_op(op, &[new]);
    Some(())
}
