//! Ops on buffers.

use strata_ir::prelude::*;

use crate::{
    attrs::PositiveI64,
    effects::{HandleEffects, handle_effects, result_names},
    types::{AllocHandle, AllocaHandle, OpHandle},
};

/// Makes globals of buffers on the stack.
#[op(
    name = "transform.memref.alloca_to_global",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$alloca attr-dict `:` functional-type(operands, results)",
)]
pub struct MemRefAllocaToGlobalOp {
    /// The allocations.
    pub alloca: Operand<AllocaHandle>,
    /// The ops that take their places.
    pub get_global: Res<OpHandle>,
    /// The globals.
    pub global: Res<OpHandle>,
}

/// Erases buffers that are only written.
#[op(
    name = "transform.memref.erase_dead_alloc_and_stores",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct MemRefEraseDeadAllocAndStoresOp {
    /// The ops in which they are.
    pub target: Operand<OpHandle>,
}

/// Gives a buffer of a loop a part for each of several iterations.
#[op(
    name = "transform.memref.multibuffer",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct MemRefMultiBufferOp {
    /// The allocations.
    pub target: Operand<AllocHandle>,
    /// The number of parts.
    pub factor: Attr<PositiveI64>,
    /// Iterations are taken to be independent.
    pub skip_analysis: OptAttr<UnitAttr>,
    /// The new allocations.
    pub transformed: Res<OpHandle>,
}

/// Makes buffers on the stack of sizes that do not depend on the loops around.
#[op(
    name = "transform.memref.make_loop_independent",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, $transformed)",
)]
pub struct MemRefMakeLoopIndependentOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of loops around.
    pub num_loops: Attr<I64Attr>,
    /// The views of the new buffers.
    pub transformed: Res<OpHandle>,
}

handle_effects! {
    all, Modifies: MemRefMakeLoopIndependentOp, MemRefMultiBufferOp;
    target, Modifies: MemRefAllocaToGlobalOp;
    none, Modifies: MemRefEraseDeadAllocAndStoresOp;
}
result_names! {
    MemRefAllocaToGlobalOp: "getGlobal", "global";
}
