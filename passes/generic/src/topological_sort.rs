//! `topological-sort`: in graph regions, moves ops after their operands, where that is possible.
//!
//! Before: `"a"(%0)` then `%0 = "b"()`. After: `%0 = "b"()` then `"a"(%0)`.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Sort regions without SSA dominance in topological order.
#[pass(name = "topological-sort", each_body, idempotent)]
pub struct TopologicalSort;

impl BodyPass for TopologicalSort {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            if body.has_trait(op, Trait::GraphRegion) {
                for region in body.regions(op).to_vec() {
                    for block in body.blocks(region).to_vec() {
                        sort(body, block);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Sorts the ops of a block; those in a cycle keep their order.
pub fn sort(body: &mut Body, block: Block) {
    let last = body.last_op(block).filter(|&op| body.has_trait(op, Trait::Terminator));
    let ops: Vec<Op> = body.block_ops(block).filter(|&op| Some(op) != last).collect();
    let position: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    // For each op: the number of ops of the block that it waits for, and the ops that wait for it.
    let mut waits = vec![0usize; ops.len()];
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
    for (i, &op) in ops.iter().enumerate() {
        let mut needed: FxHashSet<usize> = FxHashSet::default();
        for user in [op].into_iter().chain(body.ops_in(op)) {
            for v in body.operands(user) {
                let def = body.def_op(v).and_then(|d| position.get(&d));
                needed.extend(def.filter(|&&d| d != i));
            }
        }
        waits[i] = needed.len();
        for d in needed {
            waiting[d].push(i);
        }
    }
    // The first op in program order that is ready goes next.
    let mut pending: std::collections::BTreeSet<usize> = (0..ops.len()).collect();
    let mut order = Vec::with_capacity(ops.len());
    let mut ready: std::collections::BTreeSet<usize> = (0..ops.len()).filter(|&i| waits[i] == 0).collect();
    while let Some(&first) = pending.first() {
        // In a cycle the first remaining op goes although it is not ready.
        let next = ready.pop_first().unwrap_or(first);
        if !pending.remove(&next) {
            continue;
        }
        ready.remove(&next);
        order.push(ops[next]);
        for &w in &waiting[next] {
            waits[w] = waits[w].saturating_sub(1);
            if waits[w] == 0 && pending.contains(&w) {
                ready.insert(w);
            }
        }
    }
    for op in order {
        body.move_op(op, InsertPoint { block, before: last });
    }
}
