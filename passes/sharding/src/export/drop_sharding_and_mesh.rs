//! `sdy-drop-sharding-and-mesh`: removes shardings and meshes from a program for one device.
//!
//! Before:
//! ```mlir
//! sdy.mesh @mesh = <["x"=1]>
//! func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
//!   %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<4xf32>
//!   %1 = sdy.manual_computation(%0) … (%b: tensor<4xf32>) { … sdy.return %c : tensor<4xf32> } …
//! ```
//! After:
//! ```mlir
//! func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { … }
//! ```
//! A sharding alone may be on a mesh of any size: it describes the placement of data. An op that computes on the parts of a mesh of more
//! than one device cannot run on one: that is an error. Collective ops of StableHLO that refer to a mesh of `sdy` get the mesh itself.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    self as sdy,
    attrs::{TensorSharding, TensorShardingPerValue},
    shardings::Meshes,
};
use strata_stablehlo as hlo;

/// Drop shardings of tensors and meshes of devices.
#[pass(
    name = "sdy-drop-sharding-and-mesh",
    class = "DropShardingAndMeshPass",
    on = "builtin.module",
    produces = [stablehlo],
    idempotent
)]
pub struct DropShardingAndMesh;

impl BodyPass for DropShardingAndMesh {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        drop_in(module, &meshes)?;
        for op in module.all_ops() {
            if op.isa::<sdy::MeshOp>(module) {
                module.erase(op);
            }
        }
        Ok(())
    }
}

/// The number of devices of the largest mesh that shardings name.
fn most_devices(cx: &Context, meshes: &Meshes, shardings: &[&TensorSharding]) -> i64 {
    let devices = |s: &&TensorSharding| {
        meshes.get(cx, s.mesh_or_ref).map_or(1, |m| m.num_devices().unwrap_or(i64::MAX))
    };
    shardings.iter().map(devices).max().unwrap_or(1)
}

/// An attribute with references to meshes replaced by the meshes.
fn inline_mesh(cx: &Context, meshes: &Meshes, attr: Attr) -> Option<Attr> {
    let groups = cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(attr)?;
    let mesh = meshes.get(cx, groups.mesh)?;
    let axes = mesh.axes.iter().map(|a| hlo::MeshAxis { name: a.name.clone(), size: a.size }).collect();
    let n = mesh.device_ids.len() as i64;
    let ids = cx.dense_i64s(cx.tensor(&[n], cx.i64()), &mesh.device_ids).filter(|_| n != 0);
    let mesh = cx.attr(hlo::Mesh { axes, device_ids: ids });
    Some(cx.attr(hlo::ReplicaGroupMeshAxesAttr { mesh, axes: groups.axes.clone() }))
}

/// The ops of a body, including nested bodies.
fn drop_in(body: &mut Body, meshes: &Meshes) -> PassResult {
    drop_attrs(body, Op::SELF, meshes);
    for op in body.all_ops() {
        if let Some(mut child) = body.take_child(op) {
            let result = strata_ir::core::writer::deep(|| drop_in(&mut child, meshes));
            body.put_child(op, child);
            result?;
        } else {
            drop_attrs(body, op, meshes);
        }
        if body.op_name(op).starts_with("sdy.") && !op.isa::<sdy::MeshOp>(body) {
            drop_op(body, op, meshes)?;
        }
    }
    Ok(())
}

/// Removes the attributes named `sdy.…` from an op, and from the arguments and results of a function.
fn drop_attrs(body: &mut Body, op: Op, meshes: &Meshes) {
    let cx = body.cx_arc().clone();
    let owned = |name: Str| cx.str(name).starts_with("sdy.");
    let names: Vec<Str> = body.extra_attrs(op).iter().map(|e| e.0).filter(|&n| owned(n)).collect();
    for name in names {
        body.set_extra_attr(op, name, None);
    }
    for slot in 0..body.info(op).attrs.len() {
        let Some(attr) = body.attr_slot(op, slot) else { continue };
        if let Some(new) = inline_mesh(&cx, meshes, attr) {
            body.set_attr_slot(op, slot, Some(new));
        }
    }
    for list in ["arg_attrs", "res_attrs"] {
        let Some(all) = body.attr(op, list).and_then(|a| cx.attr_as::<ArrayAttr>(a)) else { continue };
        let mut changed = false;
        let kept = all.0.iter().map(|&dict| match cx.attr_as::<DictionaryAttr>(dict) {
            Some(d) if d.entries().iter().any(|e| owned(e.0)) => {
                changed = true;
                cx.dict_attr(d.entries().iter().filter(|e| !owned(e.0)).copied().collect::<Vec<_>>())
            }
            _ => dict,
        });
        let kept: Vec<Attr> = kept.collect();
        if !changed {
            continue;
        }
        let none =
            kept.iter().all(|&d| cx.attr_as::<DictionaryAttr>(d).is_some_and(|d| d.entries().is_empty()));
        let new = (!none).then(|| cx.array_attr(kept));
        body.set_attr(op, list, new);
    }
}

/// Replaces an op of the dialect.
fn drop_op(body: &mut Body, op: Op, meshes: &Meshes) -> PassResult {
    let cx = body.cx_arc().clone();
    let name = body.op_name(op).to_owned();
    match &*name {
        "sdy.return" => return Ok(()),
        "sdy.sharding_group" => body.erase(op),
        "sdy.constant" => {
            let value = body.attr(op, "value");
            if let Some(new) = value.and_then(|v| hlo::ConstantOp::create(&mut Builder::before(body, op), v))
            {
                let old = body.result(op, 0);
                body.replace_all_uses(old, new);
                body.erase(op);
            }
        }
        "sdy.manual_computation" | "sdy.named_computation" => {
            if name == "sdy.manual_computation" {
                let (inner, own) = body.inner(op);
                let all = |n: &str| inner.attr(own, n).and_then(|a| cx.attr_as::<TensorShardingPerValue>(a));
                let shardings: Vec<&TensorSharding> = [all("in_shardings"), all("out_shardings")]
                    .into_iter()
                    .flatten()
                    .flat_map(|s| &s.0)
                    .collect();
                refuse_many(body, op, most_devices(&cx, meshes, &shardings))?;
            }
            sdy::inline_computation(body, op);
        }
        _ => {
            // Ops that move no data on a mesh of one device.
            let unreduced = matches!(
                &*name,
                "sdy.all_reduce"
                    | "sdy.reduce_scatter"
                    | "sdy.replicated_to_unreduced"
                    | "sdy.sharded_to_unreduced"
            );
            if unreduced {
                let out = body.attr(op, "out_sharding").and_then(|a| cx.attr_as::<TensorSharding>(a));
                let shardings: Vec<&TensorSharding> = out.into_iter().collect();
                refuse_many(body, op, most_devices(&cx, meshes, &shardings))?;
            }
            let (operand, result) = (body.operand(op, 0), body.result(op, 0));
            body.replace_all_uses(result, operand);
            body.erase(op);
        }
    }
    Ok(())
}

fn refuse_many(body: &Body, op: Op, devices: i64) -> PassResult {
    if devices <= 1 {
        return Ok(());
    }
    let name = body.op_name(op);
    let message = format!(
        "'{name}' op computes on the parts of a mesh of {devices} devices, which a program for one device cannot"
    );
    Err(Diagnostic::error(body.loc(op), message).into())
}
