//! Values with other sizes: longer ones with zeros behind, and shorter ones.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, sizes};
use strata_sdy::{
    attrs::{AxisRef, DimensionSharding, TensorSharding},
    shardings::{self, Meshes},
};

use crate::export::{divisible_shardings::dividing_prefix, scalars::zero};

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
        let none = vec![0; to.len()];
        let high: Vec<i64> = to.iter().zip(&from).map(|(to, from)| (to - from).max(0)).collect();
        new = h.pad(new, fill, &none, &high, &none);
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
