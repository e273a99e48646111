//! `optimize-allocation-liveness`: a buffer is freed after its last use.
//!
//! Before:
//! ```mlir
//! %0 = memref.alloc() : memref<4xf32>
//! use(%0)
//! long()
//! memref.dealloc %0 : memref<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = memref.alloc() : memref<4xf32>
//! use(%0)
//! memref.dealloc %0 : memref<4xf32>
//! long()
//! ```
//! Uses of views of the buffer, and of what loops and branches make of it, are uses of the buffer. Both ops stay in one block.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::view_flow::ViewFlow;

/// This pass optimizes the liveness of temp allocations in the input function.
#[pass(name = "optimize-allocation-liveness", class = "OptimizeAllocationLivenessPass", on = "func.func")]
pub struct OptimizeAllocationLiveness;

impl BodyPass for OptimizeAllocationLiveness {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if body.entry().is_none() {
            return Ok(());
        }
        let flow = ViewFlow::new(body);
        for op in body.post_order() {
            if let Some((free, last)) = last_use(body, &flow, op) {
                let at = InsertPoint::after(body, last);
                if at.before != Some(free) {
                    body.move_op(free, at);
                }
            }
        }
        Ok(())
    }
}

/// The op that frees what `op` allocates, and the last other op of the block that uses it.
fn last_use(body: &Body, flow: &ViewFlow, op: Op) -> Option<(Op, Op)> {
    let &[buffer] = body.results(op) else { return None };
    let has = |op: Op, kind: EffectKind, on: Value| {
        effects_of(body, op).is_some_and(|list| list.iter().any(|e| e.kind == kind && e.on == Some(on)))
    };
    if !has(op, EffectKind::Alloc, buffer) {
        return None;
    }
    let frees: Vec<Op> = body.users(buffer).filter(|&user| has(user, EffectKind::Free, buffer)).collect();
    let &[free] = &frees[..] else { return None };
    let block = body.parent_block(op)?;
    if body.parent_block(free) != Some(block) {
        return None;
    }
    let mut last: Option<Op> = None;
    for value in flow.from(buffer) {
        for user in body.users(value).filter(|&user| user != free).collect::<FxHashSet<Op>>() {
            let Some(top) = body.ancestor_in(user, block) else { continue };
            if last.is_none_or(|last| body.is_before(last, top)) {
                last = Some(top);
            }
        }
    }
    Some((free, last?))
}
