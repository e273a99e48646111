//! `erf` and `erfc`.
//!
//! `erf(t) = 1 - exp(-t - t p(t))` for `t = |x|`, in parts of the exponential that lose nothing near zero. `erfc(t) = exp(-t^2) p(s) / (t + K)`
//! with `s = (t - K) / (t + K)`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::Approx;

/// Of the exponent of `1 - erf(t)` for `t < 3.95`.
const ERF: [f64; 9] = [
    -9.386977581e-06,
    1.188545866e-04,
    -6.373463548e-04,
    1.675656647e-03,
    -1.694940001e-04,
    -1.914782450e-02,
    1.027763039e-01,
    6.366195679e-01,
    1.283791661e-01,
];
/// Of `erfc(t) exp(t^2) (t + K)`.
const ERFC: [f64; 10] = [
    -3.413155719e-05,
    -5.081843119e-04,
    -7.314445102e-04,
    3.023131751e-03,
    6.433429196e-03,
    -2.149693668e-02,
    -3.643514588e-02,
    2.794709504e-01,
    -6.871609688e-01,
    1.021582723e+00,
];
const K: f64 = 2.0;

impl Approx<'_, '_, '_> {
    pub(super) fn erf(&mut self, x: Value) -> Value {
        // From 4 on the result is 1.
        let size = self.abs(x);
        let t = self.clamp(size, CmpFPredicate::Ogt, 4.0);
        let p = self.polynomial(t, &ERF);
        let rest = self.e.mulf(p, t);
        // 1 - 2^n (1 + m) = (1 - 2^n) - 2^n m
        let (power, less_one) = self.exp_parts(t, rest);
        let one = self.num(1.0);
        let rest = self.e.subf(one, power);
        let less_one = self.e.negf(less_one);
        let result = self.e.fma(less_one, power, rest);
        self.e.copysign(result, x)
    }
    pub(super) fn erfc(&mut self, x: Value) -> Value {
        // From 10.1 on the result is 0.
        let size = self.abs(x);
        let t = self.clamp(size, CmpFPredicate::Ogt, 10.5);
        let (k, one) = (self.num(K), self.num(1.0));
        let (below, above) = (self.e.addf(t, k), self.e.subf(t, k));
        let inverse = self.e.divf(one, below);
        let s = self.e.mulf(above, inverse);
        let p = self.polynomial(s, &ERFC);
        let p = self.e.mulf(p, inverse);
        // The square and what it lost, which only matters where the exponent is large.
        let square = self.e.mulf(t, t);
        let minus = self.e.negf(square);
        let lost = self.e.fma(t, t, minus);
        let lost = self.e.mulf(lost, p);
        let p = self.e.subf(p, lost);
        let tail = self.exp_times(minus, p);
        // erfc(-t) = 2 - erfc(t)
        let (zero, two) = (self.num(0.0), self.num(2.0));
        let mirrored = self.e.subf(two, tail);
        let is_negative = self.e.cmpf(CmpFPredicate::Olt, x, zero);
        self.e.select(is_negative, mirrored, tail)
    }
}
