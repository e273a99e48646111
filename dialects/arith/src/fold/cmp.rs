//! Folds of comparisons.

use strata_ir::{num::ApInt, prelude::*};

use super::elements::{Element, Float, int_constant, map2, splat_int};
use crate::{
    CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp,
    eval::{cmpf, cmpi},
};

/// Folds `arith.cmpi`.
pub fn fold_cmpi(op: CmpIOp, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let cx = b.cx();
    let (lhs, rhs) = (op.lhs(b), op.rhs(b));
    let ty = b.ty(op.result(b));
    let predicate = CmpIPredicate::from_attr(cx, op.predicate(b).into())?;
    if lhs == rhs {
        let value = ApInt::from_bool(predicate.holds_for_equal());
        return int_constant(cx, ty, value).map(Into::into);
    }
    if let Some(v) = consts[1].and_then(|a| splat_int(cx, a)) {
        let is_i1 = |x| cx.elem_or_self(b.ty(x)) == cx.i1();
        // An extended bit differs from zero when the bit is set.
        if v.is_zero() && predicate == CmpIPredicate::Ne {
            let source = match b.def_op(lhs) {
                Some(d) if d.isa::<ExtSIOp>(b) || d.isa::<ExtUIOp>(b) => Some(b.operand(d, 0)),
                _ => None,
            };
            if let Some(bit) = source.filter(|&v| is_i1(v)) {
                return Some(bit.into());
            }
            if is_i1(lhs) {
                return Some(lhs.into());
            }
        }
        if v.is_one() && predicate == CmpIPredicate::Eq && is_i1(lhs) {
            return Some(lhs.into());
        }
    }
    if consts[0].is_some() && consts[1].is_none() {
        let swapped = predicate.swapped().attr(cx);
        op.set_lhs(b, rhs);
        op.set_rhs(b, lhs);
        op.set_predicate(b, swapped);
        return Some(Folded::InPlace);
    }
    map2(cx, consts[0]?, consts[1]?, ty, |x: &ApInt, y: &ApInt| Some(ApInt::from_bool(cmpi(predicate, x, y))))
        .map(Into::into)
}

/// Folds `arith.cmpf`.
pub fn fold_cmpf(op: CmpFOp, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let cx = b.cx();
    let predicate = CmpFPredicate::from_attr(cx, op.predicate(b).into())?;
    // Only scalars are folded, as by MLIR.
    let scalar = |c: Option<Attr>| c.and_then(|a| Float::of_attr(cx, a));
    let is_nan = |v: &Float| v.0.is_nan(v.1);
    // When one operand is NaN, the other does not matter.
    let (x, y) = match (scalar(consts[0]), scalar(consts[1])) {
        (Some(x), None) if is_nan(&x) => (x, x),
        (None, Some(y)) if is_nan(&y) => (y, y),
        (x, y) => (x?, y?),
    };
    Some(cx.bool_attr(cmpf(predicate, x.0, x.1, y.1)).into())
}
