//! `lgamma`, `digamma`, the Hurwitz zeta function and the polygamma functions.
//!
//! Accuracy, measured by `test/jax/chlo_accuracy.py`: `zeta` 6 ULP for
//! `x > 1` and `q > 0`, `polygamma` 20 ULP for orders up to 5, `lgamma` 14 ULP and `digamma` 9 ULP for positive
//! arguments. The last two have zeros, next to which the error is that of a number of size 1, and for negative
//! arguments that of the largest term of the reflection.
//!
//! Sources: C. Lanczos, *A Precision Approximation of the Gamma Function* (1964), with the coefficients for g = 7 and
//! nine terms by P. Godfrey; for zeta the formula of Euler and Maclaurin, as in Cephes `zeta.c`.

use std::f64::consts::PI;

use super::emit::V;

/// Lanczos' g.
const G: f64 = 7.0;
/// The constant term of Lanczos' sum.
const BASE: f64 = 0.9999999999998099;
/// `c_k / (z + k)`, from `k = 1` on.
const LANCZOS: [f64; 8] = [
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-06,
    1.5056327351493116e-07,
];

/// `B_2k / (2k)!`, from `k = 1` on, where `B` are the numbers of Bernoulli.
const BERNOULLI: [f64; 12] = [
    0.08333333333333333,
    -0.001388888888888889,
    3.306878306878307e-05,
    -8.267195767195768e-07,
    2.08767569878681e-08,
    -5.284190138687493e-10,
    1.3382536530684679e-11,
    -3.3896802963225827e-13,
    8.586062056277845e-15,
    -2.174868698558062e-16,
    5.5090028283602295e-18,
    -1.3954464685812522e-19,
];
/// Terms of the zeta series that are added before the formula of Euler and Maclaurin estimates the rest.
const DIRECT_TERMS: usize = 10;

/// `(z, is_reflected)`: the argument of Lanczos' sum for `Γ(z + 1)`, not negative by more than half.
fn reflect(x: V<'_>) -> (V<'_>, V<'_>) {
    let left = x.lt(0.5);
    (left.select(-x, x - 1.0), left)
}

/// `log(z + g + 1/2)`.
fn log_shifted(z: V<'_>) -> V<'_> {
    let shift = G + 0.5;
    (z / shift).log1p() + shift.ln()
}

/// `log |Γ(x)|`, by Lanczos' sum and for `x < 1/2` by Euler's reflection.
pub(super) fn lgamma(x: V<'_>) -> V<'_> {
    let (z, left) = reflect(x);
    let sum =
        LANCZOS.iter().enumerate().fold(z.c(BASE), |sum, (k, &c)| sum + z.c(c) / (z + (k as f64 + 1.0)));
    let log_t = log_shifted(z);
    let t = z + (G + 0.5);
    // (z + 1/2) log t - t, in a form that does not cancel for large t.
    let value = (z + 0.5 - t / log_t) * log_t + ((2.0 * PI).ln() / 2.0) + sum.log();
    // |sin(πx)| from the distance to the nearest integer, where it is exact.
    let magnitude = x.abs();
    let fraction = magnitude - magnitude.floor();
    let distance = fraction.gt(0.5).select(1.0 - fraction, fraction);
    let sine = (distance * PI).sin().log();
    let reflected = PI.ln() - sine - value;
    // At a pole the logarithm of 0 is minus infinity, where the result is plus infinity.
    let pole = sine.eq(f64::NEG_INFINITY);
    let value = left.select(pole.select(x.c(f64::INFINITY), reflected), value);
    magnitude.eq(f64::INFINITY).select(x.c(f64::INFINITY), value)
}

/// The derivative of `log Γ(x)`, from the same sum.
pub(super) fn digamma(x: V<'_>) -> V<'_> {
    let (z, left) = reflect(x);
    let (mut above, mut below) = (z.c(0.0), z.c(BASE));
    for (k, &c) in LANCZOS.iter().enumerate() {
        let term = z + (k as f64 + 1.0);
        let part = z.c(c) / term;
        above = above - part / term;
        below = below + part;
    }
    let t = z + (G + 0.5);
    let value = log_shifted(z) + above / below - G / t;
    // The cotangent has period 1, so that the distance to the nearest integer is enough.
    let near = x - (x + 0.5).floor();
    let reflected = value - PI * (near * PI).cos() / (near * PI).sin();
    let pole = x.le(0.0) & x.eq(x.floor());
    let value = left.select(reflected, value);
    pole.select(x.c(f64::NAN), value)
}

/// The sum of `(q + k)^-x` over `k >= 0`.
pub(super) fn zeta<'e>(x: V<'e>, q: V<'e>) -> V<'e> {
    let (mut a, mut direct) = (q, q.pow(-x));
    for _ in 1..DIRECT_TERMS {
        a = a + 1.0;
        direct = direct + a.pow(-x);
    }
    let a = a + 1.0;
    let power = a.pow(-x);
    let inverse_square = 1.0 / (a * a);
    let mut series = x.c(BERNOULLI[BERNOULLI.len() - 1]);
    for (k, &c) in BERNOULLI.iter().enumerate().rev().skip(1) {
        let k = 2.0 * (k as f64 + 1.0);
        series = (x + (k - 1.0)) * (x + k) * inverse_square * series + c;
    }
    let rest = power * a / (x - 1.0) + power * (x / a * series + 0.5);
    // Where the last term is negligible, the rest may have overflowed.
    let eps = if x.is_f64() { f64::EPSILON } else { f32::EPSILON as f64 };
    let done = power.abs().lt(direct.abs() * eps);
    let value = done.select(direct, direct + rest);
    let (nan, infinity) = (x.c(f64::NAN), x.c(f64::INFINITY));
    let not_positive = q.le(0.0);
    let pole = not_positive & q.eq(q.floor());
    let is_even = (x * 0.5).eq((x * 0.5).floor()) & x.lt(f64::INFINITY);
    let undefined = not_positive & x.ne(x.floor());
    let value = undefined.select(nan, value);
    let value = pole.select(is_even.select(infinity, nan), value);
    let value = x.lt(1.0).select(nan, value);
    x.eq(1.0).select(infinity, value)
}

/// The `n`-th derivative of `digamma`, `(-1)^(n+1) n! ζ(n + 1, x)`.
pub(super) fn polygamma<'e>(n: V<'e>, x: V<'e>) -> V<'e> {
    let above = n + 1.0;
    let magnitude = lgamma(above).exp() * zeta(above, x);
    // An infinite order counts as odd, as it does in the interpreter.
    let is_even = n.rem(2.0).eq(0.0);
    let value = is_even.select(-magnitude, magnitude);
    let value = n.eq(0.0).select(digamma(x), value);
    let undefined = n.lt(0.0) | n.ne(n.floor());
    undefined.select(x.c(f64::NAN), value)
}
