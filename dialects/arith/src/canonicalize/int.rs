//! Canonicalisations of integer arithmetic.

use strata_ir::{num::ApInt, prelude::*};

use super::{make, replace, scalar, splat, touch};
use crate::{
    AddIOp, AddUIExtendedOp, CmpIOp, CmpIPredicate, ExtSIOp, IntegerOverflowFlags, MulIOp, SubIOp,
    i1_same_shape,
};

type Flags = IntegerOverflowFlags;

fn flags(b: &Body, op: Op) -> Flags {
    Flags::from_attr(b.cx(), b.attr(op, "overflowFlags"))
}

/// The overflow flags that hold for both ops, for the op that replaces them.
fn merged(b: &Body, x: Op, y: Op) -> Option<Attr> {
    Some(flags(b, x).intersection(flags(b, y)).attr(b.cx()))
}

/// An op of kind `O` with one constant operand.
struct Inner {
    op: Op,
    /// The operand that is no constant.
    x: Value,
    constant: ApInt,
    /// Whether the constant is the left operand.
    left: bool,
}

fn inner<O: OpDef>(b: &Body, value: Value) -> Option<Inner> {
    let op = b.def_as::<O>(value)?.op();
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    if let Some((_, constant)) = scalar(b, rhs) {
        return Some(Inner { op, x: lhs, constant, left: false });
    }
    let (_, constant) = scalar(b, lhs)?;
    Some(Inner { op, x: rhs, constant, left: true })
}

fn int_attr(b: &Body, value: ApInt, like: Value) -> Attr {
    b.cx().attr(IntegerAttr { value, ty: b.ty(like) })
}

/// `x * -1` as `x`.
fn negated(b: &Body, value: Value) -> Option<Value> {
    let mul = b.def_as::<MulIOp>(value)?;
    splat(b, mul.rhs(b))?.is_all_ones().then(|| mul.lhs(b))
}

pub(super) fn add(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    if let Some((_, c1)) = scalar(rw, rhs) {
        // (x + c0) + c1 and (x - c0) + c1 add one constant; (c0 - x) + c1 subtracts from one.
        if let Some(i) = inner::<AddIOp>(rw, lhs).filter(|i| !i.left) {
            let (flags, sum) = (merged(rw, i.op, op), int_attr(rw, i.constant.add(&c1), lhs));
            let c = make(rw, sum);
            let v = AddIOp::build(rw, i.x, c, flags);
            return replace(rw, op, v);
        }
        if let Some(i) = inner::<SubIOp>(rw, lhs) {
            let flags = merged(rw, i.op, op);
            let value = if i.left { i.constant.add(&c1) } else { c1.sub(&i.constant) };
            let attr = int_attr(rw, value, lhs);
            let c = make(rw, attr);
            let v = if i.left { SubIOp::build(rw, c, i.x, flags) } else { AddIOp::build(rw, i.x, c, flags) };
            return replace(rw, op, v);
        }
    }
    let (x, y) = match (negated(rw, rhs), negated(rw, lhs)) {
        (Some(y), _) => (lhs, y),
        (None, Some(y)) => (rhs, y),
        (None, None) => return None,
    };
    let v = SubIOp::build(rw, x, y, None);
    replace(rw, op, v)
}

pub(super) fn sub(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    if let Some((_, c1)) = scalar(rw, rhs) {
        if let Some(i) = inner::<AddIOp>(rw, lhs).filter(|i| !i.left) {
            // That x + c0 does not overflow does not imply it for x + (c0 - c1).
            let attr = int_attr(rw, i.constant.sub(&c1), lhs);
            let c = make(rw, attr);
            let v = AddIOp::build(rw, i.x, c, None);
            return replace(rw, op, v);
        }
        if let Some(i) = inner::<SubIOp>(rw, lhs) {
            let flags = merged(rw, i.op, op);
            let value = if i.left { i.constant.sub(&c1) } else { i.constant.add(&c1) };
            let attr = int_attr(rw, value, lhs);
            let c = make(rw, attr);
            let (x, y) = if i.left { (c, i.x) } else { (i.x, c) };
            let v = SubIOp::build(rw, x, y, flags);
            return replace(rw, op, v);
        }
    }
    if let Some((_, c1)) = scalar(rw, lhs) {
        if let Some(i) = inner::<AddIOp>(rw, rhs).filter(|i| !i.left) {
            let (flags, attr) = (merged(rw, i.op, op), int_attr(rw, c1.sub(&i.constant), lhs));
            let c = make(rw, attr);
            let v = SubIOp::build(rw, c, i.x, flags);
            return replace(rw, op, v);
        }
        if let Some(i) = inner::<SubIOp>(rw, rhs) {
            let flags = merged(rw, i.op, op);
            let value = if i.left { c1.sub(&i.constant) } else { i.constant.add(&c1) };
            let attr = int_attr(rw, value, lhs);
            let c = make(rw, attr);
            let v = if i.left { AddIOp::build(rw, i.x, c, flags) } else { SubIOp::build(rw, c, i.x, flags) };
            return replace(rw, op, v);
        }
    }
    // (a - b) - a is 0 - b.
    let first = rw.def_as::<SubIOp>(lhs).filter(|s| s.lhs(rw) == rhs)?;
    let flags = merged(rw, first.op(), op);
    let (b, ty) = (first.rhs(rw), rw.ty(lhs));
    let width = rw.cx().bit_width(rw.cx().elem_or_self(ty))?;
    let zero = crate::fold::elements::int_constant(rw.cx(), ty, ApInt::zero(width))?;
    let c = make(rw, zero);
    let v = SubIOp::build(rw, c, b, flags);
    replace(rw, op, v)
}

pub(super) fn mul(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let (_, c1) = scalar(rw, rhs)?;
    let i = inner::<MulIOp>(rw, lhs).filter(|i| !i.left)?;
    let (flags, attr) = (merged(rw, i.op, op), int_attr(rw, i.constant.mul(&c1), lhs));
    let c = make(rw, attr);
    let v = MulIOp::build(rw, i.x, c, flags);
    replace(rw, op, v)
}

/// An addition whose carry is not used is an ordinary one.
pub(crate) fn addui_extended(op: AddUIExtendedOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if rw.has_uses(op.overflow(rw)) {
        return None;
    }
    let (lhs, rhs, sum) = (op.lhs(rw), op.rhs(rw), op.sum(rw));
    let v = AddIOp::build(rw, lhs, rhs, None);
    touch(rw, v);
    rw.replace_value(sum, v);
    rw.erase_op(op);
    Some(())
}

/// A product whose high half is not used is an ordinary one; the high half of `x * 1` is the sign of `x`.
pub(crate) fn mul_extended(signed: bool, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let (low, high) = (rw.result(op, 0), rw.result(op, 1));
    if !rw.has_uses(high) {
        let v = MulIOp::build(rw, lhs, rhs, None);
        touch(rw, v);
        rw.replace_value(low, v);
        rw.erase_op(op);
        return Some(());
    }
    let one = splat(rw, rhs)?;
    let ty = rw.ty(lhs);
    let cx = rw.cx();
    // A single bit that is set is -1.
    if !signed || one.width() == 1 || !one.is_one() || cx.is_index(cx.elem_or_self(ty)) {
        return None;
    }
    let zero = crate::fold::elements::int_constant(cx, ty, ApInt::zero(one.width()))?;
    let i1 = i1_same_shape(ty, cx)?;
    let zero = make(rw, zero);
    let negative = CmpIOp::build(rw, CmpIPredicate::Slt.attr(cx), lhs, zero);
    touch(rw, negative);
    let _ = i1;
    let sign = ExtSIOp::build(rw, negative, ty);
    rw.replace_op(op, &[lhs, sign]);
    Some(())
}
