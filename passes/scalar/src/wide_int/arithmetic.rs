//! Arithmetic on halves; each function takes and gives values of the emulated type.

use strata_arith::{self as arith, CmpIPredicate};
use strata_ir::{
    prelude::*,
    rewrite::conversion::{Converted, InPlace},
};

use super::{
    extend::{sign_extend, zero_extend},
    halves::{half, join, split, split_both, with_unit, without_unit},
};
use crate::arith_builder::ArithBuilder;

type E<'e, 'x, 'b> = &'e mut ArithBuilder<'x, 'b>;

/// The sum: the carry of the low halves is added to the high ones.
pub(super) fn add(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [[x0, x1], [y0, y1]] = split_both(e, x, y);
    let flags = e.ints_like(e.0.ty(x0), 1);
    let sum = arith::AddUIExtendedOp::build(e.0, x0, y0, flags);
    let (low, carry) = (e.0.result(sum.op(), 0), e.0.result(sum.op(), 1));
    let carry = e.extui(carry, e.0.ty(x0));
    let high = e.addi(carry, x1);
    let high = e.addi(high, y1);
    join(e, ty, &[low, high])
}

/// The difference: the borrow of the low halves is subtracted from the high ones.
pub(super) fn sub(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [[x0, x1], [y0, y1]] = split_both(e, x, y);
    let low = e.subi(x0, y0);
    let borrow = e.cmpi(CmpIPredicate::Ult, x0, y0);
    let borrow = e.extui(borrow, e.0.ty(x0));
    let high = e.subi(x1, borrow);
    let high = e.subi(high, y1);
    join(e, ty, &[low, high])
}

/// The product modulo the width; that of the high halves is above it.
pub(super) fn mul(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [[x0, x1], [y0, y1]] = split_both(e, x, y);
    let product = arith::MulUIExtendedOp::build(e.0, x0, y0);
    let (low, high) = (e.0.result(product.op(), 0), e.0.result(product.op(), 1));
    let (a, b) = (e.muli(x0, y1), e.muli(x1, y0));
    let high = e.addi(high, a);
    let high = e.addi(high, b);
    join(e, ty, &[low, high])
}

macro_rules! bitwise {
    ($($name:ident = $op:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        pub(super) fn $name(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
            let ty = e.0.ty(x);
            let [[x0, x1], [y0, y1]] = split_both(e, x, y);
            let low = arith::$op::build(e.0, x0, y0);
            let high = arith::$op::build(e.0, x1, y1);
            join(e, ty, &[low, high])
        }
    )*};
}

bitwise! {
    and = AndIOp, "The bits that are in both.";
    or = OrIOp, "The bits that are in one of them.";
    xor = XOrIOp, "The bits that are in one of them only.";
}

/// A comparison: of the low halves where the high ones are equal, and of the high ones elsewhere.
pub(super) fn compare(e: E<'_, '_, '_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let [[x0, x1], [y0, y1]] = split_both(e, x, y);
    let unsigned = match predicate {
        CmpIPredicate::Slt => CmpIPredicate::Ult,
        CmpIPredicate::Sle => CmpIPredicate::Ule,
        CmpIPredicate::Sgt => CmpIPredicate::Ugt,
        CmpIPredicate::Sge => CmpIPredicate::Uge,
        other => other,
    };
    let low = e.cmpi(unsigned, x0, y0);
    let high = e.cmpi(predicate, x1, y1);
    let result = match predicate {
        CmpIPredicate::Eq => e.andi(low, high),
        CmpIPredicate::Ne => e.ori(low, high),
        _ => {
            let equal = e.cmpi(CmpIPredicate::Eq, x1, y1);
            e.select(equal, low, high)
        }
    };
    without_unit(e, result)
}

/// The choice of both halves.
pub(super) fn select(e: E<'_, '_, '_>, condition: Value, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [[x0, x1], [y0, y1]] = split_both(e, x, y);
    let condition = with_unit(e, condition);
    let low = e.select(condition, x0, y0);
    let high = e.select(condition, x1, y1);
    join(e, ty, &[low, high])
}

/// `x` where the predicate holds of `x` and `y`, and `y` elsewhere.
pub(super) fn chosen(e: E<'_, '_, '_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let condition = compare(e, predicate, x, y);
    select(e, condition, x, y)
}

/// `arith.cmpi`.
pub(super) fn compare_op(c: &mut InPlace<'_>) -> Converted {
    let op = c.op().as_op::<arith::CmpIOp>(c.body).ok_or("is no comparison")?;
    let predicate = op.predicate(c.body);
    let predicate = CmpIPredicate::from_attr(c.cx(), predicate.into()).ok_or("has an unknown predicate")?;
    let (x, y) = (c.operand(0)?, c.operand(1)?);
    let value = compare(&mut ArithBuilder(&mut c.at()), predicate, x, y);
    c.replace_one(value)
}

/// `arith.select`.
pub(super) fn select_op(c: &mut InPlace<'_>) -> Converted {
    let (condition, x, y) = (c.operand(0)?, c.operand(1)?, c.operand(2)?);
    let value = select(&mut ArithBuilder(&mut c.at()), condition, x, y);
    c.replace_one(value)
}

/// The width of a half, and constants of zero and of the width of its type.
fn width_constants(e: E<'_, '_, '_>, ty: Type) -> (Value, Value) {
    let width = e.0.cx().bit_width(e.0.cx().elem_or_self(ty)).unwrap_or(0);
    (e.int(0, ty), e.int(i64::from(width), ty))
}

/// A shift by less than the width of a half takes the bits that cross from the low half; a longer one moves the low half up.
pub(super) fn shift_left(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [x0, x1] = split(e, x);
    let by = half(e, y, 0);
    let (zero, width) = width_constants(e, e.0.ty(x0));
    let is_long = e.cmpi(CmpIPredicate::Uge, by, width);
    let low = e.shli(x0, by);
    let low = e.select(is_long, zero, low);
    let short = e.select(is_long, width, by);
    let back = e.subi(width, short);
    let crossing = e.shrui(x0, back);
    let rest = e.subi(by, width);
    let moved = e.shli(x0, rest);
    let stays = e.shli(x1, by);
    let stays = e.select(is_long, zero, stays);
    let from_low = e.select(is_long, moved, crossing);
    let high = e.ori(from_low, stays);
    join(e, ty, &[low, high])
}

/// The same towards the low half.
pub(super) fn shift_right_unsigned(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let [x0, x1] = split(e, x);
    let by = half(e, y, 0);
    let (zero, width) = width_constants(e, e.0.ty(x0));
    let is_long = e.cmpi(CmpIPredicate::Uge, by, width);
    let stays = e.shrui(x0, by);
    let stays = e.select(is_long, zero, stays);
    let high = e.shrui(x1, by);
    let high = e.select(is_long, zero, high);
    let short = e.select(is_long, width, by);
    let back = e.subi(width, short);
    let crossing = e.shli(x1, back);
    let rest = e.subi(by, width);
    let moved = e.shrui(x1, rest);
    let from_high = e.select(is_long, moved, crossing);
    let low = e.ori(stays, from_high);
    join(e, ty, &[low, high])
}

/// The unsigned shift, with copies of the sign shifted in; a shift by zero has none.
pub(super) fn shift_right_signed(e: E<'_, '_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let (x1, by) = (half(e, x, 1), half(e, y, 0));
    let half_ty = e.0.ty(x1);
    let zero = e.int(0, half_ty);
    let negative = e.cmpi(CmpIPredicate::Slt, x1, zero);
    let negative = without_unit(e, negative);
    let signs = sign_extend(e, negative, ty);
    let width = e.0.cx().bit_width(e.0.cx().elem_or_self(half_ty)).unwrap_or(0);
    let all = e.int(2 * i64::from(width), half_ty);
    let back = e.subi(all, by);
    let back = without_unit(e, back);
    let back = zero_extend(e, back, ty);
    let signs = shift_left(e, signs, back);
    let shifted = shift_right_unsigned(e, x, y);
    let result = or(e, shifted, signs);
    let is_zero = e.cmpi(CmpIPredicate::Eq, by, zero);
    let is_zero = without_unit(e, is_zero);
    select(e, is_zero, x, result)
}
