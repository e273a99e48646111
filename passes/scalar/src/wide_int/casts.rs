//! Casts to wide integers and from them.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::{
    prelude::*,
    rewrite::conversion::{Converted, InPlace},
};

use super::{
    arithmetic::{compare, select, sub},
    extend::{sign_extend, zero_extend},
    halves::{half, join, split, with_unit, without_unit},
};
use crate::arith_builder::ArithBuilder;

type E<'e, 'x, 'b> = &'e mut ArithBuilder<'x, 'b>;

/// Converts a cast, by a function of the operand and the new type of the result.
pub(super) fn cast(
    c: &mut InPlace<'_>,
    build: fn(&mut ArithBuilder<'_, '_>, Value, Type) -> Value,
) -> Converted {
    let (x, ty) = (c.operand(0)?, c.new_result_type(0)?);
    let value = build(&mut ArithBuilder(&mut c.at()), x, ty);
    c.replace_one(value)
}

/// The width of the integers in a type.
fn width(e: &ArithBuilder<'_, '_>, ty: Type) -> Option<u32> {
    e.0.cx().bit_width(e.0.cx().elem_or_self(ty))
}

/// The low half, or a part of it.
pub(super) fn truncate(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let low = half(e, x, 0);
    let low = without_unit(e, low);
    if e.0.ty(low) == ty { low } else { e.trunci(low, ty) }
}

/// Two to the width of a half, in a float type.
fn factor(e: E<'_, '_, '_>, bits: u32, ty: Type) -> Value {
    e.float(f64::from(bits).exp2(), ty)
}

/// The sum of the low half and the scaled high half.
pub(super) fn unsigned_to_float(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let bits = width(e, e.0.ty(x)).unwrap_or(0);
    let [low, high] = split(e, x);
    let low = without_unit(e, low);
    let high = without_unit(e, high);
    let zero = e.int(0, e.0.ty(high));
    let is_small = e.cmpi(CmpIPredicate::Eq, high, zero);
    let (low, high) = (e.uitofp(low, ty), e.uitofp(high, ty));
    let scale = factor(e, bits, ty);
    let high = e.mulf(high, scale);
    let sum = e.addf(low, high);
    e.select(is_small, low, sum)
}

/// The negated number of the absolute value where the integer is negative.
pub(super) fn signed_to_float(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let zero = e.int(0, e.0.ty(x));
    let negative = compare(e, CmpIPredicate::Slt, x, zero);
    let negated = sub(e, zero, x);
    let size = select(e, negative, negated, x);
    let size = unsigned_to_float(e, size, ty);
    let negated = e.negf(size);
    e.select(negative, negated, size)
}

/// The quotient and the remainder by two to the width of a half are its halves.
pub(super) fn float_to_unsigned(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let float = e.0.ty(x);
    let bits = width(e, ty).unwrap_or(0);
    let ints = e.ints_like(float, bits);
    let scale = factor(e, bits, float);
    let quotient = e.divf(x, scale);
    let high = arith::FPToUIOp::build(e.0, quotient, ints);
    let rest = arith::RemFOp::build(e.0, x, scale, None);
    let low = arith::FPToUIOp::build(e.0, rest, ints);
    let high = with_unit(e, high);
    let low = with_unit(e, low);
    join(e, ty, &[low, high])
}

/// The negated integer of the absolute value where the float is negative.
pub(super) fn float_to_signed(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let zero = e.float(0.0, e.0.ty(x));
    let wide_zero = e.int(0, ty);
    let negative = e.cmpf(CmpFPredicate::Olt, x, zero);
    let negated = e.negf(x);
    let size = e.select(negative, negated, x);
    let size = float_to_unsigned(e, size, ty);
    let negated = sub(e, wide_zero, size);
    select(e, negative, negated, size)
}

/// `arith.index_cast`.
pub(super) fn index_cast(c: &mut InPlace<'_>) -> Converted {
    let wide = c.cx().is_index(c.cx().elem_or_self(c.operand_type(0)));
    if wide {
        return cast(c, |e, x, ty| {
            let narrow = e.like(e.0.ty(x), e.0.cx().elem_or_self(ty));
            let x = arith::IndexCastOp::build(e.0, x, narrow);
            sign_extend(e, x, ty)
        });
    }
    cast(c, |e, x, ty| {
        let low = half(e, x, 0);
        let low = without_unit(e, low);
        arith::IndexCastOp::build(e.0, low, ty)
    })
}

/// `arith.index_castui`.
pub(super) fn index_cast_unsigned(c: &mut InPlace<'_>) -> Converted {
    let wide = c.cx().is_index(c.cx().elem_or_self(c.operand_type(0)));
    if wide {
        return cast(c, |e, x, ty| {
            let narrow = e.like(e.0.ty(x), e.0.cx().elem_or_self(ty));
            let x = arith::IndexCastUIOp::build(e.0, x, narrow);
            zero_extend(e, x, ty)
        });
    }
    cast(c, |e, x, ty| {
        let low = half(e, x, 0);
        let low = without_unit(e, low);
        arith::IndexCastUIOp::build(e.0, low, ty)
    })
}
