//! `sdy-convert-global-to-local`: the program of one device, from a program on whole tensors whose ops agree on shardings.
//!
//! Before:
//! ```mlir
//! func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> … {
//!   %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x4xf32>
//!   %1 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
//! ```
//! After, for a mesh of two devices:
//! ```mlir
//! func.func @main(%a: tensor<4x4xf32>) -> … {
//!   %0 = stablehlo.sine %a : tensor<4x4xf32>
//!   %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, …}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
//! ```
//! Every value gets the type of the part of one device first. Then collectives of `sdy` become those of StableHLO, computations are inlined,
//! and ops whose attributes or elements depend on sizes are adapted. Devices that differ look at `stablehlo.partition_id`. A value without a
//! sharding is replicated.

mod attributes;
mod collectives;
mod constants;
mod groups;
mod reduction;
mod unreduced;

pub(super) use attributes::group_counts;

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_sdy::{
    self as sdy,
    attrs::{AxisRef, Mesh, TensorSharding},
    inline_computation,
    shardings::{self, Meshes},
};
use strata_stablehlo as hlo;

use crate::channels::Channels;

/// Convert a program on whole tensors to that of one device.
#[pass(
    name = "sdy-convert-global-to-local",
    class = "ConvertGlobalToLocalPass",
    on = "builtin.module",
    produces = [stablehlo]
)]
pub struct ConvertGlobalToLocal;

impl BodyPass for ConvertGlobalToLocal {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut channels = Channels::of_module(module);
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            let result = Localizer::run(&mut body, &meshes, &mut channels);
            let result = result.and_then(|()| set_function_type(&mut body));
            module.put_child(function, body);
            result?;
        }
        Ok(())
    }
}

/// Gives a function the types that its arguments and returned values have by now.
fn set_function_type(body: &mut Body) -> PassResult {
    let Some(&region) = body.regions(Op::SELF).first() else { return Ok(()) };
    let Some(&entry) = body.blocks(region).first() else { return Ok(()) };
    let inputs: Vec<Type> = body.block_args(entry).iter().map(|&arg| body.ty(arg)).collect();
    let Some(end) = body.last_op(entry) else { return Ok(()) };
    let results: Vec<Type> = body.operand_types(end).collect();
    let cx = body.cx_arc().clone();
    let ty = cx.ty(FunctionType { inputs, results });
    body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(ty)));
    Ok(())
}

/// A body on the way to local types.
struct Localizer<'a> {
    body: &'a mut Body,
    meshes: &'a Meshes,
    /// The channels that are free.
    channels: &'a mut Channels,
    /// The types of whole tensors, where they differ from the local ones.
    whole: FxHashMap<Value, Type>,
    /// The shardings, which ops lose on the way.
    shardings: FxHashMap<Value, TensorSharding>,
}

impl<'a> Localizer<'a> {
    fn run(body: &'a mut Body, meshes: &'a Meshes, channels: &'a mut Channels) -> PassResult {
        let mut this =
            Self { body, meshes, channels, whole: FxHashMap::default(), shardings: FxHashMap::default() };
        this.set_types()?;
        for op in this.body.all_ops() {
            // An op may be gone together with the one around it.
            if this.body.is_live(op) {
                this.convert(op)?;
            }
        }
        Ok(())
    }

    /// Gives every value its local type.
    fn set_types(&mut self) -> PassResult {
        for (value, op) in values(self.body) {
            let Some(sharding) = shardings::sharding(self.body, value) else { continue };
            let Some(mesh) = self.meshes.get(self.body.cx(), sharding.mesh_or_ref) else { continue };
            let whole = self.body.ty(value);
            let Some(local) = sharding.local_type(self.body.cx(), whole, mesh) else {
                let cx = self.body.cx();
                let message = format!(
                    "a value of type '{}' cannot be divided evenly by its sharding {}",
                    cx.type_to_string(whole),
                    cx.attr_to_string(cx.attr(sharding.clone()))
                );
                return Err(Diagnostic::error(self.body.loc(op), message).into());
            };
            if local != whole {
                self.body.set_type(value, local);
                self.whole.insert(value, whole);
            }
            self.shardings.insert(value, sharding);
        }
        Ok(())
    }

    /// The sizes of the whole tensor.
    fn whole_sizes(&self, value: Value) -> Vec<i64> {
        let ty = self.whole.get(&value).copied().unwrap_or_else(|| self.body.ty(value));
        hlo::infer::sizes(self.body.cx(), ty).to_vec()
    }
    /// The sizes of the part.
    fn sizes(&self, value: Value) -> Vec<i64> {
        hlo::infer::sizes(self.body.cx(), self.body.ty(value)).to_vec()
    }
    /// Whether a dimension of a value is divided.
    fn is_split(&self, value: Value, dim: usize) -> bool {
        self.whole.contains_key(&value) && self.whole_sizes(value).get(dim) != self.sizes(value).get(dim)
    }
    /// The axes that divide a dimension of a value.
    fn axes(&self, value: Value, dim: usize) -> &[AxisRef] {
        let sharding = self.shardings.get(&value).and_then(|sharding| sharding.dim_shardings.get(dim));
        sharding.map_or(&[], |dim| &dim.axes)
    }
    fn mesh(&self, value: Value) -> Option<&Mesh> {
        self.meshes.get(self.body.cx(), self.shardings.get(&value)?.mesh_or_ref)
    }

    fn convert(&mut self, op: Op) -> PassResult {
        let name = self.body.op_name(op);
        let Some(own) = name.strip_prefix("sdy.") else {
            return self.convert_hlo(op);
        };
        match own {
            "manual_computation" | "named_computation" => self.inline(op),
            "return" => Ok(()),
            "sharding_group" => {
                self.body.erase(op);
                Ok(())
            }
            "constant" => self.constant(op),
            "reshard"
            | "sharding_constraint"
            | "propagation_barrier"
            | "data_flow_edge"
            | "func_data_flow_edge"
            | "sharded_to_unreduced" => self.forward(op),
            "replicated_to_unreduced" => self.replicated_to_unreduced(op),
            _ => self.collective(op),
        }
    }

    /// Replaces an op that moves no data by its operand.
    fn forward(&mut self, op: Op) -> PassResult {
        let (from, to) = (self.body.operand(op, 0), self.body.result(op, 0));
        if self.body.ty(from) != self.body.ty(to) || op_moves_data(self.body, op) {
            let message = "must be turned into collectives before types become local";
            return Err(self.error(op, message));
        }
        self.replace(op, from);
        Ok(())
    }

    /// Makes a computation, after its body became local, a part of the program around it.
    fn inline(&mut self, op: Op) -> PassResult {
        if let Some(mut child) = self.body.take_child(op) {
            let result =
                strata_ir::core::writer::deep(|| Localizer::run(&mut child, self.meshes, self.channels));
            let fits = arguments_fit(self.body, op, &child);
            self.body.put_child(op, child);
            result?;
            if !fits {
                return Err(self.error(op, "has an operand that is not divided as its body needs it"));
            }
        }
        let results: Vec<Value> = self.body.results(op).to_vec();
        for (old, value) in results.into_iter().zip(inline_computation(self.body, op)) {
            self.rename(old, value);
        }
        Ok(())
    }

    fn error(&self, op: Op, message: &str) -> strata_pass::PassError {
        let name = self.body.op_name(op);
        Diagnostic::error(self.body.loc(op), format!("'{name}' op {message}")).into()
    }

    /// Builds ops in front of one.
    fn before<R>(&mut self, op: Op, build: impl FnOnce(&mut HloBuilder<'_, '_>) -> R) -> R {
        let loc = self.body.loc(op);
        let mut builder = Builder::before(self.body, op);
        builder.set_cur_loc(loc);
        build(&mut HloBuilder { b: &mut builder })
    }

    /// A value has the sharding of another one, which it replaces.
    fn rename(&mut self, old: Value, value: Value) {
        if let Some(sharding) = self.shardings.remove(&old) {
            self.shardings.insert(value, sharding);
        }
        if let Some(whole) = self.whole.remove(&old) {
            self.whole.insert(value, whole);
        }
    }

    /// Replaces the only result of an op.
    fn replace(&mut self, op: Op, value: Value) {
        let old = self.body.result(op, 0);
        self.body.replace_all_uses(old, value);
        self.rename(old, value);
        self.body.erase(op);
    }
}

/// Whether the arguments of a computation have the types of its operands.
fn arguments_fit(body: &Body, op: Op, child: &Body) -> bool {
    let block = child.regions(Op::SELF).first().and_then(|&region| child.blocks(region).first().copied());
    let arguments = block.map(|block| child.block_args(block)).unwrap_or_default();
    arguments.iter().map(|&argument| child.ty(argument)).eq(body.operand_types(op))
}

/// Whether an op stands for a collective that nobody has made yet.
fn op_moves_data(body: &Body, op: Op) -> bool {
    let (from, to) =
        (shardings::sharding(body, body.operand(op, 0)), shardings::sharding(body, body.result(op, 0)));
    let axes = |sharding: &Option<TensorSharding>| -> Vec<Vec<AxisRef>> {
        let dims = sharding.iter().flat_map(|sharding| &sharding.dim_shardings);
        dims.map(|dim| dim.axes.clone()).filter(|axes| !axes.is_empty()).collect()
    };
    (op.isa::<sdy::ReshardOp>(body) || op.isa::<sdy::ShardingConstraintOp>(body)) && axes(&from) != axes(&to)
}

/// The values of a body, with the op that has them.
fn values(body: &Body) -> Vec<(Value, Op)> {
    let mut all = Vec::new();
    let regions = |op: Op, all: &mut Vec<(Value, Op)>| {
        for &region in body.regions(op) {
            for &block in body.blocks(region) {
                all.extend(body.block_args(block).iter().map(|&arg| (arg, op)));
            }
        }
    };
    regions(Op::SELF, &mut all);
    for op in body.all_ops() {
        all.extend(body.results(op).iter().map(|&result| (result, op)));
        if body.child(op).is_none() {
            regions(op, &mut all);
        }
    }
    all
}
