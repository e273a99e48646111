//! Canonicalisations of comparisons.

use strata_ir::prelude::*;

use super::{int_to_float, replace};
use crate::{CmpFOp, CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp};

/// A comparison of two values extended in the same way compares the values.
pub(crate) fn cmpi(op: CmpIOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (x, y) = (rw.def_op(op.lhs(rw))?, rw.def_op(op.rhs(rw))?);
    let unsigned = x.isa::<ExtUIOp>(rw) && y.isa::<ExtUIOp>(rw);
    let signed = x.isa::<ExtSIOp>(rw) && y.isa::<ExtSIOp>(rw);
    if !(unsigned || signed) {
        return None;
    }
    let (a, b) = (rw.operand(x, 0), rw.operand(y, 0));
    let predicate = CmpIPredicate::from_attr(rw.cx(), op.predicate(rw).into())?;
    let equality = matches!(predicate, CmpIPredicate::Eq | CmpIPredicate::Ne);
    if !equality || rw.ty(a) != rw.ty(b) {
        return None;
    }
    let predicate = predicate.attr(rw.cx());
    let v = CmpIOp::build(rw, predicate, a, b);
    replace(rw, op.op(), v)
}

/// A comparison of a converted integer with a constant compares integers.
pub(crate) fn cmpf(op: CmpFOp, rw: &mut Rewriter<'_>) -> Option<()> {
    int_to_float::compare(op, rw)
}
