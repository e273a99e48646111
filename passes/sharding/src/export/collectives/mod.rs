//! `sdy-reshard-to-collectives`: reshards become the collectives that move the parts.
//!
//! Before:
//! ```mlir
//! %0 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<16x8xf32>    // %a: [{}, {"x", "y"}]
//! ```
//! After:
//! ```mlir
//! %0 = sdy.all_to_all [{"y"}: 1->0] %a out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//! %1 = sdy.all_gather [{}, {"x"}] %0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
//! ```
//! Between meshes of other axes there are no collectives: such reshards stay.

mod align;
mod capacity;
mod emit;
#[cfg(test)]
mod model;
mod permute;
mod plan;
mod slice;
mod state;

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{PropagationBarrierOp, ReshardOp, attrs::TensorSharding, shardings, shardings::Meshes};

use crate::{
    compare::{MeshDifference, are_equivalent, dim_axes, is_replicated, mesh_difference, mesh_of},
    nested::for_each_nested,
};
use emit::Emitter;

/// Converts ReshardOp into various Shardy collective ops.
#[pass(
    name = "sdy-reshard-to-collectives",
    class = "ReshardToCollectivesPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct ReshardToCollectives {
    /// Whether it keeps redundant reshards or removes.
    #[option(name = "keep-redundant-reshards")]
    pub keep_redundant_reshards: bool,
}

impl BodyPass for ReshardToCollectives {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        self.replace_all(module)
    }
}

impl ReshardToCollectives {
    pub(super) fn replace_all(&self, module: &mut Body) -> PassResult {
        let meshes = Meshes::of_module(module);
        for_each_nested(module, &mut |body| {
            for op in body.all_ops() {
                if let Some(reshard) = op.as_op::<ReshardOp>(body) {
                    self.replace(body, reshard, &meshes)?;
                }
            }
            Ok(())
        })
    }
    fn replace(&self, b: &mut Body, reshard: ReshardOp, meshes: &Meshes) -> PassResult {
        let (cx, op) = (b.cx_arc().clone(), reshard.op());
        let loc = b.loc(op);
        let mut to = reshard.sharding(b).get(&cx).clone();
        let mut input = reshard.input(b);
        while let Some(barrier) = b.def_as::<PropagationBarrierOp>(input) {
            input = barrier.input(b);
        }
        let known = shardings::sharding(b, input);
        if self.keep_redundant_reshards && are_equivalent(known.as_ref(), Some(&to)) {
            return Ok(());
        }
        let from = known
            .unwrap_or_else(|| TensorSharding::replicated(to.mesh_or_ref, to.dim_shardings.len(), false));
        if is_replicated(Some(&from)) && is_replicated(Some(&to)) {
            let (old, new) = (reshard.result(b), reshard.input(b));
            b.replace_all_uses(old, new);
            b.erase(op);
            return Ok(());
        }
        if to.is_fully_replicated() && to.unreduced_axes.is_empty() {
            to.mesh_or_ref = from.mesh_or_ref;
        }
        let sizes = cx.shaped(b.ty(input)).and_then(|shaped| shaped.shape).unwrap_or_default().to_vec();
        let rank = sizes.len();
        if from.dim_shardings.len() != rank || to.dim_shardings.len() != rank {
            let message = "'sdy.reshard' op cannot be converted to collectives: incompatible shardings";
            return Err(Diagnostic::error(loc, message).into());
        }
        let (mesh, target) = (mesh_of(&cx, meshes, &from, loc)?, mesh_of(&cx, meshes, &to, loc)?);
        let difference = mesh_difference(mesh, target);
        if difference == MeshDifference::Axes {
            return Ok(());
        }
        let mut emitter = Emitter::new(b, op, mesh, input, from);
        emitter.reduce(&to);
        let added = emitter.share_out(&to);
        let (ins, outs) = (dim_axes(&emitter.sharding), dim_axes(&to));
        let steps = plan::plan(mesh, &sizes, &ins, &outs, difference == MeshDifference::Order);
        let Some(steps) = steps else {
            let message = "'sdy.reshard' op cannot be converted to collectives: sub-axes of one sharding divide \
                           their axis in different ways";
            return Err(Diagnostic::error(loc, message).into());
        };
        emitter.steps(steps, to.mesh_or_ref);
        emitter.copies_to_parts(added, &to);
        let result = emitter.value;
        let old = reshard.result(b);
        b.replace_all_uses(old, result);
        b.erase(op);
        Ok(())
    }
}
