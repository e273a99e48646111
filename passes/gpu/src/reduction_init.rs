//! Initial values of reductions, taken from fills: the fill is erased instead of becoming a kernel, and the reduction starts from the
//! scalar.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_linalg::{FillOp, LinalgOp};
use strata_passes_analysis::buffer_alias::{accesses, is_memref, last_access_before, root};

use crate::{contractions::FARTHEST, host_ops::host_ops, loop_nest::LoopNest};

/// Erases the fills whose elements are only what a reduction starts with that writes all of them. Gives for each such reduction
/// its outputs, by their numbers, and what they start with.
pub(crate) fn take_fills(b: &mut Body) -> FxHashMap<Op, Vec<(usize, Value)>> {
    let mut found: FxHashMap<Op, Vec<(usize, Value)>> = FxHashMap::default();
    for op in host_ops(b) {
        if !op.implements::<dyn LinalgOp>(b) {
            continue;
        }
        let Ok(nest) = LoopNest::read(b, op) else { continue };
        if !nest.accumulates() {
            continue;
        }
        for i in nest.inits.clone() {
            if let Some(fill) = fill_of(b, &nest, i) {
                found.entry(op).or_default().push((i, b.operand(fill, 0)));
                b.erase(fill);
            }
        }
    }
    found
}

/// The fill in front of an op whose elements only this op reads, as the elements of an output that it writes whole.
fn fill_of(b: &Body, nest: &LoopNest, i: usize) -> Option<Op> {
    let v = nest.operands[i];
    let mut places: Vec<u32> = nest.maps[i].results().iter().map(|r| r.as_dim()).collect::<Option<_>>()?;
    places.sort_unstable();
    places.dedup();
    let own = root(b, v);
    let shares = |j: usize| is_memref(b, nest.operands[j]) && root(b, nest.operands[j]).may_alias(b, own);
    let loads =
        b.ops_in(nest.op).into_iter().any(|op| accesses(b, op).iter().any(|a| a.root.may_alias(b, own)));
    if places.len() != nest.maps[i].n_results()
        || loads
        || (0..nest.operands.len()).any(|j| j != i && shares(j))
    {
        return None;
    }
    let op = last_access_before(b, nest.op, own, FARTHEST)?;
    let fills = op.isa::<FillOp>(b) && b.num_operands(op) == 2 && b.operand(op, 1) == v;
    (fills && b.ty(b.operand(op, 0)) == b.cx().elem_or_self(b.ty(v))).then_some(op)
}
