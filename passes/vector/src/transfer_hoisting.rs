//! Vectors that every iteration of a loop reads from one place of a buffer and writes back are carried instead, and broadcasts of carried
//! elements are made after the loop.
//!
//! ```mlir
//! scf.for … {
//!   %v = vector.transfer_read %m[%c0], %p : memref<8xf32>, vector<8xf32>
//!   %w = "compute"(%v)
//!   vector.transfer_write %w, %m[%c0] : vector<8xf32>, memref<8xf32>
//! }
//! ```
//! becomes
//! ```mlir
//! %v = vector.transfer_read %m[%c0], %p : memref<8xf32>, vector<8xf32>
//! %r = scf.for … iter_args(%c = %v) { %w = "compute"(%c)  scf.yield %w }
//! vector.transfer_write %r, %m[%c0] : vector<8xf32>, memref<8xf32>
//! ```

use strata_ir::prelude::*;
use strata_scf::ForOp;
use strata_vector::{BroadcastOp, ExtractOp, TransferReadOp, TransferWriteOp};

use crate::subset_hoisting::with_carried;

/// Hoists pairs of transfers from all loops in an op until nothing changes. With `must_run`, only from loops that run at least once.
pub fn hoist_redundant_transfers(body: &mut Body, op: Op, must_run: bool) {
    // Each round moves a pair out of one loop, and no pair moves back.
    while body.post_order_in(op).into_iter().any(|inner| {
        body.is_live(inner)
            && inner.as_op::<ForOp>(body).is_some_and(|for_op| hoist_pair(body, for_op, must_run).is_some())
    }) {}
}

fn hoist_pair(body: &mut Body, for_op: ForOp, must_run: bool) -> Option<()> {
    if must_run && for_op.trip_count(body).is_none_or(|n| n == 0) {
        return None;
    }
    let ops: Vec<Op> = body.block_ops(for_op.body_block(body)).collect();
    let (read, write) = ops.iter().find_map(|&op| {
        let read = op.as_op::<TransferReadOp>(body)?;
        let write = writer(body, for_op, read)?;
        (body.is_before(op, write)).then_some((op, write))
    })?;
    let (vector, written) = (body.result(read, 0), body.operand(write, 0));
    let before = InsertPoint::before(body, for_op.op());
    body.move_op(read, before);
    let new = with_carried(body, for_op, vector, written);
    let after = InsertPoint::after(body, new.op());
    body.move_op(write, after);
    let carried = body.results(new.op()).last().copied()?;
    body.set_operand(write, 0, carried);
    Some(())
}

/// The only other op of a loop that may access what a read of a buffer does: a write of the same part.
fn writer(body: &Body, for_op: ForOp, read: TransferReadOp) -> Option<Op> {
    let base = read.base(body);
    body.cx().type_as::<MemRefType>(body.ty(base))?;
    let fixed = body.operands(read.op()).all(|v| body.is_defined_outside(v, for_op.op()));
    // A view may be of memory that other ops access by another name.
    let is_view = body.def_op(base).is_some_and(|def| {
        body.info(def).dialect() == "memref"
            && body.operand_types(def).any(|ty| body.cx().type_as::<MemRefType>(ty).is_some())
    });
    if !fixed || is_view || read.mask(body).is_some() {
        return None;
    }
    let indices: Vec<Value> = read.indices(body).collect();
    let mut found = None;
    for (user, _) in body.uses_of(base) {
        if user == read.op() || !body.is_ancestor(for_op.op(), user) {
            continue;
        }
        let same = user.as_op::<TransferWriteOp>(body).filter(|write| {
            write.base(body) == base
                && write.mask(body).is_none()
                && write.indices(body).eq(indices.iter().copied())
                && write.map(body) == read.map(body)
                && body.ty(write.value_to_store(body)) == body.ty(read.vector(body))
                && body.parent_op(user) == Some(for_op.op())
        });
        match same {
            Some(write) if found.is_none() => found = Some(write.op()),
            _ if disjoint(body, read, user) => {}
            _ => return None,
        }
    }
    found
}

/// Whether a transfer accesses another part of the same buffer, by constant indices.
fn disjoint(body: &Body, read: TransferReadOp, other: Op) -> bool {
    let theirs: Vec<Value> = match (other.as_op::<TransferReadOp>(body), other.as_op::<TransferWriteOp>(body))
    {
        (Some(op), _)
            if body.ty(op.vector(body)) == body.ty(read.vector(body)) && op.map(body) == read.map(body) =>
        {
            op.indices(body).collect()
        }
        (_, Some(op))
            if body.ty(op.value_to_store(body)) == body.ty(read.vector(body))
                && op.map(body) == read.map(body) =>
        {
            op.indices(body).collect()
        }
        _ => return false,
    };
    let ty = body.cx().type_as::<VectorType>(body.ty(read.vector(body)));
    let (Some(ty), map) = (ty, read.map(body)) else { return false };
    read.indices(body).zip(theirs).enumerate().any(|(d, (x, y))| {
        let constant = |v| strata_tensor::MixedIndex::Value(v).constant(body);
        let (Some(x), Some(y)) = (constant(x), constant(y)) else { return false };
        let at = map.results().iter().position(|e| e.as_dim() == Some(d as u32));
        let size = at.and_then(|at| ty.shape.get(at).copied()).unwrap_or(1);
        x.abs_diff(y) >= size.unsigned_abs()
    })
}

/// Hoists broadcasts from all loops in an op.
pub fn hoist_redundant_broadcasts(body: &mut Body, op: Op) {
    while body.post_order_in(op).into_iter().any(|inner| {
        body.is_live(inner)
            && inner.as_op::<ForOp>(body).is_some_and(|for_op| hoist_broadcast(body, for_op).is_some())
    }) {}
}

/// A carried vector of which only an element is used, and which is the broadcast of an element at the end of each iteration.
fn hoist_broadcast(body: &mut Body, for_op: ForOp) -> Option<()> {
    let end = for_op.terminator(body)?.op();
    let args = for_op.region_iter_args(body).to_vec();
    let (i, extract, broadcast) = args.iter().enumerate().find_map(|(i, &arg)| {
        let user = body.users(arg).next().filter(|_| body.has_one_use(arg))?;
        let extract = user.as_op::<ExtractOp>(body)?;
        let fixed = body.operands(user).skip(1).all(|v| body.is_defined_outside(v, for_op.op()));
        let broadcast = body.def_as::<BroadcastOp>(body.operand(end, i))?;
        let inside = body.parent_op(broadcast.op()) == Some(for_op.op());
        let same = body.ty(broadcast.source(body)) == body.ty(extract.result(body));
        (fixed && inside && same).then_some((i, extract.op(), broadcast))
    })?;
    let (init, vector) = (for_op.init_args(body).nth(i)?, body.operand(end, i));
    let (element, next) = (body.result(extract, 0), broadcast.source(body));
    let before = InsertPoint::before(body, for_op.op());
    body.move_op(extract, before);
    body.set_operand(extract, 0, init);
    body.set_operand(end, i, args[i]);
    let new = with_carried(body, for_op, element, next);
    let results = body.results(new.op()).to_vec();
    let carried = *results.last()?;
    let ty = body.ty(vector);
    let mut b = Builder::after(body, new.op());
    let after = BroadcastOp::build(&mut b, carried, ty);
    body.replace_all_uses(results[i], after);
    Some(())
}
