//! Ops whose sizes, starts or paddings are computed, where the sizes of their results are known all the same.
//!
//! What the numbers say of the sizes is taken for granted; where they lead outside of a tensor, the nearest element is
//! read.

use strata_arith::{CmpIPredicate, IndexCastOp, constant_index};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    Lowered, constants,
    function::Lowering,
    gather, indices,
    loops::index_op,
    movement,
    scalar::{cmpi, select},
    types,
    unknown::places,
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let to = types::shape(b, b.ty(b.result(op, 0)))?;
    if let Some(op) = op.as_op::<hlo::DynamicReshapeOp>(b) {
        let new = l.get(op.operand(b))?;
        return movement::reshape(b, new, &to);
    }
    if let Some(op) = op.as_op::<hlo::DynamicBroadcastInDimOp>(b) {
        let new = l.get(op.operand(b))?;
        types::shape(b, b.ty(op.operand(b)))?;
        let dims = b.cx().attr_as::<DenseArrayAttr>(op.broadcast_dimensions(b).raw());
        let dims = dims.map(|d| d.values.to_vec()).ok_or("its dimensions are not known")?;
        return movement::repeat(b, new, &dims, &to);
    }
    if let Some(op) = op.as_op::<hlo::DynamicIotaOp>(b) {
        let dim = b.cx().attr_i64(op.iota_dimension(b).raw()).unwrap_or(0) as usize;
        let ty = b.ty(op.result(b));
        return constants::iota(b, ty, dim);
    }
    if let Some(op) = op.as_op::<hlo::DynamicGatherOp>(b) {
        return gather::dynamic(l, b, op);
    }
    if let Some(op) = op.as_op::<hlo::RealDynamicSliceOp>(b) {
        return slice(l, b, op, &to);
    }
    match op.as_op::<hlo::DynamicPadOp>(b) {
        Some(op) => pad(l, b, op, &to),
        None => Err("it is not known".into()),
    }
}

/// A tensor of these sizes whose elements `element` makes from their places.
pub(super) fn elements(
    b: &mut Builder<'_>,
    to: &[i64],
    elem: Type,
    element: impl FnMut(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let to: Vec<MixedIndex> = to.iter().map(|&n| MixedIndex::Static(n)).collect();
    places::elements(b, &to, elem, element)
}

/// The elements of a vector of integers, as indices.
fn numbers(l: &Lowering, b: &mut Builder<'_>, old: Value) -> Lowered<Vec<Value>> {
    let shape = types::shape(b, b.ty(old))?;
    let &[n] = &shape[..] else { return Err("it needs a vector of numbers".into()) };
    let new = l.get(old)?;
    let index = b.cx().index();
    let one = |i: i64| {
        let place = constant_index(b, i);
        let number = ExtractOp::build(b, new, &[place]);
        if b.ty(number) == index { number } else { IndexCastOp::build(b, number, index) }
    };
    Ok((0..n).map(one).collect())
}

fn slice(l: &Lowering, b: &mut Builder<'_>, op: hlo::RealDynamicSliceOp, to: &[i64]) -> Lowered<Value> {
    let from = types::shape(b, b.ty(op.operand(b)))?;
    let new = l.get(op.operand(b))?;
    let (starts, strides) = (numbers(l, b, op.start_indices(b))?, numbers(l, b, op.strides(b))?);
    if from.contains(&0) && !to.contains(&0) {
        return Err("a slice of nothing has no elements".into());
    }
    let elem = b.cx().elem_or_self(b.ty(new));
    elements(b, to, elem, |b, at| {
        let mut place = Vec::with_capacity(from.len());
        for (d, &i) in at.iter().enumerate() {
            let steps = index_op(b, "arith.muli", i, strides[d])?;
            let i = index_op(b, "arith.addi", starts[d], steps)?;
            place.push(indices::clamped(b, i, types::Kind::Signed, from[d] - 1)?);
        }
        Ok(ExtractOp::build(b, new, &place))
    })
}

fn pad(l: &Lowering, b: &mut Builder<'_>, op: hlo::DynamicPadOp, to: &[i64]) -> Lowered<Value> {
    let from = types::shape(b, b.ty(op.operand(b)))?;
    let (new, value) = (l.get(op.operand(b))?, l.get(op.padding_value(b))?);
    let value = constants::scalar_of(b, op.padding_value(b), value);
    if from.contains(&0) {
        return constants::filled(b, value, to);
    }
    let (low, interior) = (numbers(l, b, op.edge_padding_low(b))?, numbers(l, b, op.interior_padding(b))?);
    let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
    let mut steps = Vec::with_capacity(from.len());
    for gap in interior {
        let gap = index_op(b, "arith.maxsi", gap, zero)?;
        steps.push(index_op(b, "arith.addi", gap, one)?);
    }
    spread(b, new, &from, to, &low, &steps, value)
}

/// A tensor of sizes `to` that has element `k` of a dimension of another one at `low + k * step`, and `value` elsewhere.
fn spread(
    b: &mut Builder<'_>,
    new: Value,
    from: &[i64],
    to: &[i64],
    low: &[Value],
    steps: &[Value],
    value: Value,
) -> Lowered<Value> {
    let zero = constant_index(b, 0);
    let elem = b.cx().elem_or_self(b.ty(new));
    elements(b, to, elem, |b, at| {
        let pred = b.cx().i1();
        let mut inside = strata_arith::constant_int(b, 1, pred);
        let mut place = Vec::with_capacity(from.len());
        for (d, &i) in at.iter().enumerate() {
            let distance = index_op(b, "arith.subi", i, low[d])?;
            let number = index_op(b, "arith.divui", distance, steps[d])?;
            let rest = index_op(b, "arith.remui", distance, steps[d])?;
            let after = cmpi(b, CmpIPredicate::Sge, distance, zero);
            let hits = cmpi(b, CmpIPredicate::Eq, rest, zero);
            let exists = indices::inside(b, number, from[d]);
            for condition in [after, hits, exists] {
                inside = payload::op(b, "arith.andi", &[inside, condition], pred)?;
            }
            place.push(number);
        }
        let place: Vec<Value> = place.into_iter().map(|i| select(b, inside, i, zero)).collect();
        let element = ExtractOp::build(b, new, &place);
        Ok(select(b, inside, element, value))
    })
}

/// The images of a convolution with computed paddings: as much of the padded ones as the windows of the result cover.
/// Dimension `spatial[i]` becomes one of size `extents[i]`, with holes between its elements.
pub(super) fn padded_images(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: hlo::DynamicConvOp,
    spatial: &[i64],
    extents: &[i64],
    dilations: &[i64],
) -> Lowered<Value> {
    let from = types::shape(b, b.ty(op.lhs(b)))?;
    let new = l.get(op.lhs(b))?;
    let padding = l.get(op.padding(b))?;
    let mut to = from.clone();
    let (zero, one, index) = (constant_index(b, 0), constant_index(b, 1), b.cx().index());
    let (mut low, mut steps) = (vec![zero; from.len()], vec![one; from.len()]);
    for (i, &d) in spatial.iter().enumerate() {
        let row = constant_index(b, i as i64);
        let number = ExtractOp::build(b, padding, &[row, zero]);
        low[d as usize] = if b.ty(number) == index { number } else { IndexCastOp::build(b, number, index) };
        steps[d as usize] = constant_index(b, dilations[i].max(1));
        to[d as usize] = extents[i];
    }
    let nothing = constants::zero(b, b.cx().elem_or_self(b.ty(new)));
    spread(b, new, &from, &to, &low, &steps, nothing)
}
