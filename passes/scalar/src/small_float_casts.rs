//! `arith-expand-small-floats`: casts to and from floats of at most eight bits as arithmetic on their bits.
//!
//! Before:
//! ```mlir
//! %0 = arith.extf %x : f8E4M3FN to f32
//! ```
//! After:
//! ```mlir
//! %0 = arith.bitcast %x : f8E4M3FN to i8
//! %1 = arith.extui %0 : i8 to i32
//! %2 = arith.andi %1, %c127 : i32
//! %3 = arith.shli %2, %c20 : i32
//! %4 = arith.addi %3, %bias : i32        // exponent and mantissa of a normal number
//! …                                      // subnormal numbers, NaN and the sign
//! ```
//! Every result is the exact value rounded once, to nearest even; values that are too large become the format's overflow value. Casts to
//! and from `bf16` and `f16` are expanded under options. Casts of `f64` to `f16` and `bf16`, which no target has, become casts of `f32`
//! that round once. `arith-expand` has expansions of two of the formats, whose results are upstream's.

use std::collections::HashSet;

use strata_arith::{CmpFPredicate, CmpIPredicate, ExtFOp, TruncFOp};
use strata_ir::{
    num::{FloatFormat, NonFinite},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    arith_builder::{ArithBuilder, has_constants},
    dialect_conversion::convert_ops,
    exact_bf16::exact_truncations,
    float_casts::{self, Narrow},
};

/// Expand casts of floats of at most eight bits
#[pass(name = "arith-expand-small-floats", class = "ArithExpandSmallFloats", each_body, idempotent)]
pub struct ExpandSmallFloats {
    /// Expand casts to bf16, too, for targets that have no instruction for them
    pub include_bf16: bool,
    /// Expand casts from bf16, too
    pub include_bf16_extensions: bool,
    /// Expand casts to and from f16, too, for targets that have no instruction for them
    pub include_f16: bool,
}

impl BodyPass for ExpandSmallFloats {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let is = |b: &Body, v: Value, elem: Type| b.cx().elem_or_self(b.ty(v)) == elem;
        let small = |cx: &Context, ty: Type| {
            let format = cx.as_float(cx.elem_or_self(ty))?;
            (format.width() <= 8 || format == FloatFormat::F16 && self.include_f16).then_some(format)
        };
        let to_bf16 = |b: &Body, op: Op| self.include_bf16 && is(b, b.result(op, 0), b.cx().bf16());
        let from_bf16 =
            |b: &Body, op: Op| self.include_bf16_extensions && is(b, b.operand(op, 0), b.cx().bf16());
        // No target casts f64 to these formats in one step.
        let in_two_steps = |b: &Body, op: Op| {
            let result = b.cx().elem_or_self(b.ty(b.result(op, 0)));
            is(b, b.operand(op, 0), b.cx().f64()) && (result == b.cx().bf16() || result == b.cx().f16())
        };
        let illegal = |b: &Body, op: Op| match b.op_name(op) {
            "arith.truncf" if to_bf16(b, op) || in_two_steps(b, op) => true,
            "arith.extf" => from_bf16(b, op) || small(b.cx(), b.ty(b.operand(op, 0))).is_some(),
            // Truncations with other rounding modes are left for the lowering to reject.
            "arith.truncf" => {
                small(b.cx(), b.ty(b.result(op, 0))).is_some()
                    && b.attr(op, "roundingmode").and_then(|a| b.cx().attr_i64(a)).is_none_or(|r| r == 0)
            }
            _ => false,
        };
        let exact = if self.include_bf16 { exact_truncations(body) } else { HashSet::new() };
        convert_ops(body, &illegal, &|op, e| {
            let (x, ty) = (e.0.operand(op, 0), e.0.ty(e.0.result(op, 0)));
            if !has_constants(e.0.cx(), ty) {
                return None;
            }
            let (from, to) = (small(e.0.cx(), e.0.ty(x)), small(e.0.cx(), ty));
            if e.0.op_name(op) == "arith.extf" {
                return match from {
                    Some(format) => Some(extend(format, x, ty, e)),
                    None => float_casts::extend(Narrow::Bf16, x, ty, None, e),
                };
            }
            let x = if in_two_steps(e.0, op) { single_rounding(x, e) } else { x };
            match to {
                Some(format) => Some(truncate(format, x, ty, e)),
                None if exact.contains(&op) => Some(float_casts::upper_half(x, ty, e)),
                None if to_bf16(e.0, op) => float_casts::truncate(Narrow::Bf16, x, ty, None, e),
                None => Some(TruncFOp::build(e.0, x, None, None, ty)),
            }
        })?;
        Ok(())
    }
}

/// A number of `f64` as one of `f32` that rounds as it does to fewer bits: what is between two numbers becomes the odd one of
/// them. Numbers of `f32` and narrower types stay what they are.
fn single_rounding(x: Value, e: &mut ArithBuilder<'_, '_>) -> Value {
    let wide = e.0.ty(x);
    if e.0.cx().elem_or_self(wide) != e.0.cx().f64() {
        return x;
    }
    let (f32_ty, i32_ty, i64_ty) =
        (e.like(wide, e.0.cx().f32()), e.ints_like(wide, 32), e.ints_like(wide, 64));
    let near = cast(e, x, f32_ty);
    let back = cast(e, near, wide);
    let bits = e.bitcast(near, i32_ty);
    // Magnitudes are in the order of their bits.
    let magnitude = |e: &mut ArithBuilder<'_, '_>, x: Value| {
        let bits = e.bitcast(x, i64_ty);
        let all = e.int(i64::MAX, i64_ty);
        e.andi(bits, all)
    };
    let (from, to) = (magnitude(e, x), magnitude(e, back));
    let beyond = e.cmpi(CmpIPredicate::Ugt, to, from);
    let inexact = e.cmpf(CmpFPredicate::One, back, x);
    let one = e.int(1, i32_ty);
    let below = e.subi(bits, one);
    let towards_zero = e.select(beyond, below, bits);
    let odd = e.ori(towards_zero, one);
    let bits = e.select(inexact, odd, bits);
    e.bitcast(bits, f32_ty)
}

/// A power of two.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}

/// Casts a float between types of different widths, by an op that is expanded where it has to be.
fn cast(e: &mut ArithBuilder<'_, '_>, x: Value, ty: Type) -> Value {
    let width = |e: &ArithBuilder<'_, '_>, t: Type| e.0.cx().bit_width(e.0.cx().elem_or_self(t)).unwrap_or(0);
    let (from, to) = (width(e, e.0.ty(x)), width(e, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Less => ExtFOp::build(e.0, x, None, ty),
        std::cmp::Ordering::Greater => TruncFOp::build(e.0, x, None, None, ty),
        std::cmp::Ordering::Equal => x,
    }
}

/// `x` of a small format as `ty`: as `f32`, which has all of its numbers, and from there.
fn extend(format: FloatFormat, x: Value, ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let spec = format.spec();
    let mantissa = spec.mantissa_bits as i32;
    let from = e.0.ty(x);
    let (narrow, i32_ty) = (e.ints_like(from, spec.width), e.ints_like(from, 32));
    let f32_ty = e.like(from, e.0.cx().f32());
    let sign_bit = if spec.signed { 1i64 << (spec.width - 1) } else { 0 };
    let bits = e.bitcast(x, narrow);
    let bits = e.extui(bits, i32_ty);
    let magnitude = if spec.signed {
        let mask = e.int(sign_bit - 1, i32_ty);
        e.andi(bits, mask)
    } else {
        bits
    };
    let by = e.int(i64::from(23 - mantissa), i32_ty);
    let bias = e.int(i64::from(127 - spec.bias) << 23, i32_ty);
    let shifted = e.shli(magnitude, by);
    let normal = e.addi(shifted, bias);
    // Subnormal numbers are multiples of the smallest one; a format without a mantissa has one such number.
    let tiny = if mantissa == 0 {
        e.int(0x40_0000, i32_ty)
    } else {
        let step = e.float(power(1 - spec.bias - mantissa), f32_ty);
        let count = e.uitofp(magnitude, f32_ty);
        let value = e.mulf(count, step);
        e.bitcast(value, i32_ty)
    };
    let first_normal = e.int(1 << mantissa, i32_ty);
    let is_tiny = e.cmpi(CmpIPredicate::Ult, magnitude, first_normal);
    let mut wide = e.select(is_tiny, tiny, normal);
    let nan = e.int(0x7fc0_0000, i32_ty);
    match spec.non_finite {
        NonFinite::Ieee => {
            let first = format.infinity(false).unwrap_or(0) as i64;
            let (first, infinity) = (e.int(first, i32_ty), e.int(0x7f80_0000, i32_ty));
            let is_infinity = e.cmpi(CmpIPredicate::Eq, magnitude, first);
            let is_nan = e.cmpi(CmpIPredicate::Ugt, magnitude, first);
            wide = e.select(is_infinity, infinity, wide);
            wide = e.select(is_nan, nan, wide);
        }
        NonFinite::NanAllOnes | NonFinite::NanNegativeZero => {
            let pattern = e.int(format.nan().unwrap_or(0) as i64, i32_ty);
            let own = if spec.non_finite == NonFinite::NanAllOnes { magnitude } else { bits };
            let is_nan = e.cmpi(CmpIPredicate::Eq, own, pattern);
            wide = e.select(is_nan, nan, wide);
        }
        NonFinite::FiniteOnly => {}
    }
    if spec.signed {
        let (mask, up) = (e.int(sign_bit, i32_ty), e.int(i64::from(32 - spec.width), i32_ty));
        let sign = e.andi(bits, mask);
        let sign = e.shli(sign, up);
        wide = e.ori(wide, sign);
    }
    let value = e.bitcast(wide, f32_ty);
    cast(e, value, ty)
}

/// `x` as `ty`, which is of a small format.
fn truncate(format: FloatFormat, x: Value, ty: Type, e: &mut ArithBuilder<'_, '_>) -> Value {
    let cx = e.0.cx();
    let spec = format.spec();
    let width = cx.bit_width(cx.elem_or_self(e.0.ty(x))).unwrap_or(0);
    // A format without a mantissa has the exponents of `f32`, which are those of normal numbers in `f64`.
    let wide = if width == 64 || spec.mantissa_bits == 0 { FloatFormat::F64 } else { FloatFormat::F32 };
    let wide_ty = e.like(ty, cx.float_type(wide));
    let x = cast(e, x, wide_ty);
    let int_ty = e.ints_like(ty, wide.width());
    let narrow = e.ints_like(ty, spec.width);
    let bits = e.bitcast(x, int_ty);
    let sign_mask = 1i64.unbounded_shl(wide.width() - 1);
    let mask = e.int(sign_mask.wrapping_sub(1), int_ty);
    let magnitude = e.andi(bits, mask);
    let place = Place { format, wide, int_ty, wide_ty };
    let mut small =
        if spec.mantissa_bits == 0 { place.exponent(magnitude, e) } else { place.magnitude(magnitude, e) };
    // Numbers that are too large for the format, and infinities.
    let too_large = e.int(format.from_f64(f64::INFINITY) as i64, int_ty);
    let largest = e.int(format.largest(false) as i64, int_ty);
    let overflows = e.cmpi(CmpIPredicate::Ugt, small, largest);
    small = e.select(overflows, too_large, small);
    let nan = e.int(format.from_f64(f64::NAN) as i64, int_ty);
    let is_nan = e.cmpf(CmpFPredicate::Uno, x, x);
    let zero = e.int(0, int_ty);
    if spec.signed {
        let down = e.int(i64::from(wide.width() - 1), int_ty);
        let up = e.int(i64::from(spec.width - 1), int_ty);
        let sign = e.shrui(bits, down);
        let mut sign = e.shli(sign, up);
        if spec.non_finite == NonFinite::NanNegativeZero {
            let is_zero = e.cmpi(CmpIPredicate::Eq, small, zero);
            sign = e.select(is_zero, zero, sign);
        }
        small = e.select(is_nan, nan, small);
        small = e.ori(small, sign);
    } else {
        // Negative numbers give the format's result for them, which is the same for all except those that round to zero.
        let negative = e.cmpi(CmpIPredicate::Slt, bits, zero);
        let is_zero = e.cmpi(CmpIPredicate::Eq, magnitude, zero);
        let below = e.int(format.from_f64(-1.0) as i64, int_ty);
        let none = e.int(format.from_f64(0.0) as i64, int_ty);
        small = e.select(negative, below, small);
        small = e.select(is_zero, none, small);
        small = e.select(is_nan, nan, small);
    }
    let small = e.trunci(small, narrow);
    e.bitcast(small, ty)
}

/// The positions of the fields in a wide float and a small one.
struct Place {
    format: FloatFormat,
    wide: FloatFormat,
    int_ty: Type,
    wide_ty: Type,
}

impl Place {
    /// Exponent and mantissa, rounded; more than what the format has for numbers that are too large.
    fn magnitude(&self, bits: Value, e: &mut ArithBuilder<'_, '_>) -> Value {
        let (spec, wide) = (self.format.spec(), self.wide.spec());
        let lost = wide.mantissa_bits - spec.mantissa_bits;
        let by = e.int(i64::from(lost), self.int_ty);
        let one = e.int(1, self.int_ty);
        let below_half = e.int((1i64 << (lost - 1)) - 1, self.int_ty);
        let last = e.shrui(bits, by);
        let odd = e.andi(last, one);
        let sum = e.addi(bits, below_half);
        let sum = e.addi(sum, odd);
        let rounded = e.shrui(sum, by);
        let bias = e.int(i64::from(wide.bias - spec.bias) << spec.mantissa_bits, self.int_ty);
        let normal = e.subi(rounded, bias);
        // Below the normal numbers, adding a number whose last place is the smallest number of the format rounds to a multiple of it.
        let exponent = 1 - spec.bias - spec.mantissa_bits as i32 + wide.mantissa_bits as i32;
        let anchor = power(exponent);
        let anchor_bits = self.wide.from_f64(anchor) as i64;
        let (anchor, anchor_bits) = (e.float(anchor, self.wide_ty), e.int(anchor_bits, self.int_ty));
        let size = e.bitcast(bits, self.wide_ty);
        let sum = e.addf(size, anchor);
        let sum = e.bitcast(sum, self.int_ty);
        let tiny = e.subi(sum, anchor_bits);
        let least = self.wide.from_f64(power(1 - spec.bias)) as i64;
        let least = e.int(least, self.int_ty);
        let is_tiny = e.cmpi(CmpIPredicate::Ult, bits, least);
        e.select(is_tiny, tiny, normal)
    }
    /// The exponent alone, rounded; half way up is up, because a significand of one bit is odd.
    fn exponent(&self, bits: Value, e: &mut ArithBuilder<'_, '_>) -> Value {
        let (spec, wide) = (self.format.spec(), self.wide.spec());
        let half = e.int(1i64 << (wide.mantissa_bits - 1), self.int_ty);
        let by = e.int(i64::from(wide.mantissa_bits), self.int_ty);
        let bias = e.int(i64::from(wide.bias - spec.bias), self.int_ty);
        let zero = e.int(0, self.int_ty);
        let sum = e.addi(bits, half);
        let field = e.shrui(sum, by);
        let field = e.subi(field, bias);
        e.maxsi(field, zero)
    }
}
