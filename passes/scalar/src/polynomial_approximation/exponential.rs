//! `exp`, `exp2`, `expm1` and `tanh`.
//!
//! `exp(x) = 2^n exp(r)` with `n` the integer nearest to `x / ln 2` and `r = x - n ln 2`, in which `ln 2` has two parts so that the first
//! product is exact; `exp(r) = 1 + r + r^2 q(r)` for `|r| <= ln 2 / 2`.

use super::{
    formula::{at_least, at_most, exponential, nearest, polynomial, power_of_two, tanh_of_positive},
    number::{Bits, Number},
};

const Q: [f64; 6] =
    [1.733349491e-04, 1.393328770e-03, 8.337876759e-03, 4.166648164e-02, 1.666664779e-01, 5.000000000e-01];
/// The same where a power of two is added, so that less precision is needed.
const Q_WITH_ONE: [f64; 5] =
    [1.383886673e-03, 8.369192481e-03, 4.166810215e-02, 1.666651666e-01, 4.999999404e-01];
const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// The first bits of `ln 2`, few enough that their product with `n` is exact, and the remainder.
const LN_2: [f64; 2] = [0.693_145_751_953_125, 1.428_606_765e-6];
/// `exp(r) - 1` for a small `r`.
fn exp_less_one<'c>(r: Number<'c>, q: &[f64]) -> Number<'c> {
    (r * r).fma(polynomial(r, q), r)
}
/// `exp(r) - 1` for `x = n ln 2 + r`, and `n` with a bias.
fn reduced<'c>(x: Number<'c>, bias: f64, q: &[f64]) -> (Number<'c>, Bits<'c>) {
    let (n, bits) = nearest(x, LOG2_E, bias);
    let r = n.fma(-LN_2[1], n.fma(-LN_2[0], x));
    (exp_less_one(r, q), bits)
}
pub(super) fn exp<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -104.0);
    let (less_one, bits) = reduced(x, 0.0, &Q_WITH_ONE);
    exponential(x, less_one + 1.0, bits, 88.722_84)
}
/// `exp(x)` as a number that is rounded to `f16` afterwards: normal and finite, as results that are not are far beyond its range.
pub(super) fn exp_for_f16<'c>(x: Number<'c>) -> Number<'c> {
    let (less_one, n) = reduced(at_most(at_least(x, -80.0), 80.0), 127.0, &Q_WITH_ONE);
    let power = power_of_two(n);
    less_one.fma(power, power)
}
pub(super) fn exp2<'c>(x: Number<'c>) -> Number<'c> {
    let x = at_least(x, -151.0);
    let (n, bits) = nearest(x, 1.0, 0.0);
    let less_one = exp_less_one((x - n) * std::f64::consts::LN_2, &Q_WITH_ONE);
    exponential(x, less_one + 1.0, bits, 128.0)
}
pub(super) fn tanh<'c>(x: Number<'c>) -> Number<'c> {
    // From 9.1 on the result is 1.
    tanh_of_positive(at_most(x.abs(), 10.0), LN_2, &Q).with_sign_of(x)
}
/// `p exp(x)` for `x` from -120 to 0, rounded once more: times two powers of two, as the result may be subnormal.
pub(super) fn exp_times<'c>(x: Number<'c>, p: Number<'c>) -> Number<'c> {
    let (less_one, n) = reduced(x, 127.0 + 64.0, &Q_WITH_ONE);
    less_one.fma(p, p) * power_of_two(n) * 2f64.powi(-64)
}
/// A quarter of `exp(x)` for `x` from 0 to 89.5.
pub(super) fn exp_quarter<'c>(x: Number<'c>) -> Number<'c> {
    let (less_one, n) = reduced(x, 125.0, &Q_WITH_ONE);
    let power = power_of_two(n);
    less_one.fma(power, power)
}
pub(super) fn expm1<'c>(x: Number<'c>) -> Number<'c> {
    // Half of the result has a finite power of two: 2^(n-1) (exp(r) - 1) + (2^(n-1) - 1/2).
    let (less_one, n) = reduced(at_least(at_most(x, 89.0), -25.0), 126.0, &Q);
    let power = power_of_two(n);
    let half = less_one.fma(power, power - 0.5);
    (half + half).copysign(x)
}
