//! Scatters whose updates are divided among devices: each device adds its own, then the tensors are added.
//!
//! Before, where `%updates` has `[{"x"}, {}]` and `"x"=4`:
//! ```mlir
//! %0 = "stablehlo.scatter"(%a, %indices, %updates) … add … : (tensor<6x5xf32>, tensor<200x1xi32>, tensor<200x5xf32>) -> tensor<6x5xf32>
//! ```
//! After, where dimension 0 of all of them is a batch:
//! ```mlir
//! %0 = "stablehlo.scatter"(%zeros, %i, %u) … add … : (tensor<4x6x5xf32>, tensor<4x50x1xi32>, tensor<4x50x5xf32>) -> tensor<4x6x5xf32>
//! %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : …
//! %2 = stablehlo.add %a, %1 : tensor<6x5xf32>
//! ```
//! Only where the sums are fewer bytes than the updates and their indices.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, sizes};
use strata_sdy::{
    attrs::{AxisRef, DimensionSharding, Mesh, TensorSharding},
    shardings,
    shardings::Meshes,
};
use strata_stablehlo::{self as hlo, ScatterDimensionNumbers};

use super::parts::{parts, reshaped, whole};
use crate::export::combiner::Combiner;

/// A dimension of the indices that is divided, and the one of the updates that goes with it.
struct Divided {
    of_indices: usize,
    of_updates: usize,
    count: i64,
    axes: Vec<AxisRef>,
    mesh_or_ref: Attr,
}

pub(super) fn scatter(b: &mut Body, op: Op, meshes: &Meshes) -> Option<()> {
    let [input, indices, updates] = *b.operands(op).collect::<SmallVec<[Value; 3]>>() else { return None };
    let combiner = Combiner::of_region(b, *b.regions(op).first()?)?;
    let cx = b.cx_arc().clone();
    let numbers = b.attr(op, "scatter_dimension_numbers");
    let numbers = cx.attr_as::<ScatterDimensionNumbers>(numbers?)?.clone();
    let [shape, index_shape, update_shape] = [input, indices, updates].map(|value| sizes(b, value).to_vec());
    if [&shape, &index_shape, &update_shape].into_iter().any(|shape| shape.contains(&DYNAMIC)) {
        return None;
    }
    let divided = divided(b, [indices, updates], &numbers, meshes)?;
    let bytes = |value: Value, shape: &[i64]| {
        shape.iter().product::<i64>().saturating_mul(i64::from(cx.bit_width(elem(b, value)).unwrap_or(8)))
    };
    let gathered = bytes(indices, &index_shape).saturating_add(bytes(updates, &update_shape));
    if bytes(input, &shape).saturating_mul(2) >= gathered {
        return None;
    }
    let neutral = neutral(&cx, combiner, elem(b, input))?;
    let axes = DimensionSharding { axes: divided.axes.clone(), is_closed: true, priority: None };
    let sharding = |dims: Vec<DimensionSharding>| TensorSharding {
        dim_shardings: dims,
        ..TensorSharding::replicated(divided.mesh_or_ref, 0, true)
    };
    let mesh = meshes.get(&cx, divided.mesh_or_ref)?.clone();
    let split = |b: &mut Body, value: Value, shape: &[i64], dim: usize| {
        let known = shardings::sharding(b, value);
        let mut new = shape.to_vec();
        new[dim] /= divided.count;
        new.insert(dim, divided.count);
        let mut dims: Vec<DimensionSharding> =
            (0..shape.len()).map(|at| free(known.as_ref(), at, &divided.axes, &mesh)).collect();
        dims[dim] = whole();
        dims.insert(dim, axes.clone());
        reshaped(b, op, value, &new, &sharding(dims))
    };
    let indices = split(b, indices, &index_shape, divided.of_indices);
    let updates = split(b, updates, &update_shape, divided.of_updates);
    let numbers = with_batch(&numbers, &divided);
    let wide: Vec<i64> = [divided.count].into_iter().chain(shape.iter().copied()).collect();
    let result = b.result(op, 0);
    let own = shardings::sharding(b, result);
    let mut dims = vec![axes.clone()];
    dims.extend((0..shape.len()).map(|at| free(own.as_ref(), at, &divided.axes, &mesh)));
    let wide_sharding = sharding(dims.clone());
    dims.remove(0);
    let (loc, ty) = (b.loc(op), b.ty(input));
    let scattered = {
        let mut builder = Builder::before(b, op);
        builder.set_cur_loc(loc);
        let mut h = HloBuilder { b: &mut builder };
        let wide_ty = h.tensor_of(input, &wide);
        let start = h.splat(neutral, wide_ty);
        let attrs = [("scatter_dimension_numbers", cx.attr(numbers))];
        let state = strata_passes_stablehlo::hlo_builder::state::<hlo::ScatterOp>(
            h.b,
            &[start, indices, updates],
            &attrs,
            wide_ty,
        );
        let made = h.b.build(state);
        combiner.build(h.b, made, cx.tensor(&[], cx.elem_or_self(ty)));
        (start, h.b.result(made, 0))
    };
    shardings::set_local_sharding(b, scattered.0, wide_sharding.clone());
    shardings::set_local_sharding(b, scattered.1, wide_sharding);
    let (summed, new) = {
        let mut builder = Builder::before(b, op);
        builder.set_cur_loc(loc);
        let mut h = HloBuilder { b: &mut builder };
        let scalar = cx.tensor(&[], cx.elem_or_self(ty));
        let init = h.splat(neutral, scalar);
        let attrs = [("dimensions", cx.i64_array(&[0]))];
        let state = strata_passes_stablehlo::hlo_builder::state::<hlo::ReduceOp>(
            h.b,
            &[scattered.1, init],
            &attrs,
            ty,
        );
        let made = h.b.build(state);
        combiner.build(h.b, made, scalar);
        let summed = h.b.result(made, 0);
        let new = match combiner {
            Combiner::Add => h.like::<hlo::AddOp>(&[input, summed]),
            Combiner::Max => h.like::<hlo::MaxOp>(&[input, summed]),
            _ => h.like::<hlo::MinOp>(&[input, summed]),
        };
        (summed, new)
    };
    let all = sharding(dims);
    shardings::set_local_sharding(b, summed, all.clone());
    shardings::set_local_sharding(b, new, own.unwrap_or(all));
    b.replace_all_uses(result, new);
    b.erase(op);
    Some(())
}

/// The axes of a dimension, if they have nothing in common with others.
fn free(known: Option<&TensorSharding>, dim: usize, others: &[AxisRef], mesh: &Mesh) -> DimensionSharding {
    let own = known.and_then(|known| known.dim_shardings.get(dim));
    let own = own.filter(|own| {
        own.axes.iter().all(|axis| {
            others.iter().all(|other| axis.overlap(other, mesh).is_none() && axis.can_coexist(other, mesh))
        })
    });
    own.map_or_else(whole, |own| DimensionSharding { axes: own.axes.clone(), ..whole() })
}

/// The number that changes nothing: for formats without infinity the largest one.
fn neutral(cx: &Context, combiner: Combiner, elem: Type) -> Option<Attr> {
    if let Some(format) = cx.as_float(elem) {
        let far = |negative: bool| format.infinity(negative).unwrap_or_else(|| format.largest(negative));
        let number = |bits: u128| cx.float_attr(format.to_f64(bits), elem);
        return match combiner {
            Combiner::Add => Some(cx.float_attr(0.0, elem)),
            Combiner::Max => Some(number(far(true))),
            Combiner::Min => Some(number(far(false))),
            _ => None,
        };
    }
    let is_number = cx.type_as::<IntegerType>(elem).is_some_and(|ty| ty.width > 1);
    (combiner == Combiner::Add && is_number).then(|| cx.int_attr(0, elem))
}

/// The first dimension along which indices or updates are divided.
fn divided(
    b: &Body,
    [indices, updates]: [Value; 2],
    numbers: &ScatterDimensionNumbers,
    meshes: &Meshes,
) -> Option<Divided> {
    let (index_shape, update_shape) = (sizes(b, indices), sizes(b, updates));
    let along = (0..index_shape.len()).filter(|&dim| dim as i64 != numbers.index_vector_dim.0);
    let counted = (0..update_shape.len()).filter(|&dim| !numbers.update_window_dims.contains(&(dim as i64)));
    for (of_indices, of_updates) in along.zip(counted) {
        if numbers.scatter_indices_batching_dims.contains(&(of_indices as i64)) {
            continue;
        }
        for (value, dim) in [(updates, of_updates), (indices, of_indices)] {
            let Some(known) = shardings::sharding(b, value) else { continue };
            let mesh = meshes.get(b.cx(), known.mesh_or_ref)?;
            let size = *update_shape.get(of_updates)?;
            if let Some(count) = parts(&known, dim, size, mesh) {
                let axes = known.dim_shardings[dim].axes.clone();
                return Some(Divided { of_indices, of_updates, count, axes, mesh_or_ref: known.mesh_or_ref });
            }
        }
    }
    None
}

/// The dimension numbers with a batch in front of each divided dimension, the first of the input.
fn with_batch(old: &ScatterDimensionNumbers, divided: &Divided) -> ScatterDimensionNumbers {
    let behind = |list: &[i64], at: usize| -> Vec<i64> {
        list.iter().map(|&dim| dim + i64::from(dim >= at as i64)).collect()
    };
    let mut new = old.clone();
    new.update_window_dims = behind(&old.update_window_dims, divided.of_updates).into();
    new.inserted_window_dims = behind(&old.inserted_window_dims, 0).into();
    new.scatter_dims_to_operand_dims = behind(&old.scatter_dims_to_operand_dims, 0).into();
    let mut batching = vec![0];
    batching.extend(behind(&old.input_batching_dims, 0));
    new.input_batching_dims = batching.into();
    let mut batching = vec![divided.of_indices as i64];
    batching.extend(behind(&old.scatter_indices_batching_dims, divided.of_indices));
    new.scatter_indices_batching_dims = batching.into();
    new.index_vector_dim.0 += i64::from(old.index_vector_dim.0 >= divided.of_indices as i64);
    new
}
