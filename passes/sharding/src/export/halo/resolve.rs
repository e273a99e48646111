//! `sdy-resolve-permutation-factors`: ops that move elements along divided dimensions get what they need from other devices.
//!
//! Before, for a mesh of 4 devices:
//! ```mlir
//! %0 = stablehlo.pad %a, %z, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : … -> tensor<16xf32>
//! ```
//! After:
//! ```mlir
//! %0 = sdy.manual_computation(%a, %z) in_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>, %y: tensor<f32>) {
//!   %1 = stablehlo.slice %b [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//!   %2 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]>, …}> : (tensor<1xf32>) -> tensor<1xf32>
//!   …
//! ```
//! Dimensions that cannot be exchanged become whole.

use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassError, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_sdy::{
    ManualComputationOp, ReturnOp,
    attrs::{ManualAxes, TensorShardingPerValue},
    shardings::Meshes,
};
use strata_stablehlo as hlo;

use super::exchange::Exchange;
use super::local;
use super::plan::{Edit, Fill, Move, joined};
use super::tensors::{Plans, Tensors};
use crate::channels::Channels;
use crate::export::{InsertExplicitReshards, global_to_local::group_counts};

/// Resolves sharding on dimensions mapped to permutation factors.
#[pass(
    name = "sdy-resolve-permutation-factors",
    class = "ShardyResolvePermutationFactorsPass",
    on = "builtin.module",
    produces = [sdy, stablehlo]
)]
pub struct ResolvePermutationFactors {
    /// Exchange what windowed operations and others need of neighbouring parts; dimensions become whole otherwise.
    #[option(name = "enable-halo-exchange", default = true)]
    pub enable_halo_exchange: bool,
}

impl BodyPass for ResolvePermutationFactors {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        let mut channels = Channels::of_module(module);
        for (_, body) in module.children_mut() {
            self.visit(body, &meshes, &mut channels)?;
        }
        Ok(())
    }
}

impl ResolvePermutationFactors {
    fn visit(&self, body: &mut Body, meshes: &Meshes, channels: &mut Channels) -> PassResult {
        for op in body.all_ops() {
            // An op may be gone together with the one around it.
            if !body.is_live(op) {
                continue;
            }
            if let Some(mut child) = body.take_child(op) {
                let result = deep(|| self.visit(&mut child, meshes, channels));
                body.put_child(op, child);
                result?;
                continue;
            }
            if body.info(op).dialect() != "stablehlo" {
                continue;
            }
            let Some(tensors) = Tensors::new(body, op, meshes) else { continue };
            if !tensors.moves(body, op) {
                continue;
            }
            let all = self.enable_halo_exchange.then(|| tensors.plan(body, op)).flatten();
            match all {
                Some(all) => tensors.compute(body, op, &all, channels)?,
                // The parts of a sum stay: a collective behind the op adds them.
                None if !op.isa::<hlo::ConvolutionOp>(body) => InsertExplicitReshards {
                    enable_full_version: true,
                    replicate_permutation_factors: true,
                    enable_halo_exchange: false,
                }
                .at_op(body, op, meshes),
                None => {}
            }
        }
        Ok(())
    }
}

impl Tensors {
    /// Replaces the op by a computation on parts.
    fn compute(&self, b: &mut Body, op: Op, plans: &Plans, channels: &mut Channels) -> PassResult {
        let cx = b.cx_arc().clone();
        let changes = self.changes(b, op, plans)?;
        let local = |at: usize| self.shardings[at].local_type(&cx, b.ty(self.values[at]), &self.mesh);
        let types: Option<Vec<Type>> = (0..self.values.len()).map(local).collect();
        let Some(types) = types else { return Ok(()) };
        let (inputs, outputs) = types.split_at(self.operands);
        let (ins, outs) = self.shardings.split_at(self.operands);
        let [ins, outs] = [ins, outs].map(|list| cx.attr(TensorShardingPerValue(list.to_vec())));
        let used = self.shardings.iter().flat_map(|own| &own.dim_shardings).flat_map(|dim| &dim.axes);
        let used: Vec<&String> = used.map(|axis| &axis.name).collect();
        let names = self.mesh.axes.iter().map(|axis| axis.name.clone()).filter(|name| used.contains(&name));
        let manual = cx.attr(ManualAxes(names.collect()));
        let operands: Vec<Value> = b.operands(op).collect();
        let results: Vec<Type> = b.result_types(op).collect();
        let loc = b.loc(op);
        let new =
            ManualComputationOp::build(&mut Builder::before(b, op), &operands, ins, outs, manual, &results)
                .op();
        let Some(mut child) = b.take_child(new) else { return Ok(()) };
        let block = entry(&mut child, inputs);
        if let Some(block) = block {
            let mut builder = Builder::at_end(&mut child, block);
            builder.set_cur_loc(loc);
            let returned = self.body(b, op, &mut builder, (block, outputs), plans, &changes, channels);
            ReturnOp::build(&mut builder, &returned);
        }
        b.put_child(new, child);
        for (old, new) in b.results(op).to_vec().into_iter().zip(b.results(new).to_vec()) {
            b.replace_all_uses(old, new);
        }
        b.erase(op);
        Ok(())
    }
    /// The exchanges and the op on their results.
    fn body(
        &self,
        b: &Body,
        op: Op,
        builder: &mut Builder<'_>,
        (block, outputs): (Block, &[Type]),
        plans: &Plans,
        changes: &local::Changes,
        channels: &mut Channels,
    ) -> Vec<Value> {
        let args = builder.block_args(block).to_vec();
        let mut operands = args.clone();
        for (plan, axes) in &plans.all {
            for need in &plan.needs {
                let fill = match need.by {
                    Move::Interval(_, Fill::Operand(at)) => args.get(at).copied(),
                    _ => None,
                };
                let mut along = Exchange { mesh: &self.mesh, axes, dim: need.dim, channels: &mut *channels };
                let mut h = HloBuilder { b: &mut *builder };
                operands[need.operand] = along.apply(&mut h, operands[need.operand], need.by, fill);
            }
        }
        if op.isa::<hlo::ConcatenateOp>(b)
            && let ([(_, axes)], Some(dim)) = (&plans.all[..], joined(b, op))
        {
            let wholes = b
                .operands(op)
                .map(|value| hlo::infer::sizes(b.cx(), b.ty(value)).get(dim).copied().unwrap_or(0));
            let wholes: Vec<i64> = wholes.collect();
            let along = Exchange { mesh: &self.mesh, axes, dim, channels };
            let mut h = HloBuilder { b: &mut *builder };
            return local::concatenate(&mut h, &along, &operands, &wholes).into_iter().collect();
        }
        local::copy(builder, b, op, &operands, outputs, changes)
    }
    /// How the attributes of the op differ on parts.
    fn changes(&self, b: &Body, op: Op, plans: &Plans) -> Result<local::Changes, PassError> {
        let mut edits: Vec<Edit> = plans.all.iter().flat_map(|(plan, _)| plan.edits.clone()).collect();
        if op.isa::<hlo::SliceOp>(b) {
            let input = b.operand(op, 0);
            let sizes = hlo::infer::sizes(b.cx(), b.ty(input));
            let moved =
                |dim: usize| plans.all.iter().any(|(plan, _)| plan.needs.iter().any(|n| n.dim == dim));
            for (dim, size) in sizes.iter().enumerate().filter(|(dim, _)| !moved(*dim)) {
                let parts = self.parts(input, dim);
                if parts > 1 {
                    edits.push(Edit { name: "limit_indices", at: dim, value: size / parts });
                }
            }
        }
        let mut counts = Vec::new();
        if op.isa::<hlo::ConvolutionOp>(b) {
            let error = |message: String| {
                Diagnostic::error(b.loc(op), format!("'stablehlo.convolution' op {message}"))
            };
            counts = group_counts(b, op, &|value, dim| self.parts(value, dim)).map_err(error)?;
        }
        Ok(local::Changes { edits, counts })
    }
}

/// The only block of a computation, with arguments of these types.
fn entry(child: &mut Body, types: &[Type]) -> Option<Block> {
    let &region = child.regions(Op::SELF).first()?;
    if let Some(&block) = child.blocks(region).first() {
        types.iter().for_each(|&ty| _ = child.add_block_arg(block, ty));
        return Some(block);
    }
    Some(child.add_block(region, types))
}
