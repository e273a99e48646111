//! Ops that make buffers of tensors.

use strata_ir::prelude::*;

use crate::{
    attrs::{False, LayoutMap, MaterializeInDestination, MemrefAlloc, MemrefCopy, True},
    effects::{HandleEffects, handle_effects, result_names},
    types::{AllocTensorHandle, AnyOpType, AnyValueType, EmptyHandle, OpHandle, ValueHandle},
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

/// Gives the results of ops buffers of their own.
#[op(
    name = "transform.structured.bufferize_to_allocation",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    custom_asm,
)]
pub struct BufferizeToAllocationOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The memory space of the buffers.
    pub memory_space: OptAttr<AnyAttr>,
    /// The op that copies what a destination holds.
    pub memcpy_op: DefaultAttr<MaterializeInDestination>,
    /// The op that makes buffers.
    pub alloc_op: DefaultAttr<MemrefAlloc>,
    /// The ops stay on tensors.
    pub bufferize_destination_only: OptAttr<UnitAttr>,
    /// Buffers are freed at the end of their blocks.
    pub emit_dealloc: OptAttr<UnitAttr>,
    /// The buffers.
    pub allocated_buffer: Res<ValueHandle>,
    /// The ops that were made.
    pub new_ops: Res<OpHandle>,
}

impl CustomAsm for BufferizeToAllocationOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        p.text(" ").value(self.target(b)).attr_dict(op, &[]).text(" : ").type_of(self.target(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let target = p.operand()?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let ty = p.ty()?;
        let v = p.resolve(target, ty)?;
        state.operands.push(v);
        state.result_types.push(cx.ty(AnyValueType));
        state.result_types.push(cx.ty(AnyOpType));
        Ok(())
    }
}

impl Verify for BufferizeToAllocationOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let text = |name: &str| b.attr(self.op(), name).and_then(|a| b.cx().attr_str(a)).unwrap_or_default();
        let copies = ["bufferization.materialize_in_destination", "memref.copy", "linalg.copy"];
        ensure!(copies.contains(&text("memcpy_op")), "unsupported memcpy op");
        ensure!(["memref.alloc", "memref.alloca"].contains(&text("alloc_op")), "unsupported alloc op");
        Ok(())
    }
}

result_names! {
    BufferizeToAllocationOp: "allocated_buffer", "new_ops";
}

handle_effects! {
    target, Modifies: BufferizeToAllocationOp;
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
