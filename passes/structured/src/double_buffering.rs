//! `double-buffer-loops`: a loop alternates between two buffers for a value that it carries, instead of copying one to the other at the end of
//! each iteration.
//!
//! # Before
//! ```mlir
//! %r = scf.while (%i = %c0) : (i32) -> i32 { %c = arith.cmpi slt, %i, %n : i32  scf.condition(%c) %i : i32 } do {
//! ^bb0(%i: i32):
//!   %t = memref.alloc() : memref<64x64xf32>
//!   linalg.generic {… a stencil …} ins(%state) outs(%t) { … }
//!   %next = arith.addi %i, %c1 : i32
//!   memref.copy %t, %state : memref<64x64xf32> to memref<64x64xf32>
//!   memref.dealloc %t : memref<64x64xf32>
//!   scf.yield %next : i32
//! }
//! ```
//! # After
//! ```mlir
//! %t = memref.alloc() : memref<64x64xf32>
//! … the same condition … do {
//! ^bb0(%i: i32):
//!   linalg.generic {… a stencil …} ins(%state) outs(%t) { … }
//!   %next = arith.addi %i, %c1 : i32
//!   %go = arith.cmpi slt, %next, %n : i32
//!   %last = scf.if %go -> (i32) {
//!     linalg.generic {… a stencil …} ins(%t) outs(%state) { … }
//!     %second = arith.addi %next, %c1 : i32
//!     scf.yield %second : i32
//!   } else {
//!     memref.copy %t, %state : memref<64x64xf32> to memref<64x64xf32>
//!     scf.yield %next : i32
//!   }
//!   scf.yield %last : i32
//! }
//! ```
//! There is no `scf.if` where the number of iterations is known to be even. Values that are computed in place have no copy (`coalesce-buffers`). The
//! body is in the program twice, so only loops are changed whose copies are a considerable part of what they do; kernels that are made of both
//! halves are the same functions (`merge-identical-functions`).

use rustc_hash::FxHashMap;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{AllocOp, CopyOp, DeallocOp, LoadOp, StoreOp};
use strata_passes_analysis::{
    buffer_alias::{self, Root},
    loop_nest::ops_of,
};
use strata_scf::{IfOp, WhileOp};

use crate::{inline_payload::clone_payload, loop_unroll::trip_count};

/// A loop is changed if it computes at most so many elements for each one that it copies.
const WORK_OF_COPY: u64 = 8;
/// The iterations that are counted, to find whether their number is even.
const MOST_COUNTED: u64 = 1 << 16;

/// A value that a loop carries in `state`, and computes in a buffer of its body.
#[derive(Clone, Copy)]
struct Carried {
    state: Value,
    next: Value,
    alloc: Op,
    copy: Op,
    dealloc: Op,
}

/// Changes the loops whose body has at most `max_ops` ops. Returns the number of buffers that are no longer copied.
pub fn double_buffer(body: &mut Body, max_ops: u64) -> u64 {
    let loops = ops_of::<WhileOp>(body);
    loops.into_iter().filter_map(|op| alternate(body, op, max_ops)).sum()
}

fn alternate(b: &mut Body, op: WhileOp, max_ops: u64) -> Option<u64> {
    let regions: Vec<Region> = b.regions(op.op()).to_vec();
    let (&[before], &[after]) = (b.blocks(*regions.first()?), b.blocks(*regions.get(1)?)) else {
        return None;
    };
    let end = b.terminator(after)?;
    let carried = carried(b, [before, after], end);
    if carried.is_empty() || !pays(b, op, after, &carried, max_ops) {
        return None;
    }
    let even = trip_count(b, op, before, after, MOST_COUNTED).is_some_and(|n| n.is_multiple_of(2));
    let mut swapped = IdMap::new();
    for c in &carried {
        swapped.map(c.state, c.next);
        swapped.map(c.next, c.state);
        b.erase(c.copy);
        b.erase(c.dealloc);
        let at = InsertPoint::before(b, op.op());
        b.move_op(c.alloc, at);
        DeallocOp::build(&mut Builder::after(b, op.op()), c.next);
    }
    let ops: Vec<Op> = b.block_ops(after).filter(|&o| o != end).collect();
    let first: Vec<Value> = b.operands(end).collect();
    let mut at_end = Builder::before(b, end);
    for (arg, &value) in at_end.block_args(before).to_vec().into_iter().zip(&first) {
        swapped.map(arg, value);
    }
    let condition = clone_payload(&mut at_end, before, &mut swapped, None);
    let (&go, passed) = condition.split_first()?;
    let mut second = |b: &mut Builder<'_>, passed: &[Value]| {
        for (arg, &value) in b.block_args(after).to_vec().into_iter().zip(passed) {
            swapped.map(arg, value);
        }
        for &op in &ops {
            let new = b.clone_op(op, &mut swapped);
            b.insert_op(new);
        }
        first.iter().map(|&v| swapped.get(v)).collect::<Vec<Value>>()
    };
    let last = if even {
        second(&mut at_end, passed)
    } else {
        let types: Vec<Type> = first.iter().map(|&v| at_end.ty(v)).collect();
        let finish = |b: &mut Builder<'_>| {
            for c in &carried {
                CopyOp::build(b, c.next, c.state);
            }
            first.clone()
        };
        let choice = IfOp::create(&mut at_end, go, &types, |b| second(b, passed), finish);
        at_end.results(choice.op()).to_vec()
    };
    b.set_operands(end, &last);
    Some(carried.len() as u64)
}

/// The values that are copied at the end of an iteration, and are in no other buffer then.
fn carried(b: &Body, blocks: [Block; 2], end: Op) -> Vec<Carried> {
    let last = std::iter::successors(b.prev_op(end), |&op| b.prev_op(op))
        .take_while(|op| op.isa::<CopyOp>(b) || op.isa::<DeallocOp>(b));
    let (copies, frees): (Vec<Op>, Vec<Op>) = last.partition(|op| op.isa::<CopyOp>(b));
    let mut times: FxHashMap<Value, usize> = FxHashMap::default();
    for v in copies.iter().flat_map(|&op| b.operands(op)) {
        *times.entry(buffer_alias::base(b, v)).or_default() += 1;
    }
    let once = |v: Value| times.get(&v) == Some(&1);
    let freed: FxHashMap<Value, Op> = frees.iter().rev().map(|&free| (b.operand(free, 0), free)).collect();
    let found = copies.iter().filter_map(|&copy| {
        let (next, state) = (b.operand(copy, 0), b.operand(copy, 1));
        let alloc = b.def_op(next).filter(|a| a.isa::<AllocOp>(b) && b.num_operands(*a) == 0)?;
        let dealloc = freed.get(&next).copied()?;
        let own = b.parent_block(alloc) == Some(blocks[1]) && buffer_alias::stays(b, next);
        let same = b.ty(next) == b.ty(state) && once(next) && once(state);
        (own && same && is_state(b, blocks, state)).then_some(Carried { state, next, alloc, copy, dealloc })
    });
    found.collect()
}

/// Whether a buffer comes from outside of a loop, which uses it by this value alone.
fn is_state(b: &Body, blocks: [Block; 2], buffer: Value) -> bool {
    let inside = |op: Op| blocks.iter().any(|&block| b.ancestor_in(op, block).is_some());
    let (Root::Distinct(memory) | Root::Alloc(memory)) = buffer_alias::root(b, buffer) else { return false };
    if memory != buffer || !buffer_alias::stays(b, buffer) || b.def_op(buffer).is_some_and(inside) {
        return false;
    }
    let mut open = vec![buffer];
    while let Some(v) = open.pop() {
        for user in b.users(v) {
            if v != buffer && inside(user) {
                return false;
            }
            if buffer_alias::is_view(b, user) && !inside(user) {
                open.extend(b.results(user));
            }
        }
    }
    true
}

/// Whether the copies are a considerable part of what an iteration does.
fn pays(b: &Body, op: WhileOp, after: Block, carried: &[Carried], max_ops: u64) -> bool {
    let elements = |v: Value| {
        let known = b.cx().shaped(b.ty(v)).and_then(|s| s.num_elements());
        known.and_then(|n| u64::try_from(n).ok())
    };
    let work = |o: Op| {
        if let Some(linalg) = o.cast::<dyn LinalgOp>(b) {
            let ranges = linalg.static_loop_ranges(b);
            return ranges.iter().try_fold(1_u64, |n, &r| n.checked_mul(u64::try_from(r).ok()?));
        }
        if o.isa::<CopyOp>(b) {
            return elements(b.operand(o, 1));
        }
        let cheap = o.isa::<AllocOp>(b)
            || o.isa::<DeallocOp>(b)
            || o.isa::<LoadOp>(b)
            || o.isa::<StoreOp>(b)
            || b.has_trait(o, Trait::Terminator)
            || b.regions(o).is_empty() && effects_of(b, o).is_some_and(|effects| effects.is_empty());
        cheap.then_some(0)
    };
    let total = b.block_ops(after).try_fold(0_u64, |sum, o| sum.checked_add(work(o)?));
    let copied = carried.iter().try_fold(0_u64, |sum, c| sum.checked_add(elements(c.state)?));
    let (Some(total), Some(copied)) = (total, copied) else { return false };
    total <= copied.saturating_mul(WORK_OF_COPY) && b.ops_in(op.op()).len() as u64 <= max_ops
}
