//! Payloads of which it is known that they have no `linalg.index`.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_linalg::IndexOp;

/// The payloads that were searched for numbers of loops without finding any. A chain of ops becomes one whose payload gets longer with
/// each, so that searching it each time would take quadratic time.
#[derive(Default)]
pub(super) struct WithoutIndices(Mutex<FxHashSet<Block>>);

impl WithoutIndices {
    /// Whether a payload has no `linalg.index`, also in nested regions.
    pub fn has(&self, b: &Body, block: Block) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_without = known.contains(&block) || indices(b, block).is_empty();
        if is_without {
            known.insert(block);
        }
        is_without
    }
    /// The ops of a payload are added to another one.
    pub fn join(&self, b: &Body, added: Block, to: Block) {
        if !self.has(b, added) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&to);
        }
    }
}

/// The ops of a payload that are numbers of loops.
pub(super) fn indices(b: &Body, block: Block) -> Vec<Op> {
    let own = b.block_ops(block);
    let all = own.flat_map(|op| std::iter::once(op).chain(nested(b, op)));
    all.filter(|op| op.isa::<IndexOp>(b)).collect()
}

fn nested(b: &Body, op: Op) -> Vec<Op> {
    if b.regions(op).is_empty() { Vec::new() } else { b.ops_in(op) }
}
