//! Conversions between bit patterns, `f64` and integers, rounding to nearest, ties to even.
//!
//! Overflow follows APFloat: it gives infinity where the format has one, else NaN, else the largest finite number. A
//! value that a `FN` format can only round to its NaN pattern becomes NaN.

use super::format::{FloatClass, FloatFormat, NonFinite};
use crate::ApInt;

/// A finite number `±significand * 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i32,
}

impl FloatFormat {
    /// The smallest exponent of a number with full precision.
    pub(super) fn min_exponent(self) -> i32 {
        // The format without fraction has no subnormal numbers: field zero is a normal exponent.
        if self == FloatFormat::F8E8M0FNU { -self.spec().bias } else { 1 - self.spec().bias }
    }

    /// Splits a finite pattern.
    pub(super) fn parts(self, bits: u128) -> Parts {
        let spec = self.spec();
        let field = self.exponent_field(bits);
        let fraction = self.fraction(bits);
        let integer_bit = if spec.explicit_integer_bit {
            bits >> spec.mantissa_bits & 1 == 1
        } else {
            field != 0 || self == FloatFormat::F8E8M0FNU
        };
        let biased = if field == 0 && self != FloatFormat::F8E8M0FNU { 1 } else { field as i32 };
        Parts {
            negative: self.is_negative(bits),
            significand: fraction | u128::from(integer_bit) << spec.mantissa_bits,
            exponent: biased - spec.bias - spec.mantissa_bits as i32,
        }
    }

    /// Rounds `±(significand + fraction) * 2^exponent`, where the fraction is in (0, 1) if `sticky`, else zero.
    pub(super) fn round(self, parts: Parts, sticky: bool) -> u128 {
        let Parts { negative, significand, exponent } = parts;
        let spec = self.spec();
        if significand == 0 && !sticky {
            return self.signed_zero(negative);
        }
        if negative && !spec.signed {
            return self.nan().unwrap_or(0);
        }
        let precision = self.precision() as i32;
        let length = 128 - significand.leading_zeros() as i32;
        let quantum = (exponent + length - 1).max(self.min_exponent()) - (precision - 1);
        let shift = quantum - exponent;
        let mut rounded = if shift <= 0 {
            significand << -shift
        } else if shift > length {
            0
        } else {
            let kept = significand.checked_shr(shift as u32).unwrap_or(0);
            let half = 1u128 << (shift - 1);
            let rest = significand & (half | (half - 1));
            let up = rest > half || rest == half && (sticky || kept & 1 == 1);
            kept + u128::from(up)
        };
        if rounded == 0 {
            if !spec.signed {
                return self.smallest();
            }
            return self.signed_zero(negative);
        }
        let mut quantum = quantum;
        if rounded >> precision != 0 {
            rounded >>= 1;
            quantum += 1;
        }
        self.pack(negative, rounded, quantum)
    }

    /// Packs a significand of at most `precision` bits, handling overflow.
    fn pack(self, negative: bool, significand: u128, quantum: i32) -> u128 {
        let spec = self.spec();
        let sign = if negative { self.sign_mask() } else { 0 };
        let normal = significand >> spec.mantissa_bits != 0;
        let field = if normal { quantum + spec.mantissa_bits as i32 + spec.bias } else { 0 };
        let max = self.max_exponent_field() as i32;
        let limit = if spec.non_finite == NonFinite::Ieee { max - 1 } else { max };
        if field > limit {
            return self.overflow(negative);
        }
        let fraction = self.fraction(significand);
        let integer =
            if spec.explicit_integer_bit { (field as u128) << 1 | u128::from(normal) } else { field as u128 };
        let magnitude = integer << spec.mantissa_bits | fraction;
        if spec.non_finite == NonFinite::NanAllOnes && self.is_nan(magnitude) {
            return self.overflow(negative);
        }
        sign | magnitude
    }

    /// The result for a finite number that is too large.
    fn overflow(self, negative: bool) -> u128 {
        if let Some(infinity) = self.infinity(negative) {
            return infinity;
        }
        match self.nan() {
            Some(nan) if negative => nan | self.sign_mask(),
            Some(nan) => nan,
            None => self.largest(negative),
        }
    }

    /// The nearest pattern to an `f64`.
    ///
    /// A NaN becomes a quiet NaN with the leading bits of its payload; formats without NaN give
    /// negative zero, as `ml_dtypes` does.
    pub fn from_f64(self, value: f64) -> u128 {
        match self {
            FloatFormat::F64 => return value.to_bits().into(),
            FloatFormat::F32 if !value.is_nan() => return (value as f32).to_bits().into(),
            _ => {}
        }
        self.convert_from(FloatFormat::F64, value.to_bits().into())
    }

    /// The nearest pattern to a pattern of another format.
    pub fn convert_from(self, source: FloatFormat, bits: u128) -> u128 {
        if self == source {
            return bits;
        }
        let negative = source.is_negative(bits);
        match source.class(bits) {
            FloatClass::Zero if self == FloatFormat::F8E8M0FNU => self.smallest(),
            FloatClass::Zero => self.signed_zero(negative),
            FloatClass::Finite => self.round(source.parts(bits), false),
            FloatClass::Infinity if negative && !self.spec().signed => self.nan().unwrap_or(0),
            FloatClass::Infinity => self.overflow(negative),
            FloatClass::Nan => self.convert_nan(source, bits, negative),
        }
    }

    /// The NaN of this format for a NaN of another one.
    fn convert_nan(self, source: FloatFormat, bits: u128, negative: bool) -> u128 {
        let Some(nan) = self.nan() else { return self.sign_mask() };
        let sign = if negative { self.sign_mask() } else { 0 };
        if self.spec().non_finite != NonFinite::Ieee || source.spec().non_finite != NonFinite::Ieee {
            return sign | nan;
        }
        let (from, to) = (source.spec().mantissa_bits, self.spec().mantissa_bits);
        let payload = source.fraction(bits);
        let payload = if from > to { payload >> (from - to) } else { payload << (to - from) };
        sign | nan | payload
    }

    /// The value as an `f64`: exact, except that `f80` and `f128` are rounded.
    pub fn to_f64(self, bits: u128) -> f64 {
        match self {
            FloatFormat::F64 => f64::from_bits(bits as u64),
            FloatFormat::F32 => f32::from_bits(bits as u32).into(),
            FloatFormat::BF16 => f32::from_bits((bits as u32) << 16).into(),
            _ => f64::from_bits(FloatFormat::F64.convert_from(self, bits) as u64),
        }
    }

    /// The nearest pattern to a signed integer.
    pub fn from_i128(self, value: i128) -> u128 {
        self.round(Parts { negative: value < 0, significand: value.unsigned_abs(), exponent: 0 }, false)
    }

    /// The nearest pattern to an unsigned integer.
    pub fn from_u128(self, value: u128) -> u128 {
        self.round(Parts { negative: false, significand: value, exponent: 0 }, false)
    }

    /// The nearest pattern to an integer, read as signed or unsigned.
    pub fn from_int(self, value: &ApInt, signed: bool) -> u128 {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        let length = magnitude.active_bits();
        if length <= 128 {
            let significand = magnitude.low_u128();
            return self.round(Parts { negative, significand, exponent: 0 }, false);
        }
        let drop = length - 128;
        let significand = magnitude.extract(drop, 128).low_u128();
        let sticky = magnitude.count_trailing_zeros() < drop;
        self.round(Parts { negative, significand, exponent: drop as i32 }, sticky)
    }

    /// The value rounded towards zero as an integer of `width` bits; `None` when it is not finite
    /// or does not fit (poison in `arith.fptosi` and `arith.fptoui`).
    pub fn to_int(self, bits: u128, width: u32, signed: bool) -> Option<ApInt> {
        let Parts { negative, significand, exponent } = match self.class(bits) {
            FloatClass::Zero => return Some(ApInt::zero(width)),
            FloatClass::Finite => self.parts(bits),
            FloatClass::Infinity | FloatClass::Nan => return None,
        };
        let length = 128 - significand.leading_zeros() as i32;
        let integer_bits = (exponent + length).max(0) as u32;
        if integer_bits == 0 {
            return Some(ApInt::zero(width));
        }
        if integer_bits > width {
            return None;
        }
        let magnitude = if exponent <= 0 {
            ApInt::from_u128(width, significand >> -exponent)
        } else {
            ApInt::from_u128(width, significand).shl_bits(exponent as u32)
        };
        match (signed, negative) {
            (true, false) => (!magnitude.is_negative()).then_some(magnitude),
            (true, true) => {
                let value = magnitude.neg();
                value.is_negative().then_some(value)
            }
            (false, false) => Some(magnitude),
            (false, true) => None,
        }
    }

    /// Like [`FloatFormat::to_int`], but values that do not fit become the nearest bound and NaN
    /// becomes zero.
    pub fn to_int_saturating(self, bits: u128, width: u32, signed: bool) -> ApInt {
        if let Some(value) = self.to_int(bits, width, signed) {
            return value;
        }
        match (self.is_nan(bits), self.is_negative(bits), signed) {
            (true, _, _) | (_, true, false) => ApInt::zero(width),
            (_, true, true) => ApInt::min_signed(width),
            (_, false, true) => ApInt::max_signed(width),
            (_, false, false) => ApInt::max_unsigned(width),
        }
    }
}
