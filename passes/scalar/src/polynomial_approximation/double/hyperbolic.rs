//! `sinh`, `cosh` and the inverse hyperbolic functions of `f64`.
//!
//! The inverses are logarithms of `1 + a + b`, where `a` is a root or a quotient, and `b` its rounding error.

use super::{
    super::{
        hyperbolic::{cosh_of, sinh_of},
        number::{Number, Truth},
    },
    at_most,
    exponential::exp_less_one,
    fast_two_sum,
    logarithm::log_of_sum,
    power_of_two, two_product, two_sum,
};

/// Of `sinh(x) = x + x^3 p(x^2)` for `|x| < 1`.
pub(super) const SINH: [f64; 7] = [
    7.777133600582977e-13,
    1.6056643765603676e-10,
    2.5052131167146415e-08,
    2.7557319105894444e-06,
    0.00019841269841595446,
    0.00833333333333291,
    0.16666666666666669,
];
/// A quarter of `exp(x)` for `x` of at least 0 or NaN.
fn quarter_of_exp<'c>(x: Number<'c>) -> Number<'c> {
    let (m, n) = exp_less_one(at_most(x, 710.5), 1021.0);
    let power = power_of_two(n);
    m.fma(power, power)
}
pub(super) fn cosh<'c>(x: Number<'c>) -> Number<'c> {
    cosh_of(quarter_of_exp(x.abs()))
}
pub(super) fn sinh<'c>(x: Number<'c>) -> Number<'c> {
    sinh_of(x, quarter_of_exp(x.abs()), &SINH)
}
/// From this number on, one is negligible next to the square of a number.
pub(super) const LARGE: f64 = 268_435_456.0;
/// `log(1 + high + low)`, or the logarithm of twice a number where that is large.
pub(super) fn log1p_of_sum<'c>(
    high: Number<'c>,
    low: Number<'c>,
    large: Option<(Truth<'c>, Number<'c>)>,
) -> Number<'c> {
    let (u, lost) = two_sum(high.num(1.0), high);
    match large {
        None => log_of_sum(u, lost, Some(low), None),
        Some((is_large, x)) => log_of_sum(
            is_large.select(x, u),
            is_large.select(0.0, lost),
            Some(is_large.select(0.0, low)),
            Some(is_large),
        ),
    }
}
/// The root of a sum, and its rounding error.
pub(super) fn root_of_sum<'c>(high: Number<'c>, low: Number<'c>) -> (Number<'c>, Number<'c>) {
    let root = high.sqrt();
    let lost = (root.fma(-root, high) + low) * (0.5 / root);
    (root, lost)
}
pub(super) fn asinh<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    // sqrt(t^2 + 1) - 1 = t^2 / (sqrt(t^2 + 1) + 1)
    let (square, square_low) = two_product(t, t);
    let (sum, lost) = two_sum(t.num(1.0), square);
    let (root, root_low) = root_of_sum(sum, lost + square_low);
    let (below, lost) = fast_two_sum(root, t.num(1.0));
    let below_low = lost + root_low;
    let inverse = 1.0 / below;
    let quotient = square * inverse;
    let quotient_low = below_low.fma(-quotient, quotient.fma(-below, square) + square_low) * inverse;
    let (high, lost) = fast_two_sum(t, quotient);
    let large = t.gt(LARGE);
    let result = log1p_of_sum(high, lost + quotient_low, Some((large, t)));
    t.lt(f64::INFINITY).select(result, t).copysign(x)
}
pub(super) fn acosh<'c>(x: Number<'c>) -> Number<'c> {
    let (square, square_low) = two_product(x, x);
    let (less, lost) = fast_two_sum(square, x.num(-1.0));
    let (w, w_low) = fast_two_sum(less, lost + square_low);
    let (root, root_low) = root_of_sum(w, w_low);
    let root_low = w.eq(0.0).select(0.0, root_low);
    let (t, t_low) = fast_two_sum(x, x.num(-1.0));
    let (high, lost) = two_sum(root, t);
    let large = x.gt(LARGE);
    let result = log1p_of_sum(high, lost + (t_low + root_low), Some((large, x)));
    let result = x.not_ge(1.0).select(f64::NAN, result);
    x.eq(f64::INFINITY).select(x, result)
}
pub(super) fn atanh<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    let (below, below_low) = fast_two_sum(t.num(1.0), -t);
    let inverse = 1.0 / below;
    let twice = t + t;
    let quotient = twice * inverse;
    let low = below_low.fma(-quotient, quotient.fma(-below, twice)) * inverse;
    let result = log1p_of_sum(quotient, low, None) * 0.5;
    let result = t.lt(1e-200).select(t, result);
    let result = t.eq(1.0).select(f64::INFINITY, result);
    t.gt(1.0).select(f64::NAN, result).copysign(x)
}
