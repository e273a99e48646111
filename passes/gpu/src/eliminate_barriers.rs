//! `gpu-eliminate-barriers`: erases barriers that order no accesses to memory.
//!
//! Before:
//! ```mlir
//! %0 = memref.load %x[%i] : memref<4xf32>
//! gpu.barrier
//! gpu.barrier
//! memref.store %0, %x[%i] : memref<4xf32>
//! gpu.barrier
//! gpu.terminator
//! ```
//! After:
//! ```mlir
//! %0 = memref.load %x[%i] : memref<4xf32>
//! gpu.barrier
//! memref.store %0, %x[%i] : memref<4xf32>
//! gpu.terminator
//! ```
//! A barrier stays if an access after the barrier before it conflicts with one before the barrier after it: one of them writes, and both may
//! be of the same memory. Code around the barrier counts up to the launch; what is in a loop with it comes before it and after it.
//! A condition around a barrier has the same value in all threads of a block. Barriers in regions with several blocks, and outside of launches, stay, unless they are one of two in a row.

use strata_gpu::{BarrierOp, LaunchOp};
use strata_ir::{
    analysis::effects_of,
    core::{Effect, EffectKind},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::local_alias::may_alias;
use strata_scf::{ForOp, IfOp};

/// Erase unnecessary barriers.
#[pass(name = "gpu-eliminate-barriers", class = "GpuEliminateBarriersPass", on = "func.func", idempotent)]
pub struct EliminateBarriers;

impl BodyPass for EliminateBarriers {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(ELIMINATE_BARRIERS);
        let config = GreedyConfig { canonicalize: false, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Erases barriers that order no accesses to memory.
pub const ELIMINATE_BARRIERS: &[PatternRow] =
    strata_ir::rewrite::patterns! { BarrierOp => "eliminate-barrier": eliminate };

fn eliminate(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    is_unnecessary(rw, op).then(|| rw.erase_op(op))
}

fn is_unnecessary(body: &Body, barrier: Op) -> bool {
    let before = Side::Before.effects(body, barrier);
    before.is_empty() || {
        let after = Side::After.effects(body, barrier);
        !before.iter().any(|&x| after.iter().any(|&y| conflict(body, x, y)))
    }
}

/// Whether the order of two effects matters to other threads.
fn conflict(body: &Body, before: Effect, after: Effect) -> bool {
    use EffectKind::{Alloc, Free, Read};
    // Memory that a thread allocates is its own, and nothing valid comes after the end of memory.
    let ordered = match (before.kind, after.kind) {
        (Read, Read) | (Alloc | Free, _) | (_, Alloc) => false,
        _ => true,
    };
    ordered
        && match (before.on, after.on) {
            (Some(x), Some(y)) => may_alias(body, x, y),
            _ => true,
        }
}

/// An effect on any memory.
const UNKNOWN: Effect = Effect { kind: EffectKind::Write, on: None };

/// A direction from a barrier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Side {
    /// The effects of the code up to the next barriers.
    fn effects(self, body: &Body, barrier: Op) -> Vec<Effect> {
        let mut out = Vec::new();
        let mut at = barrier;
        loop {
            let single = body.parent_region(at).is_some_and(|region| body.blocks(region).len() == 1);
            let reached = self.block(body, self.next(body, at), &mut out);
            if reached {
                return out;
            }
            if !single {
                out.push(UNKNOWN);
                return out;
            }
            let parent = body.parent_op(at).filter(|&p| p != Op::SELF);
            let Some(parent) = parent else {
                // A function may be called by any kernel.
                out.push(UNKNOWN);
                return out;
            };
            if parent.isa::<LaunchOp>(body) {
                return out;
            }
            if let Some(op) = parent.as_op::<ForOp>(body) {
                // The other iterations.
                let block = op.body_block(body);
                let first = if self == Side::Before { body.last_op(block) } else { body.first_op(block) };
                self.block(body, first, &mut out);
            } else if !parent.isa::<IfOp>(body) {
                // All threads are in one branch of a condition; the regions of other ops may be executed one after the other.
                collect(body, parent, &mut out);
            }
            at = parent;
        }
    }
    fn next(self, body: &Body, op: Op) -> Option<Op> {
        match self {
            Side::Before => body.prev_op(op),
            Side::After => body.next_op(op),
        }
    }
    /// Collects the effects of ops up to the end of their block; returns whether a barrier comes first.
    fn block(self, body: &Body, first: Option<Op>, out: &mut Vec<Effect>) -> bool {
        let mut next = first;
        while let Some(op) = next {
            if op.isa::<BarrierOp>(body) {
                return true;
            }
            collect(body, op, out);
            next = self.next(body, op);
        }
        false
    }
}

/// Collects the effects of an op and those in it.
fn collect(body: &Body, op: Op, out: &mut Vec<Effect>) {
    let mut one = |op: Op| {
        if op.isa::<BarrierOp>(body) || body.has_trait(op, Trait::Terminator) {
            return;
        }
        match effects_of(body, op) {
            Some(effects) => out.extend(effects),
            None => out.push(UNKNOWN),
        }
    };
    one(op);
    if body.is_shell(op) {
        return out.push(UNKNOWN);
    }
    for inner in body.ops_in(op) {
        one(inner);
    }
}
