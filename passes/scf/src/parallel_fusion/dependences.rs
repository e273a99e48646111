//! Which memory two loops share, and whether one iteration may do the work of both.

use rustc_hash::FxHashMap;
use strata_ir::{
    analysis::{effects_of, is_memory_effect_free},
    prelude::*,
    rewrite::equivalence::ops_equal_under,
};
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::{buffer_alias::root, local_alias::may_alias};

use super::args_by_args;

/// An access to memory.
struct Access {
    memory: Value,
    /// The indices of an element, for `memref.load` and `memref.store`.
    indices: Option<Vec<Value>>,
    /// Loads from the result of an op beside them.
    local: bool,
}

/// The accesses of a loop.
#[derive(Default)]
struct Accesses {
    reads: Vec<Access>,
    writes: Vec<Access>,
    /// There is an op whose effects are not known, or are not on a value.
    unknown: bool,
}

impl Accesses {
    fn from_block(body: &Body, block: Block) -> Self {
        let mut out = Self::default();
        for top in body.block_ops(block) {
            out.add(body, top);
            for op in body.ops_in(top) {
                out.add(body, op);
            }
        }
        out
    }
    fn add(&mut self, body: &Body, op: Op) {
        let access = |memory: Value, indices: Option<Vec<Value>>| Access { memory, indices, local: false };
        if let Some(load) = op.as_op::<LoadOp>(body) {
            let memory = load.memref(body);
            let local =
                body.def_op(memory).is_some_and(|def| body.parent_block(def) == body.parent_block(op));
            self.reads.push(Access { local, ..access(memory, Some(load.indices(body).collect())) });
        } else if let Some(store) = op.as_op::<StoreOp>(body) {
            self.writes.push(access(store.memref(body), Some(store.indices(body).collect())));
        } else if !body.is_shell(op) {
            let Some(effects) = effects_of(body, op) else {
                // Terminators hand values on.
                self.unknown |= !body.has_trait(op, Trait::Terminator);
                return;
            };
            for effect in effects {
                match (effect.kind, effect.on) {
                    (EffectKind::Alloc, _) => {}
                    (EffectKind::Read, Some(v)) => self.reads.push(access(v, None)),
                    (EffectKind::Write | EffectKind::Free, Some(v)) => self.writes.push(access(v, None)),
                    (_, None) => self.unknown = true,
                }
            }
        } else {
            self.unknown = true;
        }
    }
    fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && !self.unknown
    }
}

/// Whether the accesses of both loops are in the same order when each iteration of the first is followed by that of the second.
pub(super) fn allow_fusion(body: &Body, first: Block, second: Block) -> bool {
    let (one, two) = (Accesses::from_block(body, first), Accesses::from_block(body, second));
    if one.unknown && !two.is_empty() || two.unknown && !one.is_empty() {
        return false;
    }
    let (there, back) = (args_by_args(body, first, second), args_by_args(body, second, first));
    ordered(body, &one.writes, &two.reads, &there, may_alias)
        && ordered(body, &two.writes, &one.reads, &back, may_alias)
        && ordered(body, &one.writes, &two.writes, &there, may_overwrite)
}

/// Whether writes to two buffers may write the same memory. Upstream does not ask this, so that what it accepts by mistake is all that
/// may be lost: an allocation that no other value refers to is found here too.
fn may_overwrite(body: &Body, a: Value, c: Value) -> bool {
    let own = |v: Value| root(body, v).local(body);
    may_alias(body, a, c) && (own(a) == own(c) || own(a).is_none() && own(c).is_none())
}

/// Whether accesses of the other loop use memory that `writes` change only at the same indices. `ivs` has the induction variables of the
/// other loop by those of the loop that writes.
fn ordered(
    body: &Body,
    writes: &[Access],
    others: &[Access],
    ivs: &FxHashMap<Value, Value>,
    may_alias: fn(&Body, Value, Value) -> bool,
) -> bool {
    let mut by_memory: FxHashMap<Value, Vec<&Access>> = FxHashMap::default();
    let mut memories: Vec<Value> = Vec::new();
    for write in writes {
        let list = by_memory.entry(write.memory).or_default();
        if list.is_empty() {
            memories.push(write.memory);
        }
        list.push(write);
    }
    // Which memories of the two loops may be the same is asked once for each pair.
    let mut aliased: FxHashMap<Value, bool> = FxHashMap::default();
    others.iter().all(|other| {
        if other.local || memories.is_empty() {
            return !other.local;
        }
        let free = *aliased.entry(other.memory).or_insert_with(|| {
            memories.iter().all(|&m| m == other.memory || !may_alias(body, m, other.memory))
        });
        if !free {
            return false;
        }
        let Some(list) = by_memory.get(&other.memory) else { return true };
        let Some(indices) = &other.indices else { return false };
        let Some(written) = &list[0].indices else { return false };
        list.iter().all(|w| w.indices.as_ref() == Some(written))
            && written.len() == indices.len()
            && written.iter().zip(indices).all(|(&w, &r)| same_index(body, w, r, ivs))
    })
}

/// Whether an index of one loop is that of the other in the same iteration.
fn same_index(body: &Body, written: Value, other: Value, ivs: &FxHashMap<Value, Value>) -> bool {
    if ivs.get(&written).copied().unwrap_or(written) == other {
        return true;
    }
    let (Some(w), Some(o)) = (body.def_op(written), body.def_op(other)) else { return false };
    is_memory_effect_free(body, w)
        && is_memory_effect_free(body, o)
        && body.results(w).iter().position(|&v| v == written)
            == body.results(o).iter().position(|&v| v == other)
        && ops_equal_under(body, w, o, ivs.clone())
}
