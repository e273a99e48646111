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
        Bin::Div => x / y,
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
        Un::Logistic => one / (one + (-z).exp()),
        Un::Sin => z.sin(),
        Un::Cos => z.cos(),
        Un::Tan => z.tan(),
        Un::Asin => complex_inverse::asin(z),
        Un::Acos => complex_inverse::acos(z),
        Un::Atan => complex_inverse::atan(z),
        Un::Sinh => z.sinh(),
        Un::Cosh => z.cosh(),
        Un::Tanh => z.tanh(),
        Un::Asinh => complex_inverse::asinh(z),
        Un::Acosh => complex_inverse::acosh(z),
        Un::Atanh => complex_inverse::atanh(z),
        Un::Sqrt => z.sqrt(),
        Un::Rsqrt => one / z.sqrt(),
        Un::Cbrt => z.powf(1.0 / 3.0),
        Un::Sign if z.re.is_nan() || z.im.is_nan() => C64::new(f64::NAN, f64::NAN),
        Un::Sign if z == C64::default() => z,
        Un::Sign => z / z.norm(),
        Un::Square => z * z,
        _ => return None,
    })
}
