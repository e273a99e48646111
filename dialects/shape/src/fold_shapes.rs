//! Folds of ops that give or compare shapes, and of witnesses.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    AnyOp, BroadcastOp, ConcatOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, FromExtentsOp,
    IsBroadcastableOp, ShapeEqOp, ShapeOfOp, SplitAtOp, ToExtentTensorOp, known,
};

/// Moves the operands that are constants behind the others; `None` if they are there already.
fn constants_last(b: &mut Body, op: Op, consts: &[Option<Attr>]) -> Option<Folded> {
    if consts.is_sorted_by_key(Option::is_some) {
        return None;
    }
    let operands: Vec<Value> = b.operands(op).collect();
    let (last, first): (Vec<_>, Vec<_>) =
        operands.into_iter().zip(consts).partition(|(_, value)| value.is_some());
    let sorted: Vec<Value> = first.into_iter().chain(last).map(|(v, _)| v).collect();
    b.set_operands(op, &sorted);
    Some(Folded::InPlace)
}

/// The shape that all constants are broadcast to, if all shapes are constants.
impl Fold for BroadcastOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.result(b));
        if let ([_], Some(only)) = (consts, self.shapes(b).next()) {
            return (b.ty(only) == ty).then(|| only.into());
        }
        if let Some(moved) = constants_last(b, self.op(), consts) {
            return Some(moved);
        }
        let shapes: Option<Vec<_>> = consts.iter().map(|&value| known::extents(b.cx(), value)).collect();
        let mut shapes = shapes?.into_iter();
        let first = shapes.next()?;
        let sizes = shapes.try_fold(first, |sizes, next| known::broadcast(&sizes, &next))?;
        known::folded_extents(b.cx(), &sizes, ty)
    }
}
impl Fold for ConcatOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (lhs, rhs) = (known::extents(b.cx(), consts[0])?, known::extents(b.cx(), consts[1])?);
        known::folded_extents(b.cx(), &[lhs, rhs].concat(), b.ty(self.result(b)))
    }
}
/// The two parts of a constant shape at a constant place in it.
impl Fold for SplitAtOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (sizes, at) = (known::extents(b.cx(), consts[0])?, known::size(b.cx(), consts[1])?);
        let rank = i64::try_from(sizes.len()).ok()?;
        let at = if at < 0 { at.checked_add(rank)? } else { at };
        let (head, tail) = sizes.split_at_checked(usize::try_from(at).ok()?)?;
        let parts = [(head, self.head(b)), (tail, self.tail(b))].map(|(sizes, result)| {
            match known::folded_extents(b.cx(), sizes, b.ty(result)) {
                Some(Folded::Results(list)) => list.first().copied(),
                _ => None,
            }
        });
        let [head, tail] = parts;
        Some(Folded::Results([head?, tail?].into_iter().collect()))
    }
}
/// A constant among the shapes.
impl Fold for AnyOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(moved) = constants_last(b, self.op(), consts) {
            return Some(moved);
        }
        let sizes = known::extents(b.cx(), consts.last().copied().flatten())?;
        known::folded_extents(b.cx(), &sizes, b.ty(self.result(b)))
    }
}
impl Fold for ToExtentTensorOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if b.ty(self.input(b)) == b.ty(self.result(b)) {
            return Some(self.input(b).into());
        }
        let sizes = known::extents(b.cx(), consts[0])?;
        known::folded_extents(b.cx(), &sizes, b.ty(self.result(b)))
    }
}
impl Fold for FromExtentsOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let sizes: Option<Vec<i64>> = consts.iter().map(|&value| known::size(b.cx(), value)).collect();
        known::folded_extents(b.cx(), &sizes?, b.ty(self.shape(b)))
    }
}
impl Fold for ShapeOfOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let sizes = b.cx().shaped(b.ty(self.arg(b)))?.shape?.to_vec();
        let is_static = !sizes.contains(&DYNAMIC);
        known::folded_extents(b.cx(), &sizes, b.ty(self.result(b))).filter(|_| is_static)
    }
}

impl Fold for ShapeEqOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(moved) = constants_last(b, self.op(), consts) {
            return Some(moved);
        }
        let shapes: Option<Vec<_>> = consts.iter().map(|&value| known::extents(b.cx(), value)).collect();
        let shapes = shapes?;
        let equal = shapes.windows(2).all(|pair| pair[0] == pair[1]);
        Some(b.cx().bool_attr(equal).into())
    }
}
impl Fold for IsBroadcastableOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if consts.len() < 2 {
            return Some(b.cx().bool_attr(true).into());
        }
        constants_last(b, self.op(), consts)
    }
}

/// Only a witness that holds is known: one that fails stays, with the place of the check.
impl Fold for CstrEqOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(moved) = constants_last(b, self.op(), consts) {
            return Some(moved);
        }
        let shapes: Option<Vec<_>> = consts.iter().map(|&value| known::extents(b.cx(), value)).collect();
        let constant = shapes.is_some_and(|s| s.windows(2).all(|pair| pair[0] == pair[1]));
        let mut values = self.shapes(b);
        let first = values.next();
        let same = first.is_some() && values.all(|v| Some(v) == first);
        (constant || same).then(|| b.cx().bool_attr(true).into())
    }
}
/// As for equal shapes, a witness that fails is not known.
impl Fold for CstrBroadcastableOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(moved) = constants_last(b, self.op(), consts) {
            return Some(moved);
        }
        let is_scalar = |&&value: &&Option<Attr>| known::extents(b.cx(), value).is_some_and(|s| s.is_empty());
        let scalars = consts.iter().filter(is_scalar).count();
        let known: Option<Vec<_>> = self.shapes(b).map(|v| known::partial_extents(b, v)).collect();
        let holds = scalars + 1 >= consts.len() || known.is_some_and(|s| known::surely_broadcast(&s));
        holds.then(|| b.cx().bool_attr(true).into())
    }
}
impl Fold for CstrRequireOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let holds = b.cx().attr_i64(consts[0]?)? != 0;
        Some(b.cx().bool_attr(holds).into())
    }
}
