//! Folds of ops that give one size.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    AddOp, DimOp, DivOp, GetExtentOp, IndexToSizeOp, MulOp, NumElementsOp, RankOp, ShapeOfOp, SizeToIndexOp,
    SizeType, known,
};

fn both(b: &Body, consts: &[Option<Attr>]) -> Option<(i64, i64)> {
    Some((known::size(b.cx(), consts[0])?, known::size(b.cx(), consts[1])?))
}
fn folded(b: &Body, size: i64) -> Folded {
    b.cx().index_attr(size).into()
}

impl Fold for AddOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if known::size(b.cx(), consts[1]) == Some(0) && b.ty(self.lhs(b)) == b.ty(self.result(b)) {
            return Some(self.lhs(b).into());
        }
        let (x, y) = both(b, consts)?;
        Some(folded(b, x.wrapping_add(y)))
    }
}
impl Fold for MulOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (x, y) = both(b, consts)?;
        Some(folded(b, x.wrapping_mul(y)))
    }
}
impl Fold for DivOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (x, y) = both(b, consts).filter(|&(_, y)| y != 0)?;
        let (quotient, remainder) = (x.wrapping_div(y), x.wrapping_rem(y));
        let inexact = remainder != 0 && (remainder < 0) != (y < 0);
        Some(folded(b, quotient.wrapping_sub(i64::from(inexact))))
    }
}

impl Fold for DimOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let at = usize::try_from(known::size(b.cx(), consts[1])?).ok()?;
        let size = *b.cx().shaped(b.ty(self.value(b)))?.shape?.get(at)?;
        (size != DYNAMIC).then(|| folded(b, size))
    }
}
impl Fold for GetExtentOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let at = usize::try_from(known::size(b.cx(), consts[1])?).ok()?;
        let sizes = known::extents(b.cx(), consts[0])?;
        Some(folded(b, *sizes.get(at)?))
    }
}

impl Fold for IndexToSizeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(n) = known::size(b.cx(), consts[0]) {
            return Some(folded(b, n));
        }
        let origin = b.def_as::<SizeToIndexOp>(self.arg(b))?.arg(b);
        b.cx().type_as::<SizeType>(b.ty(origin)).map(|_| origin.into())
    }
}
impl Fold for SizeToIndexOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(n) = known::size(b.cx(), consts[0]) {
            return Some(folded(b, n));
        }
        let arg = self.arg(b);
        if b.cx().is_index(b.ty(arg)) {
            return Some(arg.into());
        }
        Some(b.def_as::<IndexToSizeOp>(arg)?.arg(b).into())
    }
}

impl Fold for NumElementsOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let sizes = known::extents(b.cx(), consts[0])?;
        Some(folded(b, sizes.into_iter().fold(1, i64::wrapping_mul)))
    }
}
/// The rank of a constant, or of the shape of a ranked value.
impl Fold for RankOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(sizes) = known::extents(b.cx(), consts[0]) {
            return Some(folded(b, sizes.len() as i64));
        }
        let of = b.def_as::<ShapeOfOp>(self.shape(b))?;
        let shape = b.cx().shaped(b.ty(of.arg(b)))?.shape?;
        Some(folded(b, shape.len() as i64))
    }
}
