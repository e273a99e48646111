//! Enumerations: `#stablehlo<comparison_direction LT>`.

use strata_ir::{prelude::*, text::word_attrs};

word_attrs! {
    /// How exact a contraction is.
    bare Precision = "stablehlo.precision" "XLA precision for an operand. Has backend specific meaning." of "::mlir::stablehlo::Precision" {
        /// The choice of the target.
        Default = "DEFAULT",
        /// More exact.
        High = "HIGH",
        /// As exact as possible.
        Highest = "HIGHEST",
    }
    /// A comparison.
    bare ComparisonDirection = "stablehlo.comparison_direction" "Which comparison operation to perform." of "::mlir::stablehlo::ComparisonDirection" {
        /// Equal.
        Eq = "EQ",
        /// Not equal.
        Ne = "NE",
        /// Greater or equal.
        Ge = "GE",
        /// Greater.
        Gt = "GT",
        /// Less or equal.
        Le = "LE",
        /// Less.
        Lt = "LT",
    }
    /// The order that a comparison uses.
    bare ComparisonType = "stablehlo.comparison_type" "Which comparison type to use." of "::mlir::stablehlo::ComparisonType" {
        /// The one of the element type.
        NoType = "NOTYPE",
        /// The partial order of floats.
        Float = "FLOAT",
        /// The total order of floats.
        TotalOrder = "TOTALORDER",
        /// That of signed integers.
        Signed = "SIGNED",
        /// That of unsigned integers and booleans.
        Unsigned = "UNSIGNED",
    }
    /// A Fourier transform.
    bare FftType = "stablehlo.fft_type" "XLA fast fourier transform type." of "::mlir::stablehlo::FftType" {
        /// Complex to complex.
        Fft = "FFT",
        /// Its inverse.
        Ifft = "IFFT",
        /// Real to complex.
        Rfft = "RFFT",
        /// Complex to real.
        Irfft = "IRFFT",
    }
    /// How a matrix is transformed before it is used.
    bare Transpose = "stablehlo.transpose" "Transpose options" of "::mlir::stablehlo::Transpose" {
        /// Not a value.
        Invalid = "TRANSPOSE_INVALID",
        /// Nothing.
        NoTranspose = "NO_TRANSPOSE",
        /// It is transposed.
        Transpose = "TRANSPOSE",
        /// It is transposed and conjugated.
        Adjoint = "ADJOINT",
    }
    /// A distribution of random numbers.
    bare RngDistribution = "stablehlo.rng_distribution" "XLA PRNG distribution to be used." of "::mlir::stablehlo::RngDistribution" {
        /// Uniform.
        Uniform = "UNIFORM",
        /// Normal.
        Normal = "NORMAL",
    }
    /// A generator of random bits.
    bare RngAlgorithm = "stablehlo.rng_algorithm" "XLA PRNG algorithm to be used." of "::mlir::stablehlo::RngAlgorithm" {
        /// The choice of the target.
        Default = "DEFAULT",
        /// Threefry.
        ThreeFry = "THREE_FRY",
        /// Philox.
        Philox = "PHILOX",
    }
}

/// How exact the result of a transcendental op is.
#[attr(name = "stablehlo.result_accuracy_mode")]
#[derive(Default)]
pub enum ResultAccuracyMode {
    /// The choice of the target.
    #[default]
    #[ir_name = "DEFAULT"]
    Default,
    /// As exact as possible.
    #[ir_name = "HIGHEST"]
    Highest,
    /// Within the tolerances given.
    #[ir_name = "TOLERANCE"]
    Tolerance,
}
