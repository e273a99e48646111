//! Moves loads to their first users. Fusion puts the loads of all operands in front of the computation, which would leave the values of a
//! thousand operands alive at once.

use rustc_hash::FxHashMap;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_passes_analysis::buffer_alias::{Root, accesses, root};

use super::part::outer_values;

/// The loads of a block that are not placed yet.
#[derive(Default)]
struct Waiting {
    /// By their results, with their numbers.
    loads: FxHashMap<Value, (Op, usize)>,
    /// The values that were loaded from a buffer.
    of: FxHashMap<Root, Vec<Value>>,
}

/// Moves the loads of a block to their first users, but not past writes of their buffers.
pub(super) fn sink(b: &mut Body, block: Block) {
    let mut waiting = Waiting::default();
    let ops: Vec<Op> = b.block_ops(block).collect();
    for (number, op) in ops.into_iter().enumerate() {
        if let Some(buffer) = loaded(b, op) {
            let value = b.result(op, 0);
            waiting.of.entry(buffer).or_default().push(value);
            waiting.loads.insert(value, (op, number));
            continue;
        }
        if waiting.loads.is_empty() {
            continue;
        }
        for value in outer_values(b, &[op]) {
            waiting.place(b, value, op);
        }
        let written: Vec<Root> =
            accesses(b, op).into_iter().filter(|access| access.write).map(|access| access.root).collect();
        if b.has_trait(op, Trait::Terminator) || written.iter().any(|root| !root.is_known()) {
            waiting.place_all(b, op);
        }
        for root in written {
            for value in waiting.of.remove(&root).unwrap_or_default() {
                waiting.place(b, value, op);
            }
        }
    }
}

/// The buffer that a load reads, if nothing but writes of this buffer can change the result.
fn loaded(b: &Body, op: Op) -> Option<Root> {
    let effects = effects_of(b, op)?;
    let [Effect { kind: EffectKind::Read, on: Some(buffer) }] = effects[..] else { return None };
    let simple = b.regions(op).is_empty() && b.results(op).len() == 1;
    Some(root(b, buffer)).filter(|root| simple && root.is_known())
}

impl Waiting {
    /// Moves the load of a value, if it waits, in front of an op, behind the loads of its indices.
    fn place(&mut self, b: &mut Body, value: Value, before: Op) {
        let mut open = vec![value];
        let mut at = before;
        while let Some(value) = open.pop() {
            let Some((load, _)) = self.loads.remove(&value) else { continue };
            b.move_op(load, InsertPoint::before(b, at));
            at = load;
            open.extend(b.operands(load));
        }
    }
    /// Moves all loads in front of an op, in their order.
    fn place_all(&mut self, b: &mut Body, before: Op) {
        let mut all: Vec<(Op, usize)> = self.loads.drain().map(|(_, load)| load).collect();
        all.sort_unstable_by_key(|load| load.1);
        for (load, _) in all {
            b.move_op(load, InsertPoint::before(b, before));
        }
        self.of.clear();
    }
}
