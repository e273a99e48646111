//! Functions of complex numbers, computed in `f64`.

use super::{Bin, Un, complex_inverse};
use crate::C64;

/// A function of two complex numbers.
pub(super) fn binary(op: Bin, x: C64, y: C64) -> Option<C64> {
    let larger = || if (x.re, x.im) > (y.re, y.im) { x } else { y };
    let smaller = || if (x.re, x.im) < (y.re, y.im) { x } else { y };
    let nan = || C64::new(f64::NAN, f64::NAN);
    let is_nan = |z: C64| z.re.is_nan() || z.im.is_nan();
    Some(match op {
        Bin::Max | Bin::Min if is_nan(x) || is_nan(y) => nan(),
        Bin::Add => x + y,
        Bin::Sub => x - y,
        Bin::Mul => x * y,
        Bin::Div => divide(x, y),
        Bin::Pow if y == C64::default() => C64::new(1.0, 0.0),
        Bin::Pow if x == C64::default() => C64::default(),
        Bin::Pow => (y * x.ln()).exp(),
        Bin::Atan2 => {
            // -i log((y' + i x') / sqrt(x'^2 + y'^2)) with x' = y and y' = x.
            let i = C64::i();
            -i * ((y + i * x) / (x * x + y * y).sqrt()).ln()
        }
        // Lexicographic, as far as complex numbers have an order.
        Bin::Max => larger(),
        Bin::Min => smaller(),
        _ => return None,
    })
}

/// `x / y`, where infinities give zeros and infinities as in annex G of the C standard.
fn divide(x: C64, y: C64) -> C64 {
    let finite = |z: C64| z.re.is_finite() && z.im.is_finite();
    let infinite = |z: C64| z.re.is_infinite() || z.im.is_infinite();
    // Infinities as ones, other numbers as zeros, with their signs.
    let direction = |z: C64| {
        let part = |p: f64| if p.is_infinite() { 1f64 } else { 0.0 }.copysign(p);
        C64::new(part(z.re), part(z.im))
    };
    let product = |x: C64, y: C64| C64::new(x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im);
    let q = x / y;
    if !(q.re.is_nan() && q.im.is_nan()) {
        q
    } else if y == C64::default() && !(x.re.is_nan() && x.im.is_nan()) {
        x * f64::INFINITY.copysign(y.re)
    } else if infinite(x) && finite(y) {
        product(direction(x), y) * f64::INFINITY
    } else if infinite(y) && finite(x) {
        product(x, direction(y)) * 0.0
    } else {
        q
    }
}

/// A function of one complex number.
pub(super) fn unary(op: Un, z: C64) -> Option<C64> {
    let one = C64::new(1.0, 0.0);
    Some(match op {
        Un::Neg => -z,
        Un::Exp => z.exp(),
        // exp(x+iy) - 1 without cancellation for small z.
        Un::Expm1 => {
            let half = (z.im * 0.5).sin();
            C64::new(z.re.exp_m1() * z.im.cos() - 2.0 * half * half, z.re.exp() * z.im.sin())
        }
        Un::Log => z.ln(),
        Un::Log1p => {
            let (re, im) = (z.re, z.im);
            C64::new(0.5 * (re * (2.0 + re) + im * im).ln_1p(), im.atan2(1.0 + re))
        }
        // Where exp(-z) is infinite the quotient would be NaN.
        Un::Logistic if z.re < 0.0 => z.exp() / (one + z.exp()),
        Un::Logistic => one / (one + (-z).exp()),
        Un::Sin => z.sin(),
        Un::Cos => z.cos(),
        Un::Tan => {
            // tan(z) = -i tanh(i z)
            let t = tanh(C64::new(-z.im, z.re));
            C64::new(t.im, -t.re)
        }
        Un::Asin => complex_inverse::asin(z),
        Un::Acos => complex_inverse::acos(z),
        Un::Atan => complex_inverse::atan(z),
        Un::Sinh => z.sinh(),
        Un::Cosh => z.cosh(),
        Un::Tanh => tanh(z),
        Un::Asinh => complex_inverse::asinh(z),
        Un::Acosh => complex_inverse::acosh(z),
        Un::Atanh => complex_inverse::atanh(z),
        Un::Sqrt => z.sqrt(),
        Un::Rsqrt => {
            let root = z.sqrt();
            if root.re.is_infinite() || root.im.is_infinite() {
                C64::new(0.0, 0f64.copysign(-z.im))
            } else {
                one / root
            }
        }
        Un::Cbrt => z.powf(1.0 / 3.0),
        Un::Sign if z.re.is_nan() || z.im.is_nan() => C64::new(f64::NAN, f64::NAN),
        Un::Sign if z == C64::default() => z,
        Un::Sign => z / z.norm(),
        Un::Square => {
            // Squares of the parts may overflow where their difference does not.
            let diagonal = z.re.is_finite() && z.re.abs() == z.im.abs();
            let real = if diagonal { 0.0 } else { (z.re - z.im) * (z.re + z.im) };
            C64::new(real, z.re * z.im * 2.0)
        }
        _ => return None,
    })
}

/// The hyperbolic tangent, right to a few units in the last place also next to its poles, where the sum of a cosine and
/// a hyperbolic cosine cancels. After W. Kahan, "Branch Cuts for Complex Elementary Functions", 1987.
fn tanh(z: C64) -> C64 {
    // From here on it is 1 to the last bit.
    const LARGE: f64 = 22.0;
    if z.im == 0.0 {
        return C64::new(z.re.tanh(), z.im);
    }
    let t = z.im.tan();
    if z.re == 0.0 {
        return C64::new(z.re, t);
    }
    if z.re.abs() > LARGE {
        // 4 sin(y) cos(y) / exp(2 |x|), whose sign is known where it is too small for a number.
        let small = 4.0 * (-2.0 * z.re.abs()).exp() * z.im.sin() * z.im.cos();
        let small = if z.re.is_infinite() && z.im.is_infinite() { 0.0 } else { small };
        return C64::new(1f64.copysign(z.re), small);
    }
    let (beta, sinh) = (1.0 + t * t, z.re.sinh());
    let rho = (1.0 + sinh * sinh).sqrt();
    if t.is_infinite() {
        return C64::new(rho / sinh, 1.0 / t);
    }
    let below = 1.0 + beta * sinh * sinh;
    C64::new(beta * rho * sinh / below, t / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_are_right_next_to_their_poles() {
        let angle = 15_707_963.0 / 1e7;
        // tan(pi/2 - d + i e) is close to 1 / (d - i e); computed with 60 digits.
        let z = C64::new(angle, 1e-9);
        let got = unary(Un::Tan, z).expect("a tangent");
        let want = C64::new(37268631.039842166, 1390885.421840577);
        assert!((got - want).norm() / want.norm() < 1e-15, "{got}");
        let got = unary(Un::Tanh, C64::new(-1e-9, angle)).expect("a tangent");
        assert!((got - C64::new(-want.im, want.re)).norm() / want.norm() < 1e-15, "{got}");
    }
    #[test]
    fn special_values_of_the_hyperbolic_tangent() {
        let t = |re: f64, im: f64| unary(Un::Tanh, C64::new(re, im)).expect("a tangent");
        assert_eq!(t(f64::INFINITY, 1.0), C64::new(1.0, 0.0));
        assert_eq!(t(-800.0, 1.0).re, -1.0);
        assert_eq!(t(f64::INFINITY, f64::INFINITY), C64::new(1.0, 0.0));
        assert!(t(1.0, f64::INFINITY).re.is_nan());
        assert_eq!(t(f64::NAN, 0.0).im, 0.0);
        assert!(t(-0.0, 1.0).re.is_sign_negative());
    }

    #[test]
    fn the_logistic_function_ends_at_zero_and_one() {
        let of = |re| unary(Un::Logistic, C64::new(re, 0.75)).expect("a logistic function");
        assert_eq!((of(-1e30), of(1e30)), (C64::default(), C64::new(1.0, 0.0)));
    }

    #[test]
    fn the_inverse_of_an_infinite_root_is_zero() {
        for z in
            [C64::new(-1.75, f64::INFINITY), C64::new(f64::NEG_INFINITY, 1.0), C64::new(f64::INFINITY, -2.0)]
        {
            assert_eq!(unary(Un::Rsqrt, z), Some(C64::default()), "{z}");
        }
    }
}
