//! Transfers through a buffer of vectors, of which a loop reads or writes one after the other.
//!
//! A transfer is prepared first: its vector goes through a buffer that holds one vector, and it is marked. Then, as long as there are marked
//! transfers, the buffer is cast to one of more and smaller vectors, and a loop goes over these.

use strata_arith::constant_index;
use strata_ir::prelude::*;
use strata_memref::{AllocaOp, LoadOp, StoreOp};
use strata_scf::ForOp;
use strata_vector::{BroadcastOp, TransferReadOp, TypeCastOp};

use super::{
    ConvertVectorToScf, is_allocation_scope,
    transfer::{Transfer, is_marked, mark, without_leading_dim},
};

/// The operand group of the mask of transfers.
const MASK: usize = 3;

/// Whether a transfer is to go through a buffer.
fn is_prepared(rw: &Rewriter<'_>, t: &Transfer, options: &ConvertVectorToScf) -> bool {
    !is_marked(rw, t.op) && t.is_unpacked(rw, options)
}

/// The block at whose start allocations for an op are made.
fn allocation_block(b: &Body, op: Op) -> Option<Block> {
    let mut scope = b.parent_op(op)?;
    while !is_allocation_scope(b, scope) {
        scope = b.parent_op(scope)?;
    }
    b.blocks(*b.regions(scope).first()?).first().copied()
}

/// A buffer for the vector, and the mask as one that is loaded from a buffer.
fn buffers(rw: &mut Rewriter<'_>, t: &Transfer) -> Option<(Value, Option<Value>)> {
    let block = allocation_block(rw, t.op)?;
    let here = rw.point();
    let start = InsertPoint::at_start(rw, block);
    let start = if start.before == here.before && start.block == here.block { here } else { start };
    rw.goto(start);
    let ty = rw.cx().ty(t.ty.clone());
    let data = alloca(rw, ty);
    let mask_buffer = t.mask.map(|mask| {
        let ty = rw.ty(mask);
        (mask, alloca(rw, ty))
    });
    rw.goto(here);
    let mask = mask_buffer.map(|(mask, buffer)| {
        StoreOp::create(rw, mask, buffer, &[]);
        LoadOp::create(rw, buffer, &[])
    });
    Some((data, mask))
}

fn alloca(rw: &mut Rewriter<'_>, elem: Type) -> Value {
    let ty = rw.cx().memref(&[], elem);
    AllocaOp::create(rw, ty, &[])
}

/// Makes a read one whose vector goes through a buffer.
pub(super) fn prepare_read(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    let t = Transfer::from_op(rw, op)?;
    if !is_prepared(rw, &t, options) {
        return None;
    }
    let (data, mask) = buffers(rw, &t)?;
    let map = rw.cx().affine_map_attr(t.map.clone());
    let bounds = rw.attr(op, "in_bounds")?;
    let ty = rw.cx().ty(t.ty.clone());
    let new = TransferReadOp::build(rw, t.base, &t.indices, map, t.padding?, mask, bounds, ty);
    let new_op = rw.def_op(new)?;
    mark(rw, new_op);
    rw.touch(new_op);
    StoreOp::create(rw, new, data, &[]);
    let value = LoadOp::create(rw, data, &[]);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Makes a write one whose vector goes through a buffer.
pub(super) fn prepare_write(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    let t = Transfer::from_op(rw, op)?;
    if !is_prepared(rw, &t, options) {
        return None;
    }
    let (data, mask) = buffers(rw, &t)?;
    StoreOp::create(rw, t.value?, data, &[]);
    let value = LoadOp::create(rw, data, &[]);
    rw.set_operand(op, 0, value);
    if let Some(mask) = mask {
        rw.body().set_operand_group(op, MASK, &[mask]);
    }
    mark(rw, op);
    rw.touch(op);
    Some(())
}

/// An element of a buffer.
#[derive(Clone)]
struct Place {
    buffer: Value,
    indices: Vec<Value>,
}

impl Place {
    /// Where a vector was loaded from.
    fn loaded(b: &Body, vector: Value) -> Option<Self> {
        let load = b.def_as::<LoadOp>(vector)?;
        Some(Self { buffer: load.memref(b), indices: load.indices(b).collect() })
    }
    /// The buffer cast to one of vectors with one dimension less.
    fn unpacked(&self, rw: &mut Rewriter<'_>) -> Option<Self> {
        let ty = unpacked_type(rw, rw.ty(self.buffer))?;
        Some(Self { buffer: TypeCastOp::build(rw, self.buffer, ty), indices: self.indices.clone() })
    }
    fn at(&self, i: Value) -> Vec<Value> {
        [&self.indices[..], &[i]].concat()
    }
}

/// `memref<9xvector<5x6xf32>>` becomes `memref<9x5xvector<6xf32>>`. `None` if the machine decides the size of the dimension.
fn unpacked_type(b: &Body, ty: Type) -> Option<Type> {
    let ty = b.cx().type_as::<MemRefType>(ty)?;
    let vector = b.cx().type_as::<VectorType>(ty.elem)?;
    if vector.scalable.first() == Some(&true) {
        return None;
    }
    let shape = [&ty.shape[..], &[*vector.shape.first()?]].concat();
    Some(b.cx().memref(&shape, b.cx().ty(without_leading_dim(vector))))
}

/// Makes a marked transfer a loop over those of its rows.
pub(super) fn unpack(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    if !is_marked(rw, op) {
        return None;
    }
    let t = Transfer::from_op(rw, op)?;
    let store = match t.value {
        Some(_) => None,
        None => rw.users(rw.results(op).first().copied()?).find_map(|user| user.as_op::<StoreOp>(rw)),
    };
    let data = match (t.value, store) {
        (Some(value), _) => Place::loaded(rw, value)?,
        (None, Some(store)) => Place { buffer: store.memref(rw), indices: store.indices(rw).collect() },
        (None, None) => return None,
    };
    let rows = data.unpacked(rw)?;
    let mask = match t.mask {
        Some(mask) => {
            let place = Place::loaded(rw, mask)?;
            // Rows that are equal have the same mask, and what is left of a mask of one dimension is a condition.
            let keeps = t.leading_dim().is_none() || t.mask_rank(rw) == Some(1);
            Some(if keeps { place } else { place.unpacked(rw)? })
        }
        None => None,
    };
    let bounds = [0, *t.ty.shape.first()?, 1].map(|n| constant_index(rw, n));
    let state: Vec<Value> = if t.value.is_some() && t.is_tensor(rw) { vec![t.base] } else { Vec::new() };
    let result = ForOp::create(rw, bounds, &state, |b, i, state| {
        let types: Vec<Type> = state.iter().map(|&v| b.ty(v)).collect();
        let base = state.first().copied().unwrap_or(t.base);
        t.guarded(
            b,
            i,
            &types,
            |b| transfer_row(b, &t, i, base, &rows, mask.as_ref(), options).unwrap_or_default(),
            |b| {
                if let Some(padding) = t.padding {
                    let ty = t.row_type(b.cx());
                    let row = BroadcastOp::build(b, padding, ty);
                    StoreOp::create(b, row, rows.buffer, &rows.at(i));
                }
                state.to_vec()
            },
        )
    });
    if let Some(store) = store {
        rw.erase_op(store);
        rw.erase_op(op);
    } else {
        let values = rw.results(result.op()).to_vec();
        rw.replace_op(op, &values);
    }
    Some(())
}

/// Transfers row `i` between the base and the buffer; returns the new tensor if there is one.
fn transfer_row(
    b: &mut Builder<'_>,
    t: &Transfer,
    i: Value,
    base: Value,
    rows: &Place,
    mask: Option<&Place>,
    options: &ConvertVectorToScf,
) -> Option<Vec<Value>> {
    let indices = t.row_indices(b, i);
    let row = t.value.map(|_| LoadOp::create(b, rows.buffer, &rows.at(i)));
    let mask = mask.filter(|_| t.row_has_mask(b)).map(|mask| {
        let at = if t.leading_dim().is_none() { mask.indices.clone() } else { mask.at(i) };
        LoadOp::create(b, mask.buffer, &at)
    });
    if let Some(row) = row {
        return Some(t.write_row(b, row, base, &indices, mask, options));
    }
    let row = t.read_row(b, &indices, mask, options)?;
    StoreOp::create(b, row, rows.buffer, &rows.at(i));
    Some(Vec::new())
}
