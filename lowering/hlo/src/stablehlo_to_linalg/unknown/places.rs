//! Ops that read or write elements at computed places.

use strata_arith::{CmpIPredicate, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, InsertOp, MixedIndex};

use super::shape;
use crate::stablehlo_to_linalg::{
    Lowered,
    function::Lowering,
    indices::{Indices, Start, inside},
    loops::{self, index_op},
    scalar::{cmpi, select},
    sizes,
};

/// A tensor of these sizes whose elements `element` makes from their places.
pub(in crate::stablehlo_to_linalg) fn elements(
    b: &mut Builder<'_>,
    to: &[MixedIndex],
    elem: Type,
    mut element: impl FnMut(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let init = sizes::empty(b, to, elem);
    if to.contains(&MixedIndex::Static(0)) {
        return Ok(init);
    }
    let mut failed = None;
    let (maps, loops) = ([AffineMap::identity(to.len() as u32)], vec![IteratorType::Parallel; to.len()]);
    let ty = b.ty(init);
    let generic = GenericOp::build_with(b, &[], &[init], &maps, &loops, &[ty], |b, args| {
        let at: Vec<Value> = (0..to.len()).map(|d| IndexOp::of(b, d)).collect();
        vec![element(b, &at).unwrap_or_else(|e| {
            failed = Some(e);
            args[0]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.result(generic.op(), 0)),
    }
}

pub(super) fn reverse(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::ReverseOp>(b) else { return Err("it is not known".into()) };
    let new = l.get(op.operand(b))?;
    let dims = op.dims(b).to_vec();
    reversed(b, new, &dims)
}

/// The elements in the other order along some dimensions.
pub(super) fn reversed(b: &mut Builder<'_>, new: Value, dims: &[i64]) -> Lowered<Value> {
    let to = sizes::of(b, new)?;
    let elem = b.cx().elem_or_self(b.ty(new));
    let mut last = Vec::new();
    for &n in &to {
        let n = sizes::sub(b, n, 1.into())?;
        last.push(sizes::value(b, n));
    }
    elements(b, &to, elem, |b, at| {
        let mut place = at.to_vec();
        for &d in dims {
            place[d as usize] = index_op(b, "arith.subi", last[d as usize], at[d as usize])?;
        }
        Ok(ExtractOp::build(b, new, &place))
    })
}

/// Which dimensions of `rank` an attribute does not list, in their order.
fn others(rank: usize, lists: [&[i64]; 2]) -> Vec<usize> {
    (0..rank).filter(|&d| lists.iter().all(|list| !list.contains(&(d as i64)))).collect()
}

pub(super) fn gather(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (operand, start_indices) = (b.operand(op, 0), b.operand(op, 1));
    let (numbers, extents) = if let Some(op) = op.as_op::<hlo::GatherOp>(b) {
        let extents: Vec<MixedIndex> = op.sizes(b).iter().map(|&n| n.into()).collect();
        (op.dimension_numbers(b).get(b.cx()).clone(), extents)
    } else if let Some(op) = op.as_op::<hlo::DynamicGatherOp>(b) {
        let extents = op.slice_sizes(b);
        (op.dimension_numbers(b).get(b.cx()).clone(), shape::numbers(l, b, extents)?)
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
    // A slice may not be larger than the operand, which also means that there is something to take.
    let mut last = Vec::new();
    for (&n, &extent) in from.iter().zip(&extents) {
        sizes::require(b, CmpIPredicate::Sge, extent, 0.into(), "a size of slices is negative")?;
        sizes::require(b, CmpIPredicate::Sle, extent, n, "a slice is larger than its operand")?;
        last.push(sizes::sub(b, n, extent)?);
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
    elements(b, &to, elem, |b, at| {
        let batch: Vec<Value> = (0..to.len()).filter(|&d| !is_offset(d)).map(|d| at[d]).collect();
        let start = indices.start_of_rank(b, &batch, from.len())?;
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

pub(super) fn scatter(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(scatter) = op.as_op::<hlo::ScatterOp>(b) else { return Err("it is not known".into()) };
    let inputs: Vec<Value> = scatter.inputs(b).collect();
    let updates: Vec<Value> = scatter.updates(b).collect();
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let mut starts = Vec::new();
    for (&old, &elem) in inputs.iter().zip(&elems) {
        let (new, from) = (l.get(old)?, b.cx().elem_or_self(b.ty(old)));
        starts.push(loops::converted(b, new, from, elem)?);
    }
    let sources: Vec<(Value, Type)> =
        updates.iter().map(|&v| Ok((l.get(v)?, b.cx().elem_or_self(b.ty(v))))).collect::<Lowered<_>>()?;
    let to = sizes::common(b, &starts)?;
    let tensors: Vec<Value> = sources.iter().map(|s| s.0).collect();
    let extent = sizes::common(b, &tensors)?;
    let numbers = scatter.scatter_dimension_numbers(b).get(b.cx()).clone();
    let indices_old = scatter.scatter_indices(b);
    let indices = Indices::new(
        l,
        b,
        indices_old,
        numbers.index_vector_dim.0,
        &numbers.scatter_dims_to_operand_dims,
        [&numbers.input_batching_dims, &numbers.scatter_indices_batching_dims],
    )?;
    let kept = others(to.len(), [&numbers.inserted_window_dims, &numbers.input_batching_dims]);
    let is_window = |d: usize| numbers.update_window_dims.contains(&(d as i64));
    let mut order: Vec<usize> = (0..extent.len()).filter(|&d| !is_window(d)).collect();
    let n_batch = order.len();
    order.extend((0..extent.len()).filter(|&d| is_window(d)));
    // There is an index vector for every window, and windows are no larger than the input.
    let new_indices = l.get(indices_old)?;
    let mut batch = sizes::of(b, new_indices)?;
    let vector = usize::try_from(numbers.index_vector_dim.0).unwrap_or(usize::MAX);
    if vector < batch.len() {
        batch.remove(vector);
    }
    for (&n, &d) in batch.iter().zip(&order) {
        sizes::require(b, CmpIPredicate::Eq, n, extent[d], "there are not as many windows as indices")?;
    }
    for (&d, &w) in kept.iter().zip(numbers.update_window_dims.iter()) {
        sizes::require(
            b,
            CmpIPredicate::Sle,
            extent[w as usize],
            to[d],
            "a window is larger than its input",
        )?;
    }
    let mut all: Vec<MixedIndex> = order.iter().map(|&d| extent[d]).collect();
    // An element is read for every update, so there must be one.
    let elements = sizes::product(b, &to)?;
    if elements.as_static() == Some(0) {
        return Ok(starts.into());
    }
    if let (Some(n), Some(first)) = (elements.value(), all.first_mut()) {
        let (zero, count) = (constant_index(b, 0), sizes::value(b, *first));
        let nothing = cmpi(b, CmpIPredicate::Eq, n, zero);
        *first = MixedIndex::Value(select(b, nothing, zero, count));
    }
    let region = scatter.update_computation(b);
    let done = loops::nest_of(b, &all, &starts, &mut |b, counters, carried| {
        let mut at: Vec<Value> = counters.to_vec();
        for (&d, &counter) in order.iter().zip(counters) {
            at[d] = counter;
        }
        let start = indices.start_of_rank(b, &counters[..n_batch], to.len())?;
        let (mut place, pred, zero) = (Vec::with_capacity(to.len()), b.cx().i1(), constant_index(b, 0));
        let mut fits = strata_arith::constant_int(b, 1, pred);
        for (d, start) in start.into_iter().enumerate() {
            let offset = kept
                .iter()
                .position(|&k| k == d)
                .and_then(|k| numbers.update_window_dims.get(k))
                .map(|&w| at[w as usize]);
            let start = match start {
                Start::Selected(v) => indices.unclamped(b, v, to[d])?,
                Start::Batch(v) => v,
                Start::Zero => zero,
            };
            let index = offset.map_or(Ok(start), |o| index_op(b, "arith.addi", start, o))?;
            let here = inside(b, index, to[d]);
            place.push(select(b, here, index, zero));
            fits = strata_arith::AndIOp::build(b, fits, here);
        }
        let mut args: Vec<(Value, Type)> = Vec::new();
        for (&tensor, &elem) in carried.iter().zip(&elems) {
            args.push((ExtractOp::build(b, tensor, &place), elem));
        }
        for &(source, elem) in &sources {
            args.push((ExtractOp::build(b, source, &at), elem));
        }
        let new = loops::apply(l, b, region, &args, &elems)?;
        let mut out = Vec::new();
        for (k, (&tensor, value)) in carried.iter().zip(new).enumerate() {
            let value = select(b, fits, value, args[k].0);
            out.push(InsertOp::build(b, value, tensor, &place));
        }
        Ok(out)
    })?;
    Ok(done.into())
}

/// A tensor of sizes `to` that has element `k` of a dimension of another one at `low + k * step`, and `value` elsewhere.
pub(super) fn spread(
    b: &mut Builder<'_>,
    new: Value,
    to: &[MixedIndex],
    low: &[MixedIndex],
    steps: &[MixedIndex],
    value: Value,
) -> Lowered<Value> {
    let from = sizes::of(b, new)?;
    let elem = b.cx().elem_or_self(b.ty(new));
    let all = |b: &mut Builder<'_>, list: &[MixedIndex]| -> Vec<Value> {
        list.iter().map(|&n| sizes::value(b, n)).collect()
    };
    let (low, steps) = (all(b, low), all(b, steps));
    elements(b, to, elem, |b, at| {
        let pred = b.cx().i1();
        let mut within = strata_arith::constant_int(b, 1, pred);
        let mut place = Vec::with_capacity(from.len());
        for (d, &i) in at.iter().enumerate() {
            let zero = constant_index(b, 0);
            let distance = index_op(b, "arith.subi", i, low[d])?;
            let number = index_op(b, "arith.divui", distance, steps[d])?;
            let rest = index_op(b, "arith.remui", distance, steps[d])?;
            let after = cmpi(b, CmpIPredicate::Sge, distance, zero);
            let hits = cmpi(b, CmpIPredicate::Eq, rest, zero);
            let exists = inside(b, number, from[d]);
            for condition in [after, hits, exists] {
                within = strata_arith::AndIOp::build(b, within, condition);
            }
            place.push(number);
        }
        // A tensor without elements has none to read at any place.
        let choice = strata_scf::IfOp::build(b, within, &[elem]).op();
        b.region_block(choice, 0, &[], |b, _| {
            let element = ExtractOp::build(b, new, &place);
            strata_scf::YieldOp::build(b, &[element]);
        });
        b.region_block(choice, 1, &[], |b, _| strata_scf::YieldOp::build(b, &[value]));
        Ok(b.result(choice, 0))
    })
}
