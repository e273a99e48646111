//! `affine-scalrep`: loads of elements whose value is known become this value, and stores that nothing reads go.
//!
//! Before:
//! ```mlir
//! affine.store %x, %m[%i] : memref<8xf32>
//! %v = affine.load %m[%i] : memref<8xf32>
//! ```
//! After: `%v` is `%x`. A memref that is only written then goes, too. Memrefs with very many uses stay as they are.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::is_memory_effect_free, core::dominance::Dominance, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_alias::base;

use crate::analysis::{
    access::{Access, access_kind, accessed_memref},
    dependence::{Dependence, Pairs, check_dependence, common_loops},
    effects::allocates_only,
};

/// Memrefs with more uses are left alone, as each pair of them is looked at.
const MAX_USES: usize = 256;

/// Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads.
#[pass(name = "affine-scalrep", class = "AffineScalarReplacement", on = "func.func", produces = [])]
pub struct AffineScalarReplacement;

impl BodyPass for AffineScalarReplacement {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut dominance = Dominance::new();
        let mut memrefs: Vec<Value> = Vec::new();
        let mut erased = Vec::new();
        for load in accesses(body, false) {
            if let Some(store) = store_to_forward(body, &load, &mut dominance) {
                let value = body.operand(store, 0);
                body.replace_all_uses(body.result(load.op, 0), value);
                memrefs.push(load.memref);
                erased.push(load.op);
            }
        }
        erased.drain(..).for_each(|op| body.erase(op));
        for store in accesses(body, true) {
            if is_overwritten(body, &store) {
                erased.push(store.op);
            }
        }
        erased.drain(..).for_each(|op| body.erase(op));
        erase_written_only(body, memrefs);
        for load in accesses(body, false) {
            if let Some(earlier) = load_to_reuse(body, &load, &mut dominance) {
                let value = body.result(earlier, 0);
                body.replace_all_uses(body.result(load.op, 0), value);
                erased.push(load.op);
            }
        }
        erased.drain(..).for_each(|op| body.erase(op));
        Ok(())
    }
}

/// The affine loads or stores of a body whose memref does not have too many uses.
fn accesses(b: &Body, writes: bool) -> Vec<Access> {
    let wanted = |&op: &Op| {
        access_kind(b, op) == Some(writes)
            && accessed_memref(b, op).is_some_and(|m| b.users(m).take(MAX_USES + 1).count() <= MAX_USES)
    };
    b.post_order().into_iter().filter(wanted).filter_map(|op| Access::new(b, op)).collect()
}

/// The other accesses to the memref of one, loads or stores.
fn others(b: &Body, access: &Access, writes: bool) -> Vec<Access> {
    let users = b.users(access.memref).filter(|&op| op != access.op && access_kind(b, op) == Some(writes));
    let users: Vec<Access> = users.filter_map(|op| Access::new(b, op)).collect();
    users.into_iter().filter(|other| other.same_element(b, access)).collect()
}

/// The store of which a load gives the value.
fn store_to_forward(b: &Body, load: &Access, dominance: &mut Dominance) -> Option<Op> {
    let found = others(b, load, true).into_iter().find(|store| {
        let depth = common_loops(b, store, load) + 1;
        dominance.properly_dominates(b, store.op, load.op)
            && matches!(check_dependence(b, store, load, depth, Pairs::Writes), Dependence::Exists(_))
            && !is_touched_between(b, store.op, load, EffectKind::Write)
    })?;
    (b.ty(b.operand(found.op, 0)) == b.ty(b.result(load.op, 0))).then_some(found.op)
}

/// Whether a later store in the same block writes the same element before it is read.
fn is_overwritten(b: &Body, store: &Access) -> bool {
    others(b, store, true).into_iter().any(|later| {
        b.parent_block(later.op) == b.parent_block(store.op)
            && b.is_before(store.op, later.op)
            && b.ty(b.operand(later.op, 0)) == b.ty(b.operand(store.op, 0))
            && !is_touched_between(b, store.op, &later, EffectKind::Read)
    })
}

/// The load, before all others that could be it, that gives the same value.
fn load_to_reuse(b: &Body, load: &Access, dominance: &mut Dominance) -> Option<Op> {
    let candidates: Vec<Op> = others(b, load, false)
        .into_iter()
        .filter(|earlier| {
            b.ty(b.result(earlier.op, 0)) == b.ty(b.result(load.op, 0))
                && dominance.properly_dominates(b, earlier.op, load.op)
                && !is_touched_between(b, earlier.op, load, EffectKind::Write)
        })
        .map(|earlier| earlier.op)
        .collect();
    let first = |&&op: &&Op| {
        candidates.iter().all(|&other| other == op || dominance.properly_dominates(b, op, other))
    };
    let mut first = first;
    candidates.iter().find(|op| first(op)).copied()
}

/// Erases memrefs that were allocated here and are only written now.
fn erase_written_only(body: &mut Body, memrefs: Vec<Value>) {
    let mut seen = FxHashSet::default();
    for memref in memrefs.into_iter().filter(|&m| seen.insert(m)) {
        let Some(def) = body.def_op(memref).filter(|&def| allocates_only(body, def)) else { continue };
        let users: Vec<Op> = body.users(memref).collect();
        let dead = |&op: &Op| match access_kind(body, op) {
            // The memref itself may be the stored value.
            Some(writes) => writes && body.operand(op, 0) != memref,
            None => frees_only(body, op),
        };
        if users.iter().all(dead) {
            users.into_iter().for_each(|op| body.erase(op));
            body.erase(def);
        }
    }
}

/// Whether the only effect of an op is to free memory.
fn frees_only(b: &Body, op: Op) -> bool {
    let effects = effects_of(b, op);
    effects.is_some_and(|all| !all.is_empty() && all.iter().all(|e| e.kind == EffectKind::Free))
}

/// The effects of an op itself; `None` if they are unknown.
fn effects_of(b: &Body, op: Op) -> Option<Vec<Effect>> {
    let effects = op.cast::<dyn MemoryEffects>(b)?;
    let mut all = Vec::new();
    effects.effects(b, &mut all);
    Some(all)
}

/// Whether two memrefs may be parts of the same memory: not if each is allocated here or one is allocated and the other an argument of the
/// function.
fn may_alias(b: &Body, x: Value, y: Value) -> bool {
    let (x, y) = (base(b, x), base(b, y));
    if x == y {
        return true;
    }
    let allocated = |v: Value| b.def_op(v).is_some_and(|def| allocates_only(b, def));
    let argument = |v: Value| b.def_op(v).is_none() && b.def_block(v) == b.entry();
    !(allocated(x) && (allocated(y) || argument(y)) || argument(x) && allocated(y))
}

/// Whether an op on a way from `from` to the access may have an effect on its element.
fn is_touched_between(b: &Body, from: Op, to: &Access, kind: EffectKind) -> bool {
    let mut search = Search { b, from: Access::new(b, from), to, kind };
    search.between(from, to.op)
}

struct Search<'a> {
    b: &'a Body,
    from: Option<Access>,
    to: &'a Access,
    kind: EffectKind,
}

impl Search<'_> {
    /// Whether an op with the effect is on a way from `from` to `to`, which is in the region of `from` or in an op there.
    fn between(&mut self, from: Op, to: Op) -> bool {
        let b = self.b;
        // Ops around the access may run several times, so all that is in them counts.
        let mut target = to;
        while b.parent_region(target) != b.parent_region(from) {
            let Some(parent) = b.parent_op(target) else { return true };
            target = parent;
        }
        if target != to && self.touches(target) {
            return true;
        }
        let Some(block) = b.parent_block(from) else { return true };
        let mut at = b.next_op(from);
        while let Some(op) = at.filter(|&op| op != target) {
            if self.touches(op) {
                return true;
            }
            at = b.next_op(op);
        }
        if b.parent_block(target) == Some(block) {
            return false;
        }
        let mut todo: Vec<Block> = b.last_op(block).map_or(Vec::new(), |last| b.successors(last).to_vec());
        let mut seen = FxHashSet::default();
        while let Some(block) = todo.pop() {
            if !seen.insert(block) {
                continue;
            }
            let ops: Vec<Op> = b.block_ops(block).take_while(|&op| op != target).collect();
            if ops.iter().any(|&op| self.touches(op)) {
                return true;
            }
            let ended = ops.last().copied() == b.last_op(block);
            todo.extend(ops.last().filter(|_| ended).map_or(&[][..], |&last| b.successors(last)));
        }
        false
    }
    fn touches(&mut self, root: Op) -> bool {
        let b = self.b;
        let mut found = false;
        let mut visit = |op: Op| {
            if b.has_trait(op, Trait::RecursiveMemoryEffects) {
                return WalkControl::Continue;
            }
            found |= self.touches_itself(op);
            if found { WalkControl::Stop } else { WalkControl::Skip }
        };
        if visit(root) == WalkControl::Continue {
            b.walk_in(root, visit);
        }
        found
    }
    fn touches_itself(&self, op: Op) -> bool {
        let b = self.b;
        if is_memory_effect_free(b, op) {
            return false;
        }
        let Some(effects) = effects_of(b, op) else { return true };
        let matters = |e: &Effect| {
            e.kind == self.kind && e.on.is_none_or(|v| v == self.to.memref || may_alias(b, v, self.to.memref))
        };
        if !effects.iter().any(matters) {
            return false;
        }
        let (Some(own), Some(from)) = (Access::new(b, op), &self.from) else { return true };
        if own.memref != self.to.memref {
            return true;
        }
        // Iterations of loops around both the start and the access come with a start of their own.
        let least = common_loops(b, from, self.to);
        let depths = (least + 1)..=(common_loops(b, &own, self.to) + 1);
        depths.into_iter().any(|d| !check_dependence(b, &own, self.to, d, Pairs::Writes).is_none())
    }
}
