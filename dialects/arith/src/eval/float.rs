//! Binary ops on floats.

use strata_ir::num::FloatFormat;

use super::int::kinds;

kinds! {
    /// A binary op on floats.
    FloatBinary {
        /// Addition.
        Add = "arith.addf",
        /// Subtraction.
        Sub = "arith.subf",
        /// Multiplication.
        Mul = "arith.mulf",
        /// Division.
        Div = "arith.divf",
        /// Remainder with the sign of the dividend.
        Rem = "arith.remf",
        /// Maximum; NaN when an operand is NaN.
        Maximum = "arith.maximumf",
        /// Minimum; NaN when an operand is NaN.
        Minimum = "arith.minimumf",
        /// Maximum; the other operand when one is NaN.
        MaxNum = "arith.maxnumf",
        /// Minimum; the other operand when one is NaN.
        MinNum = "arith.minnumf",
    }
}

/// Rounds once, to nearest with ties to even.
pub fn float_binary(kind: FloatBinary, format: FloatFormat, a: u128, b: u128) -> u128 {
    match kind {
        FloatBinary::Add => format.add(a, b),
        FloatBinary::Sub => format.sub(a, b),
        FloatBinary::Mul => format.mul(a, b),
        FloatBinary::Div => format.div(a, b),
        FloatBinary::Rem => format.rem(a, b),
        FloatBinary::Maximum => format.maximum(a, b),
        FloatBinary::Minimum => format.minimum(a, b),
        FloatBinary::MaxNum => format.maxnum(a, b),
        FloatBinary::MinNum => format.minnum(a, b),
    }
}
