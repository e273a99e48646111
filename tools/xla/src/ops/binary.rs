//! Elementwise functions of two operands, with implicit broadcasting.

use crate::{Result, XlaBuilder, XlaOp};

/// Declares functions of two operands, with an example.
macro_rules! binary {
    ($($(#[$doc:meta])* $method:ident $at:tt $op:tt [$types:tt] $x:expr, $y:expr => $z:expr;)*) => {
        impl XlaBuilder {$(
            $(#[$doc])*
            ///
            #[doc = concat!("Both operands are arrays of ", $types, ", of one element type.")]
            /// Their shapes are equal, or one is a scalar, or sizes of 1 are stretched; for different ranks,
            /// `broadcast_dimensions` says which dimensions of the higher rank those of the lower one are. Other shapes
            /// are an error, as are other element types.
            ///
            /// ```
            /// use strata_xla::{Error, Literal, eval};
            #[doc = concat!("let z = eval(|b| b.", stringify!($method), "(b.constant(", stringify!($x), ")?, b.constant(", stringify!($y), ")?, &[]))?;")]
            #[doc = concat!("assert_eq!(z, Literal::from(", stringify!($z), "));")]
            /// # Ok::<(), Error>(())
            /// ```
            pub fn $method(&self, lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: &[i64]) -> Result<XlaOp> {
                let operands = self.broadcast_operands($at, lhs, rhs, broadcast_dimensions)?;
                self.emit($at, $op).operands(&operands).one()
            }
        )*}
    };
}

binary! {
    /// Sum. Integers wrap; for booleans, or.
    add "Add" "stablehlo.add" ["numbers or booleans"] [[1, 2, 3], [4, 5, 6]], 7 => [[8, 9, 10], [11, 12, 13]];
    /// Difference. Integers wrap.
    sub "Sub" "stablehlo.subtract" ["numbers"] [0u8, 5], [1u8, 3] => [255u8, 2];
    /// Product. Integers wrap; for booleans, and.
    mul "Mul" "stablehlo.multiply" ["numbers or booleans"] [1 << 30, i32::MIN], [4, -1] => [0, i32::MIN];
    /// Quotient. That of integers is rounded to zero; a division by zero gives -1, without an error.
    div "Div" "stablehlo.divide" ["numbers"] [7, -7, 5], [2, 2, 0] => [3, -3, -1];
    /// Remainder, with the sign of the left operand.
    rem "Rem" "stablehlo.remainder" ["numbers"] [7, -7, 7, -7], [2, 2, -2, -2] => [1, -1, 1, -1];
    /// The larger one; NaN if one is. For booleans, or.
    max "Max" "stablehlo.maximum" ["numbers or booleans"] [1.0f32, -0.0], [3.0f32, 0.0] => [3.0f32, 0.0];
    /// The smaller one; NaN if one is. For booleans, and.
    min "Min" "stablehlo.minimum" ["numbers or booleans"] [1.0f32, 0.0], [3.0f32, -0.0] => [1.0f32, -0.0];
    /// [`XlaBuilder::and`] under its old name.
    logical_and "LogicalAnd" "stablehlo.and" ["booleans or integers"] [true, true], [true, false] => [true, false];
    /// And, of booleans or of the bits of integers.
    and "And" "stablehlo.and" ["booleans or integers"] [6], [3] => [2];
    /// [`XlaBuilder::or`] under its old name.
    logical_or "LogicalOr" "stablehlo.or" ["booleans or integers"] [false, true], [false, false] => [false, true];
    /// Or, of booleans or of the bits of integers.
    or "Or" "stablehlo.or" ["booleans or integers"] [6], [3] => [7];
    /// Exclusive or, of booleans or of the bits of integers.
    xor "Xor" "stablehlo.xor" ["booleans or integers"] [6], [3] => [5];
    /// The angle of the point with `lhs` as its height, in radians.
    atan2 "Atan2" "stablehlo.atan2" ["floats or complex numbers"]
        [0.0f32, -0.0], [0.0f32, -0.0] => [0.0f32, -std::f32::consts::PI];
    /// Complex numbers from their real and their imaginary parts.
    complex "Complex" "stablehlo.complex" ["floats of 32 or 64 bits"]
        [3.0f32], [4.0f32] => [num_complex::Complex::new(3.0f32, 4.0)];
    /// Power. Integers wrap.
    pow "Pow" "stablehlo.power" ["numbers"] [2, 1, -1, 0], [-1, -5, -3, 0] => [0, 1, -1, 1];
    /// Shift to the left; 0 for a shift of at least the width.
    shift_left "ShiftLeft" "stablehlo.shift_left" ["integers"] [1, 1, 1], [31, 32, -1] => [i32::MIN, 0, 0];
    /// Shift to the right that fills with the sign.
    shift_right_arithmetic "ShiftRightArithmetic" "stablehlo.shift_right_arithmetic" ["integers"]
        [-8, -8, 8], [1, 32, 33] => [-4, -1, 0];
    /// Shift to the right that fills with zeros; 0 for a shift of at least the width.
    shift_right_logical "ShiftRightLogical" "stablehlo.shift_right_logical" ["integers"]
        [-8, -8, 8], [1, 32, 33] => [2147483644, 0, 0];
}
