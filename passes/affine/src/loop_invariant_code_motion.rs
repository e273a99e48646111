//! `affine-loop-invariant-code-motion`: hoists ops out of affine loops, also loads and stores whose memory nothing else in the loop touches.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 8 {
//!   %v = affine.load %m[%j] : memref<8xf32>
//! }
//! ```
//! After: the load is before the loop. Unlike upstream's of LLVM 22, the pass hoists accesses only if the loop is known to run and no op in it
//! has unknown effects. Different memrefs count as different memory.

use rustc_hash::FxHashSet;
use strata_affine::{ForOp, IfOp, ParallelOp, YieldOp};
use strata_ir::{
    analysis::{is_memory_effect_free, is_speculatable},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    analysis::access::{access_kind, accessed_memref},
    loops::{loops_post_order, trip_count::constant_trip_count},
};

/// Hoist loop invariant instructions outside of affine loops.
#[pass(name = "affine-loop-invariant-code-motion", class = "AffineLoopInvariantCodeMotion", on = "func.func", produces = [])]
pub struct AffineLoopInvariantCodeMotion;

impl BodyPass for AffineLoopInvariantCodeMotion {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for for_op in loops_post_order(body) {
            hoist(body, for_op);
        }
        Ok(())
    }
}

/// The knowledge about the ops of one loop.
struct Search {
    for_op: ForOp,
    /// The induction variable and the carried values.
    args: Vec<Value>,
    /// Ops in the loop whose results are used.
    defining: FxHashSet<Op>,
    /// Those of them that are hoisted.
    hoisted: FxHashSet<Op>,
    /// Whether an op in the loop may touch any memory.
    unknown_effects: bool,
}

fn hoist(body: &mut Body, for_op: ForOp) {
    let block = for_op.region_block(body);
    let runs = constant_trip_count(body, for_op).is_some_and(|n| n > 0);
    let mut search = Search {
        for_op,
        args: body.block_args(block).to_vec(),
        defining: FxHashSet::default(),
        hoisted: FxHashSet::default(),
        unknown_effects: has_unknown_effects(body, for_op.op()),
    };
    let mut moved = Vec::new();
    for op in body.block_ops(block) {
        if body.results(op).iter().any(|&r| body.has_uses(r)) {
            search.defining.insert(op);
        }
        let pure = is_memory_effect_free(body, op) && is_speculatable(body, op);
        if !op.isa::<YieldOp>(body) && (runs || pure) && search.is_invariant(body, op) {
            moved.push(op);
        }
    }
    for op in moved {
        let at = InsertPoint::before(body, for_op.op());
        body.move_op(op, at);
    }
}

/// Whether an op in `root` has effects of which it is not known on which memory they are.
fn has_unknown_effects(b: &Body, root: Op) -> bool {
    b.ops_in(root).into_iter().any(|op| {
        if b.has_trait(op, Trait::RecursiveMemoryEffects) || is_memory_effect_free(b, op) {
            return false;
        }
        let Some(known) = op.cast::<dyn MemoryEffects>(b) else { return true };
        let mut all = Vec::new();
        known.effects(b, &mut all);
        all.iter().any(|e| e.on.is_none())
    })
}

/// Whether an op consists of the affine ops in it.
fn is_structure(b: &Body, op: Op) -> bool {
    op.isa::<IfOp>(b) || op.isa::<ForOp>(b) || op.isa::<ParallelOp>(b)
}

impl Search {
    /// Whether an op, with all ops in it, is the same in all iterations.
    fn is_invariant(&mut self, b: &Body, op: Op) -> bool {
        // Inner ops come before those that they are in, whose results they decide about.
        b.post_order_in(op).into_iter().chain([op]).all(|op| self.is_invariant_itself(b, op))
    }
    fn is_invariant_itself(&mut self, b: &Body, op: Op) -> bool {
        if access_kind(b, op).is_some() {
            self.defining.insert(op);
            if self.unknown_effects || self.is_memory_touched(b, op) {
                return false;
            }
        } else if !is_structure(b, op) && !is_memory_effect_free(b, op) {
            return false;
        }
        let varies = |v: Value| {
            let stays = |def: Op| self.defining.contains(&def) && !self.hoisted.contains(&def);
            self.args.contains(&v) || b.def_op(v).is_some_and(stays)
        };
        if b.operands(op).any(varies) {
            return false;
        }
        self.hoisted.insert(op);
        true
    }
    /// Whether another op in the loop touches the memory of an access so that its place matters.
    fn is_memory_touched(&self, b: &Body, op: Op) -> bool {
        let (Some(is_write), Some(memref)) = (access_kind(b, op), accessed_memref(b, op)) else {
            return false;
        };
        let touches = |user: Op| {
            let Some(known) = user.cast::<dyn MemoryEffects>(b) else { return false };
            let mut all = Vec::new();
            known.effects(b, &mut all);
            let matters = |e: &Effect| match e.kind {
                EffectKind::Write => true,
                EffectKind::Read => is_write,
                _ => false,
            };
            all.iter().any(|e| e.on == Some(memref) && matters(e))
        };
        b.users(memref).any(|user| user != op && touches(user) && b.is_ancestor(self.for_op.op(), user))
    }
}
