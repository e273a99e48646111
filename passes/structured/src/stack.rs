//! `promote-buffers-to-stack` and `buffer-loop-hoisting`: buffers that live for a part of a block only.
//!
//! # Before
//! ```mlir
//! scf.for … {
//!   %small = memref.alloc() : memref<8xf32>
//!   %large = memref.alloc() : memref<65536xf32>
//!   …
//!   memref.dealloc %small : memref<8xf32>
//!   memref.dealloc %large : memref<65536xf32>
//! }
//! ```
//! # After
//! ```mlir
//! %small = memref.alloca() : memref<8xf32>
//! %large = memref.alloc() : memref<65536xf32>
//! scf.for … { … }
//! memref.dealloc %large : memref<65536xf32>
//! ```
//! Nothing is known of the contents of a new buffer, so that iterations may as well share one. Only loops whose iterations
//! come one after the other do; a buffer on the stack belongs to the whole function, whose frame does not grow in a loop.

use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{AllocOp, AllocaOp, DeallocOp};
use strata_scf::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp};

/// Bytes that the buffers of one function may take on the stack.
const FRAME: u64 = 64 << 10;

/// What may go to the stack.
pub struct Small {
    /// The largest buffer, in bytes.
    pub bytes: u64,
    /// The largest rank.
    pub rank: usize,
}

/// A buffer of known size that is freed in the block that it is made in.
struct Local {
    alloc: Op,
    buffer: Value,
    dealloc: Op,
    bytes: u64,
    rank: usize,
}

fn local(b: &Body, op: Op) -> Option<Local> {
    let alloc = op.as_op::<AllocOp>(b)?;
    let buffer = alloc.memref(b);
    let ty = b.cx().type_as::<MemRefType>(b.ty(buffer))?;
    let count = b.cx().shaped(b.ty(buffer))?.num_elements()?;
    let bytes = u64::try_from(count).ok()?.checked_mul(element_bytes(b.cx(), ty.elem)? as u64)?;
    let mut ends = b.users(buffer).filter(|u| u.isa::<DeallocOp>(b));
    let dealloc = ends.next().filter(|d| b.parent_block(*d) == b.parent_block(op))?;
    let plain = ty.layout.is_none() && b.operands(op).next().is_none() && ends.next().is_none();
    plain.then_some(Local { alloc: op, buffer, dealloc, bytes, rank: ty.shape.len() })
}

/// The outermost op around `op` out of which buffers may be moved, and whether that is all there is in the function.
fn outermost(b: &Body, op: Op) -> (Option<Op>, bool) {
    let mut outer = None;
    let mut at = op;
    while let Some(parent) = b.parent_op(at) {
        if parent == Op::SELF {
            let entry = b.regions(Op::SELF).first().and_then(|&r| b.blocks(r).first());
            return (outer, entry.is_some());
        }
        let sequential = parent.isa::<ForOp>(b)
            || parent.isa::<WhileOp>(b)
            || parent.isa::<IfOp>(b)
            || parent.isa::<IndexSwitchOp>(b)
            || parent.isa::<ExecuteRegionOp>(b);
        if !sequential {
            return (outer, false);
        }
        (outer, at) = (Some(parent), parent);
    }
    (outer, false)
}

fn in_loop(b: &Body, op: Op) -> bool {
    std::iter::successors(b.parent_op(op), |&o| b.parent_op(o))
        .any(|o| o.isa::<ForOp>(b) || o.isa::<WhileOp>(b))
}

/// Puts small buffers on the stack. Returns how many.
pub fn promote(b: &mut Body, small: &Small) -> usize {
    let Some(&entry) = b.regions(Op::SELF).first().and_then(|&r| b.blocks(r).first()) else { return 0 };
    let (mut promoted, mut left) = (0, FRAME);
    for op in b.all_ops() {
        let Some(l) = b.is_live(op).then(|| local(b, op)).flatten() else { continue };
        if l.bytes > small.bytes.min(left) || l.rank > small.rank || !outermost(b, op).1 {
            continue;
        }
        left -= l.bytes;
        let (ty, alignment) = (b.ty(l.buffer), b.attr(op, "alignment"));
        let new = AllocaOp::build(&mut Builder::at_start(b, entry), &[], &[], alignment, ty);
        b.erase(l.dealloc);
        b.replace_all_uses(l.buffer, new);
        b.erase(l.alloc);
        promoted += 1;
    }
    promoted
}

/// Moves buffers out of loops. Returns how many.
pub fn hoist(b: &mut Body) -> usize {
    let mut hoisted = 0;
    for op in b.all_ops() {
        let Some(l) = local(b, op).filter(|l| in_loop(b, l.alloc)) else { continue };
        let (Some(outer), _) = outermost(b, op) else { continue };
        if !in_loop(b, op) || !encloses_loop(b, outer, op) {
            continue;
        }
        let (before, after) = (InsertPoint::before(b, outer), InsertPoint::after(b, outer));
        b.move_op(l.dealloc, after);
        b.move_op(l.alloc, before);
        hoisted += 1;
    }
    hoisted
}

/// Whether one of the ops from `op` out to `outer` is a loop.
fn encloses_loop(b: &Body, outer: Op, op: Op) -> bool {
    let inside = std::iter::successors(b.parent_op(op), |&o| if o == outer { None } else { b.parent_op(o) });
    inside.into_iter().any(|o| o.isa::<ForOp>(b) || o.isa::<WhileOp>(b))
}
