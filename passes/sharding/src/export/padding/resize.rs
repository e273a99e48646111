//! Values with other sizes: longer ones with zeros behind, shorter ones, and such whose elements behind the own ones are known.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, sizes};
use strata_sdy::{
    attrs::{AxisRef, DimensionSharding, TensorSharding},
    shardings::{self, Meshes},
};
use strata_stablehlo as hlo;

use crate::export::{divisible_shardings::dividing_prefix, halo::compare, scalars::zero};

/// Values that were resized, by the sizes that they have now.
pub(super) type Resized = FxHashMap<(Value, Vec<i64>), Value>;

/// A value with other sizes, made where it is defined. Dimensions that become longer get the axes that are named, where these are free.
pub(super) fn resized(
    b: &mut Body,
    value: Value,
    to: &[i64],
    wanted: &[Vec<AxisRef>],
    meshes: &Meshes,
    known: &mut Resized,
) -> Value {
    let from = sizes(b, value).to_vec();
    if from == to || from.len() != to.len() {
        return value;
    }
    let key = (value, to.to_vec());
    if let Some(&new) = known.get(&key) {
        return new;
    }
    let sharding =
        shardings::sharding(b, value).map(|sharding| with_sizes(b, &sharding, &from, to, wanted, meshes));
    let mut builder = match b.def(value) {
        Def::Result { op, .. } => Builder::after(b, op),
        Def::Arg { block, .. } => Builder::at_start(b, block),
        Def::Forward => return value,
    };
    let mut h = HloBuilder { b: &mut builder };
    let mut made = Vec::new();
    let mut new = value;
    for dim in 0..to.len() {
        if to[dim] < from[dim] {
            new = h.slice(new, dim, 0, to[dim]);
            made.push(new);
        }
    }
    if (0..to.len()).any(|dim| to[dim] > from[dim]) {
        let elem = elem(h.b, value);
        let fill = zero(&mut h, elem);
        let low = vec![0; to.len()];
        let high: Vec<i64> = to.iter().zip(&from).map(|(to, from)| (to - from).max(0)).collect();
        new = padded(&mut h, new, fill, &low, &high);
        made.push(new);
    }
    if let Some(sharding) = sharding {
        made.iter().for_each(|&value| shardings::set_local_sharding(b, value, sharding.clone()));
    }
    known.insert(key, new);
    new
}

/// The sharding of a value that gets other sizes.
fn with_sizes(
    b: &Body,
    sharding: &TensorSharding,
    from: &[i64],
    to: &[i64],
    wanted: &[Vec<AxisRef>],
    meshes: &Meshes,
) -> TensorSharding {
    let mut new = sharding.clone();
    let Some(mesh) = meshes.get(b.cx(), sharding.mesh_or_ref) else { return new };
    for dim in 0..to.len().min(new.dim_shardings.len()) {
        if to[dim] == from[dim] {
            continue;
        }
        let mut axes = new.dim_shardings[dim].axes.clone();
        if let Some(list) = wanted.get(dim).filter(|list| to[dim] > from[dim] && !list.is_empty()) {
            let others = new.dim_shardings.iter().enumerate().filter(|(at, _)| *at != dim);
            let mut used = others.flat_map(|(_, dim)| &dim.axes);
            if !used.any(|axis| list.iter().any(|wanted| wanted.overlap(axis, mesh).is_some())) {
                axes.clone_from(list);
            }
        }
        let axes = dividing_prefix(&axes, to[dim], mesh);
        new.dim_shardings[dim] = DimensionSharding { axes, is_closed: true, priority: None };
    }
    new
}

/// A tensor with elements in front of it and behind it; negative numbers leave elements out.
pub(super) fn padded(h: &mut HloBuilder<'_, '_>, x: Value, fill: Value, low: &[i64], high: &[i64]) -> Value {
    let cx = h.b.cx_arc().clone();
    let shape: Vec<i64> =
        sizes(h.b, x).iter().zip(low).zip(high).map(|((size, low), high)| size + low + high).collect();
    let attrs = [
        ("edge_padding_low", cx.i64_array(low)),
        ("edge_padding_high", cx.i64_array(high)),
        ("interior_padding", cx.i64_array(&vec![0; low.len()])),
    ];
    let ty = h.tensor_of(x, &shape);
    h.op::<hlo::PadOp>(&[x, fill], &attrs, ty)
}

/// A tensor in front of an op, with `fill` instead of its elements from a place on in a dimension.
pub(super) fn masked(b: &mut Body, op: Op, x: Value, dim: usize, length: i64, fill: Value) -> Value {
    let shape = sizes(b, x).to_vec();
    let sharding = shardings::sharding(b, x);
    let loc = b.loc(op);
    let mut builder = Builder::before(b, op);
    builder.set_cur_loc(loc);
    let mut h = HloBuilder { b: &mut builder };
    let cx = h.b.cx_arc().clone();
    let ty = cx.tensor(&[shape[dim]], cx.i64());
    let index = h.op::<hlo::IotaOp>(&[], &[("iota_dimension", cx.i64_attr(0))], ty);
    let before = compare(&mut h, index, hlo::ComparisonDirection::Lt, length);
    let at = h.broadcast(before, &[dim as i64], &shape);
    let fill = h.broadcast(fill, &[], &shape);
    let ty = h.b.ty(x);
    let new = h.op::<hlo::SelectOp>(&[at, x, fill], &[], ty);
    if let Some(sharding) = sharding {
        let own = sharding.dim_shardings.get(dim).cloned().into_iter().collect();
        let vector = TensorSharding { dim_shardings: own, ..sharding.clone() };
        let compared: Vec<Value> = b.def_op(before).map(|op| b.operands(op).collect()).unwrap_or_default();
        for value in compared.into_iter().chain([before]) {
            shardings::set_local_sharding(b, value, vector.clone());
        }
        for value in [at, fill, new] {
            shardings::set_local_sharding(b, value, sharding.clone());
        }
    }
    new
}
