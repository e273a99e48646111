//! Casts of `bf16`, `f8E8M0FNU` and `f4E2M1FN` as integer arithmetic on the bits of `f32`.

use strata_arith::{CmpFPredicate, CmpIPredicate, ExtFOp, TruncFOp};
use strata_ir::{num::FloatFormat, prelude::*};

use crate::arith_builder::{ArithBuilder, extremum, has_constants};

/// A format narrower than the formats that the target computes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrow {
    /// The upper half of `f32`.
    Bf16,
    /// The exponent of `f32`.
    F8E8M0,
    /// Sign, two bits of exponent and one of mantissa.
    F4E2M1,
}

impl Narrow {
    /// The format of the scalar type `ty`.
    pub fn from_type(cx: &Context, ty: Type) -> Option<Self> {
        Some(match cx.as_float(ty)? {
            FloatFormat::BF16 => Narrow::Bf16,
            FloatFormat::F8E8M0FNU => Narrow::F8E8M0,
            FloatFormat::F4E2M1FN => Narrow::F4E2M1,
            _ => return None,
        })
    }
}

/// `x` of the narrow format as `ty`.
pub fn extend(
    kind: Narrow,
    x: Value,
    ty: Type,
    fastmath: Option<Attr>,
    e: &mut ArithBuilder<'_, '_>,
) -> Option<Value> {
    let cx = e.0.cx();
    let (from, f32_ty) = (e.0.ty(x), e.like(ty, cx.f32()));
    if !has_constants(cx, ty) {
        return None;
    }
    let i32_ty = e.ints_like(ty, 32);
    let wide = match kind {
        Narrow::Bf16 => {
            let half = e.ints_like(from, 16);
            let bits = e.bitcast(x, half);
            let bits = e.extui(bits, i32_ty);
            let by = e.int(16, i32_ty);
            e.shli(bits, by)
        }
        Narrow::F8E8M0 => {
            let byte = e.ints_like(from, 8);
            let bits = e.bitcast(x, byte);
            // A byte with all bits set is NaN.
            let (nan, wide_nan) = (e.int(0xff, byte), e.int(-1, i32_ty));
            let by = e.int(23, i32_ty);
            let wide = e.extui(bits, i32_ty);
            let exponent = e.shli(wide, by);
            let is_nan = e.cmpi(CmpIPredicate::Eq, bits, nan);
            e.select(is_nan, wide_nan, exponent)
        }
        Narrow::F4E2M1 => extend_f4(x, from, i32_ty, e),
    };
    let f32_value = e.bitcast(wide, f32_ty);
    Some(between(f32_value, ty, fastmath, e))
}

/// A value as `ty`, if it is of another float type.
fn between(x: Value, ty: Type, fastmath: Option<Attr>, e: &mut ArithBuilder<'_, '_>) -> Value {
    let width = |e: &ArithBuilder<'_, '_>, t: Type| e.0.cx().bit_width(e.0.cx().elem_or_self(t)).unwrap_or(0);
    let (from, to) = (width(e, e.0.ty(x)), width(e, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Less => ExtFOp::build(e.0, x, fastmath, ty),
        std::cmp::Ordering::Greater => TruncFOp::build(e.0, x, None, fastmath, ty),
        std::cmp::Ordering::Equal => x,
    }
}

/// The bits of `f32`: mantissa, exponent and sign are put together. One half is the only subnormal number.
fn extend_f4(x: Value, from: Type, i32_ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let i4 = e.ints_like(from, 4);
    let bits = e.bitcast(x, i4);
    let [c0, c1, c2, c4, c7] = [0, 1, 2, 4, 7].map(|v| e.int(v, i4));
    let magnitude = e.andi(bits, c7);
    let c20 = e.int(20, i32_ty);
    let aligned = e.shli(magnitude, c2);
    let is_half = e.cmpi(CmpIPredicate::Eq, magnitude, c1);
    let low = e.select(is_half, c0, aligned);
    let low = e.extui(low, i32_ty);
    let low = e.shli(low, c20);
    let zero = e.int(0, i32_ty);
    let (two, half) = (e.int(0x4000_0000, i32_ty), e.int(0x3f00_0000, i32_ty));
    let at_least_two = e.cmpi(CmpIPredicate::Uge, magnitude, c4);
    let exponent = e.select(at_least_two, two, half);
    let is_zero = e.cmpi(CmpIPredicate::Eq, magnitude, c0);
    let exponent = e.select(is_zero, zero, exponent);
    let (sign_bit, c8) = (e.int(0x8000_0000, i32_ty), e.int(8, i4));
    let negative = e.cmpi(CmpIPredicate::Uge, bits, c8);
    let sign = e.select(negative, sign_bit, zero);
    let sum = e.addi(low, exponent);
    e.addi(sum, sign)
}

/// `x` as `ty`, which is of the narrow format.
pub fn truncate(
    kind: Narrow,
    x: Value,
    ty: Type,
    fastmath: Option<Attr>,
    e: &mut ArithBuilder<'_, '_>,
) -> Option<Value> {
    let cx = e.0.cx();
    if !has_constants(cx, ty) {
        return None;
    }
    let (i32_ty, f32_ty) = (e.ints_like(ty, 32), e.like(ty, cx.f32()));
    let x = between(x, f32_ty, fastmath, e);
    let narrow = match kind {
        Narrow::Bf16 => truncate_bf16(x, ty, i32_ty, e),
        Narrow::F8E8M0 => {
            let byte = e.ints_like(ty, 8);
            let bits = e.bitcast(x, i32_ty);
            let by = e.int(23, i32_ty);
            let exponent = e.shrui(bits, by);
            e.trunci(exponent, byte)
        }
        Narrow::F4E2M1 => truncate_f4(x, ty, i32_ty, f32_ty, e),
    };
    Some(e.bitcast(narrow, ty))
}

/// `x` of `f32` as `ty` of `bf16`, if it is a number of that format.
pub fn upper_half(x: Value, ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let (i32_ty, i16_ty) = (e.ints_like(ty, 32), e.ints_like(ty, 16));
    let (bits, by) = (e.bitcast(x, i32_ty), e.int(16, i32_ty));
    let upper = e.shrui(bits, by);
    let half = e.trunci(upper, i16_ty);
    e.bitcast(half, ty)
}

/// The upper half, after adding just less than one half of its last place, or exactly that when it is odd.
fn truncate_bf16(x: Value, ty: Type, i32_ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let i16_ty = e.ints_like(ty, 16);
    let is_nan = e.cmpf(CmpFPredicate::Une, x, x);
    let below_half = e.int(0x7fff, i32_ty);
    let nan = e.int(0x7fc0, i16_ty);
    let (by, one) = (e.int(16, i32_ty), e.int(1, i32_ty));
    let bits = e.bitcast(x, i32_ty);
    let upper = e.shrui(bits, by);
    let odd = e.andi(upper, one);
    let bias = e.addi(odd, below_half);
    let rounded = e.addi(bits, bias);
    let upper = e.shrui(rounded, by);
    let half = e.trunci(upper, i16_ty);
    e.select(is_nan, nan, half)
}

/// Clamps to what the format has, takes the fields apart and rounds the mantissa.
fn truncate_f4(x: Value, ty: Type, i32_ty: Type, f32_ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let (i4, i8_ty) = (e.ints_like(ty, 4), e.ints_like(ty, 8));
    let (c1, c3) = (e.int(1, i4), e.int(3, i4));
    let c22 = e.int(22, i32_ty);
    let (c0_i8, minus_one_i8) = (e.int(0, i8_ty), e.int(-1, i8_ty));
    let zero = e.int(0, i32_ty);
    let (most, least) = (e.float(6.0, f32_ty), e.float(-6.0, f32_ty));
    let clamped = extremum(CmpFPredicate::Ult, false, x, most, e);
    let clamped = extremum(CmpFPredicate::Ugt, false, clamped, least, e);
    let bits = e.bitcast(clamped, i32_ty);
    let c31 = e.int(31, i32_ty);
    let sign = e.shrui(bits, c31);
    let sign = e.trunci(sign, i4);
    let sign = e.shli(sign, c3);
    let (bias, c23) = (e.int(126, i32_ty), e.int(23, i32_ty));
    let exponent = e.shrui(bits, c23);
    let exponent = e.subi(exponent, bias);
    let exponent_i4 = e.trunci(exponent, i4);
    let exponent_i4 = e.shli(exponent_i4, c1);
    let result = e.addi(sign, exponent_i4);
    let first_bit = e.int(0x40_0000, i32_ty);
    let mantissa = e.andi(bits, first_bit);
    let mantissa = e.shrui(mantissa, c22);
    let mantissa = e.trunci(mantissa, i4);
    let normal = e.addi(result, mantissa);
    // Zero, one quarter and one half have no implicit leading bit.
    let mantissa_bits = e.int(0x7f_ffff, i32_ty);
    let exponent = e.trunci(exponent, i8_ty);
    let small = e.cmpi(CmpIPredicate::Sle, exponent, c0_i8);
    let is_quarter = e.cmpi(CmpIPredicate::Eq, exponent, minus_one_i8);
    let rest = e.andi(bits, mantissa_bits);
    let above = e.cmpi(CmpIPredicate::Ugt, rest, zero);
    let above_quarter = e.andi(is_quarter, above);
    let is_half = e.cmpi(CmpIPredicate::Eq, exponent, c0_i8);
    let (minus_one, none) = (e.int(-1, i4), e.int(0, i4));
    let result = e.select(small, minus_one, normal);
    let result = e.select(above_quarter, none, result);
    let result = e.select(is_half, normal, result);
    // Rounds to nearest by the lower half of the mantissa.
    let (lower, tie) = (e.int(0x3f_ffff, i32_ty), e.int(0x20_0000, i32_ty));
    let rest = e.andi(bits, lower);
    let up = e.cmpi(CmpIPredicate::Uge, rest, tie);
    let up = e.ori(up, small);
    let next = e.addi(result, c1);
    e.select(up, next, result)
}
