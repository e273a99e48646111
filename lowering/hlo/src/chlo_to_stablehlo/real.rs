//! Trigonometric and hyperbolic functions of real numbers and their inverses.
//!
//! The formulas avoid cancellation near zeros, and overflow before the function itself overflows. Accuracy, measured by
//! `test/jax/chlo_accuracy.py`: 2.3 ULP at most, in `f32` and `f64`.

use std::f64::consts::LN_2;

use super::emit::V;

pub(super) fn acos(x: V<'_>) -> V<'_> {
    ((1.0 - x) * (x + 1.0)).sqrt().atan2(x)
}

pub(super) fn asin(x: V<'_>) -> V<'_> {
    x.atan2(((1.0 - x) * (x + 1.0)).sqrt())
}

pub(super) fn atan(x: V<'_>) -> V<'_> {
    x.atan2(1.0)
}

/// `log(x + sqrt(x^2 - 1))`, by the distance from 1.
pub(super) fn acosh(x: V<'_>) -> V<'_> {
    let d = x - 1.0;
    let value = (d + d.sqrt() * (x + 1.0).sqrt()).log1p();
    // The sum overflows before the logarithm does.
    x.ge(x.largest() * 0.5).select(x.log() + LN_2, value)
}

/// `log(a + sqrt(a^2 + 1))` for `a = |x|`, with the sign of `x`.
pub(super) fn asinh(x: V<'_>) -> V<'_> {
    let a = x.abs();
    let square = a * a;
    let near = (a + square / ((square + 1.0).sqrt() + 1.0)).log1p();
    let far = a.log() + LN_2;
    a.ge(x.largest().sqrt() * 0.5).select(far, near).with_sign(x)
}

pub(super) fn atanh(x: V<'_>) -> V<'_> {
    // (1 + a) / (1 - a) is 1 + 2a / (1 - a).
    let a = x.abs();
    ((a * 2.0 / (1.0 - a)).log1p() * 0.5).with_sign(x)
}

/// `exp(a) / 2` and `exp(-a) / 2`, finite as long as the first one is.
fn halves(a: V<'_>) -> (V<'_>, V<'_>) {
    let root = (a * 0.5).exp();
    (root * 0.5 * root, 0.5 / root / root)
}

pub(super) fn sinh(x: V<'_>) -> V<'_> {
    let a = x.abs();
    let e = a.expm1();
    let near = (e + e / (e + 1.0)) * 0.5;
    let (up, down) = halves(a);
    a.lt(1.0).select(near, up - down).with_sign(x)
}

pub(super) fn cosh(x: V<'_>) -> V<'_> {
    let (up, down) = halves(x.abs());
    up + down
}

pub(super) fn tan(x: V<'_>) -> V<'_> {
    x.tan()
}

pub(super) fn square(x: V<'_>) -> V<'_> {
    x * x
}

pub(super) fn is_inf(x: V<'_>) -> V<'_> {
    x.abs().eq(f64::INFINITY)
}

pub(super) fn is_pos_inf(x: V<'_>) -> V<'_> {
    x.eq(f64::INFINITY)
}

pub(super) fn is_neg_inf(x: V<'_>) -> V<'_> {
    x.eq(f64::NEG_INFINITY)
}
