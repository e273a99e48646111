//! Ops that rewrite loops.

use strata_ir::prelude::*;

use crate::{
    attrs::{False, One, PositiveI64, Ten},
    effects::{HandleEffects, handle_effects, result_names},
    types::{ForHandle, OpHandle},
};

/// Rewrites `scf.forall` as `scf.for`.
#[op(
    name = "transform.loop.forall_to_for",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct ForallToForOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new loops.
    pub transformed: VariadicRes<OpHandle>,
}

/// Rewrites `scf.forall` as `scf.parallel`.
#[op(
    name = "transform.loop.forall_to_parallel",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct ForallToParallelOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: VariadicRes<OpHandle>,
}

/// Rewrites `scf.parallel` as `scf.for`.
#[op(
    name = "transform.loop.parallel_for_to_nested_fors",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct ParallelForToNestedForsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: VariadicRes<OpHandle>,
}

/// Moves loops to functions.
#[op(
    name = "transform.loop.outline",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LoopOutlineOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The name of the new function.
    pub func_name: Attr<StringAttr>,
    /// The new functions.
    pub function: Res<OpHandle>,
    /// The calls.
    pub call: Res<OpHandle>,
}

/// Divides a loop into whole steps and the rest.
#[op(
    name = "transform.loop.peel",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LoopPeelOp {
    /// The payload ops.
    pub target: Operand<ForHandle>,
    /// The first iteration is peeled.
    pub peel_front: DefaultAttr<False>,
    /// It fails if nothing is left over.
    pub fail_if_already_divisible: DefaultAttr<False>,
    /// The loops with whole steps.
    pub peeled_loop: Res<OpHandle>,
    /// The loops with the rest.
    pub remainder_loop: Res<OpHandle>,
}

/// Overlaps iterations.
#[op(
    name = "transform.loop.pipeline",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LoopPipelineOp {
    /// The payload ops.
    pub target: Operand<ForHandle>,
    /// Cycles between two iterations.
    pub iteration_interval: DefaultAttr<One>,
    /// Cycles that a load takes.
    pub read_latency: DefaultAttr<Ten>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Replaces a loop of one iteration by its body.
#[op(
    name = "transform.loop.promote_if_one_iteration",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct LoopPromoteIfOneIterationOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Puts several iterations into one.
#[op(
    name = "transform.loop.unroll",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct LoopUnrollOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of iterations in one.
    pub factor: Attr<PositiveI64>,
}

/// Unrolls a loop and joins the loops in it.
#[op(
    name = "transform.loop.unroll_and_jam",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct LoopUnrollAndJamOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of iterations in one.
    pub factor: Attr<PositiveI64>,
}

/// Makes one loop of perfectly nested ones.
#[op(
    name = "transform.loop.coalesce",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, $transformed)",
)]
pub struct LoopCoalesceOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Joins two loops.
#[op(
    name = "transform.loop.fuse_sibling",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target `into` $source attr-dict `:` functional-type(operands, results)",
)]
pub struct LoopFuseSiblingOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The loops that they are fused with.
    pub source: Operand<OpHandle>,
    /// The new loops.
    pub fused_loop: Res<OpHandle>,
}

/// Moves reads and writes of a part of a tensor out of loops.
#[op(
    name = "transform.loop.hoist_loop_invariant_subsets",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct HoistLoopInvariantSubsetsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Replaces `scf.if` by a branch.
#[op(
    name = "transform.scf.take_assumed_branch",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target (`take_else_branch` $take_else_branch^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct TakeAssumedBranchOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The branch that is taken if the condition is false.
    pub take_else_branch: OptAttr<UnitAttr>,
}

result_names! {
    LoopOutlineOp: "function", "call";
    LoopPeelOp: "peeled_loop", "remainder_loop";
}

handle_effects! {
    all, Modifies: ForallToForOp, ForallToParallelOp, ParallelForToNestedForsOp, LoopOutlineOp, LoopPeelOp, LoopPipelineOp,
        LoopPromoteIfOneIterationOp, LoopUnrollOp, LoopUnrollAndJamOp, LoopCoalesceOp, LoopFuseSiblingOp;
    none, Modifies: HoistLoopInvariantSubsetsOp, TakeAssumedBranchOp;
}
