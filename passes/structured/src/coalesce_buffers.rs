//! `coalesce-buffers`: an op that reads a buffer for the last time writes its result there, and a result that goes to an
//! output of the function is computed there from the start.
//!
//! # Before
//! ```mlir
//! linalg.matmul ins(%a, %b) outs(%t : memref<8x8xf32>)
//! linalg.generic {… elementwise …} ins(%t : memref<8x8xf32>) outs(%u : memref<8x8xf32>) { … }
//! memref.copy %u, %out : memref<8x8xf32> to memref<8x8xf32>
//! ```
//! # After
//! ```mlir
//! linalg.matmul ins(%a, %b) outs(%out : memref<8x8xf32>)
//! linalg.generic {… elementwise …} ins(%out : memref<8x8xf32>) outs(%out : memref<8x8xf32>) { … }
//! ```
//! The op must read and write the two buffers by the same map, so that each element is read before it is written. A copy of a buffer that
//! was filled with one value becomes a fill.

use rustc_hash::FxHashSet;
use strata_ir::{affine::inverse_permutation, prelude::*};
use strata_linalg::FillOp;
use strata_memref::{AllocOp, CopyOp, DeallocOp};
use strata_passes_analysis::buffer_alias::{self, Root};

use crate::structured_op;

/// Coalesces the buffers of all blocks. Returns the number of removed buffers.
pub fn coalesce(body: &mut Body) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        if op.isa::<CopyOp>(body) && copy_of_fill(body, op).is_some() {
            continue;
        }
        while let Some((from, to)) =
            candidates(body, op).into_iter().find(|&(from, to)| unify(body, op, from, to))
        {
            debug_assert_ne!(from, to);
            done += 1;
            if op.isa::<CopyOp>(body) {
                body.erase(op);
                break;
            }
        }
    }
    for op in body.all_ops() {
        done += usize::from(body.is_live(op) && erase_unread(body, op));
    }
    done
}

/// Erases a buffer that is filled and never read.
fn erase_unread(b: &mut Body, op: Op) -> bool {
    let Some(buffer) = op.as_op::<AllocOp>(b).map(|a| a.memref(b)) else { return false };
    let users: Vec<Op> = b.users(buffer).collect();
    if !users.iter().all(|u| u.isa::<DeallocOp>(b) || u.isa::<FillOp>(b)) {
        return false;
    }
    for user in users {
        b.erase(user);
    }
    b.erase(op);
    true
}

/// Replaces a copy of a buffer that was filled before by a fill.
fn copy_of_fill(b: &mut Body, op: Op) -> Option<()> {
    let (from, to) = (b.operand(op, 0), b.operand(op, 1));
    let whole = match buffer_alias::root(b, from) {
        Root::Local(whole) => whole,
        Root::Distinct(whole) if buffer_alias::stays(b, whole) => whole,
        _ => return None,
    };
    let before = users(b, whole, b.parent_block(op)?).0.into_iter().filter(|&u| b.is_before(u, op));
    let writes = |u: &Op| {
        buffer_alias::accesses(b, *u).iter().any(|a| a.write && a.root == buffer_alias::root(b, from))
    };
    let last = before.filter(writes).reduce(|x, y| if b.is_before(x, y) { y } else { x })?;
    let fill = last.as_op::<FillOp>(b).filter(|f| b.operand(f.op(), 1) == from)?;
    let value = b.operand(fill.op(), 0);
    FillOp::create(&mut Builder::before(b, op), &[value], to).ok()?;
    b.erase(op);
    Some(())
}

/// The pairs of an input and an output of an op that may share a buffer, as far as the op itself is concerned.
fn candidates(b: &Body, op: Op) -> Vec<(Value, Value)> {
    if op.isa::<CopyOp>(b) {
        return vec![(b.operand(op, 0), b.operand(op, 1))];
    }
    let Some(s) = structured_op::structured(b, op).filter(|s| s.is_elementwise() && b.results(op).is_empty())
    else {
        return Vec::new();
    };
    let (inputs, outputs) = s.maps.split_at(s.inputs.len());
    // Elements that the payload loads by indices of its own, also in nested regions, may be read at any time.
    let loads = b.ops_in(op).into_iter().flat_map(|o| b.operands(o).collect::<Vec<_>>());
    let loaded: Vec<Root> = loads
        .filter(|&v| b.cx().type_as::<MemRefType>(b.ty(v)).is_some())
        .map(|v| buffer_alias::root(b, v))
        .collect();
    let mut found = Vec::new();
    for (o, (&to, to_map)) in s.outputs.iter().zip(outputs).enumerate() {
        let whole = inverse_permutation(to_map).is_some() && to_map.n_results() == s.num_loops();
        if !whole || s.reads_output(b, o) {
            continue;
        }
        for (&from, from_map) in s.inputs.iter().zip(inputs) {
            if [from, to].iter().any(|&v| loaded.contains(&buffer_alias::root(b, v))) {
                continue;
            }
            // Operands that are views of one of the two count as uses of it.
            let times = |v: Value| {
                s.operands().filter(|&u| buffer_alias::root(b, u) == buffer_alias::root(b, v)).count()
            };
            let once = times(from) == 1 && times(to) == 1;
            if once && from_map == to_map {
                found.push((from, to));
            }
        }
    }
    found
}

/// Replaces one of the two buffers by the other, if the program behaves the same.
fn unify(b: &mut Body, op: Op, from: Value, to: Value) -> bool {
    if from == to || b.ty(from) != b.ty(to) {
        return false;
    }
    // The input must not be used after this op.
    let Some(input) = local(b, from, op) else { return false };
    let last = input.users.iter().all(|&u| u == op || b.is_before(u, op));
    if !last {
        return false;
    }
    if let Some(output) = local(b, to, op)
        && let (Some(_), Some(end)) = (output.dealloc, input.dealloc)
        && output.users.iter().all(|&u| u == op || b.is_before(op, u))
    {
        b.erase(end);
        b.replace_all_uses(to, from);
        b.erase(output.alloc);
        return true;
    }
    // The output must be defined before the first use of the input, and must not be used in between.
    let Some(&first) = input.users.iter().min_by(|x, y| {
        if b.is_before(**x, **y) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
    }) else {
        return false;
    };
    let known = match b.def_op(to) {
        None => b.def_block(to).is_some(),
        Some(def) => b.parent_block(def) != b.parent_block(op) || b.is_before(def, first),
    };
    let Root::Distinct(whole) = buffer_alias::root(b, to) else { return false };
    if !known || whole != to {
        return false;
    }
    let Some(block) = b.parent_block(op) else { return false };
    let between = |&u: &Op| u != op && !b.is_before(u, first) && !b.is_before(op, u);
    if !buffer_alias::stays(b, to) || users(b, to, block).0.iter().any(between) {
        return false;
    }
    if let Some(end) = input.dealloc {
        b.erase(end);
    }
    b.replace_all_uses(from, to);
    b.erase(input.alloc);
    true
}

/// A buffer that is allocated in the block of an op and does not escape.
struct Local {
    alloc: Op,
    dealloc: Option<Op>,
    /// The ops of that block that use it, except for its deallocation.
    users: Vec<Op>,
}

fn local(b: &Body, value: Value, op: Op) -> Option<Local> {
    let block = b.parent_block(op)?;
    let Root::Local(whole) = buffer_alias::root(b, value) else { return None };
    let alloc = b
        .def_op(value)
        .filter(|a| whole == value && a.isa::<AllocOp>(b) && b.parent_block(*a) == Some(block))?;
    let (all, others) = users(b, value, block);
    if others {
        return None;
    }
    let (ends, users): (Vec<Op>, Vec<Op>) = all.into_iter().partition(|u| u.isa::<DeallocOp>(b));
    match ends[..] {
        [] => Some(Local { alloc, dealloc: None, users }),
        [end] => Some(Local { alloc, dealloc: Some(end), users }),
        _ => None,
    }
}

/// The ops of a block that use a buffer or a view of it, themselves or in their regions; and whether there are users elsewhere.
fn users(b: &Body, value: Value, block: Block) -> (Vec<Op>, bool) {
    let (mut found, mut others) = (Vec::new(), false);
    // A buffer that many others were merged into has many users.
    let mut seen = FxHashSet::default();
    let mut open = vec![value];
    while let Some(v) = open.pop() {
        for user in b.users(v) {
            if buffer_alias::is_view(b, user) {
                open.extend(b.results(user));
                continue;
            }
            let around = std::iter::successors(Some(user), |&o| b.parent_op(o).filter(|&p| p != Op::SELF));
            match around.into_iter().find(|&o| b.parent_block(o) == Some(block)) {
                Some(top) if seen.insert(top) => found.push(top),
                Some(_) => {}
                None => others = true,
            }
        }
    }
    (found, others)
}
