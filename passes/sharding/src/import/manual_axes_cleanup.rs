//! `sdy-manual-axes-cleanup`: the shardings of a manual computation name each of its axes, in the order of the mesh.
//!
//! Before: `in_shardings=[<@mesh, [{"x"}]>] … manual_axes={"y", "x"}`. After:
//! `in_shardings=[<@mesh, [{"x"}], replicated={"y"}>] … manual_axes={"x", "y"}`.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    ManualComputationOp,
    attrs::{AxisRef, ManualAxes, Mesh, TensorSharding, TensorShardingPerValue},
    axes, shardings,
    shardings::Meshes,
};

use crate::nested::for_each_nested;

/// Cleans up the use of manual axes in `ManualComputationOp`s.
#[pass(
    name = "sdy-manual-axes-cleanup",
    class = "ManualAxesCleanupPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct ManualAxesCleanup;

impl BodyPass for ManualAxesCleanup {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        for_each_nested(module, &mut |b| {
            // The shardings of a computation stand at its body.
            if b.self_as::<ManualComputationOp>().is_some() {
                clean_up(b, &meshes);
            }
            Ok(())
        })
    }
}

fn clean_up(b: &mut Body, meshes: &Meshes) {
    let cx = b.cx_arc().clone();
    let Some(manual) = shardings::manual_axes(b, Op::SELF).cloned() else { return };
    let lists = ["in_shardings", "out_shardings"];
    let of = |b: &Body, list: &str| -> Vec<TensorSharding> {
        let all = b.attr(Op::SELF, list).and_then(|attr| cx.attr_as::<TensorShardingPerValue>(attr));
        all.cloned().unwrap_or_default().0
    };
    let all: Vec<TensorSharding> = lists.iter().flat_map(|list| of(b, list)).collect();
    let common = all.iter().find_map(|sharding| {
        let mesh = meshes.get(&cx, sharding.mesh_or_ref).filter(|mesh| !mesh.axes.is_empty())?;
        Some((sharding.mesh_or_ref, mesh))
    });
    let Some((mesh_or_ref, mesh)) = common else { return };
    for list in lists {
        let new = of(b, list).into_iter().map(|sharding| with_all(sharding, &manual.0, mesh_or_ref, mesh));
        let attr = cx.attr(TensorShardingPerValue(new.collect()));
        b.set_attr(Op::SELF, list, Some(attr));
    }
    let mut sorted = manual.0;
    sorted.sort_by_key(|name| mesh.axes.iter().position(|axis| axis.name == *name));
    let attr = cx.attr(ManualAxes(sorted));
    b.set_attr(Op::SELF, "manual_axes", Some(attr));
}

/// The sharding with the manual axes that it does not name as replicated ones.
fn with_all(
    mut sharding: TensorSharding,
    manual: &[String],
    mesh_or_ref: Attr,
    mesh: &Mesh,
) -> TensorSharding {
    let missing = manual.iter().filter(|name| !sharding.all_axes().any(|axis| axis.name == **name));
    let missing: Vec<AxisRef> = missing.map(|name| AxisRef::full(name)).collect();
    if !missing.is_empty() {
        sharding.replicated_axes = axes::sorted(sharding.replicated_axes.into_iter().chain(missing), mesh);
        sharding.mesh_or_ref = mesh_or_ref;
    }
    sharding
}
