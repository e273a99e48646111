//! Folds of `arith.select`.

use strata_ir::{num::ApInt, prelude::*};
use strata_ub::PoisonAttr;

use super::elements::{Float, map3, splat_int};
use crate::{CmpIOp, CmpIPredicate, SelectOp};

/// Folds `arith.select`.
pub fn fold_select(op: SelectOp, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let cx = b.cx();
    let (condition, yes, no) = (op.condition(b), op.true_value(b), op.false_value(b));
    if yes == no {
        return Some(yes.into());
    }
    if let Some(a) = consts[0]
        && let Some(v) = splat_int(cx, a)
    {
        return Some(if v.is_zero() { no } else { yes }.into());
    }
    // Whichever side is poison may be taken to be the other one.
    if consts[1].is_some_and(|a| PoisonAttr::isa(cx, a)) {
        return Some(no.into());
    }
    if consts[2].is_some_and(|a| PoisonAttr::isa(cx, a)) {
        return Some(yes.into());
    }
    let ty = b.ty(op.result(b));
    if ty == cx.i1() {
        let value = |a: Option<Attr>| a.and_then(|a| splat_int(cx, a));
        if let (Some(y), Some(n)) = (value(consts[1]), value(consts[2]))
            && y.is_one()
            && n.is_zero()
        {
            return Some(condition.into());
        }
    }
    if let Some(cmp) = b.def_as::<CmpIOp>(condition) {
        let (l, r) = (cmp.lhs(b), cmp.rhs(b));
        if (l == yes && r == no) || (l == no && r == yes) {
            match CmpIPredicate::from_attr(cx, cmp.predicate(b).into()) {
                Some(CmpIPredicate::Eq) => return Some(no.into()),
                Some(CmpIPredicate::Ne) => return Some(yes.into()),
                _ => (),
            }
        }
    }
    // A constant condition per element needs all three operands.
    let [c, y, n] = [consts[0]?, consts[1]?, consts[2]?];
    if cx.as_float(cx.elem_or_self(ty)).is_some() {
        let pick = |c: &ApInt, y: &Float, n: &Float| Some(if c.is_zero() { *n } else { *y });
        return map3(cx, [c, y, n], ty, pick).map(Into::into);
    }
    let pick = |c: &ApInt, y: &ApInt, n: &ApInt| Some(if c.is_zero() { n } else { y }.clone());
    map3(cx, [c, y, n], ty, pick).map(Into::into)
}
