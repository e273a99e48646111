//! `sdy-remove-non-divisible-axes`: shardings that divide every dimension evenly.
//!
//! Propagation may give an intermediate tensor a sharding whose axes do not divide its sizes. Before:
//! ```mlir
//! %0 = stablehlo.concatenate … {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}]>]>} : … -> tensor<12xf32>  // 4 and 2 devices
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.concatenate … {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : … -> tensor<12xf32>
//! ```
//! Each dimension keeps the axes from its first one on, and of the last of them a part, as far as they divide it.

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    attrs::{AxisRef, Mesh, TensorSharding},
    shardings::{self, Meshes},
};

use crate::gcd::gcd;

/// Remove axes from shardings that do not divide the sizes of their tensors.
#[pass(
    name = "sdy-remove-non-divisible-axes",
    class = "RemoveNonDivisibleAxesPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct RemoveNonDivisibleAxes;

impl BodyPass for RemoveNonDivisibleAxes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            divide_evenly(&mut body, &meshes);
            divide_results_evenly(&mut body, &meshes);
            module.put_child(function, body);
        }
        Ok(())
    }
}

fn divide_evenly(body: &mut Body, meshes: &Meshes) {
    let mut values = Vec::new();
    for &region in body.regions(Op::SELF) {
        let entry = body.blocks(region).first().map(|&block| body.block_args(block).to_vec());
        values.extend(entry.unwrap_or_default());
    }
    // Arguments of a computation by hand have the type of one device along its axes.
    if shardings::manual_axes(body, Op::SELF).is_some() {
        values.clear();
    }
    let ops = body.all_ops();
    values.extend(ops.iter().flat_map(|&op| body.results(op).to_vec()));
    for value in values {
        let Some(sharding) = shardings::sharding(body, value) else { continue };
        let Some(mesh) = meshes.get(body.cx(), sharding.mesh_or_ref) else { continue };
        if let Some(even) = even(body.cx(), body.ty(value), &sharding, mesh) {
            shardings::set_sharding(body, value, even);
        }
    }
    for op in ops {
        if let Some(mut child) = body.take_child(op) {
            strata_ir::core::writer::deep(|| divide_evenly(&mut child, meshes));
            body.put_child(op, child);
        }
    }
}

fn divide_results_evenly(body: &mut Body, meshes: &Meshes) {
    let cx = body.cx_arc().clone();
    let function = body.attr(Op::SELF, "function_type").and_then(|attr| cx.attr_as::<TypeAttr>(attr));
    let Some(function) = function.and_then(|ty| cx.type_as::<FunctionType>(ty.0)) else { return };
    for (i, &ty) in function.results.iter().enumerate() {
        let Some(sharding) = shardings::function_result(body, i) else { continue };
        let Some(mesh) = meshes.get(&cx, sharding.mesh_or_ref) else { continue };
        if let Some(even) = even(&cx, ty, &sharding, mesh) {
            shardings::set_function_result(body, i, function.results.len(), Some(even));
        }
    }
}

/// The sharding without the axes that do not divide; `None` if that is the same.
fn even(cx: &Context, ty: Type, sharding: &TensorSharding, mesh: &Mesh) -> Option<TensorSharding> {
    let shape = cx.shaped(ty)?.shape?;
    let mut even = sharding.clone();
    for (dim, &size) in even.dim_shardings.iter_mut().zip(shape) {
        dim.axes = dividing_prefix(&dim.axes, size, mesh);
        if dim.axes.is_empty() && dim.is_closed {
            dim.priority = None;
        }
    }
    (even != *sharding).then_some(even)
}

/// The axes from the first one on that divide a size; none divide an unknown size.
pub(super) fn dividing_prefix(axes: &[AxisRef], size: i64, mesh: &Mesh) -> Vec<AxisRef> {
    let mut left = if size == DYNAMIC { 1 } else { size };
    let mut kept = Vec::new();
    for axis in axes {
        let common = gcd(left, axis.size(mesh));
        let Some((part, rest)) = axis.split(common, mesh) else { break };
        kept.extend(part);
        if rest.is_some() {
            break;
        }
        left /= common.max(1);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_sdy::attrs::MeshAxis;

    #[test]
    fn prefixes_divide() {
        let axes = [("x", 4), ("y", 6)];
        let axes = axes.map(|(name, size)| MeshAxis { name: name.to_owned(), size });
        let mesh = Mesh { axes: axes.to_vec(), device_ids: Vec::new() };
        let list = [AxisRef::full("x"), AxisRef::full("y")];
        let (x, y) = (AxisRef::full("x"), AxisRef::full("y"));
        assert_eq!(dividing_prefix(&list, 48, &mesh), list);
        assert_eq!(dividing_prefix(&list, 12, &mesh), [x, AxisRef::part("y", 1, 3, &mesh)]);
        assert_eq!(dividing_prefix(&list, 6, &mesh), [AxisRef::part("x", 1, 2, &mesh)]);
        assert_eq!(dividing_prefix(std::slice::from_ref(&y), 5, &mesh), []);
        assert_eq!(dividing_prefix(&list, 0, &mesh), list);
        assert_eq!(dividing_prefix(&list, DYNAMIC, &mesh), []);
    }
}
