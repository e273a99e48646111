//! `sdy-update-non-divisible-input-output-shardings`: arguments and results of functions are split evenly.
//!
//! Before, with `"x"=2` and `"y"=2`: `%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}`. After: `[{"x"}]`.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    attrs::{AxisRef, Mesh, TensorSharding, TensorShardingPerValue},
    shardings::{self, Meshes, SHARDING},
};

use crate::gcd::gcd;
use crate::nested::for_each_nested;

/// Makes FuncOp inputs/outputs evenly sharded, removing any need for padding due to non-divisible shardings.
#[pass(
    name = "sdy-update-non-divisible-input-output-shardings",
    class = "UpdateNonDivisibleInputOutputShardingsPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct UpdateNonDivisibleInputOutputShardings;

impl BodyPass for UpdateNonDivisibleInputOutputShardings {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        for_each_nested(module, &mut |b| {
            if b.has_trait(Op::SELF, Trait::FunctionLike) {
                of_function(b, &meshes);
            }
            for op in b.all_ops() {
                if op.isa::<strata_func::CallOp>(b) {
                    of_call(b, op, &meshes);
                }
            }
            Ok(())
        })
    }
}

fn of_function(b: &mut Body, meshes: &Meshes) {
    let cx = b.cx_arc().clone();
    let args = b.entry().map(|entry| b.block_args(entry).to_vec()).unwrap_or_default();
    for arg in args {
        let new = shardings::sharding(b, arg).and_then(|old| evenly(&cx, &old, b.ty(arg), meshes));
        if let Some(new) = new {
            shardings::set_sharding(b, arg, new);
        }
    }
    let function = b.attr(Op::SELF, "function_type").and_then(|attr| cx.attr_as::<TypeAttr>(attr));
    let Some(function) = function.and_then(|ty| cx.type_as::<FunctionType>(ty.0)) else { return };
    for (index, &ty) in function.results.iter().enumerate() {
        let old = shardings::function_result(b, index);
        if let Some(new) = old.and_then(|old| evenly(&cx, &old, ty, meshes)) {
            shardings::set_function_result(b, index, function.results.len(), Some(new));
        }
    }
}

fn of_call(b: &mut Body, op: Op, meshes: &Meshes) {
    let cx = b.cx_arc().clone();
    let all = b.extra_attr(op, SHARDING).and_then(|attr| cx.attr_as::<TensorShardingPerValue>(attr));
    let Some(all) = all else { return };
    let new = all
        .0
        .iter()
        .zip(b.result_types(op))
        .map(|(sharding, ty)| evenly(&cx, sharding, ty, meshes).unwrap_or_else(|| sharding.clone()));
    let new = TensorShardingPerValue(new.collect());
    if new != *all {
        let attr = cx.attr(new);
        b.set_extra_attr(op, cx.intern(SHARDING), Some(attr));
    }
}

/// The sharding with as many axes of each dimension as split it evenly; `None` if all of them do.
fn evenly(cx: &Context, sharding: &TensorSharding, ty: Type, meshes: &Meshes) -> Option<TensorSharding> {
    let mesh = meshes.get(cx, sharding.mesh_or_ref)?;
    let shape = cx.shaped(ty)?.shape.filter(|shape| !shape.contains(&DYNAMIC))?;
    let mut new = sharding.clone();
    for (dim, &size) in new.dim_shardings.iter_mut().zip(shape) {
        dim.axes = even_prefix(&dim.axes, size, mesh);
        if dim.axes.is_empty() && dim.is_closed {
            dim.priority = None;
        }
    }
    (new != *sharding).then_some(new)
}

/// The axes, and the part of the first other one, along which a dimension of this size can be split evenly.
fn even_prefix(list: &[AxisRef], mut size: i64, mesh: &Mesh) -> Vec<AxisRef> {
    let mut kept = Vec::new();
    for axis in list {
        let parts = axis.size(mesh).max(1);
        if size % parts == 0 {
            kept.push(axis.clone());
            size /= parts;
            continue;
        }
        let common = gcd(parts, size);
        kept.extend(axis.split(common, mesh).and_then(|(first, _)| first));
        break;
    }
    kept
}
