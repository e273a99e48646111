//! Trigonometric and hyperbolic functions of complex numbers and their inverses.
//!
//! The inverse sine and cosine are those of T. Hull, T. Fairgrieve and P. Tang, *Implementing the Complex Arcsine and
//! Arccosine Functions Using Exception Handling* (ACM TOMS 23, 1997), with fewer regions, because here all of them are
//! computed. Branch cuts follow the signs of zeros, as in C99. Accuracy, measured by `test/jax/chlo_accuracy.py`: 3 ULP
//! of each part, in `f32` and `f64`, where the part is a normal number.

use std::f64::consts::{FRAC_PI_2, LN_2};

use super::{emit::V, real};

/// The real and the imaginary part.
type Parts<'e> = (V<'e>, V<'e>);

fn parts(z: V<'_>) -> Parts<'_> {
    (z.re(), z.im())
}

/// For `z = x + iy` in the first quadrant and `a` half of the sum of the distances of `z` from -1 and 1:
/// `sqrt(a^2 - x^2)`, up to a factor that it has in common with `x`, and `log(a + sqrt(a^2 - 1))`.
fn kernel_parts<'e>(x: V<'e>, y: V<'e>) -> Parts<'e> {
    let (x, y) = (x.abs(), y.abs());
    // Squares of numbers between these bounds neither overflow nor underflow.
    let safe_max = x.largest().sqrt() / 8.0;
    let safe_min = x.smallest_normal().sqrt() * 4.0;
    let (right, left) = (x + 1.0, x - 1.0);
    let (r, s) = (right.hypot(y), left.hypot(y));
    let a = (r + s) * 0.5;
    let (r_plus, s_plus, s_minus) = (r + right, s + left, s - left);

    let half = (a + x) * 0.5;
    let inside = (half * (y * y / r_plus + s_minus)).sqrt();
    let outside = y * (half / r_plus + half / s_plus).sqrt();
    let re = x.max(y).ge(safe_max).select(y, x.le(1.0).select(inside, outside));

    // a - 1 without cancellation.
    let y2 = y * y * 0.5;
    let beyond = y2 / r_plus + s_plus * 0.5;
    let before = a.lt(1.5).select(y2 * (1.0 / r_plus + 1.0 / s_minus), a - 1.0);
    let distance = x.ge(1.0).select(beyond, before);
    let middle = (distance + (distance * (a + 1.0)).sqrt()).log1p();
    // Next to the real axis, between -1 and 1, where y^2 underflows.
    let thin = y.lt(safe_min) & x.lt(1.0);
    let thin_value = y / (-(right * left)).sqrt();
    // Far away the result is the logarithm of twice the absolute value.
    let y_limit = x.lt(safe_max * 1e12).select(safe_max * 1e-6, safe_max * 1e2);
    let y_is_far = y.ge(y_limit);
    let large = y_is_far.select(y, x);
    let is_far = large.ge(y_is_far.select(y_limit, safe_max));
    let ratio = (y_is_far & y.ne(f64::INFINITY)).select(x / y, 0.0);
    let far = large.log() + LN_2 + (ratio * ratio).log1p() * 0.5;
    let im = is_far.select(far, thin.select(thin_value, middle));
    (re, im)
}

/// The common part of the inverse sine and cosine, as one complex number.
pub(super) fn asin_acos_kernel(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = kernel_parts(x, y);
    re.complex(im)
}

pub(super) fn asin(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = kernel_parts(x, y);
    x.atan2(re).complex(im.with_sign(y))
}

pub(super) fn acos(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = kernel_parts(x, y);
    re.atan2(x).complex(im.with_sign(-y))
}

/// `±i acos(z)`, with the sign that makes the real part positive.
pub(super) fn acosh(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = kernel_parts(x, y);
    im.complex(re.atan2(x).with_sign(y))
}

/// `-i asin(iz)`.
pub(super) fn asinh(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = kernel_parts(y, x);
    im.with_sign(x).complex(y.atan2(re))
}

/// `log((1 + z) / (1 - z)) / 2`: the real part from the absolute value of the quotient, the imaginary one from its angle.
fn atanh_parts<'e>(x: V<'e>, y: V<'e>) -> Parts<'e> {
    let (a, b) = (x.abs(), y.abs());
    let safe_max = x.largest().sqrt() * 0.125;
    let safe_min = x.smallest_normal().sqrt() * 4.0;
    let large = a.max(b);
    let is_far = large.ge(safe_max);
    let left = 1.0 - a;
    let re = (a * 4.0 / (left * left + b * b)).log1p() * 0.25;
    // Next to the pole the square of y underflows.
    let pole = a.eq(1.0) & b.lt(safe_min);
    let re = pole.select((LN_2 - b.log()) * 0.5, re);
    // Far away it is x / |z|^2.
    let ratio = a.min(b) / large;
    let far = large.eq(f64::INFINITY).select(x.c(0.0), a / large / large / (ratio * ratio + 1.0));
    let re = is_far.select(far, re);
    let im = (b * 2.0).atan2(left * (a + 1.0) - b * b) * 0.5;
    let im = is_far.select(im.c(FRAC_PI_2), im);
    (re.with_sign(x), im.with_sign(y))
}

pub(super) fn atanh(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = atanh_parts(x, y);
    re.complex(im)
}

/// `-i atanh(iz)`.
pub(super) fn atan(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    let (re, im) = atanh_parts(-y, x);
    im.complex(-re)
}

pub(super) fn sinh(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    (real::sinh(x) * y.cos()).complex(real::cosh(x) * y.sin())
}

pub(super) fn cosh(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    (real::cosh(x) * y.cos()).complex(real::sinh(x) * y.sin())
}

pub(super) fn conj(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    x.complex(-y)
}

pub(super) fn square(z: V<'_>) -> V<'_> {
    let (x, y) = parts(z);
    // Finite parts with equal absolute values have equal squares, even if their sum overflows.
    let diagonal = x.abs().eq(y.abs()) & x.abs().lt(f64::INFINITY);
    diagonal.select(x.c(0.0), (x - y) * (x + y)).complex(x * y * 2.0)
}
