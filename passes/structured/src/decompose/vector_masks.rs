//! Masks: ops in a `vector.mask` that take a mask themselves, which are transfers and gathers, and masks of several dimensions,
//! which become rows.
//!
//! ```mlir
//! %0 = vector.mask %m, %other { vector.transfer_read %x[%i], %p : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//! ```
//! becomes
//! ```mlir
//! %r = vector.transfer_read %x[%i], %p, %m : memref<?xf32>, vector<8xf32>
//! %0 = arith.select %m, %r, %other : vector<8xi1>, vector<8xf32>
//! ```

use strata_arith::{CmpIOp, CmpIPredicate, constant_index};
use strata_ir::prelude::*;
use strata_tensor::MixedIndex;
use strata_vector::{
    ConstantMaskOp, CreateMaskOp, GatherOp, InsertOp, MaskOp, TransferReadOp, TransferWriteOp,
};

/// The values that replace the results of a masked op.
pub(super) fn unmasked(b: &mut Builder<'_>, op: MaskOp, inner: Op) -> Option<Vec<Value>> {
    let outer = op.mask(b);
    if let Some(read) = inner.as_op::<TransferReadOp>(b) {
        let passthru = op.passthru(b);
        let same_shape = |b: &Body, v: Value| {
            let shape = |v| b.cx().type_as::<VectorType>(b.ty(v)).map(|t| t.shape.clone());
            shape(v) == shape(outer)
        };
        // The mask applies to the elements as read, before they are permuted and broadcast.
        if passthru.is_some() && !(read.map(b).is_minor_identity() && same_shape(b, read.vector(b))) {
            return None;
        }
        let mask = both(b, read.mask(b), outer);
        let (base, padding, ty) = (read.base(b), read.padding(b), b.ty(read.vector(b)));
        let indices: Vec<Value> = read.indices(b).collect();
        let (map, bounds) = (b.attr(inner, "permutation_map")?, b.attr(inner, "in_bounds")?);
        let value = TransferReadOp::build(b, base, &indices, map, padding, Some(mask), bounds, ty);
        return Some(vec![match passthru {
            Some(other) => strata_arith::SelectOp::build(b, outer, value, other),
            None => value,
        }]);
    }
    if let Some(write) = inner.as_op::<TransferWriteOp>(b) {
        let mask = both(b, write.mask(b), outer);
        let (value, base) = (write.value_to_store(b), write.base(b));
        let indices: Vec<Value> = write.indices(b).collect();
        let (map, bounds) = (b.attr(inner, "permutation_map")?, b.attr(inner, "in_bounds")?);
        let types: Vec<Type> = b.result_types(inner).collect();
        let new = TransferWriteOp::build(b, value, base, &indices, map, Some(mask), bounds, &types).op();
        return Some(b.results(new).to_vec());
    }
    let gather = inner.as_op::<GatherOp>(b)?;
    let mask = both(b, Some(gather.mask(b)), outer);
    let (base, indices, other) = (gather.base(b), gather.indices(b), gather.pass_thru(b));
    let offsets: Vec<Value> = gather.offsets(b).collect();
    let (alignment, ty) = (b.attr(inner, "alignment"), b.ty(gather.result(b)));
    Some(vec![GatherOp::build(b, base, &offsets, indices, mask, other, alignment, ty)])
}

/// The rows of a mask of several dimensions: masks for as many leading rows as are set, the others are empty.
pub(super) fn rows(b: &mut Builder<'_>, op: Op, most: i64) -> Option<Value> {
    let bounds: Vec<MixedIndex> = if op.isa::<CreateMaskOp>(b) {
        b.operands(op).map(MixedIndex::Value).collect()
    } else {
        op.as_op::<ConstantMaskOp>(b)?;
        let sizes = b.attr(op, "mask_dim_sizes")?;
        b.cx().attr_as::<DenseArrayAttr>(sizes)?.values.iter().map(|&n| n.into()).collect()
    };
    let mask = b.cx().type_as::<VectorType>(b.ty(b.result(op, 0)))?;
    let shape = mask.shape.to_vec();
    let plain = shape.len() >= 2 && !mask.scalable.contains(&true);
    (plain && shape.iter().product::<i64>() <= most).then_some(())?;
    Some(leading(b, &shape, &bounds))
}

fn leading(b: &mut Builder<'_>, shape: &[i64], bounds: &[MixedIndex]) -> Value {
    let i1 = b.cx().i1();
    let ty = b.cx().vector(shape, i1);
    if shape.len() < 2 {
        let fixed: Option<Vec<i64>> = bounds.iter().map(|n| n.as_static()).collect();
        return match fixed {
            Some(sizes) => {
                let sizes = b.cx().i64_array(&sizes);
                ConstantMaskOp::build(b, sizes, ty)
            }
            None => {
                let sizes: Vec<Value> = bounds.iter().filter_map(|n| n.value()).collect();
                CreateMaskOp::build(b, &sizes, ty)
            }
        };
    }
    let row = leading(b, &shape[1..], &bounds[1..]);
    let none = crate::structured_op::zero_attr(b.cx(), b.ty(row));
    let none = strata_arith::constant(b, none);
    let empty = crate::structured_op::zero_attr(b.cx(), ty);
    let mut whole = strata_arith::constant(b, empty);
    for i in 0..shape[0] {
        let row = match bounds[0] {
            MixedIndex::Static(n) => {
                if i < n {
                    row
                } else {
                    none
                }
            }
            MixedIndex::Value(n) => {
                let number = constant_index(b, i);
                let predicate = CmpIPredicate::Sgt.attr(b.cx());
                let inside = CmpIOp::build(b, predicate, n, number);
                strata_arith::SelectOp::build(b, inside, row, none)
            }
        };
        whole = InsertOp::create(b, row, whole, &[MixedIndex::Static(i)]);
    }
    whole
}

/// The conjunction of two masks.
fn both(b: &mut Builder<'_>, own: Option<Value>, outer: Value) -> Value {
    match own {
        Some(own) => strata_arith::AndIOp::build(b, own, outer),
        None => outer,
    }
}
