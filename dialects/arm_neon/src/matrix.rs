//! Products of matrices of two rows, each in a register. The right one is transposed: its rows are columns of the factor.

use strata_ir::prelude::*;

use crate::types::{BF16Matrix, ByteMatrix, FloatMatrix, SumMatrix};

/// Adds products of matrices of signed bytes to sums.
#[op(
    name = "arm_neon.intr.smmla",
    traits = [Pure],
    same = [src1, src2],
    same = [acc, res],
    asm = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
)]
pub struct SmmlaOp {
    /// The sums before.
    pub acc: Operand<SumMatrix>,
    /// The left factor.
    pub src1: Operand<ByteMatrix>,
    /// The right factor.
    pub src2: Operand<ByteMatrix>,
    /// The sums after.
    pub res: Res<SumMatrix>,
}

/// Adds products of matrices of bytes without signs to sums.
#[op(
    name = "arm_neon.intr.ummla",
    traits = [Pure],
    same = [src1, src2],
    same = [acc, res],
    asm = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
)]
pub struct UmmlaOp {
    /// The sums before.
    pub acc: Operand<SumMatrix>,
    /// The left factor.
    pub src1: Operand<ByteMatrix>,
    /// The right factor.
    pub src2: Operand<ByteMatrix>,
    /// The sums after.
    pub res: Res<SumMatrix>,
}

/// Adds products of matrices of bytes to sums; the left ones have no signs, the right ones have.
#[op(
    name = "arm_neon.intr.usmmla",
    traits = [Pure],
    same = [src1, src2],
    same = [acc, res],
    asm = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
)]
pub struct UsmmlaOp {
    /// The sums before.
    pub acc: Operand<SumMatrix>,
    /// The left factor, without signs.
    pub src1: Operand<ByteMatrix>,
    /// The right factor, with signs.
    pub src2: Operand<ByteMatrix>,
    /// The sums after.
    pub res: Res<SumMatrix>,
}

/// Adds products of matrices of `bf16` to sums.
#[op(
    name = "arm_neon.intr.bfmmla",
    traits = [Pure],
    same = [src1, src2],
    same = [acc, res],
    asm = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
)]
pub struct BfmmlaOp {
    /// The sums before.
    pub acc: Operand<FloatMatrix>,
    /// The left factor.
    pub src1: Operand<BF16Matrix>,
    /// The right factor.
    pub src2: Operand<BF16Matrix>,
    /// The sums after.
    pub res: Res<FloatMatrix>,
}
