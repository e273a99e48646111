//! The meaning of the ops on scalars; used to fold constants and to interpret.
//!
//! Floats are bits of a [`FloatFormat`]. Functions are computed in `f32` for `f32` and in `f64` for all other formats,
//! then rounded to the format.

use strata_arith::kinds;
use strata_ir::num::{ApInt, FloatFormat};

use crate::special;

kinds! {
    /// A function of one float.
    FloatUnary {
        /// Absolute value.
        AbsF = "math.absf",
        /// Inverse cosine.
        Acos = "math.acos",
        /// Inverse hyperbolic cosine.
        Acosh = "math.acosh",
        /// Inverse sine.
        Asin = "math.asin",
        /// Inverse hyperbolic sine.
        Asinh = "math.asinh",
        /// Inverse tangent.
        Atan = "math.atan",
        /// Inverse hyperbolic tangent.
        Atanh = "math.atanh",
        /// Cube root.
        Cbrt = "math.cbrt",
        /// The nearest integer that is not less.
        Ceil = "math.ceil",
        /// Cosine.
        Cos = "math.cos",
        /// Hyperbolic cosine.
        Cosh = "math.cosh",
        /// Error function.
        Erf = "math.erf",
        /// Complementary error function.
        Erfc = "math.erfc",
        /// Power of e.
        Exp = "math.exp",
        /// Power of two.
        Exp2 = "math.exp2",
        /// Power of e, minus one.
        ExpM1 = "math.expm1",
        /// The nearest integer that is not greater.
        Floor = "math.floor",
        /// Natural logarithm.
        Log = "math.log",
        /// Logarithm to base ten.
        Log10 = "math.log10",
        /// Natural logarithm of one plus the value.
        Log1p = "math.log1p",
        /// Logarithm to base two.
        Log2 = "math.log2",
        /// The nearest integer, ties away from zero.
        Round = "math.round",
        /// The nearest integer, ties to even.
        RoundEven = "math.roundeven",
        /// Reciprocal of the square root.
        Rsqrt = "math.rsqrt",
        /// Sine.
        Sin = "math.sin",
        /// Hyperbolic sine.
        Sinh = "math.sinh",
        /// Square root.
        Sqrt = "math.sqrt",
        /// Tangent.
        Tan = "math.tan",
        /// Hyperbolic tangent.
        Tanh = "math.tanh",
        /// The integer part.
        Trunc = "math.trunc",
    }
}

kinds! {
    /// A function of two floats.
    FloatBinary {
        /// The angle of a point.
        Atan2 = "math.atan2",
        /// The magnitude of one with the sign of the other.
        CopySign = "math.copysign",
        /// Power.
        PowF = "math.powf",
    }
}

kinds! {
    /// A question about a float.
    FloatClassification {
        /// Neither infinite nor NaN.
        IsFinite = "math.isfinite",
        /// Infinite.
        IsInf = "math.isinf",
        /// Not a number.
        IsNaN = "math.isnan",
        /// Finite, not zero and with full precision.
        IsNormal = "math.isnormal",
    }
}

kinds! {
    /// A function of one integer.
    IntUnary {
        /// Absolute value.
        AbsI = "math.absi",
        /// Zero bits above the highest set bit.
        Ctlz = "math.ctlz",
        /// Zero bits below the lowest set bit.
        Cttz = "math.cttz",
        /// Set bits.
        CtPop = "math.ctpop",
    }
}

macro_rules! std_functions {
    ($name:ident, $float:ident) => {
        fn $name(kind: FloatUnary, x: $float) -> $float {
            use FloatUnary::*;
            match kind {
                AbsF => x.abs(),
                Acos => x.acos(),
                Acosh => special::$float::acosh(x),
                Asin => x.asin(),
                Asinh => special::$float::asinh(x),
                Atan => x.atan(),
                Atanh => special::$float::atanh(x),
                Cbrt => x.cbrt(),
                Ceil => x.ceil(),
                Cos => x.cos(),
                Cosh => x.cosh(),
                Erf => special::$float::erf(x),
                Erfc => special::$float::erfc(x),
                Exp => x.exp(),
                Exp2 => x.exp2(),
                ExpM1 => x.exp_m1(),
                Floor => x.floor(),
                Log => x.ln(),
                Log10 => x.log10(),
                Log1p => x.ln_1p(),
                Log2 => x.log2(),
                Round => x.round(),
                RoundEven => x.round_ties_even(),
                Rsqrt => 1.0 / x.sqrt(),
                Sin => x.sin(),
                Sinh => x.sinh(),
                Sqrt => x.sqrt(),
                Tan => x.tan(),
                Tanh => x.tanh(),
                Trunc => x.trunc(),
            }
        }
    };
}
std_functions!(unary_f32, f32);
std_functions!(unary_f64, f64);

/// Rounds a float of any format to an integer, exactly; `None` when `kind` does not round.
fn round(kind: FloatUnary, format: FloatFormat, x: u128) -> Option<u128> {
    use FloatUnary::{Ceil, Floor, Round, RoundEven, Trunc};
    if !matches!(kind, Ceil | Floor | Round | RoundEven | Trunc) {
        return None;
    }
    // All floats that are too great for this width are integers.
    let Some(whole) = format.to_int(x, format.precision() + 2, true) else { return Some(x) };
    let (truncated, one) = (format.from_int(&whole, true), format.one());
    let negative = format.is_negative(x);
    let fraction = format.abs(format.sub(x, truncated));
    let half = format.compare(fraction, format.div(one, format.add(one, one)))?;
    let away = match kind {
        Ceil => !negative && !format.is_zero(fraction),
        Floor => negative && !format.is_zero(fraction),
        Round => half.is_ge(),
        RoundEven => half.is_gt() || half.is_eq() && whole.bit(0),
        _ => false,
    };
    let magnitude = format.abs(truncated);
    let magnitude = if away { format.add(magnitude, one) } else { magnitude };
    Some(if negative { format.negate(magnitude) } else { magnitude })
}

/// A function of one float. Formats wider than `f64` lose precision, except for `absf`, `sqrt` and roundings.
pub fn float_unary(kind: FloatUnary, format: FloatFormat, x: u128) -> u128 {
    if format.width() > 64
        && let Some(rounded) = round(kind, format, x)
    {
        return rounded;
    }
    match (kind, format) {
        (FloatUnary::AbsF, _) => format.abs(x),
        (FloatUnary::Sqrt, _) => format.sqrt(x),
        (_, FloatFormat::F32) => unary_f32(kind, f32::from_bits(x as u32)).to_bits().into(),
        (_, FloatFormat::F64) => unary_f64(kind, f64::from_bits(x as u64)).to_bits().into(),
        _ => format.from_f64(unary_f64(kind, format.to_f64(x))),
    }
}

/// A function of two floats. Formats wider than `f64` lose precision, except for `copysign`.
pub fn float_binary(kind: FloatBinary, format: FloatFormat, x: u128, y: u128) -> u128 {
    if kind == FloatBinary::CopySign {
        return if format.is_negative(x) == format.is_negative(y) { x } else { format.negate(x) };
    }
    if format == FloatFormat::F32 {
        let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
        let r = if kind == FloatBinary::Atan2 { x.atan2(y) } else { x.powf(y) };
        return r.to_bits().into();
    }
    let (x, y) = (format.to_f64(x), format.to_f64(y));
    format.from_f64(if kind == FloatBinary::Atan2 { x.atan2(y) } else { x.powf(y) })
}

/// `x` to an integer power.
pub fn fpowi(format: FloatFormat, x: u128, n: &ApInt) -> u128 {
    let exponent = format.to_f64(x).powf(FloatFormat::F64.to_f64(FloatFormat::F64.from_int(n, true)));
    format.from_f64(exponent)
}

/// A question about a float.
pub fn float_classification(kind: FloatClassification, format: FloatFormat, x: u128) -> bool {
    match kind {
        FloatClassification::IsFinite => format.is_finite(x),
        FloatClassification::IsInf => format.is_inf(x),
        FloatClassification::IsNaN => format.is_nan(x),
        FloatClassification::IsNormal => {
            format.is_finite(x) && !format.is_zero(x) && format.abs(x) >= format.smallest_normal()
        }
    }
}

/// A function of one integer.
pub fn int_unary(kind: IntUnary, x: &ApInt) -> ApInt {
    let count = |n: u32| ApInt::from_u64(x.width(), n.into());
    match kind {
        IntUnary::AbsI => x.abs(),
        IntUnary::Ctlz => count(x.count_leading_zeros()),
        IntUnary::Cttz => count(x.count_trailing_zeros()),
        IntUnary::CtPop => count(x.popcount()),
    }
}

/// `base` to a signed power; `None` for a negative power of zero.
pub fn ipowi(base: &ApInt, power: &ApInt) -> Option<ApInt> {
    let width = base.width();
    let one = ApInt::one(width);
    if power.is_zero() || *base == one {
        return Some(one);
    }
    if power.is_negative() {
        return if base.is_zero() {
            None
        } else if !base.is_all_ones() {
            Some(ApInt::zero(width))
        } else {
            Some(if power.bit(0) { base.clone() } else { one })
        };
    }
    // Squares beyond the width of the exponent are never used.
    let (mut result, mut square) = (one, base.clone());
    for i in 0..power.active_bits() {
        if power.bit(i) {
            result = result.mul(&square);
        }
        square = square.mul(&square);
    }
    Some(result)
}
