//! `exp`, `exp2`, `expm1` and `tanh`.
//!
//! `exp(x) = 2^n exp(r)` with `n` next to `x / ln 2` and `r = x - n ln 2`, in which `ln 2` has two parts so that the first
//! product is exact; `exp(r) = 1 + r + r^2 q(r)` for `|r| <= ln 2 / 2`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::{Approx, MAGIC};

const Q: [f64; 6] =
    [1.733349491e-04, 1.393328770e-03, 8.337876759e-03, 4.166648164e-02, 1.666664779e-01, 5.000000000e-01];
/// The same where a power of two is added, next to which less counts.
const Q_WITH_ONE: [f64; 5] =
    [1.383886673e-03, 8.369192481e-03, 4.166810215e-02, 1.666651666e-01, 4.999999404e-01];
const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// The first bits of `ln 2`, few enough that their product with `n` is exact, and the rest.
const LN_2: [f64; 2] = [0.693_145_751_953_125, 1.428_606_765e-6];
/// Of `tanh(x) = x + x^3 p(x^2)` for `|x| < 0.6`.
const TANH: [f64; 5] =
    [-5.900089629e-03, 2.079963312e-02, -5.378481001e-02, 1.333193630e-01, -3.333329856e-01];

/// `x = n ln 2 + r`.
struct Reduced {
    /// The integer above the bits of [`MAGIC`].
    shifted: Value,
    /// `exp(r) - 1`.
    less_one: Value,
}

impl Approx<'_, '_, '_> {
    fn reduced(&mut self, x: Value, q: &[f64]) -> Reduced {
        let (n, shifted) = self.nearest(x, LOG2_E);
        let mut r = x;
        for part in LN_2 {
            let part = self.num(-part);
            r = self.e.fma(n, part, r);
        }
        let less_one = self.exp_less_one(r, q);
        Reduced { shifted, less_one }
    }
    /// `exp(r) - 1` for a small `r`.
    fn exp_less_one(&mut self, r: Value, q: &[f64]) -> Value {
        let q = self.polynomial(r, q);
        let square = self.e.mulf(r, r);
        self.e.fma(square, q, r)
    }
    /// The integer from the bits of the sum with [`MAGIC`].
    fn unshifted(&mut self, shifted: Value) -> Value {
        let bias = self.int(i64::from((MAGIC as f32).to_bits()));
        self.e.subi(shifted, bias)
    }
    /// `p 2^n` for `n` from -252 to 254: with two factors, so that what is denormal or infinite is rounded once.
    fn scaled(&mut self, p: Value, n: Value) -> Value {
        let one = self.int(1);
        let half = strata_arith::ShRSIOp::build(self.e.0, n, one, None);
        let rest = self.e.subi(n, half);
        let (half, rest) = (self.power_of_two(half), self.power_of_two(rest));
        let scaled = self.e.mulf(p, half);
        self.e.mulf(scaled, rest)
    }
    pub(super) fn exp(&mut self, x: Value) -> Value {
        // Beyond these the result is infinite or zero whatever the argument.
        let x = self.clamp(x, CmpFPredicate::Ogt, 89.0);
        let x = self.clamp(x, CmpFPredicate::Olt, -104.0);
        let r = self.reduced(x, &Q_WITH_ONE);
        let (one, n) = (self.num(1.0), self.unshifted(r.shifted));
        let p = self.e.addf(r.less_one, one);
        self.scaled(p, n)
    }
    /// `exp(x)` for `|x| < 80`, where neither the result nor what leads to it leaves the normal numbers.
    pub(super) fn exp_in_range(&mut self, x: Value) -> Value {
        let r = self.reduced(x, &Q_WITH_ONE);
        let (one, n) = (self.num(1.0), self.unshifted(r.shifted));
        let p = self.e.addf(r.less_one, one);
        let scale = self.power_of_two(n);
        self.e.mulf(p, scale)
    }
    /// `2^n` and `m` with `exp(-t - u) = 2^n (1 + m)`, for a sum of which `u` is the smaller part; `m` is rounded as if the sum
    /// were not.
    pub(super) fn exp_parts(&mut self, t: Value, u: Value) -> (Value, Value) {
        let sum = self.e.addf(t, u);
        let [sum, t, u] = [sum, t, u].map(|v| self.e.negf(v));
        let (n, shifted) = self.nearest(sum, LOG2_E);
        let [high, low] = LN_2.map(|part| self.num(-part));
        let (large, small) = (self.e.fma(n, high, t), self.e.fma(n, low, u));
        let r = self.e.addf(large, small);
        let q = self.polynomial(r, &Q);
        let square = self.e.mulf(r, r);
        let rest = self.e.fma(square, q, small);
        let less_one = self.e.addf(large, rest);
        let n = self.unshifted(shifted);
        (self.power_of_two(n), less_one)
    }
    /// `p exp(x)` for `x` from -160 to 80, rounded once more.
    pub(super) fn exp_times(&mut self, x: Value, p: Value) -> Value {
        let r = self.reduced(x, &Q_WITH_ONE);
        let n = self.unshifted(r.shifted);
        let p = self.e.fma(r.less_one, p, p);
        self.scaled(p, n)
    }
    /// Half of `exp(x)` for `x` from 0 to 90.
    pub(super) fn exp_half(&mut self, x: Value) -> Value {
        let r = self.reduced(x, &Q_WITH_ONE);
        let (n, one) = (self.unshifted(r.shifted), self.int(1));
        let n = self.e.subi(n, one);
        let one = self.num(1.0);
        let p = self.e.addf(r.less_one, one);
        self.scaled(p, n)
    }
    pub(super) fn exp2(&mut self, x: Value) -> Value {
        let x = self.clamp(x, CmpFPredicate::Ogt, 129.0);
        let x = self.clamp(x, CmpFPredicate::Olt, -151.0);
        let (n, shifted) = self.nearest(x, 1.0);
        let fraction = self.e.subf(x, n);
        let ln_2 = self.num(std::f64::consts::LN_2);
        let r = self.e.mulf(fraction, ln_2);
        let (p, one) = (self.exp_less_one(r, &Q_WITH_ONE), self.num(1.0));
        let p = self.e.addf(p, one);
        let n = self.unshifted(shifted);
        self.scaled(p, n)
    }
    pub(super) fn expm1(&mut self, x: Value) -> Value {
        let y = self.clamp(x, CmpFPredicate::Ogt, 89.0);
        let y = self.clamp(y, CmpFPredicate::Olt, -25.0);
        let r = self.reduced(y, &Q);
        // Half of the result, whose power of two is finite: 2^(n-1) (exp(r) - 1) + (2^(n-1) - 1/2).
        let (n, one) = (self.unshifted(r.shifted), self.int(1));
        let n = self.e.subi(n, one);
        let (power, half) = (self.power_of_two(n), self.num(0.5));
        let rest = self.e.subf(power, half);
        let result = self.e.fma(r.less_one, power, rest);
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
