//! Intrinsics on matrices that are vectors, on the lanes of vectors, and on parts of them in memory.

use strata_ir::prelude::*;

use crate::constraints::*;

/// Reads a matrix whose columns are some elements apart.
#[op(
    name = "llvm.intr.matrix.column.major.load",
    traits = [MemRead],
    asm = "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` qualified(type($data)) `stride` type($stride)",
)]
pub struct MatrixColumnMajorLoadOp {
    /// The address.
    pub data: Operand<LlvmPointer>,
    /// The stride of columns.
    pub stride: Operand<SignlessInteger>,
    /// The access has effects of its own.
    #[ir_name = "isVolatile"]
    pub is_volatile: Attr<BoolAttr>,
    /// Number of rows.
    pub rows: Attr<I32Attr>,
    /// Number of columns.
    pub columns: Attr<I32Attr>,
    /// The matrix.
    pub res: Res<LlvmVector>,
}

/// Writes a matrix whose columns are some elements apart.
#[op(
    name = "llvm.intr.matrix.column.major.store",
    traits = [MemWrite],
    asm = "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` qualified(type($data)) `stride` type($stride)",
)]
pub struct MatrixColumnMajorStoreOp {
    /// The matrix.
    pub matrix: Operand<LlvmVector>,
    /// The address.
    pub data: Operand<LlvmPointer>,
    /// The stride of columns.
    pub stride: Operand<SignlessInteger>,
    /// The access has effects of its own.
    #[ir_name = "isVolatile"]
    pub is_volatile: Attr<BoolAttr>,
    /// Number of rows.
    pub rows: Attr<I32Attr>,
    /// Number of columns.
    pub columns: Attr<I32Attr>,
}

/// The product of two matrices.
#[op(
    name = "llvm.intr.matrix.multiply",
    traits = [MemRead, MemWrite],
    asm = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
)]
pub struct MatrixMultiplyOp {
    /// The first matrix.
    pub lhs: Operand<LlvmVector>,
    /// The second matrix.
    pub rhs: Operand<LlvmVector>,
    /// Number of rows of the first one.
    pub lhs_rows: Attr<I32Attr>,
    /// Number of its columns.
    pub lhs_columns: Attr<I32Attr>,
    /// Number of columns of the second one.
    pub rhs_columns: Attr<I32Attr>,
    /// The product.
    pub res: Res<LlvmVector>,
}

/// A matrix with rows and columns swapped.
#[op(
    name = "llvm.intr.matrix.transpose",
    traits = [MemRead, MemWrite],
    asm = "$matrix attr-dict `:` type($matrix) `into` type($res)",
)]
pub struct MatrixTransposeOp {
    /// The matrix.
    pub matrix: Operand<LlvmVector>,
    /// Number of its rows.
    pub rows: Attr<I32Attr>,
    /// Number of its columns.
    pub columns: Attr<I32Attr>,
    /// The new matrix.
    pub res: Res<LlvmVector>,
}

/// Which lanes are below a bound.
#[op(
    name = "llvm.intr.get.active.lane.mask",
    traits = [Pure],
    asm = "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)",
)]
pub struct GetActiveLaneMaskOp {
    /// The number of the first lane.
    pub base: Operand<SignlessInteger>,
    /// The bound.
    pub n: Operand<SignlessInteger>,
    /// The mask.
    pub res: Res<LlvmType>,
}

/// Reads neighbouring elements into the lanes that a mask selects.
#[op(name = "llvm.intr.masked.expandload", traits = [MemRead])]
pub struct MaskedExpandLoadOp {
    /// The address.
    pub ptr: Operand<LlvmPointer>,
    /// Which lanes are read.
    pub mask: Operand<LlvmMask>,
    /// The other lanes.
    pub passthru: Operand<LlvmVector>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for the result.
    pub res_attrs: OptAttr<DictArray>,
    /// The vector.
    pub res: Res<LlvmType>,
}

/// Writes the lanes that a mask selects to neighbouring elements.
#[op(name = "llvm.intr.masked.compressstore", traits = [MemWrite])]
pub struct MaskedCompressStoreOp {
    /// The vector.
    pub value: Operand<LlvmVector>,
    /// The address.
    pub ptr: Operand<LlvmPointer>,
    /// Which lanes are written.
    pub mask: Operand<LlvmMask>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
}

/// The even and the odd elements of a vector.
#[op(name = "llvm.intr.vector.deinterleave2", traits = [Pure])]
pub struct VectorDeinterleave2Op {
    /// The vector.
    pub vec: Operand<LlvmVector>,
    /// Both halves.
    pub res: Res<LlvmType>,
}

/// The factor by which scalable vectors are longer than their minimum length.
#[op(name = "llvm.intr.vscale", traits = [MemRead, MemWrite])]
pub struct VscaleOp {
    /// The number.
    pub res: Res<LlvmType>,
}
