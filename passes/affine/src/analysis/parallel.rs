//! Which loops have iterations that may run in any order.

use rustc_hash::FxHashSet;
use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{
    access::accesses_in,
    dependence::{Pairs, check_dependence},
    domain::{enclosing_ops, induction_vars},
    effects::{has_affine_effects_only, is_local_to},
};

/// Whether iterations access different memory, apart from memory that is allocated in the loop.
pub fn is_memory_parallel(b: &Body, for_op: ForOp) -> bool {
    let root = for_op.op();
    let memory = |ty: Type| b.cx().type_as::<MemRefType>(ty).is_some();
    if b.result_types(root).any(memory) || !has_affine_effects_only(b, root) {
        return false;
    }
    let mut accesses = accesses_in(b, root);
    let written: FxHashSet<Value> = accesses.iter().filter(|a| a.is_write).map(|a| a.memref).collect();
    accesses.retain(|a| written.contains(&a.memref) && !is_local_to(b, a.memref, root));
    let depth = induction_vars(b, &enclosing_ops(b, root)).len() + 1;
    accesses.iter().all(|source| {
        accesses.iter().all(|to| check_dependence(b, source, to, depth, Pairs::Writes).is_none())
    })
}

/// The loops of a nest, also the outermost one, whose iterations depend on each other or that carry values.
pub fn sequential_loops(b: &Body, root: ForOp) -> FxHashSet<Op> {
    let inner = b.ops_in(root.op()).into_iter().filter_map(|op| op.as_op::<ForOp>(b));
    let sequential = |op: &ForOp| !b.results(op.op()).is_empty() || !is_memory_parallel(b, *op);
    inner.chain([root]).filter(sequential).map(|op| op.op()).collect()
}
