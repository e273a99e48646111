//! Canonicalisations of bitwise ops.

use strata_ir::prelude::*;

use super::{replace, splat, touch};
use crate::{AndIOp, CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp, OrIOp, XOrIOp, eval::IntBinary};

fn build(kind: IntBinary, rw: &mut Rewriter<'_>, lhs: Value, rhs: Value) -> Value {
    match kind {
        IntBinary::And => AndIOp::build(rw, lhs, rhs),
        IntBinary::Or => OrIOp::build(rw, lhs, rhs),
        _ => XOrIOp::build(rw, lhs, rhs),
    }
}

pub(super) fn logic(kind: IntBinary, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    // The complement of a comparison is the inverse comparison.
    if kind == IntBinary::Xor
        && let Some(cmp) = rw.def_as::<CmpIOp>(lhs)
        && splat(rw, rhs).is_some_and(|v| v.is_one())
    {
        let predicate = CmpIPredicate::from_attr(rw.cx(), cmp.predicate(rw).into())?.inverse();
        let (a, b) = (cmp.lhs(rw), cmp.rhs(rw));
        let predicate = predicate.attr(rw.cx());
        let v = CmpIOp::build(rw, predicate, a, b);
        return replace(rw, op, v);
    }
    // An op on two values extended in the same way is the extension of the op.
    let (x, y) = (rw.def_op(lhs)?, rw.def_op(rhs)?);
    let unsigned = x.isa::<ExtUIOp>(rw) && y.isa::<ExtUIOp>(rw);
    let signed = x.isa::<ExtSIOp>(rw) && y.isa::<ExtSIOp>(rw);
    let (a, b) = (rw.operands(x).next()?, rw.operands(y).next()?);
    if !(unsigned || signed) || rw.ty(a) != rw.ty(b) {
        return None;
    }
    let ty = rw.ty(lhs);
    let narrow = build(kind, rw, a, b);
    touch(rw, narrow);
    let v = if unsigned { ExtUIOp::build(rw, narrow, ty) } else { ExtSIOp::build(rw, narrow, ty) };
    replace(rw, op, v)
}
