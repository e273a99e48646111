//! Where a buffer may be allocated: the blocks and ops in front of everything that may use it.

use strata_ir::{analysis::effects_of, core::dominance::Dominance, prelude::*};
use strata_memref::{AllocOp, AllocaOp};

/// An allocation, and the op that frees it.
#[derive(Clone, Copy)]
pub(crate) struct Allocation {
    pub op: Op,
    pub buffer: Value,
    pub free: Option<Op>,
}

/// The buffers of a body on the heap, in post-order, without those that several ops free.
pub(crate) fn on_heap(body: &Body) -> Vec<Allocation> {
    let order = body.post_order().into_iter();
    let allocations = order.filter_map(|op| {
        let buffer = op.as_op::<AllocOp>(body)?.memref(body);
        let mut frees = body.users(buffer).filter(|&user| frees(body, user, buffer));
        let free = frees.next();
        frees.next().is_none().then_some(Allocation { op, buffer, free })
    });
    allocations.collect()
}

/// The buffers of a body on the stack, in post-order.
pub(crate) fn on_stack(body: &Body) -> Vec<Allocation> {
    let order = body.post_order().into_iter();
    let allocations = order.filter_map(|op| {
        let buffer = op.as_op::<AllocaOp>(body)?.memref(body);
        Some(Allocation { op, buffer, free: None })
    });
    allocations.collect()
}

/// Whether an op frees a buffer.
pub(crate) fn frees(body: &Body, op: Op, buffer: Value) -> bool {
    let effects = effects_of(body, op).unwrap_or_default();
    effects.iter().any(|e| e.kind == EffectKind::Free && e.on == Some(buffer))
}

/// Whether the regions of an op are entered and left in a known way.
pub(crate) fn has_known_control_flow(body: &Body, op: Op) -> bool {
    op.cast::<dyn LoopLike>(body).is_some() || op.cast::<dyn RegionBranchOp>(body).is_some()
}

/// Whether an op may execute a region several times.
pub(crate) fn is_loop(body: &Body, op: Op) -> bool {
    if op.cast::<dyn LoopLike>(body).is_some() {
        return true;
    }
    let Some(flow) = op.cast::<dyn RegionBranchOp>(body) else { return false };
    (0..body.regions(op).len()).any(|start| {
        let mut seen = vec![false; body.regions(op).len()];
        let mut next = vec![start];
        while let Some(at) = next.pop() {
            for to in flow.successors(body, RegionPoint::Region(at)) {
                match to {
                    RegionPoint::Region(to) if to == start => return true,
                    RegionPoint::Region(to) if !seen[to] => {
                        seen[to] = true;
                        next.push(to);
                    }
                    _ => {}
                }
            }
        }
        false
    })
}

/// Whether block `a` is on every path to block `b`, which may be in a region below it.
pub(crate) fn dominates(body: &Body, dominance: &mut Dominance, a: Block, b: Block) -> bool {
    let region = body.block_parent(a);
    let mut at = b;
    while body.block_parent(at) != region {
        let Some(outer) = body.block_parent_op(at).and_then(|op| body.parent_block(op)) else { return false };
        at = outer;
    }
    dominance.block_dominates(body, a, at)
}

/// The innermost block that dominates two blocks.
pub(crate) fn common_dominator(body: &Body, dominance: &mut Dominance, a: Block, b: Block) -> Block {
    let mut at = a;
    while !dominates(body, dominance, at, b) {
        let Some(outer) = outer_block(body, dominance, at) else { break };
        at = outer;
    }
    at
}

/// The block above a block: its immediate dominator, or the block with the op around it.
fn outer_block(body: &Body, dominance: &mut Dominance, block: Block) -> Option<Block> {
    let dominator = dominance.idom(body, block);
    dominator.or_else(|| body.parent_block(body.block_parent_op(block)?))
}

/// Where a block allocates a buffer for an op below it.
pub(crate) fn start(body: &Body, block: Block, op: Op) -> Option<Op> {
    body.ancestor_in(op, block).or_else(|| body.terminator(block))
}
