//! Canonicalisations of views.

use strata_ir::prelude::*;
use strata_tensor::{index_list, reassociation};

use crate::{CastOp, CollapseShapeOp, DimOp, ExpandShapeOp, LoadOp, ReshapeOp, ViewOp};

/// Sizes that are constants become part of the type.
impl Canonicalize for ViewOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = rw.ty(self.result(rw));
        let t = rw.cx().type_as::<MemRefType>(old)?.clone();
        let sizes = index_list::mixed(&t.shape, self.sizes(rw));
        let folded = index_list::fold_constants(rw, &sizes, |c| c >= 0)?;
        let (shape, values) = index_list::split(&folded);
        let ty = rw.cx().ty(MemRefType { shape: shape.into(), ..t });
        let (source, shift) = (self.source(rw), self.byte_shift(rw));
        let new = Self::build(rw, source, shift, &values, ty);
        let cast = CastOp::build(rw, new, old);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}

impl Canonicalize for CollapseShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (src, ty) = (self.src(rw), rw.ty(self.result(rw)));
        // Two collapses in a row are one.
        if let Some(inner) = rw.def_of::<Self>(src) {
            let groups = reassociation::compose(&self.groups(rw), &inner.groups(rw))?;
            let source = inner.src(rw);
            let same = Self::infer_type(rw.cx(), rw.ty(source), &groups) == Some(ty);
            let new = same.then(|| Self::create(rw, source, &groups))??;
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        if let Some(inner) = rw.def_of::<ExpandShapeOp>(src) {
            return collapse_of_expand(*self, inner, rw);
        }
        // A cast before that only forgets moves after.
        let origin = crate::cast::forgetful_cast_source(rw, src)?;
        let groups = self.groups(rw);
        let known = Self::infer_type(rw.cx(), rw.ty(origin), &groups)?;
        if known == ty {
            rw.set_operand(*self, 0, origin);
            return Some(());
        }
        if !crate::cast::cast_compatible(rw.cx(), known, ty) {
            return None;
        }
        let new = Self::create(rw, origin, &groups)?;
        let cast = CastOp::build(rw, new, ty);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}

/// Whether a value is a memref without a layout.
fn is_plain(b: &Body, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some_and(|t| crate::layout::is_trivial(b.cx(), t))
}

/// An expansion and a collapse are one reshape, where the groups of one are unions of groups of the other.
fn collapse_of_expand(op: CollapseShapeOp, inner: ExpandShapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (origin, ty) = (inner.src(rw), rw.ty(op.result(rw)));
    let (inner_groups, outer_groups) = (inner.groups(rw), op.groups(rw));
    let rank = |b: &Body, ty: Type| b.cx().shaped(ty).and_then(|s| s.rank());
    let (from, to) = (rank(rw, rw.ty(origin))?, rank(rw, ty)?);
    if rw.ty(origin) == ty {
        return None;
    }
    if inner_groups == outer_groups && crate::cast::cast_compatible(rw.cx(), rw.ty(origin), ty) {
        let cast = CastOp::build(rw, origin, ty);
        rw.replace_op(op, &[cast]);
        return Some(());
    }
    if ![origin, op.src(rw), op.result(rw)].iter().all(|&v| is_plain(rw, v)) || from == to {
        return None;
    }
    let new = if from > to {
        let groups = reassociation::compose_collapse_of_expand(&inner_groups, &outer_groups)?;
        let groups = reassociation::attr(rw.cx(), &groups);
        CollapseShapeOp::build(rw, origin, groups, ty)
    } else {
        let groups = reassociation::compose_collapse_of_expand(&outer_groups, &inner_groups)?;
        let sizes = inner.mixed_output_shape(rw);
        let (statics, values) = index_list::split(&index_list::group_products(rw, &sizes, &outer_groups)?);
        let (groups, statics) = (reassociation::attr(rw.cx(), &groups), rw.cx().i64_array(&statics));
        ExpandShapeOp::build(rw, origin, groups, &values, statics, ty)
    };
    rw.replace_op(op, &[new]);
    Some(())
}

impl Canonicalize for ExpandShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (src, ty, sizes) = (self.src(rw), rw.ty(self.result(rw)), self.mixed_output_shape(rw));
        let (statics, values) = index_list::split(&sizes);
        // Two expansions in a row are one.
        if let Some(inner) = rw.def_of::<Self>(src) {
            let groups = reassociation::compose(&inner.groups(rw), &self.groups(rw))?;
            let source = inner.src(rw);
            let same = Self::infer_type(rw.cx(), rw.ty(source), &statics, &groups) == Some(ty);
            let new = same.then(|| Self::create(rw, source, &groups, &sizes))??;
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        // A collapse and an expansion are one reshape, where the dimensions of one can be told from the other's.
        let inner = rw.def_of::<CollapseShapeOp>(src)?;
        let origin = inner.src(rw);
        if rw.ty(origin) == ty || ![origin, src, self.result(rw)].iter().all(|&v| is_plain(rw, v)) {
            return None;
        }
        let (from, to) =
            (rw.cx().shaped(rw.ty(origin))?.shape?.to_vec(), rw.cx().shaped(ty)?.shape?.to_vec());
        let (collapsed, expanded) = (inner.groups(rw), self.groups(rw));
        let new = if from.len() > to.len() {
            let groups = reassociation::compose_expand_of_collapse(&collapsed, &expanded, &from, &to)?;
            let groups = reassociation::attr(rw.cx(), &groups);
            CollapseShapeOp::build(rw, origin, groups, ty)
        } else {
            let groups = reassociation::compose_expand_of_collapse(&expanded, &collapsed, &to, &from)?;
            let (groups, statics) = (reassociation::attr(rw.cx(), &groups), rw.cx().i64_array(&statics));
            Self::build(rw, origin, groups, &values, statics, ty)
        };
        rw.replace_op(*self, &[new]);
        Some(())
    }
}

impl Canonicalize for DimOp {
    /// A size of a reshaped buffer is in the list of sizes.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let source = self.source(rw);
        if let Some(reshape) = rw.def_of::<ReshapeOp>(source) {
            return of_reshape(*self, reshape, rw);
        }
        let i = self.constant_index(rw)?;
        let expand = rw.def_of::<ExpandShapeOp>(source)?;
        let value = expand.mixed_output_shape(rw).get(i)?.value()?;
        rw.replace_op(*self, &[value]);
        Some(())
    }
}

/// The size is loaded right after the reshape, before anything writes to the list of sizes.
fn of_reshape(op: DimOp, reshape: ReshapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let index = op.index(rw);
    let block = rw.parent_block(reshape.op())?;
    let (at, visible) = match rw.def(index) {
        Def::Arg { block: of, .. } => (None, of == block),
        Def::Result { op: def, .. } => (Some(def), rw.parent_block(def) == Some(block)),
        Def::Forward => return None,
    };
    if !visible || at.is_some_and(|def| !rw.is_before(def, reshape.op())) {
        return None;
    }
    let after = InsertPoint::after(rw, reshape.op());
    rw.goto(after);
    let list = reshape.shape(rw);
    let mut size = LoadOp::create(rw, list, &[index]);
    if !rw.cx().is_index(rw.ty(size)) {
        let ty = rw.cx().index();
        size = strata_arith::IndexCastOp::build(rw, size, ty);
    }
    rw.replace_op(op, &[size]);
    Some(())
}
