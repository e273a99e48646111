//! `memref-plan-arena`: one buffer for all temporary buffers of known size of a function.
//!
//! # Before
//! ```mlir
//! %a = memref.alloc() : memref<64xf32>
//! … %a is written and read …
//! scf.for … {
//!   %b = memref.alloc() : memref<32xf32>
//!   … %b is written and read …
//!   memref.dealloc %b : memref<32xf32>
//! }
//! memref.dealloc %a : memref<64xf32>
//! ```
//! # After
//! ```mlir
//! %arena = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
//! %a = memref.view %arena[%c0][] : memref<256xi8> to memref<64xf32>
//! %b = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
//! … %a is written and read …
//! scf.for … { … %b is written and read … }
//! memref.dealloc %arena : memref<256xi8>
//! ```
//! A buffer lives from the first to the last op of its own block that comes to it, through views or inside of its regions;
//! so a loop around all of its uses is a part of its life, and a loop around its allocation is not: each iteration makes
//! a new one. Buffers that live at the same time get different bytes ([`crate::arena_offsets`]).
//!
//! Some buffers are left alone: those of unknown size; those whose address escapes into block arguments or out of the function; and those
//! in loops with concurrent iterations, each of which needs a buffer of its own.

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{AllocOp, DeallocOp, StoreOp, ViewOp};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_scf::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp};

use crate::{
    arena_offsets::{self, Life},
    result_memory::{self, Guest, Room},
};

/// The alignment of all parts of the arena.
const ALIGNMENT: u64 = BUFFER_ALIGNMENT as u64;

/// The memory that temporary buffers may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// An arena.
    Own,
    /// An arena and the results of the function, before these are written.
    OfResultsToo,
}

/// Statistics of the plan of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Buffers that are parts of the arena now.
    pub buffers: usize,
    /// The sum of their sizes in bytes.
    pub before: u64,
    /// Bytes of the arena.
    pub after: u64,
    /// The most bytes that are live at the same time, a lower bound for any plan.
    pub bound: u64,
    /// Buffers that are in the memory of results now.
    pub in_results: usize,
}

/// A buffer that may be a part of the arena.
struct Temporary {
    alloc: Op,
    buffer: Value,
    deallocs: Vec<Op>,
    life: Life,
}

/// Replaces the temporary buffers of a function by parts of one buffer, and of results where `memory` says so.
pub fn plan(b: &mut Body, memory: Memory) -> Plan {
    let Some(block) = b.self_as::<FuncOp>().and_then(|_| only_block(b, b.regions(Op::SELF)[0])) else {
        return Plan::default();
    };
    let Some(end) = b.terminator(block) else { return Plan::default() };
    let times = times(b);
    let mut found = Vec::new();
    for op in b.all_ops() {
        if let Some(one) = temporary(b, op, &times) {
            found.push(one);
        }
    }
    found.sort_by_key(|t| (t.life.start, t.life.end));
    let in_results = match memory {
        Memory::Own => 0,
        Memory::OfResultsToo => move_to_results(b, block, &mut found, &times),
    };
    Plan { in_results, ..plan_own(b, block, end, found) }
}

/// Puts buffers into the memory of results, and removes them from `found`.
fn move_to_results(
    b: &mut Body,
    block: Block,
    found: &mut Vec<Temporary>,
    times: &FxHashMap<Op, (u32, u32)>,
) -> usize {
    let hosts = result_memory::hosts(b, block, times);
    if hosts.is_empty() {
        return 0;
    }
    let guests: Vec<Guest> = found.iter().map(|t| Guest::new(b.cx(), b.ty(t.buffer), t.life)).collect();
    let rooms: Vec<Room> = hosts.iter().map(|host| host.room).collect();
    let chosen = result_memory::choose(&guests, &rooms);
    let all = found.len();
    let mut at = Builder::at_start(b, block);
    let views: Vec<Option<Value>> = (found.iter().zip(chosen))
        .map(|(t, host)| {
            let ty = at.ty(t.buffer);
            host.and_then(|host| result_memory::view(&mut at, &hosts[host], ty))
        })
        .collect();
    let mut views = views.into_iter();
    found.retain_mut(|t| match views.next().flatten() {
        Some(view) => {
            replace(b, t, view);
            false
        }
        None => true,
    });
    all - found.len()
}

/// Replaces buffers by parts of one. `end` is the terminator of the function.
fn plan_own(b: &mut Body, block: Block, end: Op, found: Vec<Temporary>) -> Plan {
    // A single buffer at the top of the function needs no arena.
    if let [] | [_] = found[..]
        && found.iter().all(|t| b.parent_block(t.alloc) == Some(block))
    {
        return Plan::default();
    }
    let lives: Vec<Life> = found.iter().map(|t| t.life).collect();
    let Some(packed) = arena_offsets::pack(&lives) else { return Plan::default() };
    let Ok(total) = i64::try_from(packed.total) else { return Plan::default() };
    let plan = Plan {
        buffers: found.len(),
        before: lives.iter().map(|l| l.bytes).sum(),
        after: packed.total,
        bound: arena_offsets::bound(&lives),
        in_results: 0,
    };
    let cx = b.cx_arc().clone();
    let alignment = Some(cx.i64_attr(BUFFER_ALIGNMENT));
    let arena_type = cx.memref(&[total], cx.i8());
    let mut at = Builder::at_start(b, block);
    let arena = AllocOp::build(&mut at, &[], &[], alignment, arena_type);
    let mut views = Vec::new();
    for (t, &offset) in found.iter().zip(&packed.offsets) {
        let shift = strata_arith::constant_index(&mut at, offset as i64);
        let ty = at.ty(t.buffer);
        views.push(ViewOp::build(&mut at, arena, shift, &[], ty));
    }
    DeallocOp::build(&mut Builder::before(b, end), arena);
    for (t, view) in found.iter().zip(views) {
        replace(b, t, view);
    }
    plan
}

/// Replaces a buffer by a view of other memory, which nothing frees with it.
fn replace(b: &mut Body, t: &Temporary, view: Value) {
    for &op in &t.deallocs {
        b.erase(op);
    }
    b.replace_all_uses(t.buffer, view);
    b.erase(t.alloc);
}

/// The block of a region that has no other one.
fn only_block(b: &Body, region: Region) -> Option<Block> {
    match b.blocks(region) {
        [one] => Some(*one),
        _ => None,
    }
}

/// The times at which each op begins and ends, including the ops inside of it.
fn times(b: &Body) -> FxHashMap<Op, (u32, u32)> {
    /// A step of the traversal.
    enum Step {
        Enter(Op),
        Leave(Op, u32),
    }
    let ops = |region: Region| b.blocks(region).iter().flat_map(|&block| b.block_ops(block));
    let inside = |op: Op| b.regions(op).iter().flat_map(|&r| ops(r)).collect::<Vec<Op>>();
    let mut steps: Vec<Step> = inside(Op::SELF).into_iter().rev().map(Step::Enter).collect();
    let (mut now, mut times) = (0, FxHashMap::default());
    while let Some(step) = steps.pop() {
        now += 1;
        match step {
            Step::Enter(op) => {
                steps.push(Step::Leave(op, now));
                steps.extend(inside(op).into_iter().rev().map(Step::Enter));
            }
            Step::Leave(op, start) => {
                times.insert(op, (start, now));
            }
        }
    }
    times
}

/// The allocation `op` as a part of an arena, if it may be one.
fn temporary(b: &Body, op: Op, times: &FxHashMap<Op, (u32, u32)>) -> Option<Temporary> {
    let alloc = op.as_op::<AllocOp>(b)?;
    let buffer = alloc.memref(b);
    let ty = b.cx().type_as::<MemRefType>(b.ty(buffer))?;
    let count = u64::try_from(b.cx().shaped(b.ty(buffer))?.num_elements()?).ok()?;
    let width = if ty.elem == b.cx().index() { 8 } else { element_bytes(b.cx(), ty.elem)? as u64 };
    let bytes = count.checked_mul(width)?.max(1).checked_next_multiple_of(ALIGNMENT)?;
    let aligned = b.attr(op, "alignment").and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
    let plain = ty.layout.is_none() && ty.memory_space.is_none() && b.num_operands(op) == 0;
    if !plain || aligned > BUFFER_ALIGNMENT || !is_sequential(b, op) {
        return None;
    }
    let block = b.parent_block(op)?;
    let mut life: Option<Life> = None;
    let mut deallocs = Vec::new();
    let mut pending = vec![buffer];
    let mut seen: rustc_hash::FxHashSet<Value> = pending.iter().copied().collect();
    while let Some(value) = pending.pop() {
        for user in b.users(value) {
            if user.isa::<DeallocOp>(b) {
                deallocs.push(user);
                continue;
            }
            if !keeps_inside(b, user, value) {
                return None;
            }
            let more = b.results(user).iter().copied().filter(|&r| is_buffer(b, r) || is_descriptor(b, user));
            pending.extend(more.filter(|&r| seen.insert(r)));
            let (start, end) = *times.get(&b.ancestor_in(user, block)?)?;
            let so_far = life.unwrap_or(Life { start, end, bytes });
            life = Some(Life { start: so_far.start.min(start), end: so_far.end.max(end), bytes });
        }
    }
    let &(start, end) = times.get(&op)?;
    deallocs.sort_unstable();
    deallocs.dedup();
    Some(Temporary { alloc: op, buffer, deallocs, life: life.unwrap_or(Life { start, end, bytes }) })
}

/// Whether a value is a buffer, ranked or unranked.
fn is_buffer(b: &Body, v: Value) -> bool {
    let (cx, ty) = (b.cx(), b.ty(v));
    cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<UnrankedMemRefType>(ty).is_some()
}

/// Whether the result of an op is a descriptor of a buffer, through which hardware copies boxes of it.
fn is_descriptor(b: &Body, op: Op) -> bool {
    b.info(op).name == "nvgpu.tma.create.descriptor"
}

/// Whether the iterations of all loops around an op run one after the other, in straight-line blocks.
fn is_sequential(b: &Body, op: Op) -> bool {
    let mut at = op;
    loop {
        let Some(region) = b.parent_block(at).and_then(|block| b.block_parent(block)) else { return false };
        if only_block(b, region).is_none() {
            return false;
        }
        let Some(parent) = b.parent_op(at).filter(|&p| p != Op::SELF) else { return true };
        let known = parent.isa::<ForOp>(b)
            || parent.isa::<WhileOp>(b)
            || parent.isa::<IfOp>(b)
            || parent.isa::<IndexSwitchOp>(b)
            || parent.isa::<ExecuteRegionOp>(b);
        if !known {
            return false;
        }
        at = parent;
    }
}

/// Whether a buffer is accessed after its use by `user` only through buffers and descriptors that are results of `user`.
fn keeps_inside(b: &Body, user: Op, value: Value) -> bool {
    let known = matches!(
        b.info(user).dialect(),
        "memref" | "linalg" | "vector" | "scf" | "func" | "arith" | "affine" | "bufferization" | "nvgpu"
    );
    let hands_on = b.has_trait(user, Trait::Terminator);
    let stored = user.isa::<StoreOp>(b) && b.operand(user, 0) == value;
    // Its address as a number.
    let address = b.info(user).name == "memref.extract_aligned_pointer_as_index"
        || b.info(user).name == "memref.realloc"
        || b.info(user).name == "func.call_indirect";
    // Loops that carry buffers have them as arguments of their blocks.
    let carried = b
        .regions(user)
        .iter()
        .flat_map(|&r| b.blocks(r))
        .any(|&block| b.block_args(block).iter().any(|&a| is_buffer(b, a)));
    known && !hands_on && !stored && !address && !carried
}
