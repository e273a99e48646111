//! Transfers of vectors that are in order in memory, and in it as a whole, as loads and stores.
//!
//! ```mlir
//! %v = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
//! ```
//! becomes
//! ```mlir
//! %v = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
//! ```
//! Those that have a mask become masked ones.

use std::sync::Arc;

use strata_ir::prelude::*;
use strata_vector::{
    BroadcastOp, LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp, TransferReadOp, TransferWriteOp,
};

use crate::{masked::is_masked, transfer_permutation::is_minor_with_broadcasts};

/// Adds the patterns, for vectors of so many dimensions at most.
pub fn add_transfer_lowering_patterns(set: &mut PatternSet, max_rank: Option<usize>) {
    let read = move |op: Op, rw: &mut Rewriter<'_>| read(op, rw, max_rank);
    let write = move |op: Op, rw: &mut Rewriter<'_>| write(op, rw, max_rank);
    set.add_fn(Some("vector.transfer_read"), "transfer-to-load", 1, Arc::new(read));
    set.add_fn(Some("vector.transfer_write"), "transfer-to-store", 1, Arc::new(write));
}

/// Whether the base is a buffer whose last dimension is dense, and whose elements vectors of this type consist of.
fn is_dense(b: &Body, base: Value, vector: Type) -> Option<()> {
    let strided = strata_memref::layout::strides(b.cx(), b.ty(base))?;
    let elem = b.cx().elem_or_self(b.ty(base));
    let matches = elem == vector || elem == b.cx().elem_or_self(vector);
    (matches && strided.strides.last().is_none_or(|&s| s == 1)).then_some(())
}

fn fits(rank: usize, max_rank: Option<usize>) -> bool {
    max_rank.is_none_or(|max| rank <= max)
}

fn read(op: Op, rw: &mut Rewriter<'_>, max_rank: Option<usize>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let result = rw.ty(read.vector(rw));
    let ty = rw.cx().type_as::<VectorType>(result)?.clone();
    let map = read.map(rw);
    if !fits(ty.shape.len(), max_rank)
        || is_masked(rw, op)
        || !is_minor_with_broadcasts(&map)
        || !read.is_in_bounds(rw)
    {
        return None;
    }
    let mut part = ty.clone();
    for (n, e) in part.shape.iter_mut().zip(map.results()) {
        if e.as_const().is_some() {
            *n = 1;
        }
    }
    let has_broadcasts = part.shape != ty.shape || map.results().iter().any(|e| e.as_const().is_some());
    let part = rw.cx().ty(part);
    let base = read.base(rw);
    is_dense(rw, base, part)?;
    let indices: Vec<Value> = read.indices(rw).collect();
    let mut value = match read.mask(rw) {
        None => LoadOp::build(rw, base, &indices, None, None, part),
        Some(_) if ty.shape.len() != 1 => return None,
        Some(mask) => {
            let padding = read.padding(rw);
            let other = BroadcastOp::build(rw, padding, part);
            MaskedLoadOp::build(rw, base, &indices, mask, other, None, part)
        }
    };
    if has_broadcasts {
        value = BroadcastOp::build(rw, value, result);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn write(op: Op, rw: &mut Rewriter<'_>, max_rank: Option<usize>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    let value = write.value_to_store(rw);
    let rank = rw.cx().type_as::<VectorType>(rw.ty(value))?.shape.len();
    let base = write.base(rw);
    if !fits(rank, max_rank)
        || is_masked(rw, op)
        || !write.map(rw).is_minor_identity()
        || !write.is_in_bounds(rw)
    {
        return None;
    }
    is_dense(rw, base, rw.ty(value))?;
    let indices: Vec<Value> = write.indices(rw).collect();
    match write.mask(rw) {
        None => {
            StoreOp::build(rw, value, base, &indices, None, None);
        }
        Some(_) if rank != 1 => return None,
        Some(mask) => {
            MaskedStoreOp::build(rw, base, &indices, mask, value, None);
        }
    }
    rw.erase_op(op);
    Some(())
}
