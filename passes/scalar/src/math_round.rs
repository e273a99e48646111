//! `math.ceil`, `math.round` and `math.roundeven` on the bits of a float.

use strata_arith::{CmpFPredicate, CmpIPredicate};
use strata_ir::{num::NonFinite, prelude::*};

use crate::arith_builder::{ArithBuilder, operand};

/// The integer part through `i64`, which keeps everything but the sign of zero.
fn truncated(x: Value, e: &mut ArithBuilder<'_, '_>) -> Value {
    let ty = e.0.ty(x);
    let i64_ty = e.ints_like(ty, 64);
    let fixed = e.fptosi(x, i64_ty);
    let back = e.sitofp(fixed, ty);
    e.copysign(back, x)
}

/// One more than the integer part where that is less. What has no fraction, or is no number, stays as it is.
pub fn ceil(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let cx = e.0.cx();
    let format = cx.as_float(cx.elem_or_self(ty)).filter(|f| f.width() <= 64)?;
    let (width, mantissa) = (format.width(), format.precision() - 1);
    let bias = i64::try_from(format.abs(format.one()) >> mantissa).ok()?;
    let int = e.ints_like(ty, width);
    let bits = e.bitcast(x, int);
    let mask = e.int(((1u64 << (width - 1)) - 1) as i64, int);
    let magnitude = e.andi(bits, mask);
    let threshold = e.int((bias + i64::from(mantissa)) << mantissa, int);
    let mut special = e.cmpi(CmpIPredicate::Uge, magnitude, threshold);
    // Formats without a negative zero have NaN in its place.
    if format.spec().non_finite == NonFinite::NanNegativeZero {
        let nan = e.int((1u64 << (width - 1)) as i64, int);
        let is_nan = e.cmpi(CmpIPredicate::Eq, bits, nan);
        special = e.ori(special, is_nan);
    }
    let whole = truncated(x, e);
    let (zero, one) = (e.float(0.0, ty), e.float(1.0, ty));
    let less = e.cmpf(CmpFPredicate::Ogt, x, whole);
    let increment = e.select(less, one, zero);
    let sum = e.addf(whole, increment);
    Some(e.select(special, x, sum))
}

/// The integer part of `x ± 0.5`, for `f32`.
pub fn round(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    if e.0.cx().elem_or_self(ty) != e.0.cx().f32() {
        return None;
    }
    let i32_ty = e.ints_like(ty, 32);
    let half = e.float(0.5, ty);
    let [c23, c127, exponent_mask] = [23, 127, 255].map(|v| e.int(v, i32_ty));
    let half = e.copysign(half, x);
    let sum = e.addf(x, half);
    let rounded = truncated(sum, e);
    // From 2^23 on floats have no fractions, and adding one half would round; this includes infinities and NaN.
    let bits = e.bitcast(x, i32_ty);
    let exponent = e.shrui(bits, c23);
    let exponent = e.andi(exponent, exponent_mask);
    let exponent = e.subi(exponent, c127);
    let special = e.cmpi(CmpIPredicate::Sge, exponent, c23);
    Some(e.select(special, x, rounded))
}

/// `math.round`, moved by one towards zero where it went from halfway to an odd number.
pub fn round_even(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let cx = e.0.cx();
    let format = cx.as_float(cx.elem_or_self(ty)).filter(|f| f.width() <= 64)?;
    let (width, mantissa) = (format.width(), format.precision() - 1);
    let exponent_width = width - mantissa - 1;
    let int = e.ints_like(ty, width);
    let one_float = e.float(1.0, ty);
    let bias = (1i64 << (exponent_width - 1)) - 1;
    let mantissa_mask = (1i64 << mantissa) - 1;
    let [c0, c1, minus_one] = [0, 1, -1].map(|v| e.int(v, int));
    let (digits, last) = (e.int(mantissa.into(), int), e.int(i64::from(width) - 1, int));
    let bias = e.int(bias, int);
    let (first_digit, mask) = (e.int(1 << (mantissa - 1), int), e.int(mantissa_mask, int));
    let exponent_mask = e.int((1 << exponent_width) - 1, int);

    let bits = e.bitcast(x, int);
    let rounded = e.round(x);
    let rounded_bits = e.bitcast(rounded, int);
    let exponent_of = |bits: Value, e: &mut ArithBuilder<'_, '_>| {
        let shifted = e.shrui(bits, digits);
        let biased = e.andi(shifted, exponent_mask);
        e.subi(biased, bias)
    };
    let exponent = exponent_of(bits, e);
    let rounded_exponent = exponent_of(rounded_bits, e);
    let shifted_right = |value: Value, by: Value, e: &mut ArithBuilder<'_, '_>| {
        let by = e.maxsi(by, c0);
        let by = e.minsi(by, last);
        e.shrui(value, by)
    };
    // An odd integer has its bit of weight one set, or is one.
    let is_one = e.cmpi(CmpIPredicate::Eq, rounded_exponent, c0);
    let by = e.subi(rounded_exponent, c1);
    let units = shifted_right(mask, by, e);
    let units = e.andi(rounded_bits, units);
    let odd = e.cmpi(CmpIPredicate::Ne, units, c0);
    let odd = e.ori(odd, is_one);
    // A number is a tie when only the first digit of its fraction is set; one half itself has no such digit.
    let is_half = e.cmpi(CmpIPredicate::Eq, exponent, minus_one);
    let digit = shifted_right(first_digit, exponent, e);
    let expected = e.select(is_half, c0, digit);
    let fraction = shifted_right(mask, exponent, e);
    let fraction = e.andi(bits, fraction);
    let halfway = e.cmpi(CmpIPredicate::Eq, fraction, expected);
    let at_least_half = e.cmpi(CmpIPredicate::Sge, exponent, minus_one);
    let has_fraction = e.cmpi(CmpIPredicate::Slt, exponent, digits);
    let halfway = e.andi(halfway, has_fraction);
    let halfway = e.andi(halfway, at_least_half);
    let sign = e.copysign(one_float, x);
    let moved = e.subf(rounded, sign);
    let moves = e.andi(odd, halfway);
    let result = e.select(moves, moved, rounded);
    Some(e.copysign(result, x))
}
