//! `bufferize-program`: replaces tensors by buffers.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//!   %e = tensor.empty() : tensor<4xf32>
//!   %0 = linalg.generic … ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) { … } -> tensor<4xf32>
//!   return %0 : tensor<4xf32>
//! }
//! ```
//! # After
//! ```mlir
//! func.func @main(%x: memref<4xf32>, %out: memref<4xf32>) {
//!   linalg.generic … ins(%x : memref<4xf32>) outs(%out : memref<4xf32>) { … }
//!   return
//! }
//! ```
//! Every tensor value gets a buffer. An op in destination-passing style writes in place when the destination has no later use and its
//! buffer belongs to this function. Otherwise the destination is copied first. Results become output arguments after the inputs.
//!
//! Values carried by loops have buffers of their own; values that a loop body yields are copied there unless they were computed there.
//! Buffers are freed at the end of the block that allocates them.
//!
//! Layouts, fusion and promotion to the stack are left to other passes.

mod boundary;
mod buffers;
mod control_flow;
mod functions;
mod in_place_analysis;
mod ops;
mod partial_copies;
mod routines;

use rustc_hash::FxHashSet;
use strata_func::{CallOp, ReturnOp};
use strata_ir::prelude::*;
use strata_linalg::YieldOp as LinalgYieldOp;
use strata_scf::{ForOp, ForallOp, IfOp, IndexSwitchOp, WhileOp};

use buffers::{Globals, State, is_tensor};

pub use functions::bufferize_module;

/// Bufferizes the ops of a block in order.
fn bufferize_block(body: &mut Body, state: &mut State, globals: &mut Globals, block: Block) {
    let ops: Vec<Op> = body.block_ops(block).collect();
    for op in ops {
        if body.is_live(op) {
            bufferize_op(body, state, globals, op);
        }
    }
}

/// Bufferizes an op: control flow and calls have rules of their own.
fn bufferize_op(body: &mut Body, state: &mut State, globals: &mut Globals, op: Op) {
    if let Some(op) = op.as_op::<ForOp>(body) {
        return control_flow::for_loop(body, state, globals, op);
    }
    if op.isa::<IfOp>(body) || op.isa::<IndexSwitchOp>(body) {
        return control_flow::branches(body, state, globals, op);
    }
    if let Some(op) = op.as_op::<WhileOp>(body) {
        return control_flow::while_loop(body, state, globals, op);
    }
    if let Some(op) = op.as_op::<ForallOp>(body) {
        return control_flow::forall(body, state, globals, op);
    }
    if let Some(op) = op.as_op::<CallOp>(body) {
        return functions::call(body, state, op);
    }
    // The op around a terminator bufferizes its operands, and the writes of `scf.forall`.
    if body.has_trait(op, Trait::Terminator) || op.isa::<LinalgYieldOp>(body) {
        return;
    }
    if !touches_tensors(body, op) {
        return regions(body, state, globals, op);
    }
    ops::tensor_op(body, state, globals, op);
}

/// Whether an op takes or gives a tensor.
fn touches_tensors(body: &Body, op: Op) -> bool {
    body.operand_types(op).chain(body.result_types(op)).any(|t| is_tensor(body.cx(), t))
}

/// The regions of an op that takes and gives no tensor, such as `memref.alloca_scope`. A buffer that a block allocates does not live longer
/// than the block, so a region of several blocks is left to [`report_leftovers`].
fn regions(body: &mut Body, state: &mut State, globals: &mut Globals, op: Op) {
    for region in body.regions(op).to_vec() {
        if let &[only] = body.blocks(region)
            && !body.block_args(only).iter().any(|&v| is_tensor(body.cx(), body.ty(v)))
        {
            bufferize_block(body, state, globals, only);
        }
    }
}

/// Reports the ops of a function that use tensors though everything was rewritten: those in payloads and in regions that nothing is known of.
fn report_leftovers(body: &Body, state: &mut State) {
    let dead: FxHashSet<Op> = state.dead.iter().copied().collect();
    let is_dead = |op: Op| {
        std::iter::successors(Some(op), |&o| body.parent_op(o).filter(|&o| o != Op::SELF))
            .any(|o| dead.contains(&o))
    };
    for op in body.all_ops() {
        let returns = op.isa::<ReturnOp>(body) && body.parent_op(op).is_none_or(|parent| parent == Op::SELF);
        if touches_tensors(body, op) && !returns && !is_dead(op) {
            state.fail(body, op, "no rule for it here");
        }
    }
}
