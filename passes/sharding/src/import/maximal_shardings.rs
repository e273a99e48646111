//! `sdy-import-maximal-shardings`: an op that one device computes, and whose results all devices get.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_1, []>]>} : (tensor<8xf32>) -> tensor<8xf32>
//! ```
//! After, for a mesh of four devices:
//! ```mlir
//! %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
//!   … the number of this device is compared with 1 …
//!   %1 = "stablehlo.if"(%is_first) ({ the op on %b }, { zeros }) : (tensor<i1>) -> tensor<8xf32>
//!   %2 = "stablehlo.collective_broadcast"(%1) <{replica_groups = dense<[[1, 0, 2, 3]]> : …}> : …
//!   sdy.return %2 : tensor<8xf32>
//! } : (tensor<8xf32>) -> tensor<8xf32>
//! ```
//! JAX gives such a sharding to callbacks of the host, which are called once for the whole program. Other ops are computed by all devices.

use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::{HloBuilder, is_static, state};
use strata_sdy::{
    ManualComputationOp, MeshOp, ReturnOp, ShardingConstraintOp,
    attrs::{ManualAxes, Mesh, TensorSharding, TensorShardingPerValue},
    shardings::{Meshes, SHARDING},
};
use strata_stablehlo as hlo;

use crate::{channels::Channels, nested::for_each_nested};

/// Let the device of a maximal sharding compute an op for all devices.
#[pass(
    name = "sdy-import-maximal-shardings",
    class = "ImportMaximalShardingsPass",
    on = "builtin.module",
    produces = [sdy, stablehlo],
    idempotent
)]
pub struct ImportMaximalShardings;

impl BodyPass for ImportMaximalShardings {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        let mut channels = Channels::of_module(module);
        let Some(all) = AllDevices::of_module(module) else { return Ok(()) };
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if b.is_live(op)
                    && let Some(device) = device(b, op, &meshes)
                {
                    import(b, op, device, &all, &mut channels);
                }
            }
            Ok(())
        })
    }
}

/// The devices of a program.
struct AllDevices {
    mesh: Mesh,
    mesh_or_ref: Attr,
    count: i64,
}

impl AllDevices {
    /// Those of the largest mesh, if there are several.
    fn of_module(module: &Body) -> Option<Self> {
        let cx = module.cx();
        let mut largest: Option<Self> = None;
        for (op, _) in module.all_ops().into_iter().filter_map(|op| Some((op, op.as_op::<MeshOp>(module)?))) {
            let mesh = module.attr(op, "mesh").and_then(|attr| cx.attr_as::<Mesh>(attr))?;
            let count = mesh.num_devices()?;
            if count > largest.as_ref().map_or(1, |known| known.count) {
                let mesh_or_ref = cx.symbol_ref(cx.str(module.symbol_name(op)?));
                largest = Some(Self { mesh: mesh.clone(), mesh_or_ref, count });
            }
        }
        largest
    }
    /// Shardings of tensors that all devices have.
    fn replicated(&self, cx: &Context, types: &[Type]) -> Attr {
        let rank = |&ty: &Type| cx.shaped(ty).and_then(|shaped| shaped.shape).map_or(0, <[i64]>::len);
        let replicated = |rank| TensorSharding::replicated(self.mesh_or_ref, rank, true);
        cx.attr(TensorShardingPerValue(types.iter().map(rank).map(replicated).collect()))
    }
    /// One group of all devices, with the one that sends first.
    fn group(&self, cx: &Context, first: i64) -> Option<Attr> {
        let others = (0..self.count).filter(|&device| device != first);
        let ids: Vec<i64> = std::iter::once(first).chain(others).collect();
        cx.dense_i64s(cx.tensor(&[1, self.count], cx.i64()), &ids)
    }
}

/// The device that an op is meant for, if it is only one.
fn device(b: &Body, op: Op, meshes: &Meshes) -> Option<i64> {
    let cx = b.cx();
    let of_value = |sharding: &TensorSharding| -> Option<i64> {
        meshes.get(cx, sharding.mesh_or_ref).filter(|mesh| mesh.is_maximal())?.device_ids.first().copied()
    };
    if op.isa::<ShardingConstraintOp>(b) {
        return of_value(cx.attr_as::<TensorSharding>(b.attr(op, "sharding")?)?);
    }
    cx.attr_as::<TensorShardingPerValue>(b.extra_attr(op, SHARDING)?)?.0.first().and_then(of_value)
}

fn import(b: &mut Body, op: Op, device: i64, all: &AllDevices, channels: &mut Channels) {
    if op.isa::<ShardingConstraintOp>(b) {
        let (from, to) = (b.operand(op, 0), b.result(op, 0));
        b.replace_all_uses(to, from);
        b.erase(op);
        return;
    }
    let name = b.cx().intern(SHARDING);
    b.set_extra_attr(op, name, None);
    let is_tensor = |ty: Type| is_static(b.cx(), ty);
    let is_called_once = op.isa::<hlo::CustomCallOp>(b) || !is_memory_effect_free(b, op);
    let movable = b.regions(op).is_empty() && b.operand_types(op).chain(b.result_types(op)).all(is_tensor);
    let inside = b.self_as::<ManualComputationOp>().is_some();
    if is_called_once && movable && !inside && device < all.count {
        on_one_device(b, op, device, all, channels);
    }
}

/// Replaces an op by a computation in which the device runs it, and sends the results to all.
fn on_one_device(b: &mut Body, op: Op, device: i64, all: &AllDevices, channels: &mut Channels) {
    let cx = b.cx_arc().clone();
    let operands: Vec<Value> = b.operands(op).collect();
    let (ins, outs): (Vec<Type>, Vec<Type>) = (b.operand_types(op).collect(), b.result_types(op).collect());
    let axes = ManualAxes(all.mesh.axes.iter().map(|axis| axis.name.clone()).collect());
    let new = ManualComputationOp::build(
        &mut Builder::before(b, op),
        &operands,
        all.replicated(&cx, &ins),
        all.replicated(&cx, &outs),
        cx.attr(axes),
        &outs,
    );
    let new = new.op();
    if let Some(mut child) = b.take_child(new) {
        fill(&mut child, b, op, device, all, channels);
        b.put_child(new, child);
    }
    for (old, new) in b.results(op).to_vec().into_iter().zip(b.results(new).to_vec()) {
        b.replace_all_uses(old, new);
    }
    b.erase(op);
}

/// The body of the computation, with a copy of the op.
fn fill(child: &mut Body, b: &Body, op: Op, device: i64, all: &AllDevices, channels: &mut Channels) {
    let cx = b.cx_arc().clone();
    let types: Vec<Type> = b.operand_types(op).collect();
    let Some(&region) = child.regions(Op::SELF).first() else { return };
    let block = child.add_block(region, &types);
    let mut map = IdMap::new();
    for (from, &to) in b.operands(op).zip(child.block_args(block)) {
        map.map(from, to);
    }
    let results: Vec<Type> = b.result_types(op).collect();
    let mut builder = Builder::at_end(child, block);
    builder.set_cur_loc(b.loc(op));
    let h = &mut HloBuilder { b: &mut builder };
    let pred = is_device(h, device);
    let mut state = OpState::new(hlo::IfOp::info(), h.b.cur_loc());
    state.operands.push(pred);
    state.result_types.extend(results.iter().copied());
    let branches = h.b.build(state);
    h.b.region_block(branches, 0, &[], |inner, at| {
        let copy = inner.body().import_op(b, op, &mut map);
        inner.body().insert(copy, InsertPoint::at_end(at));
        let values = inner.results(copy).to_vec();
        end(inner, values);
    });
    h.b.region_block(branches, 1, &[], |inner, _| {
        let values = results.iter().map(|&ty| zeros(&mut HloBuilder { b: inner }, ty)).collect();
        end(inner, values);
    });
    let mut sent = h.b.results(branches).to_vec();
    if let Some(group) = all.group(&cx, device) {
        for value in &mut sent {
            let ty = h.b.ty(*value);
            *value = h.op::<hlo::CollectiveBroadcastOp>(
                &[*value],
                &[("replica_groups", group), channels.next(&cx)],
                ty,
            );
        }
    }
    ReturnOp::build(h.b, &sent);
}

/// Ends a branch.
fn end(b: &mut Builder<'_>, values: Vec<Value>) {
    let mut state = OpState::new(hlo::ReturnOp::info(), b.cur_loc());
    state.operands.extend(values);
    b.build(state);
}

/// Whether this is the device.
fn is_device(h: &mut HloBuilder<'_, '_>, device: i64) -> Value {
    let cx = h.b.cx_arc().clone();
    let number = cx.tensor(&[], cx.ty(IntegerType { width: 32, signedness: Signedness::Unsigned }));
    let own = h.op::<hlo::PartitionIdOp>(&[], &[], number);
    let device = h.int(device.unsigned_abs(), number);
    let direction = cx.attr(hlo::ComparisonDirection::Eq);
    h.op::<hlo::CompareOp>(&[own, device], &[("comparison_direction", direction)], cx.tensor(&[], cx.i1()))
}

/// Zeros, converted, as elements may be complex.
fn zeros(h: &mut HloBuilder<'_, '_>, ty: Type) -> Value {
    let cx = h.b.cx_arc().clone();
    let zero = h.int(0, cx.tensor(&[], cx.i32()));
    let element = cx.tensor(&[], cx.elem_or_self(ty));
    let zero = h.op::<hlo::ConvertOp>(&[zero], &[], element);
    let none = cx.i64_array(&[]);
    let state = state::<hlo::BroadcastInDimOp>(h.b, &[zero], &[("broadcast_dimensions", none)], ty);
    let op = h.b.build(state);
    h.b.result(op, 0)
}
