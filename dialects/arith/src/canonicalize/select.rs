//! Canonicalisations of `arith.select`.

use strata_ir::prelude::*;

use super::{make, replace, splat, touch};
use crate::{ExtUIOp, SelectOp, XOrIOp};

/// The complement of an `i1` value.
fn complement(b: &Body, value: Value) -> Option<Value> {
    let xor = b.def_as::<XOrIOp>(value)?;
    splat(b, xor.rhs(b))?.is_one().then(|| xor.lhs(b))
}

/// Canonicalises a selection.
pub(crate) fn select(op: SelectOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (condition, yes, no) = (op.condition(rw), op.true_value(rw), op.false_value(rw));
    if to_bits(op, rw).is_some() {
        return Some(());
    }
    // A complemented condition exchanges the sides.
    if rw.cx().elem_or_self(rw.ty(condition)) == rw.cx().i1()
        && let Some(c) = complement(rw, condition)
    {
        let v = SelectOp::build(rw, c, no, yes);
        return replace(rw, op.op(), v);
    }
    // A selection by the same condition inside is decided.
    if let Some(inner) = rw.def_as::<SelectOp>(yes).filter(|i| i.condition(rw) == condition) {
        let x = inner.true_value(rw);
        let v = SelectOp::build(rw, condition, x, no);
        return replace(rw, op.op(), v);
    }
    if let Some(inner) = rw.def_as::<SelectOp>(no).filter(|i| i.condition(rw) == condition) {
        let y = inner.false_value(rw);
        let v = SelectOp::build(rw, condition, yes, y);
        return replace(rw, op.op(), v);
    }
    None
}

/// Selections of 0 and 1 are arithmetic on the condition.
fn to_bits(op: SelectOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (condition, yes, no) = (op.condition(rw), op.true_value(rw), op.false_value(rw));
    let (cx, ty) = (rw.cx(), rw.ty(yes));
    let (y, n) = (splat(rw, yes)?, splat(rw, no)?);
    if cx.as_int(ty).is_none() {
        return None;
    }
    if ty == cx.i1() {
        // false where the condition holds is its complement.
        if !(y.is_zero() && n.is_one()) {
            return None;
        }
        let v = XOrIOp::build(rw, condition, no);
        return replace(rw, op.op(), v);
    }
    if y.is_one() && n.is_zero() {
        let v = ExtUIOp::build(rw, condition, ty);
        return replace(rw, op.op(), v);
    }
    if y.is_zero() && n.is_one() {
        let one = make(rw, cx.bool_attr(true));
        let complement = XOrIOp::build(rw, condition, one);
        touch(rw, complement);
        let v = ExtUIOp::build(rw, complement, ty);
        return replace(rw, op.op(), v);
    }
    None
}
