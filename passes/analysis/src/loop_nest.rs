//! Loops of a kind in the order in which they are rewritten.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

/// All ops of a kind, inner ones before the ops around them.
pub fn ops_of<T: OpDef>(body: &Body) -> Vec<T> {
    body.post_order().into_iter().filter_map(|op| op.as_op::<T>(body)).collect()
}

/// The ops of a kind that contain no other op of that kind, in program order.
pub fn innermost<T: OpDef>(body: &Body) -> Vec<T> {
    let all = ops_of::<T>(body);
    let mut around: FxHashSet<Op> = FxHashSet::default();
    for op in &all {
        let parents = std::iter::successors(body.parent_op(op.op()), |&p| body.parent_op(p));
        // The ops around a loop that was seen already were added then.
        for parent in parents {
            if !around.insert(parent) {
                break;
            }
        }
    }
    all.into_iter().filter(|op| !around.contains(&op.op())).collect()
}
