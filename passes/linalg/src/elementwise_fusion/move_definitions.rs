//! Moves what values depend on in front of an op.

use rustc_hash::FxHashSet;
use strata_ir::{
    analysis::{is_memory_effect_free, is_speculatable},
    prelude::*,
};

/// Moves the definitions of `values` before `target`, with what they depend on. `None`, without a change, if they depend on `target` or
/// cannot be moved.
pub(super) fn move_before(rw: &mut Rewriter<'_>, values: &[Value], target: Op) -> Option<()> {
    let block = rw.parent_block(target)?;
    let mut found: FxHashSet<Op> = FxHashSet::default();
    let mut next: Vec<Value> = values.to_vec();
    while let Some(v) = next.pop() {
        let Some(def) = rw.def_op(v) else {
            // An argument of a block of this op or around is known here.
            continue;
        };
        if rw.parent_block(def) != Some(block) || def == target {
            if def == target || rw.ancestor_in(def, block).is_some_and(|around| !rw.is_before(around, target))
            {
                return None;
            }
            continue;
        }
        if rw.is_before(def, target) || !found.insert(def) {
            continue;
        }
        if !is_memory_effect_free(rw, def) || !is_speculatable(rw, def) {
            return None;
        }
        next.extend(rw.operands(def));
        for inner in rw.ops_in(def) {
            next.extend(rw.operands(inner).filter(|&v| rw.is_defined_outside(v, def)));
        }
    }
    let mut moved: Vec<Op> = found.into_iter().collect();
    moved.sort_by_key(|&op| rw.order(op));
    for op in moved {
        let before = InsertPoint::before(rw, target);
        rw.body().move_op(op, before);
    }
    Some(())
}
