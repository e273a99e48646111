//! Loops around the lanes, and the operands of an iteration as lanes.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_memref::CollapseShapeOp;

use super::{
    lane_plan::{Plan, stride},
    load,
    payload::{Class, Known, Lanes, Place, clone_uniform},
};
use crate::{
    loop_builder::build_for,
    structured_op::{self, Structured},
};

/// A loop over `0..n`; without a loop when there is one iteration.
pub(super) fn full_loop(
    b: &mut Builder<'_>,
    n: i64,
    step: i64,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let zero = strata_arith::constant_index(b, 0);
    if n <= step {
        return body(b, zero, inits);
    }
    let (end, step) = (strata_arith::constant_index(b, n), strata_arith::constant_index(b, step));
    build_for(b, zero, end, step, inits, body)
}

/// Nested loops over `dims`, of all loops with these sizes, that carry values.
pub(super) fn nest(
    b: &mut Builder<'_>,
    sizes: &[i64],
    dims: &[usize],
    ivs: &mut Vec<Option<Value>>,
    inits: Vec<Value>,
    inner: &mut dyn FnMut(&mut Builder<'_>, &[Option<Value>], &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let Some((&d, rest)) = dims.split_first() else { return inner(b, ivs, &inits) };
    full_loop(b, sizes[d], 1, &inits, |b, iv, carried| {
        ivs[d] = Some(iv);
        nest(b, sizes, rest, ivs, carried.to_vec(), inner)
    })
}

/// Values that are the same for all elements along the lanes, and depend on no loop that has no index yet.
pub(super) fn uniform(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &[Option<Value>],
    mut known: Known,
) -> Known {
    let zero = strata_arith::constant_index(b, 0);
    let at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
    let there = |map: &AffineMap| (0..ivs.len()).all(|d| ivs[d].is_some() || !map.uses_dim(d as u32));
    let args = b.block_args(s.block).to_vec();
    for (i, &arg) in args.iter().enumerate().take(s.inputs.len()) {
        let new = there(&s.maps[i]) && !known.contains_key(&arg);
        if new && plan.classes.get(&arg) == Some(&Class::Uniform) && b.has_uses(arg) {
            let value = operand(b, s, plan, i, &at, None);
            known.insert(arg, value);
        }
    }
    let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid: None };
    clone_uniform(b, s.block, &plan.classes, &place, |d| ivs[d].is_some(), &mut known);
    known
}

/// The lanes of operand `i` at an iteration.
pub(super) fn operand(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    i: usize,
    at: &[Value],
    valid: Option<i64>,
) -> Lanes {
    let value = s.operands().nth(i).expect("operand of the op");
    if b.cx().type_as::<MemRefType>(b.ty(value)).is_none() {
        return Lanes::Uniform(value);
    }
    let map = &s.maps[i];
    let step = map.results().last().and_then(|e| stride(e, plan.dim));
    let backwards = step == Some(-1);
    let mut at = at.to_vec();
    if backwards {
        // The vector ends where lane 0 is.
        let last = strata_arith::constant_index(b, valid.unwrap_or(plan.lanes) - 1);
        at[plan.dim] = strata_arith::AddIOp::build(b, at[plan.dim], last, None);
    }
    let indices = indices(b, s, i, &at);
    if !map.uses_dim(plan.dim as u32) {
        return Lanes::Uniform(strata_memref::LoadOp::build(b, value, &indices, None, None));
    }
    let elem = b.cx().elem_or_self(b.ty(value));
    let ty = b.cx().vector(&[plan.lanes], elem);
    // Lanes that are masked off hold one, which no integer division traps on.
    let one = structured_op::one_attr(b.cx(), ty);
    let fill = strata_arith::constant(b, one);
    if step == Some(2) {
        return Lanes::Vector(every_second(
            b,
            value,
            &indices,
            plan.lanes,
            valid.unwrap_or(plan.lanes),
            fill,
        ));
    }
    let vector = load(b, value, &indices, ty, valid, fill);
    if !backwards {
        return Lanes::Vector(vector);
    }
    let count = valid.unwrap_or(plan.lanes);
    let order: Vec<i64> = (0..plan.lanes).map(|j| if j < count { count - 1 - j } else { j }).collect();
    let order = b.cx().i64_array(&order);
    Lanes::Vector(strata_vector::ShuffleOp::build(b, vector, vector, order, ty))
}

/// Loads `count` elements as `lanes` lanes, every second one: two vectors of neighbours and a shuffle. The second vector begins with the last element of
/// the first one, so that nothing behind the last element is read.
fn every_second(
    b: &mut Builder<'_>,
    buffer: Value,
    indices: &[Value],
    lanes: i64,
    count: i64,
    fill: Value,
) -> Value {
    let ty = b.ty(fill);
    let span = 2 * count - 1;
    let masked = |n: i64| (n < lanes).then_some(n);
    let first = load(b, buffer, indices, ty, masked(span), fill);
    let second = match indices.split_last() {
        Some((&last, others)) if span > lanes => {
            let ahead = strata_arith::constant_index(b, lanes - 1);
            let last = strata_arith::AddIOp::build(b, last, ahead, None);
            let at: Vec<Value> = others.iter().copied().chain([last]).collect();
            load(b, buffer, &at, ty, masked(span - (lanes - 1)), fill)
        }
        _ => fill,
    };
    let order: Vec<i64> = (0..lanes).map(|j| if 2 * j < lanes { 2 * j } else { 2 * j + 1 }).collect();
    let order = b.cx().i64_array(&order);
    strata_vector::ShuffleOp::build(b, first, second, order, ty)
}

/// The indices of operand `i` where the loops are `at`.
pub(super) fn indices(b: &mut Builder<'_>, s: &Structured, i: usize, at: &[Value]) -> Vec<Value> {
    let map = s.maps[i].clone();
    map.results().iter().filter_map(|e| structured_op::expand(b, e, at)).collect()
}

/// Whether the last two dimensions of a buffer, of which the last one has so many elements, are one in memory.
pub(super) fn has_dense_rows(body: &Body, buffer: Value, size: i64) -> bool {
    let Some(ty) = body.cx().type_as::<MemRefType>(body.ty(buffer)) else { return false };
    let dense = ty.layout.is_none_or(|l| {
        body.cx().attr_as::<StridedLayoutAttr>(l).is_some_and(|l| l.strides.ends_with(&[size, 1]))
    });
    let dims = structured_op::last_two(ty.shape.len());
    dense && CollapseShapeOp::infer_type(body.cx(), body.ty(buffer), &dims).is_some()
}

/// The indices of an operand whose last two dimensions are one, at the first of the `size` elements of the last one.
pub(super) fn row_indices(
    b: &mut Builder<'_>,
    s: &Structured,
    i: usize,
    at: &[Value],
    size: i64,
) -> Vec<Value> {
    let mut indices = indices(b, s, i, at);
    indices.pop();
    if let Some(row) = indices.last_mut() {
        let size = strata_arith::constant_index(b, size);
        *row = strata_arith::MulIOp::build(b, *row, size, None);
    }
    indices
}
