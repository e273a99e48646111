//! `sin`, `cos` and `tan` of `f64`.
//!
//! `x = n pi / 2 + r + l` with `pi / 2` in four parts, of which the products of the first three with `n` are exact, so that no digit is
//! lost near multiples of `pi / 2` either.

use super::{
    super::number::{Bits, Number},
    fast_two_sum, nearest, payne_hanek, polynomial, two_sum,
};

/// Parts of `pi / 2`; the first three have 33 bits.
pub(super) const PIO2: [f64; 4] =
    [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32];
/// Of `sin(r) = r + r^3 p(r^2)` for `|r| <= pi / 4`.
pub(super) const SIN: [f64; 6] = [
    1.5896895096005562e-10,
    -2.5050760026168626e-08,
    2.755731370585017e-06,
    -0.000198412698298553,
    0.008333333333322488,
    -0.16666666666666632,
];
/// Of `cos(r) = 1 - r^2 / 2 + r^4 p(r^2)` for `|r| <= pi / 4`.
pub(super) const COS: [f64; 6] = [
    -1.1359941527824194e-11,
    2.0875729410191675e-09,
    -2.755731440185715e-07,
    2.480158728967379e-05,
    -0.0013888888888874476,
    0.0416666666666666,
];
/// Sine and cosine of the reduced argument, each with its rounding error, and the number of quarter turns that were subtracted.
pub(super) struct Quadrant<'c> {
    sin: Number<'c>,
    sin_low: Number<'c>,
    cos: Number<'c>,
    cos_low: Number<'c>,
    n: Bits<'c>,
}
pub(super) fn reduced<'c>(x: Number<'c>) -> Quadrant<'c> {
    let (n, bits) = nearest(x, std::f64::consts::FRAC_2_PI, 0.0);
    let first = n.fma(-PIO2[0], x);
    let (second, lost) = two_sum(first, n * -PIO2[1]);
    let (r, more) = two_sum(second, n * -PIO2[2]);
    let low = n.fma(-PIO2[3], lost + more);
    quadrant(r, low, bits)
}
/// The same for any number of at least one.
fn reduced_far<'c>(x: Number<'c>) -> Quadrant<'c> {
    let payne_hanek::Reduced { r, low, n } = payne_hanek::reduce(x);
    quadrant(r, low, n)
}
/// Sine and cosine of `r + low`.
fn quadrant<'c>(r: Number<'c>, low: Number<'c>, bits: Bits<'c>) -> Quadrant<'c> {
    let z = r * r;
    // sin(r + low) = r + (r^3 p + low (1 - r^2 / 2))
    let p = polynomial(z, &SIN) * z;
    let sin_low = p.fma(r, z.fma(low * -0.5, low));
    let half = z * 0.5;
    let cos = 1.0 - half;
    let lost = (1.0 - cos) - half;
    let p = polynomial(z, &COS) * z;
    let cos_low = p.fma(z, low.fma(-r, lost));
    Quadrant { sin: r, sin_low, cos, cos_low, n: bits }
}
/// The sine with 0 quarters, the cosine with 1.
pub(super) fn sine<'c>(x: Number<'c>, quarters: i64) -> Number<'c> {
    let result = sine_in(reduced(x), quarters);
    if quarters == 0 { x.eq(0.0).select(x, result) } else { result }
}
/// The same for any number of at least one; NaN if it is not finite.
pub(super) fn sine_far<'c>(x: Number<'c>, quarters: i64) -> Number<'c> {
    finite_or_nan(x, sine_in(reduced_far(x), quarters))
}
fn finite_or_nan<'c>(x: Number<'c>, result: Number<'c>) -> Number<'c> {
    x.abs().lt(f64::INFINITY).select(result, f64::NAN)
}
fn sine_in<'c>(q: Quadrant<'c>, quarters: i64) -> Number<'c> {
    let n = q.n + quarters;
    let is_cos = (n & 1).is_not(0);
    let result = is_cos.select(q.cos, q.sin) + is_cos.select(q.cos_low, q.sin_low);
    (result.bits() ^ ((n & 2) << 62)).float()
}
pub(super) fn tan<'c>(x: Number<'c>) -> Number<'c> {
    let result = tan_in(reduced(x));
    x.eq(0.0).select(x, result)
}
/// The same for any number of at least one; NaN if it is not finite.
pub(super) fn tan_far(x: Number<'_>) -> Number<'_> {
    finite_or_nan(x, tan_in(reduced_far(x)))
}
fn tan_in(q: Quadrant<'_>) -> Number<'_> {
    let (sin, sin_low) = fast_two_sum(q.sin, q.sin_low);
    let (cos, cos_low) = fast_two_sum(q.cos, q.cos_low);
    let odd = q.n & 1;
    let is_odd = odd.is_not(0);
    let (above, above_low) = (is_odd.select(cos, sin), is_odd.select(cos_low, sin_low));
    let (below, below_low) = (is_odd.select(sin, cos), is_odd.select(sin_low, cos_low));
    let inverse = 1.0 / below;
    let quotient = above * inverse;
    let rest = below_low.fma(-quotient, quotient.fma(-below, above) + above_low);
    let result = rest.fma(inverse, quotient);
    (result.bits() ^ (odd << 63)).float()
}
