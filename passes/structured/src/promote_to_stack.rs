//! `promote-freed-buffers-to-stack` and `freed-buffer-loop-hoisting`: better places for buffers that live for a part of a block only.
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
//! The contents of a new buffer are undefined, so iterations may share one. Only loops whose iterations run one after the other do. A
//! buffer on the stack belongs to the whole function, whose frame does not grow in a loop.

use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{AllocOp, AllocaOp, DeallocOp};
use strata_scf::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp};

/// Bytes that the buffers of one function may take on the stack.
const FRAME: u64 = 128 << 10;

/// The limits for buffers on the stack.
pub struct Small {
    /// The largest buffer, in bytes.
    pub bytes: u64,
    /// The largest rank.
    pub rank: usize,
}

/// A buffer of known size that is freed in the block in which it is allocated.
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

/// The ops around an op, as far as iterations run one after the other.
#[derive(Default)]
struct Around {
    /// The outermost op out of which buffers may be moved.
    outer: Option<Op>,
    /// Whether that op, or one between it and the inner op, is a loop.
    repeats: bool,
    /// Whether this holds for all ops around the op, up to the function.
    whole: bool,
}

fn around(b: &Body, op: Op) -> Around {
    let mut found = Around::default();
    let mut at = op;
    while let Some(parent) = b.parent_op(at) {
        if parent == Op::SELF {
            found.whole = true;
            break;
        }
        let repeats = parent.isa::<ForOp>(b) || parent.isa::<WhileOp>(b);
        let once =
            parent.isa::<IfOp>(b) || parent.isa::<IndexSwitchOp>(b) || parent.isa::<ExecuteRegionOp>(b);
        if !repeats && !once {
            break;
        }
        found.repeats |= repeats;
        found.outer = Some(parent);
        at = parent;
    }
    found
}

/// Puts small buffers on the stack. Returns how many.
pub fn promote(b: &mut Body, small: &Small) -> usize {
    let Some(&entry) = b.regions(Op::SELF).first().and_then(|&r| b.blocks(r).first()) else { return 0 };
    let (mut promoted, mut left) = (0, FRAME);
    for op in b.all_ops() {
        let Some(l) = b.is_live(op).then(|| local(b, op)).flatten() else { continue };
        if l.bytes > small.bytes.min(left) || l.rank > small.rank || !around(b, op).whole {
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

/// Moves the buffers in an op out of loops. Returns how many.
pub fn hoist_in(b: &mut Body, op: Op) -> usize {
    let mut hoisted = 0;
    for op in b.ops_in(op) {
        let Some(l) = local(b, op) else { continue };
        let Around { outer: Some(outer), repeats: true, .. } = around(b, op) else { continue };
        let (before, after) = (InsertPoint::before(b, outer), InsertPoint::after(b, outer));
        b.move_op(l.dealloc, after);
        b.move_op(l.alloc, before);
        hoisted += 1;
    }
    hoisted
}
