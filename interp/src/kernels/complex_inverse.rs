//! Inverse trigonometric and hyperbolic functions of complex numbers, with the branch cuts and the signs of zeros that C
//! (ISO C99, Annex G) and NumPy give them.
//!
//! After W. Kahan, "Branch Cuts for Complex Elementary Functions", 1987. Large numbers are not squared.

use std::f64::consts::{FRAC_PI_2, LN_2};

use num_complex::Complex64 as C64;

/// A number to which adding one makes no difference, with a large margin.
const LARGE: f64 = 1e100;

/// Whether a part is so large, or infinite, that only the leading term counts.
fn is_large(z: C64) -> bool {
    z.re.abs() > LARGE || z.im.abs() > LARGE
}

/// `log(2 |z|)`, finite for all finite numbers.
fn log_twice_norm(z: C64) -> f64 {
    let half = C64::new(z.re / 2.0, z.im / 2.0);
    half.re.hypot(half.im).ln() + 2.0 * LN_2
}

/// `sqrt(1 - z)` and `sqrt(1 + z)`; the zero of a real number keeps its sign.
fn roots(z: C64) -> (C64, C64) {
    (C64::new(1.0 - z.re, -z.im).sqrt(), C64::new(1.0 + z.re, z.im).sqrt())
}

/// The imaginary part of `conj(a) b`.
fn cross(a: C64, b: C64) -> f64 {
    a.re * b.im - a.im * b.re
}

/// The inverse cosine, cut outside of `[-1, 1]`.
pub(super) fn acos(z: C64) -> C64 {
    if is_large(z) {
        return C64::new(z.im.abs().atan2(z.re), -log_twice_norm(z).copysign(z.im));
    }
    let (minus, plus) = roots(z);
    C64::new(2.0 * minus.re.atan2(plus.re), cross(plus, minus).asinh())
}

/// The inverse hyperbolic cosine, cut below 1.
pub(super) fn acosh(z: C64) -> C64 {
    if is_large(z) {
        return C64::new(log_twice_norm(z), z.im.atan2(z.re));
    }
    let (minus, plus) = (C64::new(z.re - 1.0, z.im).sqrt(), C64::new(z.re + 1.0, z.im).sqrt());
    C64::new((minus.re * plus.re + minus.im * plus.im).asinh(), 2.0 * minus.im.atan2(plus.re))
}

/// The inverse sine, cut outside of `[-1, 1]`.
pub(super) fn asin(z: C64) -> C64 {
    if is_large(z) {
        return C64::new(z.re.atan2(z.im.abs()), log_twice_norm(z).copysign(z.im));
    }
    let (minus, plus) = roots(z);
    C64::new(z.re.atan2(minus.re * plus.re - minus.im * plus.im), cross(minus, plus).asinh())
}

/// The inverse hyperbolic sine, cut outside of `[-i, i]`.
pub(super) fn asinh(z: C64) -> C64 {
    let turned = asin(C64::new(-z.im, z.re));
    C64::new(turned.im, -turned.re)
}

/// The inverse hyperbolic tangent, cut outside of `[-1, 1]`.
pub(super) fn atanh(z: C64) -> C64 {
    let (x, y) = (z.re.abs(), z.im);
    let (re, im) = if is_large(z) {
        let re = if x.is_infinite() || y.is_infinite() { 0.0 } else { 1.0 / (x + y * (y / x)) };
        (re, FRAC_PI_2.copysign(y))
    } else {
        let re = 0.25 * (4.0 * x / ((1.0 - x) * (1.0 - x) + y * y)).ln_1p();
        (re, 0.5 * (2.0 * y).atan2((1.0 - x) * (1.0 + x) - y * y))
    };
    C64::new(re.copysign(z.re), im)
}

/// The inverse tangent, cut outside of `[-i, i]`.
pub(super) fn atan(z: C64) -> C64 {
    let turned = atanh(C64::new(-z.im, z.re));
    C64::new(turned.im, -turned.re)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_4, PI};

    #[track_caller]
    fn same(got: C64, re: f64, im: f64) {
        let near = |a: f64, b: f64| {
            a == b && a.is_sign_negative() == b.is_sign_negative() || (a - b).abs() < 4e-15 * b.abs()
        };
        assert!(near(got.re, re) && near(got.im, im), "{got} instead of {re}{im:+}i");
    }

    /// The values of Python's `cmath`.
    #[test]
    fn zeros_choose_the_side_of_a_cut() {
        same(acosh(C64::new(-3.5, -0.0)), 1.924_847_300_238_413_8, -PI);
        same(acosh(C64::new(-3.5, 0.0)), 1.924_847_300_238_413_8, PI);
        same(acosh(C64::new(0.5, -0.0)), 0.0, -1.047_197_551_196_597_6);
        same(acos(C64::new(2.0, 0.0)), 0.0, -1.316_957_896_924_816_6);
        same(acos(C64::new(2.0, -0.0)), 0.0, 1.316_957_896_924_816_6);
        same(asin(C64::new(-2.0, -0.0)), -FRAC_PI_2, -1.316_957_896_924_816_6);
        same(asinh(C64::new(-0.0, 2.0)), -1.316_957_896_924_816_6, FRAC_PI_2);
        same(asinh(C64::new(0.0, -0.0)), 0.0, -0.0);
        same(atanh(C64::new(2.0, -0.0)), 0.549_306_144_334_054_9, -FRAC_PI_2);
        same(atan(C64::new(-0.0, 2.0)), -FRAC_PI_2, 0.549_306_144_334_054_9);
    }

    #[test]
    fn large_and_infinite_numbers() {
        let inf = f64::INFINITY;
        same(acosh(C64::new(1e300, 1e300)), 691.815_248_669_053_5, FRAC_PI_4);
        same(acosh(C64::new(-inf, 1.0)), inf, PI);
        same(acos(C64::new(inf, -inf)), FRAC_PI_4, inf);
        same(asin(C64::new(1.0, inf)), 0.0, inf);
        same(asinh(C64::new(-inf, 2.0)), -inf, 0.0);
        same(atanh(C64::new(inf, -3.0)), 0.0, -FRAC_PI_2);
        same(atan(C64::new(-inf, 3.0)), -FRAC_PI_2, 0.0);
    }

    #[test]
    fn inside() {
        same(acos(C64::new(0.3, -0.4)), 1.290_166_764_503_090_8, 0.405_112_337_178_030_9);
        same(atanh(C64::new(0.3, -0.4)), 0.261_492_138_795_671_9, -0.408_822_522_916_351_2);
    }
}
