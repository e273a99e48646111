//! `exp`, `exp2`, `expm1` and `tanh`.
//!
//! `exp(x) = 2^n exp(r)` with `n` the integer nearest to `x / ln 2` and `r = x - n ln 2`, in which `ln 2` has two parts so that the first
//! product is exact; `exp(r) = 1 + r + r^2 q(r)` for `|r| <= ln 2 / 2`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::{
    Approx,
    formula::{Normal, at_least, exponential, nearest, polynomial},
    number::Number,
};

const Q: [f64; 6] =
    [1.733349491e-04, 1.393328770e-03, 8.337876759e-03, 4.166648164e-02, 1.666664779e-01, 5.000000000e-01];
/// The same where a power of two is added, so that less precision is needed.
const Q_WITH_ONE: [f64; 5] =
    [1.383886673e-03, 8.369192481e-03, 4.166810215e-02, 1.666651666e-01, 4.999999404e-01];
const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// The first bits of `ln 2`, few enough that their product with `n` is exact, and the remainder.
const LN_2: [f64; 2] = [0.693_145_751_953_125, 1.428_606_765e-6];
/// Of `tanh(x) = x + x^3 p(x^2)` for `|x| < 0.6`.
const TANH: [f64; 5] =
    [-5.900089629e-03, 2.079963312e-02, -5.378481001e-02, 1.333193630e-01, -3.333329856e-01];

/// `exp(r)` for a small `r`.
fn of_small<'c>(r: Number<'c>) -> Number<'c> {
    (r * r).fma(polynomial(r, &Q_WITH_ONE), r) + 1.0
}
pub(super) fn exp<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -104.0);
    let (n, bits) = nearest(x, LOG2_E, 0.0);
    let r = n.fma(-LN_2[1], n.fma(-LN_2[0], x));
    exponential(x, of_small(r), bits, &Normal(-87.336_54, 88.722_84))
}
pub(super) fn exp2<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -151.0);
    let (n, bits) = nearest(x, 1.0, 0.0);
    exponential(x, of_small((x - n) * std::f64::consts::LN_2), bits, &Normal(-126.0, 128.0))
}

impl Approx<'_, '_, '_> {
    /// `exp(r) - 1` for `x = n ln 2 + r`, and `n` with a bias.
    fn reduced(&mut self, x: Value, bias: f64, q: &[f64]) -> (Value, Value) {
        let (n, biased) = self.nearest(x, LOG2_E, bias);
        let mut r = x;
        for part in LN_2 {
            let part = self.num(-part);
            r = self.e.fma(n, part, r);
        }
        (self.exp_less_one(r, q), biased)
    }
    /// `exp(r) - 1` for a small `r`.
    fn exp_less_one(&mut self, r: Value, q: &[f64]) -> Value {
        let q = self.polynomial(r, q);
        let square = self.e.mulf(r, r);
        self.e.fma(square, q, r)
    }
    /// `p 2^n` for `n` from -252 to 254 with the bias 254: two factors, so that subnormal and infinite results are rounded once.
    fn scaled(&mut self, p: Value, n: Value) -> Value {
        let one = self.int(1);
        let half = self.e.shrui(n, one);
        let rest = self.e.subi(n, half);
        let (half, rest) = (self.power_of_two(half), self.power_of_two(rest));
        let scaled = self.e.mulf(p, half);
        self.e.mulf(scaled, rest)
    }
    /// `exp(x)` for `|x| < 80`, where the result and all intermediate values are normal numbers.
    pub(super) fn exp_in_range(&mut self, x: Value) -> Value {
        let (less_one, n) = self.reduced(x, 127.0, &Q_WITH_ONE);
        let scale = self.power_of_two(n);
        self.e.fma(less_one, scale, scale)
    }
    /// `p exp(x)` for `x` from -160 to 80, rounded once more.
    pub(super) fn exp_times(&mut self, x: Value, p: Value) -> Value {
        let (less_one, n) = self.reduced(x, 254.0, &Q_WITH_ONE);
        let p = self.e.fma(less_one, p, p);
        self.scaled(p, n)
    }
    /// Half of `exp(x)` for `x` from 0 to 90.
    pub(super) fn exp_half(&mut self, x: Value) -> Value {
        let (less_one, n) = self.reduced(x, 253.0, &Q_WITH_ONE);
        let one = self.num(1.0);
        let p = self.e.addf(less_one, one);
        self.scaled(p, n)
    }
    pub(super) fn expm1(&mut self, x: Value) -> Value {
        let y = self.clamp(x, CmpFPredicate::Ogt, 89.0);
        let y = self.clamp(y, CmpFPredicate::Olt, -25.0);
        // Half of the result has a finite power of two: 2^(n-1) (exp(r) - 1) + (2^(n-1) - 1/2).
        let (less_one, n) = self.reduced(y, 126.0, &Q);
        let (power, half) = (self.power_of_two(n), self.num(0.5));
        let rest = self.e.subf(power, half);
        let result = self.e.fma(less_one, power, rest);
        let result = self.e.addf(result, result);
        self.e.copysign(result, x)
    }
    pub(super) fn tanh(&mut self, x: Value) -> Value {
        let square = self.e.mulf(x, x);
        let p = self.polynomial(square, &TANH);
        let p = self.e.mulf(p, square);
        let small = self.e.fma(p, x, x);
        // 1 - 2 / (exp(2 |x|) + 1); from 10 on the result is 1.
        let size = self.abs(x);
        let limited = self.clamp(size, CmpFPredicate::Ogt, 10.0);
        let twice = self.e.addf(limited, limited);
        let (exp, one, two) = (self.exp_in_range(twice), self.num(1.0), self.num(-2.0));
        let sum = self.e.addf(exp, one);
        let quotient = self.e.divf(two, sum);
        let large = self.e.addf(quotient, one);
        let limit = self.num(0.6);
        let is_small = self.e.cmpf(CmpFPredicate::Olt, size, limit);
        let result = self.e.select(is_small, small, large);
        self.e.copysign(result, x)
    }
}
