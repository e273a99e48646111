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
//! The op must read and write the two buffers by the same map, so that each element is read before it is written; it may read the buffer in
//! another shape. A copy of a buffer that
//! was filled with one value becomes a fill, and what is copied to a part of a buffer is computed there (`coalesce_parts.rs`).
//!
//! In the end, fills move to the first ops that use the buffers otherwise (`late_fills.rs`).
//!
//! Copies at the end of an iteration come first: the op that computes a value which a loop carries, from its value before, overwrites that one,
//! where it would otherwise overwrite the buffer of another operand, and the copy stayed.
//!
//! Answers about a buffer are kept from op to op: a buffer that many others were merged into has many users.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{affine::inverse_permutation, prelude::*};
use strata_linalg::FillOp;
use strata_memref::{AllocOp, CollapseShapeOp, CopyOp, DeallocOp, ExpandShapeOp};
use strata_passes_analysis::buffer_alias::{self, Root};

use crate::{coalesce_parts, late_fills, structured_op};

/// The ops between two uses, at most, that are looked at one by one.
const SHORT: usize = 64;

/// Coalesces the buffers of all blocks. Returns the number of removed buffers.
pub fn coalesce(body: &mut Body) -> usize {
    let mut known = Known::default();
    let mut done = 0;
    for op in body.all_ops() {
        if body.is_live(op) && op.isa::<CopyOp>(body) && overwrites(body, &mut known, op) {
            let (from, to) = (body.operand(op, 0), body.operand(op, 1));
            if unify(body, &mut known, op, from, to) {
                body.erase(op);
                done += 1;
            }
        }
    }
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        if op.isa::<CopyOp>(body) && copy_of_fill(body, &mut known, op).is_some() {
            continue;
        }
        while let Some((from, to)) =
            candidates(body, op).into_iter().find(|&(from, to)| unify(body, &mut known, op, from, to))
        {
            debug_assert_ne!(from, to);
            done += 1;
            if op.isa::<CopyOp>(body) {
                body.erase(op);
                break;
            }
        }
        if body.is_live(op) && op.isa::<CopyOp>(body) {
            let from = body.operand(op, 0);
            if let Some(whole) = coalesce_parts::compute_in_part(body, op, |b, v| known.stays(b, v)) {
                known.locals.remove(&from);
                known.writers.remove(&from);
                known.forget(body, whole);
                done += 1;
            }
        }
    }
    for op in body.all_ops() {
        done += usize::from(body.is_live(op) && erase_unread(body, op));
    }
    late_fills::move_back(body, |b, v| known.stays(b, v));
    done
}

/// Answers about buffers. No rewrite of this pass makes a buffer escape, or one that escapes stay.
#[derive(Default)]
struct Known {
    stays: FxHashMap<Value, bool>,
    locals: FxHashMap<Value, Option<Local>>,
    writers: FxHashMap<Value, FxHashMap<Block, Vec<Op>>>,
}

impl Known {
    fn stays(&mut self, b: &Body, buffer: Value) -> bool {
        *self.stays.entry(buffer).or_insert_with(|| buffer_alias::stays(b, buffer))
    }
    /// The buffer, if it is allocated in the block of an op and does not escape.
    fn local(&mut self, b: &Body, buffer: Value, op: Op) -> Option<Local> {
        let alloc = b.def_op(buffer).filter(|a| a.isa::<AllocOp>(b))?;
        let block = b.parent_block(op).filter(|&block| b.parent_block(alloc) == Some(block))?;
        if !self.stays(b, buffer) {
            return None;
        }
        *self.locals.entry(buffer).or_insert_with(|| Local::new(b, buffer, alloc, block))
    }
    /// The last op before `op` in its block that writes a buffer.
    fn last_writer(&mut self, b: &Body, buffer: Value, op: Op) -> Option<Op> {
        let writers = self.writers.entry(buffer).or_insert_with(|| writers(b, buffer));
        let of_block = writers.get(&b.parent_block(op)?)?;
        of_block[..of_block.partition_point(|&w| b.is_before(w, op))].last().copied()
    }
    /// Forgets the users of the memory that a value is a view of.
    fn forget(&mut self, b: &Body, value: Value) {
        let buffer = buffer_alias::base(b, value);
        self.locals.remove(&buffer);
        self.writers.remove(&buffer);
    }
}

/// The ops that write a buffer or have such ops in their regions, by block and in order.
fn writers(b: &Body, buffer: Value) -> FxHashMap<Block, Vec<Op>> {
    let (mut found, mut seen): (FxHashMap<Block, Vec<Op>>, _) = (FxHashMap::default(), FxHashSet::default());
    let memory = buffer_alias::root(b, buffer);
    let mut open = vec![buffer];
    while let Some(v) = open.pop() {
        for user in b.users(v) {
            if buffer_alias::is_view(b, user) {
                open.extend(b.results(user));
                continue;
            }
            if !buffer_alias::accesses(b, user).iter().any(|a| a.write && a.root == memory) {
                continue;
            }
            let around = std::iter::successors(Some(user), |&o| b.parent_op(o).filter(|&p| p != Op::SELF));
            for op in around.take_while(|&o| seen.insert(o)) {
                if let Some(block) = b.parent_block(op) {
                    found.entry(block).or_default().push(op);
                }
            }
        }
    }
    for of_block in found.values_mut() {
        of_block.sort_by_key(|&op| b.order(op));
    }
    found
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
fn copy_of_fill(b: &mut Body, known: &mut Known, op: Op) -> Option<()> {
    let (from, to) = (b.operand(op, 0), b.operand(op, 1));
    let (Root::Alloc(whole) | Root::Distinct(whole)) = buffer_alias::root(b, from) else { return None };
    if !known.stays(b, whole) {
        return None;
    }
    let last = known.last_writer(b, whole, op)?;
    let fill = last.as_op::<FillOp>(b).filter(|f| b.operand(f.op(), 1) == from)?;
    let value = b.operand(fill.op(), 0);
    FillOp::create(&mut Builder::before(b, op), &[value], to).ok()?;
    known.locals.remove(&whole);
    known.forget(b, to);
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
    // Operands that are views of one buffer count as uses of it, as do elements that the payload loads by indices of its own, also in
    // nested regions: these may be read at any time.
    let mut times: FxHashMap<Root, usize> = FxHashMap::default();
    let loads = b.ops_in(op).into_iter().flat_map(|o| b.operands(o).collect::<Vec<_>>());
    for v in loads.filter(|&v| buffer_alias::is_memref(b, v)).chain(s.operands()) {
        *times.entry(buffer_alias::root(b, v)).or_default() += 1;
    }
    let once = |v: Value| times.get(&buffer_alias::root(b, v)) == Some(&1);
    let mut found = Vec::new();
    for (o, (&to, to_map)) in s.outputs.iter().zip(outputs).enumerate() {
        let whole = inverse_permutation(to_map).is_some() && to_map.n_results() == s.num_loops();
        if !whole || s.reads_output(b, o) || !once(to) {
            continue;
        }
        for (&from, from_map) in s.inputs.iter().zip(inputs) {
            if from_map == to_map && once(from) {
                found.push((from, to));
            }
        }
    }
    found
}

/// Whether the copied buffer is first written by an op that could as well overwrite its operand, which is the target of the copy.
fn overwrites(b: &Body, known: &mut Known, op: Op) -> bool {
    let (from, to) = (b.operand(op, 0), b.operand(op, 1));
    known.local(b, from, op).is_some_and(|input| candidates(b, input.first).contains(&(to, from)))
}

/// Replaces one of the two buffers by the other, if the program behaves the same.
fn unify(b: &mut Body, known: &mut Known, op: Op, from: Value, to: Value) -> bool {
    if from == to || b.ty(from) != b.ty(to) {
        return false;
    }
    if take_reshaped(b, known, op, from, to).is_some() {
        return true;
    }
    // The input must not be used after this op.
    let Some(input) = known.local(b, from, op).filter(|input| input.last == op) else { return false };
    if let Some(output) = known.local(b, to, op)
        && let (Some(_), Some(end)) = (output.dealloc, input.dealloc)
        && output.first == op
    {
        known.forget(b, from);
        known.forget(b, to);
        // A copy goes after this.
        if !op.isa::<CopyOp>(b) {
            let merged = Local { alloc: input.alloc, first: input.first, ..output };
            known.locals.insert(from, Some(merged));
        }
        b.erase(end);
        b.replace_all_uses(to, from);
        b.erase(output.alloc);
        return true;
    }
    // The output must be defined before the first use of the input, and must not be used in between.
    let first = input.first;
    let defined = match b.def_op(to) {
        None => b.def_block(to).is_some(),
        Some(def) => b.parent_block(def) != b.parent_block(op) || b.is_before(def, first),
    };
    let (Root::Distinct(memory) | Root::Alloc(memory)) = buffer_alias::root(b, to) else { return false };
    if !defined || memory != to || !known.stays(b, to) {
        return false;
    }
    // The op that writes the input first may read the output, if it reads each element before it writes that.
    let overwrites = first != op && candidates(b, first).contains(&(to, from));
    if !overwrites && first != op && uses(b, first, to) || is_used_between(b, to, first, op) {
        return false;
    }
    known.forget(b, from);
    known.forget(b, to);
    if let Some(end) = input.dealloc {
        b.erase(end);
    }
    b.replace_all_uses(from, to);
    b.erase(input.alloc);
    // A copy of the output is one to itself now.
    if overwrites && first.isa::<CopyOp>(b) {
        b.erase(first);
    }
    true
}

/// Replaces the output of an op by its input, if that is all of a buffer in another shape, and the output is first used here. An output that is
/// copied is left to be computed where it is copied to.
fn take_reshaped(b: &mut Body, known: &mut Known, op: Op, from: Value, to: Value) -> Option<()> {
    let whole = shaped_from(b, from).filter(|&whole| whole != from)?;
    let input = known.local(b, whole, op).filter(|input| input.last == op)?;
    let output = known.local(b, to, op).filter(|output| output.first == op)?;
    let (input_end, output_end) = (input.dealloc?, output.dealloc?);
    let (block, view) = (b.parent_block(op)?, b.def_op(from)?);
    // Views of the output may have been made before.
    let comes_later = |user: Op| b.ancestor_in(user, block).is_some_and(|user| b.is_before(view, user));
    let is_copied = |user: Op| user != op && user.isa::<CopyOp>(b) && b.operand(user, 0) == to;
    if b.parent_block(view) != Some(block) || !b.users(to).all(comes_later) || b.users(to).any(is_copied) {
        return None;
    }
    known.forget(b, from);
    known.forget(b, to);
    let at = InsertPoint::before(b, output_end);
    b.move_op(input_end, at);
    b.erase(output_end);
    b.replace_all_uses(to, from);
    b.erase(output.alloc);
    Some(())
}

/// The buffer all elements of which a value has, in the same order.
fn shaped_from(b: &Body, mut v: Value) -> Option<Value> {
    loop {
        let def = b.def_op(v)?;
        if !def.isa::<ExpandShapeOp>(b) && !def.isa::<CollapseShapeOp>(b) {
            return Some(v);
        }
        v = b.operand(def, 0);
    }
}

/// Whether an op uses a buffer, itself or in its regions; making a view is no use.
fn uses(b: &Body, op: Op, buffer: Value) -> bool {
    let of_buffer = |v: Value| buffer_alias::is_memref(b, v) && buffer_alias::base(b, v) == buffer;
    let own = |o: Op| b.operands(o).skip(usize::from(buffer_alias::is_view(b, o))).any(of_buffer);
    own(op) || b.ops_in(op).into_iter().any(own)
}

/// Whether a buffer is used between two ops of a block.
fn is_used_between(b: &Body, buffer: Value, first: Op, op: Op) -> bool {
    if first == op {
        return false;
    }
    // Mostly few ops: fewer than use a buffer that many others were merged into.
    if let Some(ops) = buffer_alias::between_at_most(b, first, op, SHORT) {
        return ops.into_iter().any(|o| uses(b, o, buffer));
    }
    let Some(block) = b.parent_block(op) else { return true };
    let between = |&u: &Op| b.is_before(first, u) && b.is_before(u, op);
    buffer_alias::users_in(b, buffer, block).0.iter().any(between)
}

/// A buffer that is allocated in the block of an op and does not escape.
#[derive(Clone, Copy)]
struct Local {
    alloc: Op,
    dealloc: Option<Op>,
    /// The first and the last op of that block that use it, apart from its deallocation.
    first: Op,
    last: Op,
}

impl Local {
    fn new(b: &Body, buffer: Value, alloc: Op, block: Block) -> Option<Self> {
        let (all, others) = buffer_alias::users_in(b, buffer, block);
        if others {
            return None;
        }
        let (ends, users): (Vec<Op>, Vec<Op>) = all.into_iter().partition(|u| u.isa::<DeallocOp>(b));
        let dealloc = match ends[..] {
            [] => None,
            [end] => Some(end),
            _ => return None,
        };
        let first = users.iter().copied().min_by_key(|&op| b.order(op))?;
        let last = users.iter().copied().max_by_key(|&op| b.order(op))?;
        Some(Self { alloc, dealloc, first, last })
    }
}
