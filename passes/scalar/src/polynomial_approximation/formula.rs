//! Formulas in [`Number`]s of either precision: polynomials, limits, and sums and products with their rounding errors.

use super::number::{Bits, Number, Operand};

/// The polynomial with these coefficients, beginning with that of the highest power.
///
/// All but the constant is a sum of pairs of terms, of pairs of these, and so on (Estrin's scheme). In Horner's scheme each multiply-add waits for
/// the one before it, and a processor looks too few instructions ahead to compute several vectors at the same time. The last step is Horner's, so
/// that the largest terms are rounded as often as there.
pub(super) fn polynomial<'c>(x: Number<'c>, coefficients: &[f64]) -> Number<'c> {
    let mut power = x;
    // Beginning with the lowest power.
    let mut terms: Vec<Number<'c>> = coefficients.iter().rev().map(|&c| x.num(c)).collect();
    let constant = terms.remove(0);
    while terms.len() > LAST_TERMS {
        terms = terms.chunks(2).map(|pair| sum_of_pair(pair, power)).collect();
        power = power * power;
    }
    match terms.into_iter().rev().reduce(|sum, term| sum.fma(power, term)) {
        Some(sum) => sum.fma(x, constant),
        None => constant,
    }
}

/// So many sums are not paired any more.
const LAST_TERMS: usize = 3;

/// The first term, and the second one times `power`.
fn sum_of_pair<'c>(pair: &[Number<'c>], power: Number<'c>) -> Number<'c> {
    match *pair {
        [low, high] => high.fma(power, low),
        _ => pair[0],
    }
}

/// The sum of two numbers, and its rounding error.
pub(super) fn two_sum<'c>(a: Number<'c>, b: Number<'c>) -> (Number<'c>, Number<'c>) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The same where `a` is the larger one.
pub(super) fn fast_two_sum<'c>(a: Number<'c>, b: Number<'c>) -> (Number<'c>, Number<'c>) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// The product of two numbers, and its rounding error.
pub(super) fn two_product<'c>(a: Number<'c>, b: Number<'c>) -> (Number<'c>, Number<'c>) {
    let product = a * b;
    (product, a.fma(b, -product))
}

/// The minimum of the number and the limit; NaN stays NaN.
pub(super) fn at_most<'c>(x: Number<'c>, limit: f64) -> Number<'c> {
    x.gt(limit).select(limit, x)
}

/// The maximum of the number and the limit; NaN stays NaN.
pub(super) fn at_least<'c>(x: Number<'c>, limit: f64) -> Number<'c> {
    x.lt(limit).select(limit, x)
}

/// The logarithm `result` of `x`, except for arguments without a finite one: negative infinity at `pole`, NaN below it.
pub(super) fn outside<'c>(x: Number<'c>, pole: f64, result: Number<'c>) -> Number<'c> {
    let result = x.eq(f64::INFINITY).select(x, result);
    let result = x.not_ge(pole).select(f64::NAN, result);
    x.eq(pole).select(f64::NEG_INFINITY, result)
}

/// The integer nearest to `x scale`: as a number, and with `bias` in the low bits.
pub(super) fn nearest<'c>(x: Number<'c>, scale: f64, bias: f64) -> (Number<'c>, Bits<'c>) {
    let magic = x.format().magic + bias;
    let shifted = x.fma(scale, magic);
    (shifted - magic, shifted.bits())
}

/// A positive biased integer less than `2^digits` as a number, without its bias, to which `2^digits` is added.
pub(super) fn from_biased<'c>(n: Bits<'c>, bias: impl Operand<'c, Number<'c>>) -> Number<'c> {
    (n | n.format().whole_bits).float() - bias
}

/// `2^n` for `n` with the bias of exponents.
pub(super) fn power_of_two<'c>(n: Bits<'c>) -> Number<'c> {
    (n << n.format().digits).float()
}

/// `p 2^n` for `n` with twice the bias of exponents: two factors, so that subnormal and infinite results are rounded once.
pub(super) fn scaled<'c>(p: Number<'c>, n: Bits<'c>) -> Number<'c> {
    let half = n >> 1;
    p * power_of_two(half) * power_of_two(n - half)
}

/// `p 2^n`, the value at `x` of an exponential function, for `p` from 1/2 to 2 and `n` without a bias; `x` is at least where the result is zero,
/// and results are infinite from `overflow` on.
///
/// Neither factor nor product is a subnormal number: on processors of Intel a product that is one takes a hundred cycles.
pub(super) fn exponential<'c>(x: Number<'c>, p: Number<'c>, n: Bits<'c>, overflow: f64) -> Number<'c> {
    let format = x.format();
    let bits = p.bits() + (n << format.digits);
    // Relative to the smallest normal number, a result below it has the bits of its sum with one, which rounds it, less those of one. These are the
    // larger integer there, and the smaller one elsewhere, also where the bits of the relative result overflow.
    let relative = (bits + ((format.bias - 1) << format.digits)).float();
    let below = (relative + 1.0).bits() - (format.bias << format.digits);
    x.not_less(overflow).select(x + f64::INFINITY, bits.at_least(below).float())
}

/// `tanh(t)` for `t` from 0 to 40, or NaN: `T / (T + 1)` with `T = (exp(2 t) - 1) / 2`.
///
/// `ln 2` has two parts, and `exp(r) = 1 + r + r^2 q(r)` for `|r| <= ln 2 / 2`.
pub(super) fn tanh_of_positive<'c>(t: Number<'c>, ln_2: [f64; 2], q: &[f64]) -> Number<'c> {
    let (n, bits) = nearest(t, 2.0 * std::f64::consts::LOG2_E, t.format().bias as f64);
    // Half of r, and half of exp(r) - 1, whose polynomial has the coefficients of q times powers of two.
    let h = n.fma(-0.5 * ln_2[1], n.fma(-0.5 * ln_2[0], t));
    let scaled: Vec<f64> = (0..q.len()).map(|i| q[i] * f64::from(1 << (q.len() - i))).collect();
    let less_one = (h * h).fma(polynomial(h, &scaled), h);
    let power = power_of_two(bits);
    let half = less_one.fma(power, power.fma(0.5, -0.5));
    half / (half + 1.0)
}
