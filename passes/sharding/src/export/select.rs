//! Tensors that are put together of two, by the places of elements along a dimension.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, sizes};
use strata_sdy::{attrs::TensorSharding, shardings};
use strata_stablehlo as hlo;

/// Compares places with a number.
pub(super) fn compare(
    h: &mut HloBuilder<'_, '_>,
    index: Value,
    direction: hlo::ComparisonDirection,
    number: i64,
) -> Value {
    let cx = h.b.cx_arc().clone();
    let ty = h.b.ty(index);
    let number = h.int(number.cast_unsigned(), ty);
    let result = cx.tensor(sizes(h.b, index), cx.i1());
    h.op::<hlo::CompareOp>(&[index, number], &[("comparison_direction", cx.attr(direction))], result)
}

/// The elements of the first of two tensors as far as `end` in a dimension, and those of the second one from there on, with a sharding, in
/// front of an op. The second one may be a scalar, which stands for all elements.
pub(super) fn select_before(
    b: &mut Body,
    op: Op,
    (dim, end): (usize, i64),
    [first, second]: [Value; 2],
    sharding: Option<&TensorSharding>,
) -> Value {
    let shape = sizes(b, first).to_vec();
    let mut builder = Builder::before(b, op);
    let mut h = HloBuilder { b: &mut builder };
    let cx = h.b.cx_arc().clone();
    let ty = cx.tensor(&[shape[dim]], cx.i64());
    let index = h.op::<hlo::IotaOp>(&[], &[("iota_dimension", cx.i64_attr(0))], ty);
    let before = compare(&mut h, index, hlo::ComparisonDirection::Lt, end);
    let at = h.broadcast(before, &[dim as i64], &shape);
    let is_scalar = sizes(h.b, second).is_empty();
    let second = if is_scalar { h.broadcast(second, &[], &shape) } else { second };
    let ty = h.b.ty(first);
    let all = h.op::<hlo::SelectOp>(&[at, first, second], &[], ty);
    if let Some(sharding) = sharding {
        let own = sharding.dim_shardings.get(dim).cloned().into_iter().collect();
        let vector = TensorSharding { dim_shardings: own, ..sharding.clone() };
        let compared: Vec<Value> = b.def_op(before).map(|op| b.operands(op).collect()).unwrap_or_default();
        for value in compared.into_iter().chain([before]) {
            shardings::set_local_sharding(b, value, vector.clone());
        }
        for value in [at, all].into_iter().chain(is_scalar.then_some(second)) {
            shardings::set_local_sharding(b, value, sharding.clone());
        }
    }
    all
}
