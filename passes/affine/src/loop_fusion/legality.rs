//! Whether a slice of a nest may be computed in another nest.

use rustc_hash::FxHashMap;
use strata_affine::{DmaStartOp, DmaWaitOp, ForOp, IfOp, PrefetchOp};
use strata_ir::prelude::*;
use strata_memref::LoadOp;

use crate::analysis::{
    access::{Access, access_kind, accesses_in},
    dependence::{Pairs, check_dependence, common_loops},
    domain::{common_loop_depth, enclosing_loops},
    effects::{allocates_only, is_local_to},
    slice::{Place, Slice},
    slice_union::slice_union,
};

/// Why two nests are fused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The destination reads what the source writes.
    Producer,
    /// Both read the memref.
    Sibling(Value),
}

/// The slice of `source` for a copy in loop number `depth`, counted from the outermost loop of all, around the accesses of `destination`.
/// `None` if that is not legal.
pub(super) fn legal_slice(
    b: &Body,
    source: ForOp,
    destination: ForOp,
    depth: usize,
    reason: Reason,
) -> Option<Slice> {
    let conditional = |nest: ForOp| b.ops_in(nest.op()).into_iter().any(|op| op.isa::<IfOp>(b));
    if conditional(source) || conditional(destination) {
        return None;
    }
    let (from, to) = (accesses_in(b, source.op()), accesses_in(b, destination.op()));
    let wanted: Vec<Access> = match reason {
        Reason::Producer => from.iter().filter(|a| a.is_write).cloned().collect(),
        Reason::Sibling(memref) => {
            from.iter().filter(|a| !a.is_write && a.memref == memref).cloned().collect()
        }
    };
    if reason == Reason::Producer && max_depth(b, &from, &to) < depth {
        return None;
    }
    let common = enclosing_loops(b, source.op()).len();
    let mut slice = slice_union(b, &wanted, &to, depth, common)?;
    if !b.is_before(source.op(), destination.op()) {
        slice.place = Place::End;
    }
    Some(slice)
}

/// The largest number of loops around the accesses of the consumer to what the producer writes that no dependence among these is carried by.
fn max_depth(b: &Body, from: &[Access], to: &[Access]) -> usize {
    let shared = |memref: Value| {
        from.iter().any(|a| a.is_write && a.memref == memref)
            && to.iter().any(|a| !a.is_write && a.memref == memref)
    };
    let accesses: Vec<&Access> = to.iter().filter(|a| shared(a.memref)).collect();
    let ops: Vec<Op> = accesses.iter().map(|a| a.op).collect();
    let mut depth = common_loop_depth(b, &ops);
    if accesses.iter().all(|a| !a.is_write) {
        return depth;
    }
    for source in &accesses {
        for to in accesses.iter().filter(|to| to.memref == source.memref) {
            let depths = 1..=common_loops(b, source, to) + 1;
            let first =
                depths.into_iter().find(|&d| !check_dependence(b, source, to, d, Pairs::Writes).is_none());
            depth = first.map_or(depth, |d| depth.min(d - 1));
        }
    }
    depth
}

/// Whether accesses of a nest depend on each other in a circle, so that no iteration may run more often.
pub(super) fn has_cyclic_dependence(b: &Body, root: ForOp) -> bool {
    let mut accesses = accesses_in(b, root.op());
    accesses.retain(|a| !is_local_to(b, a.memref, root.op()));
    let depth = enclosing_loops(b, root.op()).len();
    let depends = |from: &Access, to: &Access| {
        let mut depths = depth + 1..=common_loops(b, from, to) + 1;
        from.memref == to.memref && depths.any(|d| !check_dependence(b, from, to, d, Pairs::Writes).is_none())
    };
    let edges: FxHashMap<usize, Vec<usize>> = accesses
        .iter()
        .enumerate()
        .map(|(i, from)| (i, (0..accesses.len()).filter(|&j| depends(from, &accesses[j])).collect()))
        .collect();
    (0..accesses.len()).any(|start| {
        let mut seen = vec![false; accesses.len()];
        let mut todo = edges[&start].clone();
        while let Some(at) = todo.pop() {
            if at == start {
                return true;
            }
            if !std::mem::replace(&mut seen[at], true) {
                todo.extend(&edges[&at]);
            }
        }
        false
    })
}

/// Whether an op has affine indices.
fn is_affine_access(b: &Body, op: Op) -> bool {
    access_kind(b, op).is_some()
        || op.isa::<DmaStartOp>(b)
        || op.isa::<DmaWaitOp>(b)
        || op.isa::<PrefetchOp>(b)
}

/// Whether others than the accesses of a block may see what is stored to a memref.
pub(super) fn escapes(b: &Body, memref: Value, block: Block) -> bool {
    // A view is not memory that was allocated for this block.
    if !b.def_op(memref).is_some_and(|def| allocates_only(b, def)) {
        return true;
    }
    b.users(memref).any(|user| {
        let mut at = user;
        while b.parent_block(at) != Some(block) {
            match b.parent_op(at) {
                Some(parent) if parent != Op::SELF => at = parent,
                _ => return true,
            }
        }
        !is_affine_access(b, user)
    })
}

/// Whether ops between two ops of a block use, other than by affine accesses and loads, a memref that ops in the first one use.
pub(super) fn has_other_users_between(b: &Body, first: Op, second: Op) -> bool {
    if !b.is_before(first, second) {
        return false;
    }
    let memref = |v: &Value| b.cx().type_as::<MemRefType>(b.ty(*v)).is_some();
    let inside = b.ops_in(first).into_iter();
    let used: Vec<Value> = inside
        .filter(|op| !op.isa::<ForOp>(b))
        .flat_map(|op| b.operands(op).filter(memref).collect::<Vec<_>>())
        .collect();
    let mut at = b.next_op(first);
    while let Some(op) = at.filter(|&op| op != second) {
        let read = |op: Op| is_affine_access(b, op) || op.isa::<LoadOp>(b);
        let others = b.ops_in(op).into_iter().chain([op]).filter(|&op| !read(op));
        if others.into_iter().any(|op| b.operands(op).any(|v| used.contains(&v))) {
            return true;
        }
        at = b.next_op(op);
    }
    false
}
