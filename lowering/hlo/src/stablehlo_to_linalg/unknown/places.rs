//! Ops that read or write elements at dynamic positions.

use strata_arith::{CmpIPredicate, constant_index};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use crate::stablehlo_to_linalg::{
    Lowered,
    indexed::indexed,
    indices::{Indices, Start},
    loops::index_op,
    shape_operands, sizes,
    state::Lowering,
};

/// Which dimensions of `rank` an attribute does not list, in their order.
fn others(rank: usize, lists: [&[i64]; 2]) -> Vec<usize> {
    (0..rank).filter(|&d| lists.iter().all(|list| !list.contains(&(d as i64)))).collect()
}

pub(in crate::stablehlo_to_linalg) fn gather(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (operand, start_indices) = (b.operand(op, 0), b.operand(op, 1));
    let (numbers, extents) = if let Some(op) = op.as_op::<hlo::GatherOp>(b) {
        let extents: Vec<MixedIndex> = op.sizes(b).iter().map(|&n| n.into()).collect();
        (op.dimension_numbers(b).get(b.cx()).clone(), extents)
    } else if let Some(op) = op.as_op::<hlo::DynamicGatherOp>(b) {
        let extents = op.slice_sizes(b);
        (op.dimension_numbers(b).get(b.cx()).clone(), shape_operands::numbers(l, b, extents)?)
    } else {
        return Err("it is not known".into());
    };
    let (new, new_indices) = (l.get(operand)?, l.get(start_indices)?);
    let (from, index_sizes) = (sizes::of(b, new)?, sizes::of(b, new_indices)?);
    let elem = b.cx().elem_or_self(b.ty(new));
    let vector = usize::try_from(numbers.index_vector_dim.0).unwrap_or(usize::MAX);
    let mut batch: Vec<MixedIndex> = index_sizes.clone();
    if vector < batch.len() {
        batch.remove(vector);
    }
    let kept = others(from.len(), [&numbers.collapsed_slice_dims, &numbers.operand_batching_dims]);
    for (_, &extent) in extents.iter().enumerate().filter(|(d, _)| !kept.contains(d)) {
        sizes::require(b, CmpIPredicate::Eq, extent, 1.into(), "a size of slices that is left out is not 1")?;
    }
    // A slice must not be larger than the operand, so the operand is not empty.
    let mut last = Vec::new();
    for (&n, &extent) in from.iter().zip(&extents) {
        sizes::require(b, CmpIPredicate::Sge, extent, 0.into(), "a size of slices is negative")?;
        sizes::require(b, CmpIPredicate::Sle, extent, n, "a slice is larger than its operand")?;
        last.push(sizes::left(b, n, extent)?);
    }
    for (&d, &i) in numbers.operand_batching_dims.iter().zip(numbers.start_indices_batching_dims.iter()) {
        let (n, m) = (from[d as usize], index_sizes[i as usize]);
        sizes::require(b, CmpIPredicate::Eq, n, m, "sizes of batching dimensions differ")?;
    }
    let rank = batch.len() + numbers.offset_dims.len();
    let (mut to, mut batches, mut offsets) = (Vec::new(), batch.into_iter(), kept.iter());
    for d in 0..rank {
        let next = if numbers.offset_dims.contains(&(d as i64)) {
            offsets.next().map(|&d| extents[d])
        } else {
            batches.next()
        };
        to.push(next.ok_or("its dimensions are off")?);
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    let indices = Indices::new(
        l,
        b,
        start_indices,
        numbers.index_vector_dim.0,
        &numbers.start_index_map,
        [&numbers.operand_batching_dims, &numbers.start_indices_batching_dims],
    )?;
    let is_offset = |d: usize| numbers.offset_dims.contains(&(d as i64));
    indexed(b, &to, elem, |b, at| {
        let batch: Vec<Value> = (0..to.len()).filter(|&d| !is_offset(d)).map(|d| at[d]).collect();
        let start = indices.start(b, &batch, from.len())?;
        let mut place = Vec::with_capacity(from.len());
        for (d, start) in start.into_iter().enumerate() {
            let start = match start {
                Start::Selected(v) => Some(indices.clamped(b, v, last[d])?),
                Start::Batch(v) => Some(v),
                Start::Zero => None,
            };
            let offset = kept
                .iter()
                .position(|&k| k == d)
                .and_then(|k| numbers.offset_dims.get(k))
                .map(|&o| at[o as usize]);
            place.push(match (start, offset) {
                (Some(s), Some(o)) => index_op(b, "arith.addi", s, o)?,
                (Some(v), None) | (None, Some(v)) => v,
                (None, None) => constant_index(b, 0),
            });
        }
        Ok(ExtractOp::build(b, new, &place))
    })
}
