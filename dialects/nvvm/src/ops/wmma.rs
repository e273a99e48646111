//! Products of matrices with fragments whose layout is not told.

use strata_ir::prelude::*;
use strata_llvm::constraints::{LlvmPointer, LlvmStruct, LlvmType};

use crate::{constraints::*, enums::*};

/// Loads a fragment.
#[op(name = "nvvm.wmma.load", asm = "$ptr `,` $stride attr-dict `:` functional-type($ptr, $res)")]
pub struct WMMALoadOp {
    /// The address of the matrix.
    pub ptr: Operand<LlvmPointer>,
    /// The stride of rows or columns, in elements.
    pub stride: Operand<I32>,
    /// Rows of the first factor.
    pub m: Attr<I32Attr>,
    /// Columns of the second factor.
    pub n: Attr<I32Attr>,
    /// Size of the reduction dimension.
    pub k: Attr<I32Attr>,
    /// The order of the elements.
    pub layout: Attr<MmaLayout>,
    /// Their type.
    pub eltype: Attr<MmaType>,
    /// Which factor.
    pub frag: Attr<MmaFrag>,
    /// The thread's part.
    pub res: Res<StructOrF64>,
}

/// Stores a fragment.
#[op(name = "nvvm.wmma.store", asm = "$ptr `,` $stride `,` $args attr-dict `:` type($ptr) `,` type($args)")]
pub struct WMMAStoreOp {
    /// The address of the matrix.
    pub ptr: Operand<LlvmPointer>,
    /// Rows.
    pub m: Attr<I32Attr>,
    /// Columns.
    pub n: Attr<I32Attr>,
    /// Size of the reduction dimension.
    pub k: Attr<I32Attr>,
    /// The order of the elements.
    pub layout: Attr<MmaLayout>,
    /// Their type.
    pub eltype: Attr<MmaType>,
    /// The thread's part.
    pub args: Variadic<LlvmType>,
    /// The stride of rows or columns, in elements.
    pub stride: Operand<I32>,
}

/// Multiplies fragments and adds the product to another one.
#[op(name = "nvvm.wmma.mma", asm = "$args attr-dict `:` functional-type($args, $res)")]
pub struct WMMAMmaOp {
    /// Rows of the first factor.
    pub m: Attr<I32Attr>,
    /// Columns of the second factor.
    pub n: Attr<I32Attr>,
    /// Size of the reduction dimension.
    pub k: Attr<I32Attr>,
    /// The order of the first factor's elements.
    #[ir_name = "layoutA"]
    pub layout_a: Attr<MmaLayout>,
    /// The order of the second factor's elements.
    #[ir_name = "layoutB"]
    pub layout_b: Attr<MmaLayout>,
    /// The type of the first factor's elements.
    #[ir_name = "eltypeA"]
    pub eltype_a: Attr<MmaType>,
    /// The type of the second factor's elements.
    #[ir_name = "eltypeB"]
    pub eltype_b: Attr<MmaType>,
    /// The thread's parts of the factors and the sum.
    pub args: Variadic<LlvmType>,
    /// The thread's part of the new sum.
    pub res: Res<LlvmStruct>,
}
