//! `affine-pipeline-data-transfer`: transfers to faster memory overlap with the computation of the iteration before.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 8 {
//!   affine.dma_start %slow[%i], %fast[0], %tag[0], %n : …
//!   affine.dma_wait %tag[0], %n : …
//!   "compute"(%fast, %i)
//! }
//! ```
//! After, with buffers and tags of two halves, which iterations use in turn:
//! ```mlir
//! affine.dma_start %slow[%c0], %fast2[%c0 mod 2, 0], %tag2[%c0 mod 2, 0], %n : …
//! affine.for %i = 1 to 8 {
//!   affine.dma_start %slow[%i], %fast2[%i mod 2, 0], %tag2[%i mod 2, 0], %n : …
//!   %before = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
//!   affine.dma_wait %tag2[%before mod 2, 0], %n : …
//!   …
//! }
//! …
//! ```
//! Stays: loops whose trip count is unknown or zero, and transfers whose source is also written by a transfer of the loop, whose buffer is used
//! outside of the loop, or for which no op waits in the loop, with the same tag. Loops that carry values are not pipelined, though their buffers
//! are doubled if the transfers permit it. Other accesses to the source of a transfer are the caller's to know, as upstream.

mod double_buffer;
mod skew;

use strata_affine::{DmaStartOp, DmaWaitOp, ForOp, Place};
use strata_ir::prelude::*;
use strata_memref::DeallocOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use self::{double_buffer::double_buffer, skew::pipeline};
use crate::loops::{is_complete, loops_post_order, trip_count::constant_trip_count};

/// Pipeline non-blocking data transfers between explicitly managed levels of the memory hierarchy.
#[pass(
    name = "affine-pipeline-data-transfer",
    class = "AffinePipelineDataTransfer",
    on = "func.func",
    produces = [affine, arith, memref]
)]
pub struct AffinePipelineDataTransfer;

impl BodyPass for AffinePipelineDataTransfer {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        // Inner loops first: a loop that is pipelined is another one afterwards.
        for for_op in loops_post_order(body) {
            overlap(body, for_op);
        }
        Ok(())
    }
}

/// A transfer to faster memory and the op that waits for it.
struct Transfer {
    start: DmaStartOp,
    /// The buffer in the faster memory.
    buffer: Value,
    /// The memory of the tag.
    tag: Value,
}

/// Overlaps the transfers of a loop with the rest of it, as far as that is possible.
fn overlap(body: &mut Body, for_op: ForOp) -> Option<()> {
    let trips = constant_trip_count(body, for_op).filter(|&n| n > 0)?;
    if !is_complete(body, for_op) {
        return None;
    }
    let transfers = transfers(body, for_op);
    let mut doubled: Vec<Value> = Vec::new();
    for memory in transfers.iter().map(|t| t.buffer).chain(transfers.iter().map(|t| t.tag)) {
        if !doubled.contains(&memory) {
            doubled.push(memory);
            double_buffer(body, for_op, memory)?;
            erase_unused(body, memory);
        }
    }
    if transfers.is_empty() {
        return None;
    }
    let starts: Vec<Op> = self::transfers(body, for_op).iter().map(|t| t.start.op()).collect();
    pipeline(body, for_op, &starts, trips)
}

/// The transfers of a loop that can be started an iteration earlier.
fn transfers(b: &Body, for_op: ForOp) -> Vec<Transfer> {
    let block = for_op.region_block(b);
    let starts: Vec<DmaStartOp> = b.block_ops(block).filter_map(|op| op.as_op::<DmaStartOp>(b)).collect();
    let waits: Vec<DmaWaitOp> = b.block_ops(block).filter_map(|op| op.as_op::<DmaWaitOp>(b)).collect();
    let written: Vec<Value> = starts
        .iter()
        .filter_map(|start| {
            let ([from, to, _], _) = start.places(b)?;
            (space(b, to.buffer)? < space(b, from.buffer)?).then_some(to.buffer)
        })
        .collect();
    let transfer = |start: &DmaStartOp| {
        let ([from, to, tag], _) = start.places(b)?;
        let faster = space(b, from.buffer)? < space(b, to.buffer)?;
        if !faster || written.contains(&from.buffer) || !is_local(b, for_op, to.buffer) {
            return None;
        }
        let matches = |wait: &DmaWaitOp| wait.place(b).is_some_and(|(place, _)| same_place(&place, &tag));
        let waited = waits.iter().any(matches);
        waited.then_some(Transfer { start: *start, buffer: to.buffer, tag: tag.buffer })
    };
    starts.iter().filter_map(transfer).collect()
}

/// Whether two positions are the same.
fn same_place(x: &Place, y: &Place) -> bool {
    x.buffer == y.buffer && x.at == y.at
}

/// The number of the memory space of a buffer; larger numbers are faster memory.
fn space(b: &Body, buffer: Value) -> Option<i64> {
    let ty = b.cx().type_as::<MemRefType>(b.ty(buffer))?;
    ty.memory_space.map_or(Some(0), |space| b.cx().attr_i64(space))
}

/// Whether all uses of a buffer are in a loop, apart from that it is freed.
fn is_local(b: &Body, for_op: ForOp, buffer: Value) -> bool {
    b.users(buffer).all(|user| user.isa::<DeallocOp>(b) || b.is_ancestor(for_op.op(), user))
}

/// Erases what makes a memref that nothing but its deallocation uses.
fn erase_unused(body: &mut Body, memref: Value) {
    let Some(def) = body.def_op(memref) else { return };
    let users: Vec<Op> = body.users(memref).collect();
    match users[..] {
        [] => (),
        [user] if user.isa::<DeallocOp>(body) => body.erase(user),
        _ => return,
    }
    if body.is_unused(def) {
        body.erase(def);
    }
}
