//! `erf` and `erfc`.
//!
//! `erf` is a polynomial near zero, and `1 - p(t)^4` from there on, where errors of `p` have little effect. `erfc(t) = exp(-t^2) p(s) /
//! (t + K)` with `s = (t - K) / (t + K)`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::Approx;

/// Of `erf(t) = t + t p(t^2)` for `t < 1.1`.
const ERF: [f64; 7] = [
    7.209697651e-05,
    -7.814788842e-04,
    5.166312214e-03,
    -2.684257738e-02,
    1.128333583e-01,
    -3.761260808e-01,
    1.283791661e-01,
];
/// Of `(1 - erf(t))^(1/4)` for `t` from 1.1 to 3.95, in `t - 2`.
const ERF_TAIL: [f64; 8] = [
    -1.803859341e-04,
    7.169259479e-04,
    1.518217730e-03,
    -1.221445389e-02,
    6.915522739e-03,
    9.913556278e-02,
    -2.888633609e-01,
    2.615222931e-01,
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
        let t = self.abs(x);
        let square = self.e.mulf(t, t);
        let p = self.polynomial(square, &ERF);
        let near = self.e.fma(p, t, t);
        // From 4 on the result is 1.
        let two = self.num(2.0);
        let moved = self.e.subf(t, two);
        let moved = self.clamp(moved, CmpFPredicate::Ogt, 2.0);
        let root = self.polynomial(moved, &ERF_TAIL);
        let root = self.e.mulf(root, root);
        let (minus, one, limit) = (self.e.negf(root), self.num(1.0), self.num(1.1));
        let far = self.e.fma(minus, root, one);
        let is_near = self.e.cmpf(CmpFPredicate::Olt, t, limit);
        let result = self.e.select(is_near, near, far);
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
        // The square and its rounding error, which only matters where the exponent is large.
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
