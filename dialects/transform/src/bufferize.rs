//! Ops that make buffers of tensors.

use strata_ir::prelude::*;

use crate::{
    attrs::{False, LayoutMap, MemrefCopy, True},
    effects::{HandleEffects, handle_effects},
    types::{AllocTensorHandle, EmptyHandle, OpHandle},
};

/// Makes buffers of all tensors.
#[op(
    name = "transform.bufferization.one_shot_bufferize",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` functional-type($target, results)",
)]
pub struct OneShotBufferizeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The layouts of the buffers of arguments and results.
    pub function_boundary_type_conversion: OptAttr<LayoutMap>,
    /// Loops may yield new buffers.
    pub allow_return_allocs_from_loops: DefaultAttr<False>,
    /// Ops that cannot be bufferized may remain.
    pub allow_unknown_ops: DefaultAttr<False>,
    /// Arguments and results of functions become buffers.
    pub bufferize_function_boundaries: DefaultAttr<False>,
    /// The analysis is printed.
    pub dump_alias_sets: DefaultAttr<False>,
    /// Only the analysis is run.
    pub test_analysis_only: DefaultAttr<False>,
    /// Conflicts are printed.
    pub print_conflicts: DefaultAttr<False>,
    /// Iterations of parallel loops get buffers of their own.
    pub check_parallel_regions: DefaultAttr<True>,
    /// The op that copies buffers.
    pub memcpy_op: DefaultAttr<MemrefCopy>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Replaces empty tensors by the destinations that they are inserted into.
#[op(
    name = "transform.bufferization.eliminate_empty_tensors",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct EliminateEmptyTensorsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Rewrites `tensor.empty` as `bufferization.alloc_tensor`.
#[op(
    name = "transform.bufferization.empty_tensor_to_alloc_tensor",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct EmptyTensorToAllocTensorOp {
    /// The payload ops.
    pub target: Operand<EmptyHandle>,
    /// The new ops.
    pub transformed: Res<AllocTensorHandle>,
}

/// Moves allocations out of loops.
#[op(
    name = "transform.bufferization.buffer_loop_hoisting",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct BufferLoopHoistingOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

handle_effects! {
    all, Modifies: OneShotBufferizeOp, EmptyTensorToAllocTensorOp;
    none, Modifies: EliminateEmptyTensorsOp, BufferLoopHoistingOp;
}

impl Verify for OneShotBufferizeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let copy = b.attr(self.op(), "memcpy_op").and_then(|a| b.cx().attr_str(a)).unwrap_or_default();
        ensure!(["memref.copy", "linalg.copy"].contains(&copy), "unsupported memcpy op");
        let is_set = |name: &str| b.attr(self.op(), name) == Some(b.cx().bool_attr(true));
        ensure!(
            !is_set("print_conflicts") || is_set("test_analysis_only"),
            "'print_conflicts' requires 'test_analysis_only'"
        );
        Ok(())
    }
}
