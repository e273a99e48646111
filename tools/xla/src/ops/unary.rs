//! Elementwise functions of one operand.

use crate::{Error, Result, ResultAccuracy, XlaBuilder, XlaOp};

/// Declares functions of one operand, with an example.
macro_rules! unary {
    ($($(#[$doc:meta])* $method:ident $at:tt $op:tt [$types:tt] $x:expr => $y:expr;)*) => {
        impl XlaBuilder {$(
            $(#[$doc])*
            ///
            #[doc = concat!("The operand is an array of ", $types, "; another element type is an error.")]
            /// The result has its shape.
            ///
            /// ```
            /// use strata_xla::{Error, Literal, eval};
            #[doc = concat!("let y = eval(|b| b.", stringify!($method), "(b.constant(", stringify!($x), ")?))?;")]
            #[doc = concat!("assert_eq!(y, Literal::from(", stringify!($y), "));")]
            /// # Ok::<(), Error>(())
            /// ```
            pub fn $method(&self, operand: XlaOp) -> Result<XlaOp> {
                self.emit($at, $op).operands(&[operand]).one()
            }
        )*}
    };
}

unary! {
    /// Absolute value; the modulus of complex numbers, whose type is that of their parts.
    abs "Abs" "stablehlo.abs" ["signed integers, floats or complex numbers"] [-5, i32::MIN, 0] => [5, i32::MIN, 0];
    /// The smallest integral value that is not smaller.
    ceil "Ceil" "stablehlo.ceil" ["floats"] [-0.5f32, 0.5] => [-0.0f32, 1.0];
    /// The number of leading zero bits.
    clz "Clz" "stablehlo.count_leading_zeros" ["integers"] [0, 1, -1] => [32, 31, 0];
    /// The largest integral value that is not larger.
    floor "Floor" "stablehlo.floor" ["floats"] [-0.5f32, 0.5] => [-1.0f32, 0.0];
    /// The imaginary part; 0 for floats.
    imag "Imag" "stablehlo.imag" ["complex numbers or floats"] [1.5f32] => [0.0f32];
    /// Whether a number is neither infinite nor NaN, as booleans.
    is_finite "IsFinite" "stablehlo.is_finite" ["floats"] [1.0, f32::INFINITY, f32::NAN] => [true, false, false];
    /// [`XlaBuilder::not`] under its old name.
    logical_not "LogicalNot" "stablehlo.not" ["booleans or integers"] [true, false] => [false, true];
    /// The negation of booleans, the complement of the bits of integers.
    not "Not" "stablehlo.not" ["booleans or integers"] [0, 1, -1] => [-1, -2, 0];
    /// The operand with its sign changed; integers wrap.
    neg "Neg" "stablehlo.negate" ["integers, floats or complex numbers"] [i32::MIN, 5] => [i32::MIN, -5];
    /// The number of one bits.
    population_count "PopulationCount" "stablehlo.popcnt" ["integers"] [0, 7, -1] => [0, 3, 32];
    /// The real part; a float itself.
    real "Real" "stablehlo.real" ["complex numbers or floats"] [1.5f32] => [1.5f32];
    /// [`XlaBuilder::round_nearest_afz`] under its old name.
    round "Round" "stablehlo.round_nearest_afz" ["floats"] [-2.5f32, 0.5, 1.4] => [-3.0f32, 1.0, 1.0];
    /// The nearest integral value, away from zero when two are as near.
    round_nearest_afz "RoundNearestAfz" "stablehlo.round_nearest_afz" ["floats"]
        [-2.5f32, -0.3, 0.49999997, 1.5] => [-3.0f32, -0.0, 0.0, 2.0];
    /// The nearest integral value, the even one when two are as near.
    round_nearest_even "RoundNearestEven" "stablehlo.round_nearest_even" ["floats"]
        [-2.5f32, -0.3, 0.5, 1.5] => [-2.0f32, -0.0, 0.0, 2.0];
    /// -1, 0 or 1 by the sign; the sign of zero and NaN stay. A complex number divided by its modulus.
    sign "Sign" "stablehlo.sign" ["signed integers, floats or complex numbers"]
        [-2.5f32, -0.0, 3.0] => [-1.0f32, -0.0, 1.0];
}

/// Declares transcendental functions, which may be asked for an accuracy.
macro_rules! transcendental {
    ($($(#[$doc:meta])* $method:ident $with:ident $at:tt $op:tt [$types:tt] $x:expr => $y:expr;)*) => {
        unary! {$($(#[$doc])* $method $at $op [$types] $x => $y;)*}
        impl XlaBuilder {$(
            #[doc = concat!("[`XlaBuilder::", stringify!($method), "`] with a demand on its accuracy.")]
            pub fn $with(&self, operand: XlaOp, result_accuracy: ResultAccuracy) -> Result<XlaOp> {
                let accuracy = result_accuracy.attr(self.cx()).map_err(|e| Error::new($at, e))?;
                let emit = self.emit($at, $op).operands(&[operand]);
                if $op.starts_with("stablehlo.") {
                    return emit.attr("result_accuracy", accuracy).one();
                }
                // The op of `chlo` has no such attribute, so only its default behaviour can be requested.
                if result_accuracy != ResultAccuracy::default() {
                    return Err(Error::new($at, concat!("'", $op, "' does not take an accuracy")));
                }
                emit.one()
            }
        )*}
    };
}

transcendental! {
    /// Cube root, also of negative numbers.
    cbrt cbrt_with "Cbrt" "stablehlo.cbrt" ["floats or complex numbers"] [-8.0f32, 27.0] => [-2.0f32, 3.0];
    /// Cosine of radians.
    cos cos_with "Cos" "stablehlo.cosine" ["floats or complex numbers"] [0.0f32] => [1.0f32];
    /// Hyperbolic cosine, `(exp(x) + exp(-x)) / 2`.
    cosh cosh_with "Cosh" "chlo.cosh" ["floats or complex numbers"] [0.0f32, 100.0] => [1.0f32, f32::INFINITY];
    /// Error function, an integral of `exp(-t * t)`.
    erf erf_with "Erf" "chlo.erf" ["floats"] [0.0f32, f32::INFINITY] => [0.0f32, 1.0];
    /// The exponential function.
    exp exp_with "Exp" "stablehlo.exponential" ["floats or complex numbers"]
        [0.0f32, f32::NEG_INFINITY, 89.0] => [1.0f32, 0.0, f32::INFINITY];
    /// `exp(x) - 1`, exact near 0.
    expm1 expm1_with "Expm1" "stablehlo.exponential_minus_one" ["floats or complex numbers"]
        [1e-10f32, f32::NEG_INFINITY] => [1e-10f32, -1.0];
    /// Natural logarithm.
    log log_with "Log" "stablehlo.log" ["floats or complex numbers"] [0.0f32, 1.0] => [f32::NEG_INFINITY, 0.0];
    /// `log(1 + x)`, exact near 0.
    log1p log1p_with "Log1p" "stablehlo.log_plus_one" ["floats or complex numbers"]
        [-1.0f32, 1e-10] => [f32::NEG_INFINITY, 1e-10];
    /// `1 / (1 + exp(-x))`.
    logistic logistic_with "Logistic" "stablehlo.logistic" ["floats or complex numbers"]
        [f32::NEG_INFINITY, 0.0, f32::INFINITY] => [0.0f32, 0.5, 1.0];
    /// `1 / sqrt(x)`.
    rsqrt rsqrt_with "Rsqrt" "stablehlo.rsqrt" ["floats or complex numbers"]
        [-0.0f32, 4.0, f32::INFINITY] => [f32::NEG_INFINITY, 0.5, 0.0];
    /// Sine of radians.
    sin sin_with "Sin" "stablehlo.sine" ["floats or complex numbers"] [-0.0f32] => [-0.0f32];
    /// Square root.
    sqrt sqrt_with "Sqrt" "stablehlo.sqrt" ["floats or complex numbers"] [-0.0f32, 4.0] => [-0.0f32, 2.0];
    /// Tangent of radians.
    tan tan_with "Tan" "stablehlo.tan" ["floats or complex numbers"] [0.0f32] => [0.0f32];
    /// Hyperbolic tangent.
    tanh tanh_with "Tanh" "stablehlo.tanh" ["floats or complex numbers"]
        [f32::NEG_INFINITY, f32::INFINITY] => [-1.0f32, 1.0];
}
