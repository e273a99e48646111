//! Ops that rewrite ops on tensors in other forms.

use strata_ir::prelude::*;

use crate::{
    effects::{HandleEffects, handle_effects},
    types::OpHandle,
};

/// Makes one loop of the loops of elementwise ops.
#[op(
    name = "transform.structured.flatten_elementwise",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct FlattenElementwiseLinalgOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Rewrites insertions of slices as copies to slices.
#[op(
    name = "transform.structured.insert_slice_to_copy",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct InsertSliceToCopyOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The copies.
    pub transformed: Res<OpHandle>,
}

/// Rewrites ops that make tensors as ops that write to empty ones.
#[op(
    name = "transform.structured.rewrite_in_destination_passing_style",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct RewriteInDestinationPassingStyleOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Rewrites `linalg.copy` of buffers as `memref.copy`.
#[op(
    name = "transform.structured.linalg_copy_to_memref",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LinalgCopyToMemrefOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The copies.
    pub transformed: Res<OpHandle>,
}

/// Makes empty and padded tensors of sizes that do not depend on the loops around.
#[op(
    name = "transform.tensor.make_loop_independent",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, $transformed)",
)]
pub struct MakeLoopIndependentOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of loops around.
    pub num_loops: Attr<I64Attr>,
    /// The slices of the new tensors.
    pub transformed: Res<OpHandle>,
}

handle_effects! {
    all, Modifies: FlattenElementwiseLinalgOp, InsertSliceToCopyOp, LinalgCopyToMemrefOp, MakeLoopIndependentOp, RewriteInDestinationPassingStyleOp;
}
