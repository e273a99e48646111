//! Which ops of a block wait for which others.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_stablehlo as hlo;

use super::key;

/// The ops of a block but its end, in order, with what each needs of the others.
pub(super) struct Dependences {
    pub ops: Vec<Op>,
    /// For each op, the places of the ops that must be before it: those whose results it or an op in its regions reads, and for an op with
    /// an effect the last one that has one.
    pub needs: Vec<Vec<usize>>,
}

impl Dependences {
    pub fn new(b: &Body, block: Block) -> Self {
        let last = b.last_op(block).filter(|&op| b.has_trait(op, Trait::Terminator));
        let ops: Vec<Op> = b.block_ops(block).filter(|&op| Some(op) != last).collect();
        let place: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(at, &op)| (op, at)).collect();
        let mut last_effect = None;
        let mut needs = Vec::with_capacity(ops.len());
        for (at, &op) in ops.iter().enumerate() {
            let mut own: Vec<usize> = Vec::new();
            let mut has_effect = false;
            for inner in [op].into_iter().chain(b.ops_in(op)) {
                let read = b.operands(inner).filter_map(|value| place.get(&b.def_op(value)?).copied());
                own.extend(read.filter(|&need| need != at));
                has_effect |= !is_free(b, inner);
            }
            if has_effect {
                own.extend(last_effect);
                last_effect = Some(at);
            }
            own.sort_unstable();
            own.dedup();
            needs.push(own);
        }
        Self { ops, needs }
    }

    /// The places of the ops in an order in which those of a set follow each other, and all others are as near to their places as what
    /// they need lets them be; `None` if sets need each other.
    pub fn schedule(&self, sets: &[Vec<usize>]) -> Option<Vec<usize>> {
        // A set stands for its members, at the place of the last one.
        let mut stands_for: Vec<usize> = (0..self.ops.len()).collect();
        let mut members: FxHashMap<usize, &[usize]> = FxHashMap::default();
        for set in sets {
            let &last = set.last()?;
            set.iter().for_each(|&at| stands_for[at] = last);
            members.insert(last, set);
        }
        let mut waits = vec![0usize; self.ops.len()];
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); self.ops.len()];
        for (at, needs) in self.needs.iter().enumerate() {
            for &need in needs {
                waits[stands_for[at]] += 1;
                waiting[stands_for[need]].push(stands_for[at]);
            }
        }
        let nodes = (0..self.ops.len()).filter(|&at| stands_for[at] == at);
        let mut ready: BTreeSet<usize> = nodes.filter(|&at| waits[at] == 0).collect();
        let mut order = Vec::with_capacity(self.ops.len());
        while let Some(next) = ready.pop_first() {
            match members.get(&next) {
                Some(set) => order.extend_from_slice(set),
                None => order.push(next),
            }
            for &user in &waiting[next] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.insert(user);
                }
            }
        }
        (order.len() == self.ops.len()).then_some(order)
    }
}

/// Whether an op itself has no effect but that of a collective, which is the same on all devices.
fn is_free(b: &Body, op: Op) -> bool {
    b.has_trait(op, Trait::Terminator)
        || op.isa::<hlo::PartitionIdOp>(b)
        || op.isa::<hlo::ReplicaIdOp>(b)
        || key(b, op).is_some()
        || effects_of(b, op).is_some_and(|effects| effects.is_empty())
}
