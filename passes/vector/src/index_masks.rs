//! Masks by the indices of lanes.
//!
//! ```mlir
//! %0 = vector.create_mask %n : vector<4xi1>
//! ```
//! becomes
//! ```mlir
//! %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
//! %end = arith.index_cast %n : index to i32
//! %ends = vector.broadcast %end : i32 to vector<4xi32>
//! %0 = arith.cmpi slt, %lanes, %ends : vector<4xi32>
//! ```
//! A transfer that may leave its tensor or buffer gets such a mask.

use std::sync::Arc;

use strata_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, IndexCastOp, SelectOp, SubIOp};
use strata_ir::{prelude::*, rewrite::PatternSet};
use strata_vector::{BroadcastOp, CreateMaskOp, TransferReadOp, TransferWriteOp};

use crate::canonical::select_of_masks;

/// The operand group of the mask of transfers.
const MASK: usize = 3;
/// The most lanes that a constant lists.
const MAX_LANES: i64 = 1 << 16;

/// The integers that count lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LaneIndex {
    /// `i32`.
    Narrow,
    /// `i64`.
    Wide,
}

/// Adds the patterns of this file, and that for selections of masks of one lane.
pub fn add_mask_patterns(patterns: &mut PatternSet, index: LaneIndex) {
    let compare = move |op: Op, rw: &mut Rewriter<'_>| create_mask(op, rw, index);
    patterns.add_fn(Some(CreateMaskOp::NAME), "compare-lanes", 1, Arc::new(compare));
    for name in [TransferReadOp::NAME, TransferWriteOp::NAME] {
        patterns.add_fn(Some(name), "mask-transfer", 1, Arc::new(mask_transfer));
    }
    patterns.add_fn(Some(SelectOp::NAME), "fold-select-of-masks", 1, Arc::new(select_of_masks));
}

/// The type of a vector of at most one dimension, whose lanes can be listed if their number is known.
pub fn lanes(b: &Body, vector: Value) -> Option<VectorType> {
    let ty = b.cx().type_as::<VectorType>(b.ty(vector))?;
    (ty.shape.len() < 2 && ty.shape.iter().all(|&n| n <= MAX_LANES)).then(|| ty.clone())
}

/// The numbers of the lanes, as a constant.
pub fn lane_numbers(b: &mut Builder<'_>, ty: Type, n: i64) -> Option<Value> {
    let numbers: Vec<i64> = (0..n).collect();
    let attr = b.cx().dense_i64s(ty, &numbers)?;
    Some(ConstantOp::build(b, attr, ty))
}

/// Replaces a mask of one dimension by a comparison with the numbers of the lanes, which `numbers` makes from the type of them.
pub fn compare_lanes(
    rw: &mut Rewriter<'_>,
    mask: CreateMaskOp,
    index: LaneIndex,
    numbers: impl FnOnce(&mut Rewriter<'_>, Type) -> Option<Value>,
) -> Option<()> {
    let ty = lanes(rw, mask.result(rw))?;
    let end = mask.operands(rw).next()?;
    let cx = rw.cx();
    let index = if index == LaneIndex::Narrow { cx.i32() } else { cx.i64() };
    let vector = cx.ty(VectorType { elem: index, ..ty });
    let lanes = numbers(rw, vector)?;
    let end = IndexCastOp::build(rw, end, index);
    let ends = BroadcastOp::build(rw, end, vector);
    let slt = CmpIPredicate::Slt.attr(rw.cx());
    let value = CmpIOp::build(rw, slt, lanes, ends);
    rw.replace_op(mask.op(), &[value]);
    Some(())
}

fn create_mask(op: Op, rw: &mut Rewriter<'_>, index: LaneIndex) -> Option<()> {
    let mask = op.as_op::<CreateMaskOp>(rw)?;
    let ty = lanes(rw, mask.result(rw)).filter(|ty| !ty.scalable.contains(&true))?;
    let n = ty.shape.first().copied().unwrap_or(1);
    compare_lanes(rw, mask, index, |rw, ty| lane_numbers(rw, ty, n))
}

/// The base, the last index, the vector and the mask of a transfer whose only dimension may be outside of the base.
fn leaving(b: &Body, op: Op) -> Option<(Value, Value, Value, Option<Value>)> {
    let (base, index, vector, mask, bounds, map) = if let Some(o) = op.as_op::<TransferReadOp>(b) {
        (o.base(b), o.indices(b).last()?, o.vector(b), o.mask(b), o.bounds(b), o.map(b))
    } else {
        let o = op.as_op::<TransferWriteOp>(b)?;
        (o.base(b), o.indices(b).last()?, o.value_to_store(b), o.mask(b), o.bounds(b), o.map(b))
    };
    (bounds == [false] && map.is_minor_identity()).then_some((base, index, vector, mask))
}

fn mask_transfer(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (base, index, vector, given) = leaving(rw, op)?;
    let ty = lanes(rw, vector)?;
    let last = rw.cx().shaped(rw.ty(base))?.rank()?.checked_sub(1)?;
    let size = match rw.cx().type_as::<MemRefType>(rw.ty(base)) {
        Some(_) => strata_memref::DimOp::create_or_fold(rw, base, last)?,
        None => strata_tensor::DimOp::create_or_fold(rw, base, last)?,
    };
    let size = size.materialize(rw)?;
    let left = SubIOp::build(rw, size, index, None);
    let bits = rw.cx().ty(VectorType { elem: rw.cx().i1(), ..ty });
    let mut mask = CreateMaskOp::build(rw, &[left], bits);
    if let Some(given) = given {
        mask = AndIOp::build(rw, mask, given);
    }
    rw.body().set_operand_group(op, MASK, &[mask]);
    let yes = rw.cx().array_attr(vec![rw.cx().bool_attr(true)]);
    rw.body().set_attr(op, "in_bounds", Some(yes));
    rw.touch(op);
    Some(())
}
