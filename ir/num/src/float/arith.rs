//! Arithmetic on bit patterns, correctly rounded in every format.
//!
//! Formats of at most 24 significant bits compute in `f64`, where a second rounding is harmless for
//! `+ - * /` and the square root (53 >= 2 * 24 + 2); `fma` rounds to odd first. `f64` uses the
//! machine; `f80` and `f128` compute exactly on big integers and round once.

use super::convert::Parts;
use super::format::{FloatClass, FloatFormat};
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// An exact finite value: `significand * 2^exponent`.
struct Exact {
    significand: BigInt,
    exponent: i32,
}

impl Exact {
    fn from_parts(parts: Parts) -> Exact {
        let sign = if parts.negative { Sign::Minus } else { Sign::Plus };
        Exact {
            significand: BigInt::from_biguint(sign, BigUint::from(parts.significand)),
            exponent: parts.exponent,
        }
    }

    /// Both significands at the smaller exponent.
    fn align(self, rhs: Exact) -> (BigInt, BigInt, i32) {
        let exponent = self.exponent.min(rhs.exponent);
        let left = self.significand << (self.exponent - exponent).unsigned_abs();
        let right = rhs.significand << (rhs.exponent - exponent).unsigned_abs();
        (left, right, exponent)
    }

    fn mul(self, rhs: Exact) -> Exact {
        Exact { significand: self.significand * rhs.significand, exponent: self.exponent + rhs.exponent }
    }

    fn add(self, rhs: Exact) -> Exact {
        let (left, right, exponent) = self.align(rhs);
        Exact { significand: left + right, exponent }
    }
}

impl FloatFormat {
    /// Whether `f64` computes this format with a harmless second rounding.
    fn is_narrow(self) -> bool {
        self.precision() <= 24
    }

    /// Whether `f64` holds every value of this format.
    fn fits_f64(self) -> bool {
        self.precision() <= 53
    }

    /// The NaN of this format, or its substitute in formats without one.
    fn invalid(self) -> u128 {
        self.nan().unwrap_or(self.sign_mask())
    }

    /// Computes through `f64`, which must be enough for the operation.
    fn via_f64(self, a: u128, b: u128, op: impl Fn(f64, f64) -> f64) -> u128 {
        let result = op(self.to_f64(a), self.to_f64(b));
        if result.is_nan() { self.invalid() } else { self.from_f64(result) }
    }

    fn exact(self, bits: u128) -> Exact {
        Exact::from_parts(self.parts(bits))
    }

    /// Rounds an exact value; `zero_sign` is the sign of an exact zero.
    fn round_exact(self, value: Exact, zero_sign: bool) -> u128 {
        let (sign, magnitude) = value.significand.into_parts();
        if sign == Sign::NoSign {
            return self.signed_zero(zero_sign);
        }
        self.round_big(sign == Sign::Minus, magnitude, value.exponent, false)
    }

    /// Whether both values are finite, so that exact arithmetic applies.
    fn both_finite(self, a: u128, b: u128) -> bool {
        self.is_finite(a) && self.is_finite(b)
    }

    /// An operation with an infinity or NaN among its operands: `f64` has the same special cases.
    fn special(self, a: u128, b: u128, op: impl Fn(f64, f64) -> f64) -> u128 {
        // Finite operands other than zero are replaced by one: only their sign matters.
        let model = |bits: u128| match self.class(bits) {
            FloatClass::Finite => 1f64.copysign(self.to_f64(bits)),
            _ => self.to_f64(bits),
        };
        let result = op(model(a), model(b));
        if result.is_nan() { self.invalid() } else { self.from_f64(result) }
    }

    /// The sum.
    pub fn add(self, a: u128, b: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, b, |a, b| a + b);
        }
        if !self.both_finite(a, b) {
            return self.special(a, b, |a, b| a + b);
        }
        let zero_sign = self.is_negative(a) && self.is_negative(b);
        self.round_exact(self.exact(a).add(self.exact(b)), zero_sign)
    }

    /// The difference.
    pub fn sub(self, a: u128, b: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, b, |a, b| a - b);
        }
        self.add(a, self.negate(b))
    }

    /// The product.
    pub fn mul(self, a: u128, b: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, b, |a, b| a * b);
        }
        if !self.both_finite(a, b) {
            return self.special(a, b, |a, b| a * b);
        }
        let sign = self.is_negative(a) != self.is_negative(b);
        self.round_exact(self.exact(a).mul(self.exact(b)), sign)
    }

    /// The quotient.
    pub fn div(self, a: u128, b: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, b, |a, b| a / b);
        }
        if !self.both_finite(a, b) || self.is_zero(b) || self.is_zero(a) {
            return self.special(a, b, |a, b| a / b);
        }
        let negative = self.is_negative(a) != self.is_negative(b);
        let (a, b) = (self.parts(a), self.parts(b));
        let dividend = BigUint::from(a.significand) << 256u32;
        let divisor = BigUint::from(b.significand);
        let quotient = &dividend / &divisor;
        let sticky = &quotient * divisor != dividend;
        self.round_big(negative, quotient, a.exponent - b.exponent - 256, sticky)
    }

    /// The remainder of `fmod`: exact, with the sign of the dividend.
    pub fn rem(self, a: u128, b: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, b, |a, b| a % b);
        }
        if self.is_finite(a) && self.is_inf(b) {
            return a;
        }
        if !self.both_finite(a, b) || self.is_zero(b) {
            return self.invalid();
        }
        let sign = self.is_negative(a);
        let (left, right, exponent) = self.exact(a).align(self.exact(b));
        self.round_exact(Exact { significand: left % right, exponent }, sign)
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u128, b: u128, c: u128) -> u128 {
        if self == FloatFormat::F64 {
            let [a, b, c] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
            let result = a.mul_add(b, c);
            return if result.is_nan() { self.invalid() } else { result.to_bits().into() };
        }
        if self.is_narrow() {
            let [x, y, z] = [a, b, c].map(|bits| self.to_f64(bits));
            let result = add_to_odd(x * y, z);
            return if result.is_nan() { self.invalid() } else { self.from_f64(result) };
        }
        if !self.both_finite(a, b) {
            let product = self.special(a, b, |a, b| a * b);
            return self.special(product, c, |a, b| a + b);
        }
        if !self.is_finite(c) {
            return if self.is_nan(c) { self.invalid() } else { c };
        }
        let product_sign = self.is_negative(a) != self.is_negative(b);
        let zero_sign = product_sign && self.is_negative(c);
        self.round_exact(self.exact(a).mul(self.exact(b)).add(self.exact(c)), zero_sign)
    }

    /// The square root.
    pub fn sqrt(self, a: u128) -> u128 {
        if self.fits_f64() {
            return self.via_f64(a, a, |a, _| a.sqrt());
        }
        if !self.is_finite(a) || self.is_zero(a) || self.is_negative(a) {
            return self.special(a, a, |a, _| a.sqrt());
        }
        let Parts { significand, exponent, .. } = self.parts(a);
        // An even shift of at least 256 bits makes a root of more than 128 bits.
        let shift = 256 + exponent.rem_euclid(2);
        let radicand = BigUint::from(significand) << shift as u32;
        let root = radicand.sqrt();
        let sticky = &root * &root != radicand;
        self.round_big(false, root, (exponent - shift) / 2, sticky)
    }

    /// Compares as IEEE: `None` when an operand is NaN; zeros are equal.
    pub fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        if self.is_zero(a) && self.is_zero(b) {
            return Some(Ordering::Equal);
        }
        // Without the sign, larger patterns are larger values in every format.
        let magnitude = |bits: u128| bits & !self.sign_mask();
        Some(match (self.is_negative(a), self.is_negative(b)) {
            (false, false) => magnitude(a).cmp(&magnitude(b)),
            (true, true) => magnitude(b).cmp(&magnitude(a)),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// Compares with negative zero below positive zero.
    fn compare_signed_zero(self, a: u128, b: u128) -> Option<Ordering> {
        let order = self.compare(a, b)?;
        Some(order.then_with(|| self.is_negative(b).cmp(&self.is_negative(a))))
    }

    /// `arith.minimumf`: NaN when an operand is NaN, and `-0 < +0`.
    pub fn minimum(self, a: u128, b: u128) -> u128 {
        match self.compare_signed_zero(a, b) {
            None => self.invalid(),
            Some(Ordering::Greater) => b,
            Some(_) => a,
        }
    }

    /// `arith.maximumf`: NaN when an operand is NaN, and `-0 < +0`.
    pub fn maximum(self, a: u128, b: u128) -> u128 {
        match self.compare_signed_zero(a, b) {
            None => self.invalid(),
            Some(Ordering::Less) => b,
            Some(_) => a,
        }
    }

    /// `arith.minnumf`: the other operand when one is NaN.
    pub fn minnum(self, a: u128, b: u128) -> u128 {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => self.minimum(a, b),
        }
    }

    /// `arith.maxnumf`: the other operand when one is NaN.
    pub fn maxnum(self, a: u128, b: u128) -> u128 {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => self.maximum(a, b),
        }
    }
}

/// `a + b` rounded to odd: a later rounding to fewer bits is then correct.
///
/// The operands are products and values of narrow formats, so nothing overflows or underflows.
fn add_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    // The exact error of the sum.
    let virtual_b = sum - a;
    let error = (a - (sum - virtual_b)) + (b - virtual_b);
    let bits = sum.to_bits();
    if error == 0.0 || bits & 1 == 1 {
        return sum;
    }
    // An even inexact sum has an odd neighbour on the side of the error.
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away { bits + 1 } else { bits - 1 })
}
