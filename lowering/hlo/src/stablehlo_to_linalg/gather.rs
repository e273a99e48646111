//! `gather`: a `linalg.generic` whose payload reads the element that an index vector selects.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    Lowered,
    function::Lowering,
    indices::{Indices, Start},
    loops::index_op,
    types,
    unknown::places,
};

/// What elements are taken from where.
struct Gather {
    operand: Value,
    start_indices: Value,
    result: Value,
    numbers: hlo::GatherDimensionNumbers,
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::GatherOp>(b) else { return Err("it is not known".into()) };
    let (operand, start_indices, result) = (op.operand(b), op.start_indices(b), op.result(b));
    let numbers = op.dimension_numbers(b).get(b.cx()).clone();
    let sizes = op.sizes(b).to_vec();
    Gather { operand, start_indices, result, numbers }.slices(l, b, &sizes)
}

impl Gather {
    /// The dimensions of slices that those of the result show.
    fn kept(&self, rank: usize) -> Vec<i64> {
        let n = &self.numbers;
        let dropped = |d: &i64| n.collapsed_slice_dims.contains(d) || n.operand_batching_dims.contains(d);
        (0..rank as i64).filter(|d| !dropped(d)).collect()
    }
    /// Takes the elements, by slices of these sizes.
    fn slices(&self, l: &Lowering, b: &mut Builder<'_>, sizes: &[i64]) -> Lowered<Value> {
        let numbers = &self.numbers;
        let operand = l.get(self.operand)?;
        let from = types::shape(b, b.ty(self.operand))?;
        let to = types::shape(b, b.ty(self.result))?;
        let elem = b.cx().elem_or_self(b.ty(operand));
        if sizes.contains(&0) && !to.contains(&0) {
            return Err("a slice of size 0 has no element to take".into());
        }
        let indices = Indices::new(
            l,
            b,
            self.start_indices,
            numbers.index_vector_dim.0,
            &numbers.start_index_map,
            [&numbers.operand_batching_dims, &numbers.start_indices_batching_dims],
        )?;
        let kept = self.kept(from.len());
        let is_offset = |d: usize| numbers.offset_dims.contains(&(d as i64));
        let to: Vec<MixedIndex> = to.into_iter().map(MixedIndex::Static).collect();
        places::elements(b, &to, elem, |b, at| {
            let batch: Vec<Value> = (0..to.len()).filter(|&d| !is_offset(d)).map(|d| at[d]).collect();
            let start = indices.start(b, &batch, from.len())?;
            let mut place = Vec::with_capacity(from.len());
            for (d, start) in start.into_iter().enumerate() {
                // Slices are moved inside.
                let start = match start {
                    Start::Selected(v) => Some(indices.clamped(b, v, from[d] - sizes[d])?),
                    Start::Batch(v) => Some(v),
                    Start::Zero => None,
                };
                let offset = kept
                    .iter()
                    .position(|&k| k as usize == d)
                    .and_then(|k| numbers.offset_dims.get(k))
                    .map(|&o| at[o as usize]);
                place.push(match (start, offset) {
                    (Some(s), Some(o)) => index_op(b, "arith.addi", s, o)?,
                    (Some(v), None) | (None, Some(v)) => v,
                    (None, None) => strata_arith::constant_index(b, 0),
                });
            }
            Ok(ExtractOp::build(b, operand, &place))
        })
    }
}
