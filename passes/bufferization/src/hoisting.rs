//! `buffer-hoisting` and `buffer-loop-hoisting`: buffers are allocated further up.
//!
//! Before:
//! ```mlir
//! %r = scf.if %c -> memref<4xf32> {
//!   %0 = memref.alloc() : memref<4xf32>
//!   scf.yield %0 : memref<4xf32>
//! } else { … }
//! scf.for %i = %a to %b step %c {
//!   %1 = memref.alloc() : memref<4xf32>
//!   use(%1)
//! }
//! ```
//! After:
//! ```mlir
//! %0 = memref.alloc() : memref<4xf32>                // by buffer-hoisting
//! %r = scf.if %c -> memref<4xf32> {
//!   scf.yield %0 : memref<4xf32>
//! } else { … }
//! %1 = memref.alloc() : memref<4xf32>                // by buffer-loop-hoisting
//! scf.for %i = %a to %b step %c {
//!   use(%1)
//! }
//! ```
//! - `buffer-hoisting` moves a buffer to the block that dominates everything that may use it, but not out of loops.
//! - `buffer-loop-hoisting` moves buffers, also those on the stack, out of loops whose iterations run one after the other, unless an iteration
//!   may pass the buffer on. A buffer that the loop frees is freed behind the loop; one that it frees in some iterations only stays.
//! - Sizes that are operands of the allocation stay above it.

use strata_affine::ParallelOp as AffineParallelOp;
use strata_ir::{core::dominance::Dominance, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ForallOp, ParallelOp};

use crate::{
    placement::{
        Allocation, common_dominator, dominates, has_known_control_flow, is_loop, on_heap, on_stack, start,
    },
    view_flow::ViewFlow,
};

/// Optimizes placement of allocation operations by moving them into common dominators and out of nested regions
#[pass(name = "buffer-hoisting", class = "BufferHoistingPass", on = "func.func")]
pub struct BufferHoisting;

impl BodyPass for BufferHoisting {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        hoist(body, Out::OfBranches);
        Ok(())
    }
}

/// Optimizes placement of allocation operations by moving them out of loop nests
#[pass(name = "buffer-loop-hoisting", class = "BufferLoopHoistingPass", on = "func.func")]
pub struct BufferLoopHoisting;

impl BodyPass for BufferLoopHoisting {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        hoist(body, Out::OfLoops);
        Ok(())
    }
}

/// The ops that buffers are moved out of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Out {
    OfBranches,
    OfLoops,
}

fn hoist(body: &mut Body, out: Out) {
    if body.entry().is_none() {
        return;
    }
    let flow = ViewFlow::new(body);
    let mut dominance = Dominance::new();
    let mut all = on_heap(body);
    if out == Out::OfLoops {
        all.extend(on_stack(body));
    }
    for allocation in all {
        let Some(block) = placement(body, &mut dominance, &flow, allocation, out) else { continue };
        let Some(before) = start(body, block, allocation.op) else { continue };
        if before == allocation.op {
            continue;
        }
        if out == Out::OfLoops
            && let Some(free) = allocation.free
            && let Some(around) = body.ancestor_in(free, block)
        {
            body.move_op(free, InsertPoint::after(body, around));
        }
        body.move_op(allocation.op, InsertPoint::before(body, before));
    }
}

/// The block that is to allocate a buffer.
fn placement(
    body: &Body,
    dominance: &mut Dominance,
    flow: &ViewFlow,
    allocation: Allocation,
    out: Out,
) -> Option<Block> {
    let home = body.parent_block(allocation.op)?;
    // Ops that free a buffer move behind the loop only if each iteration executes them.
    if out == Out::OfLoops && allocation.free.is_some_and(|free| body.parent_block(free) != Some(home)) {
        return None;
    }
    let mut used = home;
    for value in flow.from(allocation.buffer) {
        let users = body.users(value).filter_map(|user| body.parent_block(user));
        for block in users.chain(body.def_block(value)) {
            used = common_dominator(body, dominance, used, block);
        }
    }
    let mut limit: Option<Block> = None;
    for operand in body.operands(allocation.op) {
        let block = body.def_block(operand)?;
        if limit.is_none_or(|limit| dominates(body, dominance, limit, block)) {
            limit = Some(block);
        }
    }
    if out == Out::OfBranches && limit.is_none_or(|limit| !strictly(body, dominance, used, limit)) {
        limit = Some(used);
    }
    let (mut at, mut found) = (home, home);
    while limit.is_none_or(|limit| strictly(body, dominance, limit, at)) {
        if let Some(dominator) = dominance.idom(body, at) {
            at = dominator;
            if out == Out::OfBranches {
                found = at;
            }
            continue;
        }
        let Some(around) = body.block_parent_op(at) else { break };
        let Some(outer) = body.parent_block(around) else { break };
        let leaves = match out {
            Out::OfBranches => has_known_control_flow(body, around) && !is_loop(body, around),
            Out::OfLoops => is_serial_loop(body, around) && !dominates(body, dominance, used, outer),
        };
        if !leaves {
            break;
        }
        (at, found) = (outer, outer);
    }
    Some(found)
}

fn strictly(body: &Body, dominance: &mut Dominance, a: Block, b: Block) -> bool {
    a != b && dominates(body, dominance, a, b)
}

/// Whether an op is a loop whose iterations can share a buffer.
fn is_serial_loop(body: &Body, op: Op) -> bool {
    let parallel = op.isa::<ParallelOp>(body) || op.isa::<ForallOp>(body) || op.isa::<AffineParallelOp>(body);
    is_loop(body, op) && !parallel
}
