//! Formulas for `f64`, written with [`Number`]s.
//!
//! Where rounding would cost more than the contract allows, a value is a sum of two numbers, of which the second is the rounding error of
//! the first one; names say `low`, `lost` or `rest`. Integers move through the low bits of floats, because AVX2 has no conversion between
//! integers and floats of 64 bits, and no arithmetic shift of 64 bits.

mod error_function;
mod exponential;
mod hyperbolic;
mod inverse_trigonometric;
mod logarithm;
mod payne_hanek;
mod power;
mod trigonometric;

use strata_arith::{ExtFOp, TruncFOp};
use strata_ir::{num::FloatFormat, prelude::*};

pub(super) use super::formula::{
    at_least, at_most, exponential, fast_two_sum, from_biased, nearest, outside, polynomial, power_of_two,
    scaled, tanh_of_positive, two_product, two_sum,
};
use super::{Approx, Expand, cube_root::cbrt, number::Number};

/// Up to here the reduction of angles is exact enough.
const REDUCTION_LIMIT: f64 = 1_048_576.0;

/// The expansions of functions of `f64`.
pub(super) const FUNCTIONS: &[(&str, Expand)] = &[
    ("exp", |a, _, x| {
        use exponential::{exp, exp_is_unusual, usual_exp};
        a.usual_or([x], |[x]| exp_is_unusual(x), |[x]| exp(x), |[x]| usual_exp(x))
    }),
    ("exp2", |a, _, x| a.formula([x], |[x]| exponential::exp2(x))),
    ("expm1", |a, _, x| a.formula([x], |[x]| exponential::expm1(x))),
    ("log", |a, _, x| a.formula([x], |[x]| logarithm::log(x))),
    ("log2", |a, _, x| a.formula([x], |[x]| logarithm::log2(x))),
    ("log10", |a, _, x| a.formula([x], |[x]| logarithm::log10(x))),
    ("log1p", |a, _, x| a.formula([x], |[x]| logarithm::log1p(x))),
    ("tanh", |a, _, x| a.formula([x], |[x]| exponential::tanh(x))),
    ("sinh", |a, _, x| a.formula([x], |[x]| hyperbolic::sinh(x))),
    ("cosh", |a, _, x| a.formula([x], |[x]| hyperbolic::cosh(x))),
    ("asinh", |a, _, x| a.formula([x], |[x]| hyperbolic::asinh(x))),
    ("acosh", |a, _, x| a.formula([x], |[x]| hyperbolic::acosh(x))),
    ("atanh", |a, _, x| a.formula([x], |[x]| hyperbolic::atanh(x))),
    ("asin", |a, _, x| a.formula([x], |[x]| inverse_trigonometric::asin(x))),
    ("acos", |a, _, x| a.formula([x], |[x]| inverse_trigonometric::acos(x))),
    ("atan", |a, _, x| a.formula([x], |[x]| inverse_trigonometric::atan(x))),
    ("atan2", |a, op, y| a.formula([y, a.e.0.operand(op, 1)], |[y, x]| inverse_trigonometric::atan2(y, x))),
    ("powf", |a, op, x| a.formula([x, a.e.0.operand(op, 1)], |[x, y]| power::pow(x, y))),
    ("cbrt", |a, _, x| a.formula([x], |[x]| cbrt(x))),
    ("erf", |a, _, x| a.formula([x], |[x]| error_function::erf(x))),
    ("erfc", |a, _, x| a.formula([x], |[x]| error_function::erfc(x))),
    ("sin", |a, op, x| {
        a.near_or_far(op, x, REDUCTION_LIMIT, |a, x| a.formula([x], |[x]| trigonometric::sine(x, 0)))
    }),
    ("cos", |a, op, x| {
        a.near_or_far(op, x, REDUCTION_LIMIT, |a, x| a.formula([x], |[x]| trigonometric::sine(x, 1)))
    }),
    ("tan", |a, op, x| {
        a.near_or_far(op, x, REDUCTION_LIMIT, |a, x| a.formula([x], |[x]| trigonometric::tan(x)))
    }),
];

/// The expansions of functions of angles beyond `LIMIT`.
const FAR: &[(&str, fn(Number<'_>) -> Number<'_>)] = &[
    ("sin", |x| trigonometric::sine_far(x, 0)),
    ("cos", |x| trigonometric::sine_far(x, 1)),
    ("tan", trigonometric::tan_far),
];

/// Functions of `f32` that are computed as functions of `f64` and rounded once more.
pub(super) const NARROW: &[(&str, Expand)] = &[
    ("asin", |a, _, x| a.widened(x, |x| inverse_trigonometric::asin(x))),
    ("acos", |a, _, x| a.widened(x, |x| inverse_trigonometric::acos(x))),
];

impl Approx<'_, '_, '_> {
    /// The function of this name for an angle of at least one, infinite or NaN.
    pub(super) fn far(&mut self, name: &str, x: Value) -> Option<Value> {
        let (_, formula) = FAR.iter().find(|f| name.strip_prefix("math.") == Some(f.0))?;
        let single = self.e.0.cx().elem_or_self(self.ty) == self.e.0.cx().f32();
        Some(if single { self.widened(x, formula) } else { self.formula([x], |[x]| formula(x)) })
    }
    /// The result of a formula on `f32`, computed in `f64`.
    fn widened(&mut self, x: Value, formula: impl for<'c> FnOnce(Number<'c>) -> Number<'c>) -> Value {
        let wide = self.e.like(self.ty, self.e.0.cx().float_type(FloatFormat::F64));
        let x = ExtFOp::build(self.e.0, x, None, wide);
        let result = self.formula([x], |[x]| formula(x));
        TruncFOp::build(self.e.0, result, None, None, self.ty)
    }
}

pub(super) const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// `ln 2`: a part whose products with exponents are exact, and the remainder.
pub(super) const LN_2: [f64; 2] = [0.6931471805598903, 5.497923018708371e-14];
pub(super) const TWO_52: f64 = 4_503_599_627_370_496.0;
pub(super) const TWO_54: f64 = 18_014_398_509_481_984.0;
pub(super) const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
/// The bits of the mantissa.
pub(super) const MANTISSA: i64 = 0x000f_ffff_ffff_ffff;
