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

use strata_ir::{
    prelude::*,
    rewrite::{GreedyConfig, RegionSimplification, rewrite_greedily},
};
use strata_passes_vector::LOWER_MASK;
use strata_vector::{ConstantMaskOp, CreateMaskOp, GatherOp, MaskOp, TransferReadOp, TransferWriteOp};

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

/// Makes masks of several dimensions rows, as upstream's lowerings do. Returns their number.
pub(super) fn lower_rows(body: &mut Body) -> usize {
    let has_rows = |op: Op| {
        let is_mask = op.isa::<CreateMaskOp>(body) || op.isa::<ConstantMaskOp>(body);
        let ty = body.results(op).first().and_then(|&v| body.cx().type_as::<VectorType>(body.ty(v)));
        is_mask && ty.is_some_and(|ty| ty.shape.len() > 1)
    };
    let count = body.all_ops().into_iter().filter(|&op| has_rows(op)).count();
    if count > 0 {
        let mut patterns = PatternSet::new();
        patterns.add(LOWER_MASK);
        let regions = RegionSimplification::Disabled;
        let config = GreedyConfig { fold: false, canonicalize: false, regions, ..GreedyConfig::default() };
        rewrite_greedily(body, &patterns, &config);
    }
    count
}

/// The conjunction of two masks.
fn both(b: &mut Builder<'_>, own: Option<Value>, outer: Value) -> Value {
    match own {
        Some(own) => strata_arith::AndIOp::build(b, own, outer),
        None => outer,
    }
}
