//! Ops for GPUs of NVIDIA.

use strata_ir::prelude::*;

use crate::{
    attrs::SuppressFailures,
    effects::{HandleEffects, handle_effects},
    types::OpHandle,
};

/// Makes copies to shared memory asynchronous, neighbouring ones as one group.
#[op(
    name = "transform.nvgpu.create_async_groups",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct NvgpuCreateAsyncGroupsOp {
    /// The ops in which they are.
    pub target: Operand<OpHandle>,
    /// The data of copies of 16 bytes does not stay in the first cache.
    pub bypass_l1: OptAttr<UnitAttr>,
    /// The same ops.
    pub result: Res<OpHandle>,
}

/// Makes products of matrices instructions of a warp.
#[op(
    name = "transform.nvgpu.rewrite_matmul_as_mma_sync",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct NvgpuRewriteMatmulAsMmaSyncOp {
    /// The products.
    pub target: Operand<OpHandle>,
}

/// Pipelines loops that copy to shared memory.
#[op(
    name = "transform.nvgpu.pipeline_shared_memory_copies",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "`failures` `(` $failure_propagation_mode `)` $for_op attr-dict `:` functional-type(operands, results)",
)]
pub struct NvgpuPipelineSharedMemoryCopiesOp {
    /// The loops.
    pub for_op: Operand<OpHandle>,
    /// The number of iterations by which copies come before.
    pub depth: Attr<I64Attr>,
    /// The last iterations end after the loop.
    pub peel_epilogue: OptAttr<UnitAttr>,
    /// How failures are treated.
    pub failure_propagation_mode: DefaultAttr<SuppressFailures>,
    /// The new loops.
    pub result: Res<OpHandle>,
}

/// Makes copies to shared memory copies of tiles of tensors, which one thread starts.
#[op(
    name = "transform.nvgpu.rewrite_copy_as_tma",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct NvgpuRewriteCopyAsTmaOp {
    /// The copies.
    pub target: Operand<OpHandle>,
}

handle_effects! {
    all, Modifies: NvgpuRewriteCopyAsTmaOp, NvgpuPipelineSharedMemoryCopiesOp, NvgpuCreateAsyncGroupsOp, NvgpuRewriteMatmulAsMmaSyncOp;
}
