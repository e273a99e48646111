//! Functions that the standard library lacks.

use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// The error function, to about 1e-16.
pub fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() < 2.0 {
        // The Maclaurin series with positive terms: erf(x) = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (2n+1)!!.
        let (x2, mut term, mut sum, mut n) = (x * x, x, x, 0.0);
        while f64::abs(term) > f64::abs(sum) * 1e-17 {
            n += 1.0;
            term *= 2.0 * x2 / (2.0 * n + 1.0);
            sum += term;
        }
        return FRAC_2_SQRT_PI * (-x2).exp() * sum;
    }
    if x > 0.0 { 1.0 - erfc(x) } else { erfc(-x) - 1.0 }
}

/// The complement of the error function, without cancellation for large arguments.
pub fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x < 2.0 {
        return 1.0 - erf(x);
    }
    if x > 27.3 {
        return 0.0;
    }
    // The continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + ...))), from the inside out.
    let mut f = x;
    for k in (1..120).rev() {
        f = x + 0.5 * k as f64 / f;
    }
    (-x * x).exp() / (f * PI.sqrt())
}
