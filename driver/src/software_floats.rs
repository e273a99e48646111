//! The functions that `convert-arith-to-apfloat` and `convert-math-to-apfloat` call, under upstream's names (`_mlir_apfloat_add`).
//!
//! A float is its bits in an integer of 64 bits, and a format its number in LLVM. The functions are those of upstream's
//! `libmlir_apfloat_wrappers`, except where that does not compute what the ops say: the remainder is that of `arith.remf`, with the sign of
//! the dividend, floats become integers by rounding towards zero, and a number divided by zero is the largest one where a format has neither
//! infinities nor NaNs. A number of no format gives zero.

use std::cmp::Ordering;

use strata_ir::num::{ApInt, FloatFormat};
use strata_lowering_calls::format_number;

/// The functions by name.
pub(crate) fn symbols() -> [(&'static str, *const ()); 20] {
    [
        ("_mlir_apfloat_abs", abs as *const ()),
        ("_mlir_apfloat_add", add as *const ()),
        ("_mlir_apfloat_compare", compare as *const ()),
        ("_mlir_apfloat_convert", convert as *const ()),
        ("_mlir_apfloat_convert_from_int", convert_from_int as *const ()),
        ("_mlir_apfloat_convert_to_int", convert_to_int as *const ()),
        ("_mlir_apfloat_divide", divide as *const ()),
        ("_mlir_apfloat_fused_multiply_add", fused_multiply_add as *const ()),
        ("_mlir_apfloat_isfinite", is_finite as *const ()),
        ("_mlir_apfloat_isinfinite", is_infinite as *const ()),
        ("_mlir_apfloat_isnan", is_nan as *const ()),
        ("_mlir_apfloat_isnormal", is_normal as *const ()),
        ("_mlir_apfloat_maximum", maximum as *const ()),
        ("_mlir_apfloat_maxnum", maxnum as *const ()),
        ("_mlir_apfloat_minimum", minimum as *const ()),
        ("_mlir_apfloat_minnum", minnum as *const ()),
        ("_mlir_apfloat_multiply", multiply as *const ()),
        ("_mlir_apfloat_neg", neg as *const ()),
        ("_mlir_apfloat_remainder", remainder as *const ()),
        ("_mlir_apfloat_subtract", subtract as *const ()),
    ]
}

/// The format of at most 64 bits with a number.
fn format(number: i32) -> Option<FloatFormat> {
    let has_number = |format: &FloatFormat| format_number(*format) == i64::from(number);
    FloatFormat::ALL.into_iter().find(has_number).filter(|format| format.width() <= 64)
}

/// Applies a function of floats of a format to the bits of numbers in it.
fn floats<const N: usize>(number: i32, bits: [u64; N], f: impl Fn(FloatFormat, [u128; N]) -> u128) -> u64 {
    format(number).map_or(0, |format| f(format, bits.map(|x| u128::from(x) & format.bits_mask())) as u64)
}

macro_rules! functions {
    ($($name:ident($($x:ident),*) = $f:expr;)*) => {$(
        extern "C" fn $name(format: i32, $($x: u64),*) -> u64 {
            floats(format, [$($x),*], |format, [$($x),*]| $f(format, $($x),*))
        }
    )*};
}

functions! {
    abs(a) = FloatFormat::abs;
    neg(a) = FloatFormat::negate;
    add(a, b) = FloatFormat::add;
    subtract(a, b) = FloatFormat::sub;
    multiply(a, b) = FloatFormat::mul;
    divide(a, b) = FloatFormat::div;
    remainder(a, b) = FloatFormat::rem;
    minimum(a, b) = FloatFormat::minimum;
    maximum(a, b) = FloatFormat::maximum;
    minnum(a, b) = FloatFormat::minnum;
    maxnum(a, b) = FloatFormat::maxnum;
    fused_multiply_add(a, b, c) = FloatFormat::fma;
}

macro_rules! properties {
    ($($name:ident = $f:expr;)*) => {$(
        extern "C" fn $name(format: i32, a: u64) -> bool {
            floats(format, [a], |format, [a]| u128::from($f(format, a))) != 0
        }
    )*};
}

properties! {
    is_finite = FloatFormat::is_finite;
    is_infinite = FloatFormat::is_inf;
    is_nan = FloatFormat::is_nan;
    is_normal = |format: FloatFormat, a| {
        format.is_finite(a) && format.compare(format.abs(a), format.smallest_normal()).is_some_and(Ordering::is_ge)
    };
}

/// Less, equal, greater and unordered are 0 to 3.
extern "C" fn compare(format: i32, a: u64, b: u64) -> u8 {
    let order = floats(format, [a, b], |format, [a, b]| match format.compare(a, b) {
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        None => 3,
    });
    order as u8
}

extern "C" fn convert(from: i32, to: i32, a: u64) -> u64 {
    let Some(to) = format(to) else { return 0 };
    floats(from, [a], |from, [a]| to.convert_from(from, a))
}

/// The low bit of `flag` says whether the integer has no sign: the caller passes one bit.
extern "C" fn convert_to_int(from: i32, width: u32, flag: u8, a: u64) -> u64 {
    let is_signed = flag & 1 == 0;
    floats(from, [a], |from, [a]| from.to_int_saturating(a, width.clamp(1, 64), is_signed).low_u128())
}

extern "C" fn convert_from_int(to: i32, width: u32, flag: u8, a: u64) -> u64 {
    let is_signed = flag & 1 == 0;
    let value = ApInt::from_u128(width.clamp(1, 64), a.into());
    floats(to, [], |to, []| to.from_int(&value, is_signed))
}
