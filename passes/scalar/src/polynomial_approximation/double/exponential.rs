//! `exp`, `exp2`, `expm1` and `tanh` of `f64`.
//!
//! As for `f32`: `exp(x) = 2^n exp(r)` and `exp(r) = 1 + r + r^2 q(r)`. Where the result may be near zero, `r` remains a sum of two
//! numbers of which the larger one is exact.

use super::{
    super::number::{Bits, Number, Truth},
    LN_2, LOG2_E, at_least, at_most, exponential, nearest, polynomial, power_of_two, tanh_of_positive,
};

/// Of `exp(r) = 1 + r + r^2 q(r)` for `|r| <= ln 2 / 2`.
pub(super) const EXP: [f64; 10] = [
    2.5015814482302338e-08,
    2.763050229116253e-07,
    2.7557535570512268e-06,
    2.4801492246251144e-05,
    0.00019841269562403908,
    0.0013888888944580888,
    0.008333333333470801,
    0.041666666666526235,
    0.16666666666666444,
    0.5000000000000011,
];
/// Of `2^r = 1 + r q(r)` for `|r| <= 1/2`.
pub(super) const EXP_2: [f64; 11] = [
    4.495134954818674e-10,
    7.0743993210896365e-09,
    1.0177796236518674e-07,
    1.3215431491365456e-06,
    1.5252734459233404e-05,
    0.00015403530465054864,
    0.0013333558145785162,
    0.00961812910758768,
    0.055504108664824046,
    0.24022650695910147,
    std::f64::consts::LN_2,
];
/// `exp(r) = 1 + a + b` and the power of two for `exp(x + lost)`.
pub(super) fn exp_parts<'c>(
    x: Number<'c>,
    lost: Option<Number<'c>>,
    bias: f64,
) -> (Number<'c>, Number<'c>, Bits<'c>) {
    let (n, bits) = nearest(x, LOG2_E, bias);
    let large = n.fma(-LN_2[0], x);
    let small = match lost {
        Some(lost) => n.fma(-LN_2[1], lost),
        None => n * -LN_2[1],
    };
    let r = large + small;
    let q = polynomial(r, &EXP);
    (large, (r * r).fma(q, small), bits)
}
/// `exp(r) - 1` and the power of two for `exp(x)`.
pub(super) fn exp_less_one<'c>(x: Number<'c>, bias: f64) -> (Number<'c>, Bits<'c>) {
    let (n, bits) = nearest(x, LOG2_E, bias);
    let r = n.fma(-LN_2[1], n.fma(-LN_2[0], x));
    ((r * r).fma(polynomial(r, &EXP), r), bits)
}
/// `exp(x)` for any `x`.
pub(super) fn exp<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -746.0);
    let (m, n) = exp_less_one(x, 0.0);
    exponential(x, m + 1.0, n, 709.782_712_893_384_1)
}
/// Whether `exp(x)` is not a normal number, or near to the largest one.
pub(super) fn exp_is_unusual<'c>(x: Number<'c>) -> Truth<'c> {
    x.abs().not_less(708.0)
}
/// `exp(x)` where it is a normal number.
pub(super) fn usual_exp<'c>(x: Number<'c>) -> Number<'c> {
    let (m, n) = exp_less_one(x, 1023.0);
    let power = power_of_two(n);
    m.fma(power, power)
}
pub(super) fn exp2<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -1076.0);
    let (n, bits) = nearest(x, 1.0, 0.0);
    let r = x - n;
    exponential(x, polynomial(r, &EXP_2).fma(r, 1.0), bits, 1024.0)
}
pub(super) fn expm1<'c>(x: Number<'c>) -> Number<'c> {
    let y = at_least(at_most(x, 710.0), -40.0);
    // Half of the result has a finite power of two.
    let (a, b, n) = exp_parts(y, None, 1022.0);
    let power = power_of_two(n);
    let half = b.fma(power, a.fma(power, power - 0.5));
    x.abs().lt(1e-200).select(x, half + half)
}
pub(super) fn tanh<'c>(x: Number<'c>) -> Number<'c> {
    // From 18.7 on the result is 1.
    tanh_of_positive(at_most(x.abs(), 20.0), LN_2, &EXP).with_sign_of(x)
}
