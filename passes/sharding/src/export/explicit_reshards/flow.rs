//! Reshards of values that flow along an edge, into a computation or a call, or out of a body.

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{TensorSharding, TensorShardingPerValue},
    shardings,
};

use super::{
    Surroundings,
    uses::{Extent, replicated_like, reshard_operand, reshard_result},
};
use crate::{compare::are_equivalent, data_flow};

impl Surroundings<'_> {
    /// The operands of the last op of a function or of a computation get the shardings of the results.
    pub(super) fn returned_from_body(&self, b: &mut Body, op: Op, extent: Extent) {
        if b.parent_op(op) != Some(Op::SELF) {
            return;
        }
        let cx = b.cx_arc().clone();
        let is_function = b.has_trait(Op::SELF, Trait::FunctionLike);
        if !is_function && !data_flow::is_computation(b, Op::SELF) {
            return;
        }
        let all = b.attr(Op::SELF, "out_shardings");
        let all = all.and_then(|all| cx.attr_as::<TensorShardingPerValue>(all));
        let manual = shardings::manual_axes(b, Op::SELF).cloned();
        for index in 0..b.num_operands(op) {
            let target = match (is_function, all.and_then(|all| all.0.get(index)), &manual) {
                (true, ..) => shardings::function_result(b, index),
                (false, Some(global), Some(manual)) => Some(global.without_axes(&manual.0)),
                (false, global, _) => global.cloned(),
            };
            reshard_operand(b, (op, index), target.as_ref(), &self.meshes, extent);
        }
    }
    /// Operands get the sharding of the results, or of the arguments of a computation, that they flow into.
    pub(super) fn data_flow(&self, b: &mut Body, op: Op, extent: Extent) {
        if data_flow::is_computation(b, op) {
            let (inner, own) = b.inner(op);
            let all = inner.attr(own, "in_shardings");
            let all = all.and_then(|all| inner.cx().attr_as::<TensorShardingPerValue>(all)).cloned();
            for index in 0..b.num_operands(op) {
                let target = all.as_ref().and_then(|all| all.0.get(index));
                reshard_operand(b, (op, index), target, &self.meshes, extent);
            }
            return;
        }
        for index in 0..b.results(op).len() {
            let target = shardings::sharding(b, b.result(op, index));
            for source in data_flow::sources(b, op, index) {
                reshard_operand(b, source, target.as_ref(), &self.meshes, extent);
            }
        }
        // The condition of a branch, which flows into no result, is the same on all devices.
        let carried = data_flow::carries_operands(b, op);
        for index in 0..if carried { 0 } else { b.num_operands(op) } {
            reshard_operand(b, (op, index), None, &self.meshes, extent);
        }
    }
    /// The operands and results of a call get the shardings of the function.
    pub(super) fn call(&self, b: &mut Body, op: Op) {
        let callee = b.attr(op, "callee").and_then(|attr| b.cx().attr_as::<SymbolRefAttr>(attr));
        let signature = callee.and_then(|callee| self.functions.get(&callee.root));
        let Some(signature) = signature.cloned() else { return };
        for (index, target) in signature.args.iter().enumerate().take(b.num_operands(op)) {
            reshard_operand(b, (op, index), target.as_ref(), &self.meshes, Extent::Full);
        }
        for (value, target) in b.results(op).to_vec().into_iter().zip(signature.results) {
            let own = shardings::sharding(b, value);
            if are_equivalent(own.as_ref(), target.as_ref()) {
                continue;
            }
            let target: Option<TensorSharding> = target.or_else(|| own.as_ref().map(replicated_like));
            if let Some(target) = target {
                reshard_result(b, value, target);
            }
        }
    }
}
