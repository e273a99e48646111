//! Ops on buffers.

use strata_ir::prelude::*;

use crate::{
    effects::{HandleEffects, handle_effects, result_names},
    types::{AllocaHandle, OpHandle},
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

handle_effects! {
    target, Modifies: MemRefAllocaToGlobalOp;
    none, Modifies: MemRefEraseDeadAllocAndStoresOp;
}
result_names! {
    MemRefAllocaToGlobalOp: "getGlobal", "global";
}
