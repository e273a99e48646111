//! The partition of a run of ops that becomes a kernel, and the values that are used after it.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_memref::{AllocOp, DeallocOp};
use strata_passes_analysis::buffer_alias::is_memref;

use super::op_kinds::makes_vector;

/// The parts into which the ops of a run are divided.
pub(super) struct RunPartition {
    pub before: Vec<Op>,
    pub inside: Vec<Op>,
    pub after: Vec<Op>,
    /// The ops of `inside`.
    set: FxHashSet<Op>,
}

impl RunPartition {
    pub fn classify(b: &Body, run: &[Op]) -> Self {
        let mut parts =
            Self { before: Vec::new(), inside: Vec::new(), after: Vec::new(), set: FxHashSet::default() };
        for &op in run {
            let known = |v: Value| b.def_op(v).is_none_or(|d| !parts.set.contains(&d));
            let nested = || b.ops_in(op).into_iter().flat_map(|o| b.operands(o).collect::<Vec<_>>());
            if op.isa::<AllocOp>(b) {
                parts.before.push(op);
            } else if op.isa::<DeallocOp>(b) {
                parts.after.push(op);
            } else if is_memory_effect_free(b, op)
                && !makes_vector(b, op)
                && b.operands(op).all(known)
                && nested().all(known)
            {
                parts.before.push(op);
            } else {
                parts.inside.push(op);
                parts.set.insert(op);
            }
        }
        parts
    }
    pub fn leaves(&self, b: &Body, v: Value) -> bool {
        let around = |user: Op| std::iter::successors(Some(user), |&op| b.parent_op(op));
        b.users(v).any(|user| !around(user).any(|op| self.set.contains(&op)))
    }
    /// Whether a buffer that an op makes is used outside of the kernel.
    pub fn gives_memref(&self, b: &Body, op: Op) -> bool {
        b.results(op).iter().any(|&v| is_memref(b, v) && self.leaves(b, v))
    }
    /// The scalars that are used outside of the kernel.
    pub fn given(&self, b: &Body) -> Vec<Value> {
        let all = self.inside.iter().flat_map(|&op| b.results(op).to_vec());
        all.filter(|&v| self.leaves(b, v)).collect()
    }
}
