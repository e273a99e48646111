//! Ops that name patterns for the instructions of one target, for the region of `transform.apply_patterns`.

use strata_ir::prelude::*;

/// Products of bytes become instructions of Arm's `FEAT_I8MM`.
#[op(name = "transform.apply_patterns.arm_neon.vector_contract_to_i8mm", asm = "attr-dict")]
pub struct ApplyArmNeonContractionToI8MMPatternsOp {}

/// Products of `bf16` become instructions of Arm's `FEAT_BF16`.
#[op(name = "transform.apply_patterns.arm_neon.vector_contract_to_bfmmla", asm = "attr-dict")]
pub struct ApplyArmNeonContractionToBFMMLAPatternsOp {}

/// Reductions over blocks, exchanges of 64 bits and numbers of threads in launches become simpler ops of kernels.
#[op(name = "transform.apply_patterns.gpu.gpu_rewrite_patterns", asm = "attr-dict")]
pub struct ApplyGPURewritePatternsOp {}

/// Products of one number by a vector become multiply-adds.
#[op(name = "transform.apply_patterns.x86vector.vector_contract_to_fma", asm = "attr-dict")]
pub struct ApplyVectorContractToFMAPatternsOp {}
