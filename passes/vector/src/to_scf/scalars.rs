//! Transfers of one dimension as loops over scalars.
//!
//! These are the transfers that are no access to adjacent elements: along another dimension than the last one, of one element to all, and in
//! memrefs whose last dimension has a stride.

use strata_arith::{MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_scf::ForOp;
use strata_tensor::MixedIndex;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp, VectorScaleOp};

use super::{ConvertVectorToScf, transfer::Transfer};

/// The transfer and the bounds of its loop.
fn strided(op: Op, rw: &mut Rewriter<'_>) -> Option<(Transfer, [Value; 3])> {
    let t = Transfer::from_op(rw, op)?;
    if !t.is_strided(rw) {
        return None;
    }
    let zero = constant_index(rw, 0);
    let mut size = constant_index(rw, *t.ty.shape.first()?);
    if t.scalable().next() == Some(true) {
        let index = rw.cx().index();
        let scale = VectorScaleOp::build(rw, index);
        size = MulIOp::build(rw, size, scale, None);
    }
    let one = constant_index(rw, 1);
    Some((t, [zero, size, one]))
}

/// Reads the elements one by one.
pub(super) fn read(op: Op, rw: &mut Rewriter<'_>, _: &ConvertVectorToScf) -> Option<()> {
    let (t, bounds) = strided(op, rw)?;
    let ty = rw.cx().ty(t.ty.clone());
    let init = BroadcastOp::build(rw, t.padding?, ty);
    let result = ForOp::create(rw, bounds, &[init], |b, i, vector| {
        let indices = t.row_indices(b, i);
        let inside = |b: &mut Builder<'_>| {
            let element = LoadOp::create(b, t.base, &indices);
            vector.iter().map(|&v| InsertOp::create(b, element, v, &[MixedIndex::Value(i)])).collect()
        };
        t.guarded(b, i, &[ty], inside, |_| vector.to_vec())
    });
    let values = rw.results(result.op()).to_vec();
    rw.replace_op(op, &values);
    Some(())
}

/// Writes the elements one by one.
pub(super) fn write(op: Op, rw: &mut Rewriter<'_>, _: &ConvertVectorToScf) -> Option<()> {
    let (t, bounds) = strided(op, rw)?;
    let value = t.value?;
    ForOp::create(rw, bounds, &[], |b, i, _| {
        let indices = t.row_indices(b, i);
        let inside = |b: &mut Builder<'_>| {
            let element = ExtractOp::create(b, value, &[MixedIndex::Value(i)]);
            StoreOp::create(b, element, t.base, &indices);
            Vec::new()
        };
        t.guarded(b, i, &[], inside, |_| Vec::new())
    });
    rw.replace_op(op, &[]);
    Some(())
}
