//! `erf` and `erfc` of `f64`.
//!
//! Near zero a polynomial; from there on `erfc(t) = exp(-t^2) p(s) / (t + K)` with `s = (t - K) / (t + K)`.

use super::{
    super::number::Number,
    at_most,
    exponential::{exp_less_one, exp_parts},
    fast_two_sum, polynomial, power_of_two, scaled, two_sum,
};

/// Of `erf(x) = x + x p(x^2)` for `|x| < 1`.
pub(super) const ERF: [f64; 13] = [
    1.4333773982363207e-10,
    -1.6459308662994393e-09,
    1.601192175990076e-08,
    -1.6556951475857566e-07,
    1.648104374055369e-06,
    -1.4926880634310338e-05,
    0.00012055386163952788,
    -0.0008548328535142186,
    0.005223977652683923,
    -0.026866170648030558,
    0.11283791670971097,
    -0.376126389031841,
    0.1283791670955126,
];
/// Of `erfc(t) exp(t^2) (t + 2)` from 1 to 6, as precise as `1 - erfc(t)` needs it.
pub(super) const ERF_TAIL: [f64; 13] = [
    -2.6418870830187418e-06,
    4.529338521215726e-05,
    0.00014838606320140648,
    3.497930514883847e-05,
    -0.0006631913423765771,
    -0.0008373628618440087,
    0.0030906046267261847,
    0.006479185846158369,
    -0.021510661698723822,
    -0.03644223150258392,
    0.27947209255524913,
    -0.6871606844138392,
    1.0215827052420232,
];
/// Of `erfc(t) exp(t^2) (t + K)`.
pub(super) const ERFC: [f64; 23] = [
    -5.537703467965426e-09,
    -6.1205218011435636e-09,
    2.2136553668846747e-08,
    4.4168440863872826e-08,
    -5.610182937841741e-08,
    -2.6883044528465064e-07,
    3.051437603835769e-07,
    1.659507695480573e-06,
    -3.303041871355103e-06,
    -8.905333393590401e-06,
    3.747643457021201e-05,
    1.0594338347567917e-05,
    -0.0003486479248814596,
    0.0007948230452631085,
    0.0009863382352390995,
    -0.012535880036012543,
    0.04911877860146887,
    -0.1319554011787883,
    0.2790620490344634,
    -0.49047029120767277,
    0.7363189252217363,
    -0.9587415766529096,
    1.0919229095627891,
];
pub(super) const ERFC_K: f64 = 3.75;
/// `p exp(-t^2)`, with `p` given as the sum of two numbers.
pub(super) fn bell<'c>(t: Number<'c>, p: Number<'c>, low: Number<'c>) -> Number<'c> {
    let square = t * t;
    let lost = t.fma(-t, square);
    let (a, b, n) = exp_parts(-square, Some(lost), 2046.0);
    let sum = a.fma(p, p);
    let lost = a.fma(p, p - sum);
    scaled(sum + (lost + b.fma(p, low)), n)
}
pub(super) fn erfc<'c>(x: Number<'c>) -> Number<'c> {
    let t = at_most(x.abs(), 27.5);
    let (below, below_low) = two_sum(t, t.num(ERFC_K));
    let inverse = 1.0 / below;
    let above = t - ERFC_K;
    let s = above * inverse;
    let rest = polynomial(s, &ERFC[..ERFC.len() - 1]);
    let (p, lost) = fast_two_sum(s.num(ERFC[ERFC.len() - 1]), rest * s);
    let p_low = rest.fma(s.fma(-below, above) * inverse, lost);
    let q = p * inverse;
    let low = below_low.fma(-q, q.fma(-below, p) + p_low) * inverse;
    let tail = bell(t, q, low);
    let far = x.lt(0.0).select(2.0 - tail, tail);
    // Near zero the polynomial of erf is more precise.
    let near = polynomial(x * x, &ERF).fma(-x, 1.0 - x);
    t.lt(0.85).select(near, far)
}
pub(super) fn erf<'c>(x: Number<'c>) -> Number<'c> {
    let t = at_most(x.abs(), 6.0);
    let square = t * t;
    let near = polynomial(square, &ERF).fma(t, t);
    let inverse = 1.0 / (t + 2.0);
    let p = polynomial((t - 2.0) * inverse, &ERF_TAIL) * inverse;
    let (m, n) = exp_less_one(-square, 1023.0);
    let tail = m.fma(p, p) * power_of_two(n);
    t.lt(1.0).select(near, 1.0 - tail).copysign(x)
}
