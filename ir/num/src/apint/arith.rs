//! Arithmetic of [`ApInt`]: wrapping, overflow-reporting, high-half and the four kinds of division.
//!
//! Divisions return `None` on a zero divisor and when the signed quotient does not fit
//! (`min / -1`); a remainder by -1 is zero, also of the smallest value.

use super::ApInt;
use std::cmp::Ordering;

/// A full adder on words.
fn add_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry.into());
    (sum, first | second)
}

impl ApInt {
    /// Adds `rhs` (complemented when `invert`) and `carry`; also returns the carry out of the words.
    fn add_words(&self, rhs: &ApInt, invert: bool, mut carry: bool) -> ApInt {
        let flip = if invert { u64::MAX } else { 0 };
        let words = self
            .words
            .iter()
            .zip(&rhs.words)
            .map(|(&a, &b)| {
                let (sum, out) = add_carry(a, b ^ flip, carry);
                carry = out;
                sum
            })
            .collect();
        ApInt::from_raw(self.width, words)
    }

    /// Wrapping addition.
    pub fn add(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            return ApInt::small(self.width, self.word().wrapping_add(rhs.word()));
        }
        self.add_words(rhs, false, false)
    }

    /// Wrapping subtraction.
    pub fn sub(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            return ApInt::small(self.width, self.word().wrapping_sub(rhs.word()));
        }
        self.add_words(rhs, true, true)
    }

    /// Wrapping multiplication.
    pub fn mul(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            return ApInt::small(self.width, self.word().wrapping_mul(rhs.word()));
        }
        if self.width <= 128 {
            return ApInt::from_u128(self.width, self.low_u128().wrapping_mul(rhs.low_u128()));
        }
        ApInt::from_biguint(self.width, &(self.to_biguint() * rhs.to_biguint()))
    }

    /// Wrapping negation.
    pub fn neg(&self) -> ApInt {
        ApInt::zero(self.width).sub(self)
    }

    /// The absolute value, wrapping for the smallest signed value.
    pub fn abs(&self) -> ApInt {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Signed addition and whether it overflowed.
    pub fn sadd_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let sum = self.add(rhs);
        let overflow = self.is_negative() == rhs.is_negative() && sum.is_negative() != self.is_negative();
        (sum, overflow)
    }

    /// Unsigned addition and whether it overflowed.
    pub fn uadd_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let sum = self.add(rhs);
        let overflow = sum.ucmp(self) == Ordering::Less;
        (sum, overflow)
    }

    /// Signed subtraction and whether it overflowed.
    pub fn ssub_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let difference = self.sub(rhs);
        let overflow =
            self.is_negative() != rhs.is_negative() && difference.is_negative() != self.is_negative();
        (difference, overflow)
    }

    /// Unsigned subtraction and whether it overflowed.
    pub fn usub_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        (self.sub(rhs), self.ucmp(rhs) == Ordering::Less)
    }

    /// Signed multiplication and whether it overflowed.
    pub fn smul_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let product = self.mul(rhs);
        let overflow = if self.width <= 64 {
            i128::from(self.sword()) * i128::from(rhs.sword()) != i128::from(product.sword())
        } else {
            self.to_bigint() * rhs.to_bigint() != product.to_bigint()
        };
        (product, overflow)
    }

    /// Unsigned multiplication and whether it overflowed.
    pub fn umul_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let product = self.mul(rhs);
        let overflow = if self.width <= 64 {
            u128::from(self.word()) * u128::from(rhs.word()) != u128::from(product.word())
        } else {
            self.to_biguint() * rhs.to_biguint() != product.to_biguint()
        };
        (product, overflow)
    }

    /// The high half of the full signed product.
    pub fn smulh(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            let product = i128::from(self.sword()) * i128::from(rhs.sword());
            return ApInt::small(self.width, (product >> self.width) as u64);
        }
        // The shift of a big integer rounds towards minus infinity, which is the arithmetic shift.
        ApInt::from_bigint(self.width, &((self.to_bigint() * rhs.to_bigint()) >> self.width))
    }

    /// The high half of the full unsigned product.
    pub fn umulh(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            let product = u128::from(self.word()) * u128::from(rhs.word());
            return ApInt::small(self.width, (product >> self.width) as u64);
        }
        ApInt::from_biguint(self.width, &((self.to_biguint() * rhs.to_biguint()) >> self.width))
    }

    /// Unsigned quotient.
    pub fn udiv(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.udivrem(rhs)?.0)
    }

    /// Unsigned remainder.
    pub fn urem(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.udivrem(rhs)?.1)
    }

    /// Unsigned quotient and remainder.
    pub fn udivrem(&self, rhs: &ApInt) -> Option<(ApInt, ApInt)> {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if rhs.is_zero() {
            return None;
        }
        let width = self.width;
        if width <= 64 {
            let (a, b) = (self.word(), rhs.word());
            return Some((ApInt::small(width, a / b), ApInt::small(width, a % b)));
        }
        if width <= 128 {
            let (a, b) = (self.low_u128(), rhs.low_u128());
            return Some((ApInt::from_u128(width, a / b), ApInt::from_u128(width, a % b)));
        }
        let (a, b) = (self.to_biguint(), rhs.to_biguint());
        let quotient = &a / &b;
        let remainder = a - &quotient * b;
        Some((ApInt::from_biguint(width, &quotient), ApInt::from_biguint(width, &remainder)))
    }

    /// Signed quotient, rounded towards zero.
    pub fn sdiv(&self, rhs: &ApInt) -> Option<ApInt> {
        if self.is_min_signed() && rhs.is_all_ones() {
            return None;
        }
        let quotient = self.abs().udiv(&rhs.abs())?;
        Some(if self.is_negative() != rhs.is_negative() { quotient.neg() } else { quotient })
    }

    /// Signed remainder with the sign of the dividend.
    pub fn srem(&self, rhs: &ApInt) -> Option<ApInt> {
        let remainder = self.abs().urem(&rhs.abs())?;
        Some(if self.is_negative() { remainder.neg() } else { remainder })
    }

    /// Signed quotient, rounded towards minus infinity.
    pub fn sfloordiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let quotient = self.sdiv(rhs)?;
        let inexact = !self.srem(rhs)?.is_zero();
        let down = inexact && self.is_negative() != rhs.is_negative();
        Some(if down { quotient.sub(&ApInt::one(self.width)) } else { quotient })
    }

    /// Signed quotient, rounded towards plus infinity.
    pub fn sceildiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let quotient = self.sdiv(rhs)?;
        let inexact = !self.srem(rhs)?.is_zero();
        // A quotient of one-bit operands cannot be incremented, and -1 / -1 was rejected above.
        let up = inexact && self.is_negative() == rhs.is_negative();
        Some(if up { quotient.add(&ApInt::one(self.width)) } else { quotient })
    }

    /// Unsigned quotient, rounded down (the same as [`ApInt::udiv`]).
    pub fn ufloordiv(&self, rhs: &ApInt) -> Option<ApInt> {
        self.udiv(rhs)
    }

    /// Unsigned quotient, rounded up.
    pub fn uceildiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let (quotient, remainder) = self.udivrem(rhs)?;
        Some(if remainder.is_zero() { quotient } else { quotient.add(&ApInt::one(self.width)) })
    }

    /// `self` to the power of an unsigned exponent, wrapping.
    pub fn pow(&self, mut exponent: u64) -> ApInt {
        let mut result = ApInt::one(self.width);
        let mut base = self.clone();
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.mul(&base);
            }
            exponent >>= 1;
            if exponent > 0 {
                base = base.mul(&base);
            }
        }
        result
    }

    /// The greatest common divisor of the unsigned values.
    pub fn ugcd(&self, rhs: &ApInt) -> ApInt {
        let (mut a, mut b) = (self.clone(), rhs.clone());
        while let Some(remainder) = a.urem(&b) {
            (a, b) = (b, remainder);
        }
        a
    }
}
