//! `log`, `log2`, `log10` and `log1p` of `f64`.
//!
//! `x = 2^e (1 + f)` with `1 + f` from `sqrt(1/2)` to `sqrt(2)`, found in the bits of `x`. `log(1 + f)` is the series of the inverse
//! hyperbolic tangent of `s = f / (f + 2)`, as `f - f^2 / 2 + s (f^2 / 2 + s^2 p(s^2))`, in which `f` and half of its square dominate.

use super::{
    super::number::{Bits, Number, Truth},
    LN_2, LOG2_E, MANTISSA, SMALLEST_NORMAL, TWO_52, TWO_54, fast_two_sum, from_biased, outside, polynomial,
    power_of_two, two_sum,
};

/// The bits of `sqrt(1/2)`.
pub(super) const ROOT_HALF: i64 = 0x3fe6_a09e_667f_3bcd;
/// Of `log(1 + f)`, in `s^2`.
pub(super) const LOG: [f64; 7] = [
    0.14795659181735338,
    0.15314082775123383,
    0.18183562912680232,
    0.2222219860422585,
    0.28571428742033167,
    0.3999999999941663,
    0.6666666666666734,
];
/// The rounding error of `LOG2_E`.
pub(super) const LOG2_E_LOW: f64 = 2.0355273740931033e-17;
/// The inverse of `ln 10`, and its rounding error.
pub(super) const LOG10_E: [f64; 2] = [std::f64::consts::LOG10_E, 1.098319650216765e-17];
/// The logarithm of 2: a part whose products with exponents are exact, and the remainder.
pub(super) const LOG10_2: [f64; 2] = [0.30102999566395283, 2.8363394551044964e-14];
/// The exponent with the bias 1024, and the mantissa, from `sqrt(1/2)` to `sqrt(2)`.
pub(super) fn split<'c>(x: Number<'c>) -> (Bits<'c>, Number<'c>) {
    let above = x.bits() + ((1 << 62) - ROOT_HALF);
    (above >> 52, ((above & MANTISSA) + ROOT_HALF).float())
}
/// The exponent as a number, and the mantissa minus one; for subnormal numbers, too.
pub(super) fn split_any<'c>(x: Number<'c>) -> (Number<'c>, Number<'c>) {
    let denormal = x.lt(SMALLEST_NORMAL);
    let (exponent, m) = split(denormal.select(x * TWO_54, x));
    let bias = denormal.select(TWO_52 + 1024.0 + 54.0, TWO_52 + 1024.0);
    (from_biased(exponent, bias), m - 1.0)
}
/// `h` and `t` with `log(1 + f) = f - (h - t)`
pub(super) fn log_rest<'c>(f: Number<'c>, add: Option<Number<'c>>) -> (Number<'c>, Number<'c>) {
    let s = f / (f + 2.0);
    let z = s * s;
    let half_square = f * 0.5 * f;
    let sum = polynomial(z, &LOG).fma(z, half_square);
    (
        half_square,
        match add {
            Some(a) => s.fma(sum, a),
            None => s * sum,
        },
    )
}
pub(super) fn log<'c>(x: Number<'c>) -> Number<'c> {
    let (e, f) = split_any(x);
    let (half_square, rest) = log_rest(f, Some(e * LN_2[1]));
    outside(x, 0.0, e.fma(LN_2[0], f - (half_square - rest)))
}
/// `log(1 + f)` times a constant in two parts: the product and its rounding error.
pub(super) fn log_times<'c>(f: Number<'c>, by: [f64; 2]) -> (Number<'c>, Number<'c>) {
    let (half_square, rest) = log_rest(f, None);
    let high = f - half_square;
    let low = ((f - high) - half_square) + rest;
    let product = high * by[0];
    (product, high.fma(by[1], low.fma(by[0], high.fma(by[0], -product))))
}
pub(super) fn log2<'c>(x: Number<'c>) -> Number<'c> {
    let (e, f) = split_any(x);
    let (product, rest) = log_times(f, [LOG2_E, LOG2_E_LOW]);
    let (sum, lost) = fast_two_sum(e, product);
    outside(x, 0.0, sum + (lost + rest))
}
pub(super) fn log10<'c>(x: Number<'c>) -> Number<'c> {
    let (e, f) = split_any(x);
    let (product, rest) = log_times(f, LOG10_E);
    let (sum, lost) = fast_two_sum(e * LOG10_2[0], product);
    outside(x, 0.0, sum + (lost + e.fma(LOG10_2[1], rest)))
}
/// The logarithm of `u + lost + more`, each the rounding error of the term before it, times `2^more_exponent`.
pub(super) fn log_of_sum<'c>(
    u: Number<'c>,
    lost: Number<'c>,
    more: Option<Number<'c>>,
    doubled: Option<Truth<'c>>,
) -> Number<'c> {
    let (exponent, m) = split(u);
    // Half of the power of two, which stays in range.
    let scale = power_of_two(2048 - exponent) * 0.5;
    let (f, mut low) = fast_two_sum(m - 1.0, lost * scale);
    if let Some(more) = more {
        low = more.fma(scale, low);
    }
    let bias = match doubled {
        Some(d) => d.select(TWO_52 + 1023.0, TWO_52 + 1024.0),
        None => u.num(TWO_52 + 1024.0),
    };
    let e = from_biased(exponent, bias);
    // The derivative of the logarithm is 1 - f + …
    let low = low - low * f;
    let (half_square, rest) = log_rest(f, Some(e.fma(LN_2[1], low)));
    e.fma(LN_2[0], f - (half_square - rest))
}
pub(super) fn log1p<'c>(x: Number<'c>) -> Number<'c> {
    let (u, lost) = two_sum(x.num(1.0), x);
    outside(x, -1.0, log_of_sum(u, lost, None, None)).copysign(x)
}
