//! `sdy-remove-size-one-axes`: axes of one place say nothing about where data is.
//!
//! Before, with `"x"=1`: `<@mesh, [{"x", "y"}]>`. After: `<@mesh, [{"y"}]>`. The mesh keeps the axis.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    attrs::{ManualAxes, Mesh, TensorSharding},
    axes,
    shardings::Meshes,
};

use crate::transform::{transform_attrs, transform_shardings};

/// Removes axes of size one from shardings.
#[pass(
    name = "sdy-remove-size-one-axes",
    class = "RemoveSizeOneAxesPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct RemoveSizeOneAxes;

impl BodyPass for RemoveSizeOneAxes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let (cx, meshes) = (module.cx_arc().clone(), Meshes::of_module(module));
        // A computation is manual along an axis whose name is no more in its shardings: of no mesh, the name must have one place in all.
        let mut unit: Vec<String> = Vec::new();
        let mut other: Vec<String> = Vec::new();
        transform_shardings(module, &mut |sharding| {
            let Some(mesh) = meshes.get(&cx, sharding.mesh_or_ref) else { return sharding.clone() };
            for axis in &mesh.axes {
                let list = if axis.size == 1 { &mut unit } else { &mut other };
                if !list.contains(&axis.name) {
                    list.push(axis.name.clone());
                }
            }
            without_unit_axes(sharding, mesh)
        });
        unit.retain(|name| !other.contains(name));
        if !unit.is_empty() {
            transform_attrs(module, &mut |cx, attr| {
                let axes = cx.attr_as::<ManualAxes>(attr)?;
                let kept: Vec<String> = axes.0.iter().filter(|name| !unit.contains(name)).cloned().collect();
                (kept.len() != axes.0.len()).then(|| cx.attr(ManualAxes(kept)))
            });
        }
        Ok(())
    }
}

fn without_unit_axes(sharding: &TensorSharding, mesh: &Mesh) -> TensorSharding {
    let mut new = sharding.clone();
    let lists = new.dim_shardings.iter_mut().map(|dim| &mut dim.axes);
    for list in lists.chain([&mut new.replicated_axes, &mut new.unreduced_axes]) {
        let all = std::mem::take(list);
        // Parts of an axis may become neighbors.
        all.into_iter().filter(|axis| axis.size(mesh) != 1).for_each(|axis| axes::push(list, axis, mesh));
    }
    for dim in new.dim_shardings.iter_mut().filter(|dim| dim.axes.is_empty() && dim.is_closed) {
        dim.priority = None;
    }
    new
}
