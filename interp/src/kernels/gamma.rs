//! The gamma function and its relatives, Bessel functions, and the inverse of the error function, in `f64`.

use std::f64::consts::{LN_2, PI};

use super::{erf, erfc};

/// Coefficients of Lanczos's approximation for g = 7.
const LANCZOS: [f64; 9] = [
    0.999_999_999_999_809_9,
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];

/// The logarithm of the absolute value of the gamma function.
pub fn lgamma(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() || (x <= 0.0 && x == x.floor()) {
        return f64::INFINITY;
    }
    if x < 0.5 {
        // gamma(x) gamma(1 - x) = pi / sin(pi x).
        let distance = x.abs() - x.abs().floor();
        return (PI / (PI * distance).sin().abs()).ln() - lgamma(1.0 - x);
    }
    // Near the zeros at 1 and 2 the sum of large parts would cancel.
    for zero in [1.0, 2.0] {
        if f64::abs(x - zero) < 0.25 {
            return lgamma_near(x - zero, zero == 2.0);
        }
    }
    if x > 1e9 {
        return (x - 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln();
    }
    let z = x - 1.0;
    let t = z + 7.5;
    let sum = LANCZOS[1..].iter().enumerate().fold(LANCZOS[0], |s, (k, c)| s + c / (z + (k + 1) as f64));
    0.5 * (2.0 * PI).ln() + (z + 0.5) * t.ln() - t + sum.ln()
}

/// `lgamma(1 + h)`, or `lgamma(2 + h)`, by its series in `h` with the zeta function.
fn lgamma_near(h: f64, two: bool) -> f64 {
    const EULER: f64 = 0.577_215_664_901_532_9;
    let (mut sum, mut power) = (-EULER * h, h);
    for k in 2..60 {
        power *= -h;
        let term = zeta(k as f64, 1.0) * power / k as f64;
        sum -= term;
        if term.abs() < 1e-18 {
            break;
        }
    }
    if two { sum + h.ln_1p() } else { sum }
}

/// Bernoulli numbers B2, B4, ...
const BERNOULLI: [f64; 12] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174_611.0 / 330.0,
    854_513.0 / 138.0,
    -236_364_091.0 / 2730.0,
];

/// The derivative of the logarithm of the gamma function.
pub fn digamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x <= 0.0 && x == x.floor() {
        return f64::NAN;
    }
    if x < 0.0 {
        let fraction = x - x.floor();
        return digamma(1.0 - x) - PI / (PI * fraction).tan();
    }
    let (mut x, mut shift) = (x, 0.0);
    while x < 12.0 {
        shift -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let (mut power, mut sum) = (1.0, 0.0);
    for (k, b) in BERNOULLI[..8].iter().enumerate() {
        power *= square;
        sum += b / (2 * (k + 1)) as f64 * power;
    }
    shift + x.ln() - 0.5 / x - sum
}

/// The Hurwitz zeta function: the sum of `(q + k)^-x` over all `k` from 0 on.
pub fn zeta(x: f64, q: f64) -> f64 {
    if x.is_nan() || q.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x == 1.0 {
        return f64::INFINITY;
    }
    if q <= 0.0 {
        if q == q.floor() {
            // A pole; from both sides of the same sign only for even powers.
            return if x % 2.0 == 0.0 { f64::INFINITY } else { f64::NAN };
        }
        if x != x.floor() {
            return f64::NAN;
        }
    }
    if x == f64::INFINITY {
        // As in XLA, an infinite number to the power of minus infinity is NaN.
        return if q == f64::INFINITY {
            f64::NAN
        } else if q == 1.0 {
            1.0
        } else if q > 1.0 {
            0.0
        } else {
            f64::INFINITY
        };
    }
    if q == f64::INFINITY {
        return 0.0;
    }
    // Euler and Maclaurin: some terms, then an integral and corrections for the rest.
    let terms = if q < 0.0 { (12.0 - q).min(1e6) as usize } else { 12 };
    let mut sum: f64 = (0..terms).map(|k| (q + k as f64).powf(-x)).sum();
    let a = q + terms as f64;
    let last = a.powf(-x);
    sum += last * a / (x - 1.0) + 0.5 * last;
    let (mut factor, mut power) = (x, last / a);
    for (k, b) in BERNOULLI.iter().enumerate() {
        let n = 2 * (k + 1);
        let factorial: f64 = (1..=n).map(|v| v as f64).product();
        let term = b / factorial * factor * power;
        sum += term;
        if term.abs() < sum.abs() * 1e-17 {
            break;
        }
        factor *= (x + (n - 1) as f64) * (x + n as f64);
        power /= a * a;
    }
    sum
}

/// The `n`-th derivative of [`digamma`].
pub fn polygamma(n: f64, x: f64) -> f64 {
    if n.is_nan() || x.is_nan() || n < 0.0 || n != n.floor() {
        return f64::NAN;
    }
    if n == 0.0 {
        return digamma(x);
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    sign * lgamma(n + 1.0).exp() * zeta(n + 1.0, x)
}

/// The modified Bessel function of the first kind of order 1, times `exp(-|x|)`.
pub fn bessel_i1e(x: f64) -> f64 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    let value = if a < 25.0 {
        let quarter = a * a / 4.0;
        let (mut term, mut sum, mut k) = (a / 2.0, a / 2.0, 1.0);
        while term > sum * 1e-17 && term > 0.0 {
            term *= quarter / (k * (k + 1.0));
            sum += term;
            k += 1.0;
        }
        sum * (-a).exp()
    } else {
        // The asymptotic series; its terms shrink far below the precision needed.
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..40 {
            let odd = (2 * k - 1) as f64;
            let next = -term * (4.0 - odd * odd) / (8.0 * k as f64 * a);
            if next.abs() >= f64::abs(term) || next.abs() < 1e-18 {
                break;
            }
            term = next;
            sum += term;
        }
        sum / (2.0 * PI * a).sqrt()
    };
    value.copysign(x)
}

/// The number whose error function is `y`.
pub fn erf_inv(y: f64) -> f64 {
    if y.is_nan() || y.abs() > 1.0 {
        return f64::NAN;
    }
    if y.abs() == 1.0 {
        return f64::INFINITY.copysign(y);
    }
    if y == 0.0 {
        return y;
    }
    let a = y.abs();
    // Winitzki's approximation, then steps of Halley's method.
    let l = (1.0 - a).ln() + a.ln_1p();
    let c = 2.0 / (PI * 0.147) + 0.5 * l;
    let mut x = ((c * c - l / 0.147).sqrt() - c).max(0.0).sqrt();
    for _ in 0..4 {
        // For large arguments only the complement has enough precision.
        let error = if a < 0.5 { erf(x) - a } else { (1.0 - a) - erfc(x) };
        let slope = 2.0 / PI.sqrt() * (-x * x).exp();
        if slope == 0.0 {
            break;
        }
        let step = error / slope;
        x -= step / (1.0 + x * step);
    }
    x.copysign(y)
}

/// The common kernel of the inverse sine and cosine of `x + iy`: with `r = |z + 1|`, `s = |z - 1|` and `a = (r + s) /
/// 2`, the numbers `sqrt(a^2 - x^2)` and `acosh(a)`.
pub fn asin_acos_kernel(x: f64, y: f64) -> (f64, f64) {
    let (x, y) = (x.abs(), y.abs());
    if (x.is_infinite() || y.is_infinite()) && !x.is_nan() {
        // The limit of the first number is y.
        return (y, f64::INFINITY);
    }
    let (r, s) = (f64::hypot(x + 1.0, y), f64::hypot(x - 1.0, y));
    let a = 0.5 * (r + s);
    // Parts of r and s beyond their real parts, without cancellation.
    let over = |h: f64, d: f64| if h + d > 0.0 { y * (y / (h + d)) } else { 0.0 };
    let right = over(r, x + 1.0);
    let left = if x <= 1.0 { s + (1.0 - x) } else { over(s, x - 1.0) };
    let gap = 0.5 * (right + left);
    let real = (gap * (a + x)).sqrt();
    let imag = if a > 1e150 {
        a.ln() + LN_2
    } else {
        let excess = 0.5 * (right + if x < 1.0 { over(s, 1.0 - x) } else { s + (x - 1.0) });
        (excess + (excess * (a + 1.0)).sqrt()).ln_1p()
    };
    (real, imag)
}
