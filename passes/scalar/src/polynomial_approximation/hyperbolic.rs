//! `sinh`, `cosh` and the inverse hyperbolic functions.
//!
//! `sinh` and `cosh` are computed from half of `exp(|x|)` and a quarter of its inverse, `sinh` near zero from its series. The inverses
//! are `log1p` of sums without cancellation near zero; from 2^24 on they are the logarithm of twice the argument.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::Approx;

/// Of `sinh(x) = x + x^3 p(x^2)` for `|x| < 1`.
const SINH: [f64; 5] = [1.0 / 39_916_800.0, 1.0 / 362_880.0, 1.0 / 5040.0, 1.0 / 120.0, 1.0 / 6.0];
/// From this number on, one is negligible next to the square of a number, and next to the number.
const LARGE: f64 = 16_777_216.0;

impl Approx<'_, '_, '_> {
    /// Half of `exp(x)`, and a quarter of the inverse of that, for `x` of at least 0 or NaN.
    fn half_exp(&mut self, x: Value) -> (Value, Value) {
        let x = self.clamp(x, CmpFPredicate::Ogt, 90.0);
        let half = self.exp_half(x);
        let quarter = self.num(0.25);
        (half, self.e.divf(quarter, half))
    }
    pub(super) fn cosh(&mut self, x: Value) -> Value {
        let size = self.abs(x);
        let (half, rest) = self.half_exp(size);
        self.e.addf(half, rest)
    }
    pub(super) fn sinh(&mut self, x: Value) -> Value {
        let size = self.abs(x);
        let (half, rest) = self.half_exp(size);
        let large = self.e.subf(half, rest);
        let square = self.e.mulf(size, size);
        let p = self.polynomial(square, &SINH);
        let p = self.e.mulf(p, square);
        let small = self.e.fma(p, size, size);
        let one = self.num(1.0);
        let is_small = self.e.cmpf(CmpFPredicate::Olt, size, one);
        let result = self.e.select(is_small, small, large);
        self.e.copysign(result, x)
    }
    /// `log1p(sum)`, or the logarithm of twice `size` where that is large.
    fn log_of_sum(&mut self, sum: Value, size: Value) -> Value {
        let (limit, ln_2, zero) = (self.num(LARGE), self.num(std::f64::consts::LN_2), self.num(0.0));
        let is_large = self.e.cmpf(CmpFPredicate::Ogt, size, limit);
        let argument = self.e.select(is_large, size, sum);
        let more = self.e.select(is_large, ln_2, zero);
        let log = self.log1p(argument);
        self.e.addf(log, more)
    }
    pub(super) fn asinh(&mut self, x: Value) -> Value {
        let (size, one) = (self.abs(x), self.num(1.0));
        // sqrt(x^2 + 1) - 1 = x^2 / (sqrt(x^2 + 1) + 1)
        let square = self.e.mulf(size, size);
        let root = self.e.fma(size, size, one);
        let root = self.e.sqrt(root);
        let below = self.e.addf(root, one);
        let above = self.e.divf(square, below);
        let sum = self.e.addf(size, above);
        let result = self.log_of_sum(sum, size);
        self.e.copysign(result, x)
    }
    pub(super) fn acosh(&mut self, x: Value) -> Value {
        let (one, two) = (self.num(1.0), self.num(2.0));
        let t = self.e.subf(x, one);
        let twice = self.e.mulf(t, two);
        let square = self.e.fma(t, t, twice);
        let root = self.e.sqrt(square);
        let sum = self.e.addf(t, root);
        let result = self.log_of_sum(sum, x);
        self.where_(x, CmpFPredicate::Olt, 1.0, f64::NAN, result)
    }
    pub(super) fn atanh(&mut self, x: Value) -> Value {
        let (size, one, half) = (self.abs(x), self.num(1.0), self.num(0.5));
        let twice = self.e.addf(size, size);
        let below = self.e.subf(one, size);
        let quotient = self.e.divf(twice, below);
        let log = self.log1p(quotient);
        let result = self.e.mulf(log, half);
        self.e.copysign(result, x)
    }
}
