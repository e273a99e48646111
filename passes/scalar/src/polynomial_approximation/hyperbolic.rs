//! `sinh`, `cosh` and the inverse hyperbolic functions.
//!
//! `sinh` and `cosh` are computed from a quarter of `exp(|x|)` and its inverse, `sinh` near zero from its series. The inverses
//! are `log1p` of sums without cancellation near zero; from 2^24 on they are the logarithm of twice the argument.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::{
    Approx,
    exponential::exp_quarter,
    formula::{at_most, polynomial},
    number::Number,
};

/// Of `sinh(x) = x + x^3 p(x^2)` for `|x| < 1`.
const SINH: [f64; 5] = [1.0 / 39_916_800.0, 1.0 / 362_880.0, 1.0 / 5040.0, 1.0 / 120.0, 1.0 / 6.0];
/// From this number on, one is negligible next to the square of a number, and next to the number.
const LARGE: f64 = 16_777_216.0;

/// A quarter of `exp(x)` for `x` of at least 0 or NaN, so that its power of two is finite.
fn quarter_of_exp<'c>(x: Number<'c>) -> Number<'c> {
    exp_quarter(at_most(x, 89.5))
}
pub(super) fn cosh<'c>(x: Number<'c>) -> Number<'c> {
    cosh_of(quarter_of_exp(x.abs()))
}
pub(super) fn sinh<'c>(x: Number<'c>) -> Number<'c> {
    sinh_of(x, quarter_of_exp(x.abs()), &SINH)
}
/// `cosh(x)` from a quarter of `exp(|x|)`.
pub(super) fn cosh_of<'c>(quarter: Number<'c>) -> Number<'c> {
    quarter.fma(2.0, 0.125 / quarter)
}
/// `sinh(x)` from a quarter of `exp(|x|)`, or its series `x + x^3 p(x^2)` for `|x| < 1`.
pub(super) fn sinh_of<'c>(x: Number<'c>, quarter: Number<'c>, series: &[f64]) -> Number<'c> {
    let square = x * x;
    let near = (polynomial(square, series) * square).fma(x, x);
    let far = quarter.fma(2.0, -0.125 / quarter).with_sign_of(x);
    x.abs().lt(1.0).select(near, far)
}

impl Approx<'_, '_, '_> {
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
