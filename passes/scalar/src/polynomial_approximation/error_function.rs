//! `erf` and `erfc`.
//!
//! `erf` is a polynomial near zero, and `1 - p(t)^4` from there on, where errors of `p` have little effect. `erfc(t) = exp(-t^2) p(s) /
//! (t + K)` with `s = (t - K) / (t + K)`.

use super::{
    exponential::exp_times,
    formula::{at_most, polynomial, two_product},
    number::Number,
};

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

pub(super) fn erf<'c>(x: Number<'c>) -> Number<'c> {
    let (t, square) = (x.abs(), x * x);
    let near = polynomial(square, &ERF).fma(x, x);
    // From 4 on the result is 1.
    let root = polynomial(at_most(t - 2.0, 2.0), &ERF_TAIL);
    let root = root * root;
    let far = root.fma(-root, 1.0).with_sign_of(x);
    t.lt(1.1).select(near, far)
}
pub(super) fn erfc<'c>(x: Number<'c>) -> Number<'c> {
    // From 10.1 on the result is 0.
    let t = at_most(x.abs(), 10.5);
    let inverse = 1.0 / (t + K);
    let p = polynomial((t - K) * inverse, &ERFC) * inverse;
    // The square and its rounding error, which only matters where the exponent is large.
    let (square, lost) = two_product(t, t);
    let tail = exp_times(-square, lost.fma(-p, p));
    // erfc(-t) = 2 - erfc(t)
    x.lt(0.0).select(2.0 - tail, tail)
}
