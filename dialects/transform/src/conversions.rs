//! Ops that name conversions, for the region of `transform.apply_conversion_patterns`.

use strata_ir::prelude::*;

use crate::attrs::{False, OneI16, True};

/// Converts a dialect to `llvm`.
#[op(name = "transform.apply_conversion_patterns.dialect_to_llvm", asm = "$dialect_name attr-dict")]
pub struct ApplyToLLVMConversionPatternsOp {
    /// The dialect.
    pub dialect_name: Attr<StringAttr>,
}

/// Converts functions to `llvm`.
#[op(name = "transform.apply_conversion_patterns.func.func_to_llvm", asm = "attr-dict")]
pub struct ApplyFuncToLLVMConversionPatternsOp {}

/// Converts vectors to `llvm`.
#[op(name = "transform.apply_conversion_patterns.vector.vector_to_llvm", asm = "attr-dict")]
pub struct ApplyVectorToLLVMConversionPatternsOp {
    /// Reductions of floats may be reordered.
    pub reassociate_fp_reductions: DefaultAttr<False>,
    /// Indices of vectors have 32 bits.
    pub force_32bit_vector_indices: DefaultAttr<True>,
    /// Alignment is that of the vector.
    pub use_vector_alignment: DefaultAttr<False>,
}

/// Converts loops to branches.
#[op(name = "transform.apply_conversion_patterns.scf.scf_to_control_flow", asm = "attr-dict")]
pub struct ApplySCFToControlFlowPatternsOp {}

/// Converts ops of `gpu` in kernels to `nvvm`.
#[op(name = "transform.apply_conversion_patterns.gpu.gpu_to_nvvm", asm = "attr-dict")]
pub struct ApplyGPUToNVVMConversionPatternsOp {
    /// The benefit of the patterns.
    pub benefit: DefaultAttr<OneI16>,
}

/// Converts fragments of matrices in kernels to `nvvm`.
#[op(name = "transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm", asm = "attr-dict")]
pub struct ApplyGPUWwmaToNVVMConversionPatternsOp {}

/// Converts reductions of warps to `nvvm`.
#[op(name = "transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm", asm = "attr-dict")]
pub struct ApplyGPUSubgroupReduceToNVVMConversionPatternsOp {}

/// Converts ops of `nvgpu` to `nvvm`.
#[op(name = "transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm", asm = "attr-dict")]
pub struct ApplyNVGPUToNVVMConversionPatternsOp {}

/// Converts types to those of `llvm`.
#[op(name = "transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter", asm = "attr-dict")]
pub struct MemrefToLLVMTypeConverterOp {
    /// Memory is allocated by `aligned_alloc`.
    pub use_aligned_alloc: OptAttr<BoolAttr>,
    /// The width of `index`.
    pub index_bitwidth: OptAttr<I64Attr>,
    /// Memory is allocated by functions of the runtime.
    pub use_generic_functions: OptAttr<BoolAttr>,
    /// Memrefs are bare pointers at calls.
    pub use_bare_ptr_call_conv: OptAttr<BoolAttr>,
    /// The layout of data.
    pub data_layout: OptAttr<StringAttr>,
}
