//! Folds.

use strata_ir::prelude::*;

use crate::{BitCastOp, BroadcastOp, ExtractOp, ShapeCastOp, TransposeOp};

impl Fold for BroadcastOp {
    /// A broadcast to the same type is its source; one of a constant is a splat.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.vector(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        let value = consts[0]?;
        let cx = b.cx();
        let scalar = cx.splat_value(value).unwrap_or(value);
        cx.splat_attr(ty, scalar).map(Into::into)
    }
}

impl Fold for ExtractOp {
    /// `extract(x)[]` is `x`; an extract of a broadcast scalar is the scalar; of a splat, a smaller one.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(broadcast) = b.def_as::<BroadcastOp>(source) {
            let scalar = broadcast.source(b);
            if b.ty(scalar) == ty {
                return Some(scalar.into());
            }
        }
        let cx = b.cx();
        let scalar = cx.splat_value(consts[0]?)?;
        if cx.shaped(ty).is_some() { cx.splat_attr(ty, scalar).map(Into::into) } else { Some(scalar.into()) }
    }
}

impl Fold for ShapeCastOp {
    /// Casts of casts skip the one between; a cast to the same type is nothing.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(first) = b.def_as::<Self>(source) {
            let origin = first.source(b);
            if b.ty(origin) == ty {
                return Some(origin.into());
            }
            self.set_source(b, origin);
            return Some(Folded::InPlace);
        }
        let scalar = b.cx().splat_value(consts[0]?)?;
        b.cx().splat_attr(ty, scalar).map(Into::into)
    }
}

impl Fold for BitCastOp {
    /// A cast to the same type, or back to it, is nothing.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        let origin = b.def_as::<Self>(source)?.source(b);
        (b.ty(origin) == ty).then(|| origin.into())
    }
}

impl Fold for TransposeOp {
    /// The identity permutation is nothing; a transposed splat is a splat.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let identity = self.permutation(b).get(cx).values.iter().enumerate().all(|(i, &p)| i as i64 == p);
        if identity {
            return Some(self.vector(b).into());
        }
        let scalar = cx.splat_value(consts[0]?)?;
        cx.splat_attr(b.ty(self.result(b)), scalar).map(Into::into)
    }
}
