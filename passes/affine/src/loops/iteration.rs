//! Copies of the ops of a block, as unrolling makes them.

use strata_ir::prelude::*;

/// Clones ops to `at`, in order, with the values of `map`, which then also has their results.
pub fn clone_ops(body: &mut Body, ops: &[Op], at: InsertPoint, map: &mut IdMap) -> Vec<Op> {
    ops.iter()
        .map(|&op| {
            let new = body.clone_op(op, map);
            body.insert(new, at);
            new
        })
        .collect()
}
