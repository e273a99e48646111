//! Copies of the parts of memrefs that ops reach, in a faster memory.

mod plan;
mod reach;
mod transfer;

use strata_affine::{LoadOp, StoreOp};
use strata_ir::prelude::*;
use strata_memref::{AllocOp, DeallocOp};

use super::redirect::Part;
use crate::analysis::{
    domain::{Enclosing, enclosing_ops},
    region::{MemoryRegion, element_bytes},
};
use plan::Plan;
use reach::{is_defined_outside, regions};
use transfer::transfer;

/// Ops that follow each other in a block.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The first one.
    pub first: Op,
    /// The last one.
    pub last: Op,
}

impl Range {
    /// The ops.
    pub fn ops(self, b: &Body) -> Vec<Op> {
        let mut out = vec![self.first];
        while let Some(next) = out.last().filter(|&&op| op != self.last).and_then(|&op| b.next_op(op)) {
            out.push(next);
        }
        out
    }
}

/// The memory spaces.
#[derive(Clone, Copy, Debug)]
pub struct Spaces {
    /// Memrefs in this one are copied.
    pub slow: u32,
    /// The copies are in this one.
    pub fast: u32,
    /// The tags of asynchronous transfers are in this one; without it, loops copy.
    pub tags: Option<u32>,
}

/// The copies of a range.
#[derive(Debug, Default)]
pub struct Copies {
    /// The outermost loops that copy.
    pub nests: Vec<Op>,
    /// The size of all buffers in bytes.
    pub bytes: u64,
}

/// A region and its place: copies come before the op `before` and after the op `after`.
struct Placed {
    region: MemoryRegion,
    before: Op,
    after: Op,
}

/// Makes the ops of a range use copies of the parts of memrefs that they reach. Memrefs whose part has no known size stay, and so do those
/// that ops of the range, or of the loops past which a copy would move, use in another way. `None` if the range has accesses whose
/// region is not known.
pub fn copy_range(body: &mut Body, range: Range, spaces: Spaces) -> Option<Copies> {
    let (reads, writes) = regions(body, &range.ops(body), spaces.slow)?;
    let mut copies = Copies::default();
    let mut buffers: Vec<(Value, Value)> = Vec::new();
    // Copies out that are made later come before the ones made earlier.
    let mut out_before: Option<Op> = None;
    let ops = range.ops(body);
    for region in reads.into_iter().chain(writes) {
        let Some(placed) = place(body, range, region) else { continue };
        let known = buffers.iter().find(|b| b.0 == placed.region.memref).map(|b| b.1);
        if known.is_none() && !is_copied_only(body, &placed, &ops) {
            continue;
        }
        let Some(plan) = Plan::new(body, &placed.region) else { continue };
        if spaces.tags.is_some() && plan.strides(body, &placed.region).len() > 1 {
            continue;
        }
        let in_place = placed.after == range.last;
        let epilogue = match out_before.filter(|_| in_place) {
            Some(op) => InsertPoint::before(body, op),
            None => InsertPoint::after(body, placed.after),
        };
        let (buffer, first) = generate(&plan, body, &placed, known, epilogue, spaces, &mut copies);
        if known.is_none() {
            buffers.push((placed.region.memref, buffer));
            let memref = placed.region.memref;
            Part { memref, offsets: &plan.offsets, symbols: &plan.symbols }.redirect(body, buffer, &ops);
        }
        if in_place {
            out_before = first.or(out_before);
        }
    }
    Some(copies)
}

/// Where the copies of a region are: around the range, or around the outermost loop that the region does not depend on.
fn place(b: &Body, range: Range, region: MemoryRegion) -> Option<Placed> {
    let n_dims = region.constraints.relation.n_dims();
    let symbols: Vec<Value> = region.constraints.values[n_dims..].iter().copied().flatten().collect();
    let (mut before, mut after) = (range.first, range.last);
    for enclosing in enclosing_ops(b, range.first).into_iter().rev() {
        let op = match enclosing {
            Enclosing::For(op) => op.op(),
            Enclosing::Parallel(op) => op.op(),
            Enclosing::Then(op) => op.op(),
        };
        let depends = enclosing.induction_vars(b).iter().any(|iv| symbols.contains(iv));
        if depends || !is_defined_outside(b, region.memref, b.parent_block(op)?) {
            break;
        }
        (before, after) = (op, op);
    }
    Some(Placed { region, before, after })
}

/// Whether all ops between the copies that use the memref are affine accesses of the range.
fn is_copied_only(b: &Body, placed: &Placed, range: &[Op]) -> bool {
    let inside = |op: Op, around: &[Op]| around.iter().any(|&r| r == op || b.is_ancestor(r, op));
    let hoisted = placed.before == placed.after && !range.contains(&placed.before);
    b.uses_of(placed.region.memref).all(|(user, operand)| {
        let access = user.isa::<LoadOp>(b) || user.isa::<StoreOp>(b) && operand == 1;
        let in_range = inside(user, range);
        if in_range { access } else { !hoisted || !inside(user, &[placed.before]) }
    })
}

/// Makes the buffer, unless it is there, and the loops that copy. Gives the buffer, and the first op at the epilogue.
fn generate(
    plan: &Plan,
    body: &mut Body,
    placed: &Placed,
    known: Option<Value>,
    epilogue: InsertPoint,
    spaces: Spaces,
    copies: &mut Copies,
) -> (Value, Option<Op>) {
    let loc = body.loc(placed.before);
    let region = &placed.region;
    let buffer = known.unwrap_or_else(|| {
        let cx = body.cx();
        let elem = cx.elem_or_self(body.ty(region.memref));
        let bytes =
            plan.shape.iter().try_fold(element_bytes(cx, elem).unwrap_or(0), |n, &d| n.checked_mul(d));
        copies.bytes =
            copies.bytes.saturating_add(bytes.and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX));
        let memory_space = (spaces.fast != 0).then(|| cx.i64_attr(i64::from(spaces.fast)));
        let ty = cx.ty(MemRefType { shape: plan.shape.as_slice().into(), elem, layout: None, memory_space });
        AllocOp::create(&mut Builder::new(body, InsertPoint::before(body, placed.before), loc), ty, &[])
    });
    let prologue = InsertPoint::before(body, placed.before);
    let at = if region.is_write { epilogue } else { prologue };
    let mut first = match spaces.tags {
        None => {
            let nest = plan.copy_nest(body, at, loc, region, buffer);
            copies.nests.extend(nest);
            nest.filter(|_| region.is_write)
        }
        Some(tags) => {
            let ty = buffer_type(body.cx(), &[1], body.cx().int_type(32), tags);
            let tag = AllocOp::create(&mut Builder::new(body, prologue, loc), ty, &[]);
            let start = transfer(plan, body, at, loc, region, [buffer, tag]);
            let dealloc = DeallocOp::build(&mut Builder::new(body, epilogue, loc), tag).op();
            start.filter(|_| region.is_write).or(Some(dealloc))
        }
    };
    if known.is_none() {
        let op = DeallocOp::build(&mut Builder::new(body, epilogue, loc), buffer).op();
        first = first.or(Some(op));
    }
    (buffer, first)
}

/// A buffer in a memory space.
fn buffer_type(cx: &Context, shape: &[i64], elem: Type, space: u32) -> Type {
    let memory_space = (space != 0).then(|| cx.i64_attr(i64::from(space)));
    cx.ty(MemRefType { shape: shape.into(), elem, layout: None, memory_space })
}
