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

/// Two collapses in a row are one.
impl Canonicalize for CollapseShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<Self>(self.src(rw))?;
        let groups = reassociation::compose(&self.groups(rw), &inner.groups(rw))?;
        let (source, ty) = (inner.src(rw), rw.ty(self.result(rw)));
        let same = Self::infer_type(rw.cx(), rw.ty(source), &groups) == Some(ty);
        let new = same.then(|| Self::of(rw, source, &groups))??;
        rw.replace_op(*self, &[new]);
        Some(())
    }
}

/// Two expansions in a row are one.
impl Canonicalize for ExpandShapeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<Self>(self.src(rw))?;
        let groups = reassociation::compose(&inner.groups(rw), &self.groups(rw))?;
        let (source, ty, sizes) = (inner.src(rw), rw.ty(self.result(rw)), self.mixed_output_shape(rw));
        let statics: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
        let same = Self::infer_type(rw.cx(), rw.ty(source), &statics, &groups) == Some(ty);
        let new = same.then(|| Self::of(rw, source, &groups, &sizes))??;
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
    let mut size = LoadOp::of(rw, list, &[index]);
    if !rw.cx().is_index(rw.ty(size)) {
        let ty = rw.cx().index();
        size = strata_arith::IndexCastOp::build(rw, size, ty);
    }
    rw.replace_op(op, &[size]);
    Some(())
}
