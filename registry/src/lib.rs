//! All dialects and passes of this repository, for the tools.

pub mod pipelines;
pub mod recipes;

use strata_ir::core::{Dialect, Registry};
pub use strata_lowering_gpu::device_code;
use strata_pass::PassRegistry;
pub use strata_passes_structured::schedules;

/// The dialects, in the order of registration.
pub const DIALECTS: &[&Dialect] = &[
    &strata_builtin::DIALECT,
    &strata_func::DIALECT,
    &strata_arith::DIALECT,
    &strata_math::DIALECT,
    &strata_complex::DIALECT,
    &strata_ub::DIALECT,
    &strata_index::DIALECT,
    &strata_quant::DIALECT,
    &strata_cf::DIALECT,
    &strata_scf::DIALECT,
    &strata_shape::DIALECT,
    &strata_tensor::DIALECT,
    &strata_memref::DIALECT,
    &strata_linalg::DIALECT,
    &strata_vector::DIALECT,
    &strata_bufferization::DIALECT,
    &strata_affine::DIALECT,
    &strata_transform::DIALECT,
    &strata_dlti::DIALECT,
    &strata_emitc::DIALECT,
    &strata_irdl::DIALECT,
    &strata_ml_program::DIALECT,
    &strata_pdl::DIALECT,
    &strata_pdl_interp::DIALECT,
    &strata_llvm::DIALECT,
    &strata_stablehlo::DIALECT,
    &strata_chlo::DIALECT,
    &strata_check::DIALECT,
    &strata_interpreter::DIALECT,
    &strata_vhlo::DIALECT,
    &strata_sdy::DIALECT,
    &strata_gpu::DIALECT,
    &strata_nvgpu::DIALECT,
    &strata_nvvm::DIALECT,
    &strata_amx::DIALECT,
    &strata_arm_neon::DIALECT,
    &strata_x86vector::DIALECT,
];

/// A registry with all dialects.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    for dialect in DIALECTS {
        registry.register(dialect);
    }
    registry
}

/// A registry with all passes and named pipelines.
pub fn passes() -> PassRegistry {
    let mut passes = PassRegistry::new();
    strata_passes_bufferization::register(&mut passes);
    strata_passes_generic::register(&mut passes);
    strata_passes_scalar::register(&mut passes);
    strata_passes_scf::register(&mut passes);
    strata_passes_sharding::register(&mut passes);
    strata_passes_stablehlo::register(&mut passes);
    strata_passes_structured::register(&mut passes);
    strata_passes_linalg::register(&mut passes);
    strata_passes_vector::register(&mut passes);
    strata_passes_transform::register(&mut passes);
    strata_passes_affine::register(&mut passes);
    strata_passes_memref::register(&mut passes);
    strata_passes_ml_program::register(&mut passes);
    strata_passes_pdl::register(&mut passes);
    strata_passes_emitc::register(&mut passes);
    strata_passes_gpu::register(&mut passes);
    strata_passes_nvgpu::register(&mut passes);
    strata_lowering_calls::register(&mut passes);
    strata_lowering_emitc::register(&mut passes);
    strata_lowering_hlo::register(&mut passes);
    strata_lowering_loops::register(&mut passes);
    strata_lowering_llvm::register_passes(&mut passes);
    strata_lowering_pdl::register(&mut passes);
    strata_lowering_quant::register(&mut passes);
    strata_lowering_vhlo::register(&mut passes);
    strata_lowering_gpu::register(&mut passes);
    pipelines::register(&mut passes);
    passes
}
