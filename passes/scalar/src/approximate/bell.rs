//! `erf`: near zero an odd polynomial, elsewhere `1 - exp(-t - t p(t))` with `t = |x|`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::Approx;

/// Of `erf(x) = x + x p(x^2)` for `|x| < 0.9275`.
const SMALL: [f64; 7] = [
    7.964601537e-05,
    -8.042893605e-04,
    5.191890523e-03,
    -2.685557678e-02,
    1.128362417e-01,
    -3.761262894e-01,
    1.283791661e-01,
];
/// Of the exponent elsewhere.
const LARGE: [f64; 7] = [
    1.151729884e-05,
    -3.256656055e-04,
    3.654117929e-03,
    -2.378676273e-02,
    1.062655970e-01,
    6.351339221e-01,
    1.286527812e-01,
];

impl Approx<'_, '_, '_> {
    pub(super) fn erf(&mut self, x: Value) -> Value {
        let square = self.e.mulf(x, x);
        let p = self.polynomial(square, &SMALL);
        let small = self.e.fma(p, x, x);
        // From 4 on the result is 1.
        let size = self.abs(x);
        let t = self.clamp(size, CmpFPredicate::Ogt, 4.0);
        let p = self.polynomial(t, &LARGE);
        let exponent = self.e.fma(p, t, t);
        let exponent = self.e.negf(exponent);
        let (one, exp) = (self.num(1.0), self.exp_in_range(exponent));
        let large = self.e.subf(one, exp);
        let limit = self.num(0.9275);
        let is_small = self.e.cmpf(CmpFPredicate::Olt, size, limit);
        let result = self.e.select(is_small, small, large);
        self.e.copysign(result, x)
    }
}
