//! `gather`: a `linalg.generic` whose payload reads the element that an index vector selects.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::ExtractOp;

use super::{
    Lowered, constants,
    function::Lowering,
    indices::{Indices, Start},
    loops::index_op,
    types,
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::GatherOp>(b) else { return Err("it is not known".into()) };
    let operand = l.get(op.operand(b))?;
    let from = types::shape(b, b.ty(op.operand(b)))?;
    let to = types::shape(b, b.ty(op.result(b)))?;
    let sizes = op.sizes(b).to_vec();
    let numbers = op.dimension_numbers(b).get(b.cx()).clone();
    let elem = b.cx().elem_or_self(b.ty(operand));
    let init = constants::empty(b, &to, elem);
    if to.contains(&0) {
        return Ok(init);
    }
    if sizes.contains(&0) {
        return Err("a slice of size 0 has no element to take".into());
    }
    let indices = Indices::new(
        l,
        b,
        op.start_indices(b),
        numbers.index_vector_dim.0,
        &numbers.start_index_map,
        [&numbers.operand_batching_dims, &numbers.start_indices_batching_dims],
    )?;
    let dropped =
        |d: &i64| numbers.collapsed_slice_dims.contains(d) || numbers.operand_batching_dims.contains(d);
    let kept: Vec<i64> = (0..from.len() as i64).filter(|d| !dropped(d)).collect();
    let is_offset = |d: usize| numbers.offset_dims.contains(&(d as i64));
    let mut failed = None;
    let (maps, loops) = ([AffineMap::identity(to.len() as u32)], vec![IteratorType::Parallel; to.len()]);
    let ty = b.ty(init);
    let generic = GenericOp::build_with(b, &[], &[init], &maps, &loops, &[ty], |b, args| {
        let mut element = || {
            let at: Vec<Value> = (0..to.len()).map(|d| IndexOp::of(b, d)).collect();
            let batch: Vec<Value> = (0..to.len()).filter(|&d| !is_offset(d)).map(|d| at[d]).collect();
            let start = indices.start(b, &batch, &from)?;
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
        };
        vec![element().unwrap_or_else(|e| {
            failed = Some(e);
            args[0]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.result(generic.op(), 0)),
    }
}
