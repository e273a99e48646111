//! `atan`, `atan2`, `asin` and `acos` of `f64`.
//!
//! The arc tangent is an odd polynomial of a quotient of at most 1. The arc sine is an odd polynomial of numbers of at most 1/2; beyond
//! that, it is `pi / 2` minus twice the arc sine of `sqrt((1 - x) / 2)`.

use super::{
    super::number::{Number, Truth},
    fast_two_sum, polynomial,
};

/// Of `atan(a) = a + a^3 p(a^2)` for `a` from 0 to 1.
pub(super) const ATAN: [f64; 20] = [
    1.3237581354451392e-05,
    -0.00015228760835281815,
    0.0008319167668462322,
    -0.0028866345876184577,
    0.007199907213803361,
    -0.013905482091517408,
    0.021990219705859303,
    -0.029908359786960676,
    0.03664484857420874,
    -0.04219328832015393,
    0.047223819538272364,
    -0.05253537046654189,
    0.05880532212137184,
    -0.06666404846623845,
    0.07692279943357085,
    -0.09090907012695935,
    0.11111111007629393,
    -0.14285714282597795,
    0.1999999999995189,
    -0.3333333333333307,
];
/// `pi / 2` and its rounding error.
pub(super) const HALF_PI: [f64; 2] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17];
pub(super) fn atan_of_quotient<'c>(a: Number<'c>) -> Number<'c> {
    let z = a * a;
    let result = (polynomial(z, &ATAN) * z).fma(a, a);
    a.eq(1.0).select(std::f64::consts::FRAC_PI_4, result)
}
pub(super) fn atan<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    let large = t.gt(1.0);
    let near = atan_of_quotient(large.select(1.0 / t, t));
    let far = HALF_PI[0] + (HALF_PI[1] - near);
    large.select(far, near).copysign(x)
}
pub(super) fn atan2<'c>(y: Number<'c>, x: Number<'c>) -> Number<'c> {
    let (width, height) = (x.abs(), y.abs());
    let steep = height.gt(width);
    let above = steep.select(width, height);
    let below = steep.select(height, width);
    let quotient = above / below;
    let quotient = above.eq(0.0).select(0.0, quotient);
    let quotient = above.eq(f64::INFINITY).select(1.0, quotient);
    let angle = atan_of_quotient(quotient);
    let left = x.bits().is_negative();
    let sign = steep.select(left.select(1.0, -1.0), left.select(-1.0, 1.0));
    let high = steep.select(HALF_PI[0], left.select(2.0 * HALF_PI[0], 0.0));
    let low = steep.select(HALF_PI[1], left.select(2.0 * HALF_PI[1], 0.0));
    let result = high + sign.fma(angle, low);
    x.unordered(y).select(f64::NAN, result.copysign(y))
}
/// Of `asin(s) = s + s^3 p(s^2)` for `s` from 0 to 1/2.
pub(super) const ASIN: [f64; 12] = [
    0.031913077046298234,
    -0.01622543726335923,
    0.01952902510605718,
    0.006527695082098844,
    0.01216927729479524,
    0.013885225259359157,
    0.017359705830170387,
    0.02237175797607296,
    0.030381959140313036,
    0.044642856828238126,
    0.07500000000337137,
    0.16666666666665408,
];
/// Whether `t` is large, and `s` and `asin(s) - s` for the number `s` that replaces it.
pub(super) fn asin_parts<'c>(t: Number<'c>) -> (Truth<'c>, Number<'c>, Number<'c>) {
    let large = t.gt(0.5);
    let z = large.select((1.0 - t) * 0.5, t * t);
    let s = large.select(z.sqrt(), t);
    (large, s, polynomial(z, &ASIN) * z * s)
}
pub(super) fn asin<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    let (large, s, rest) = asin_parts(t);
    let (far, lost) = fast_two_sum(t.num(HALF_PI[0]), s * -2.0);
    let far = far + (rest.fma(-2.0, lost + HALF_PI[1]));
    large.select(far, s + rest).copysign(x)
}
pub(super) fn acos<'c>(x: Number<'c>) -> Number<'c> {
    let (large, s, rest) = asin_parts(x.abs());
    let s = s.copysign(x);
    let rest = rest.copysign(x);
    let near = HALF_PI[0] - (s - (HALF_PI[1] - rest));
    let right = 2.0 * (s + rest);
    let left = 2.0 * (HALF_PI[0] + (s + (rest + HALF_PI[1])));
    large.select(x.gt(0.0).select(right, left), near)
}
