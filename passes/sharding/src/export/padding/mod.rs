//! `sdy-pad-for-divisibility`: tensors that devices cannot share evenly become longer.
//!
//! Before, where `"x"=4`:
//! ```mlir
//! %0 = stablehlo.slice %a [0:7] {… [{"x"}] …} : (tensor<8xf32>) -> tensor<7xf32>
//! %1 = stablehlo.sine %0 {… [{"x"}] …} : tensor<7xf32>
//! %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : …
//! ```
//! After, where `%a` has `[{"x"}]`:
//! ```mlir
//! %0 = stablehlo.sine %a {… [{"x"}] …} : tensor<8xf32>
//! %1 = stablehlo.select %is_before_7, %0, %zeros {… [{"x"}] …} : tensor<8xi1>, tensor<8xf32>
//! %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : …
//! ```
//! The elements behind the own ones may be anything. Ops compute on them as on others, along the factors of their sharding rules; where an op
//! reduces, they become what does not change the result ([`masks`]); where it needs a tensor as it is, they are cut off. Arguments and
//! results of functions and computations stay as they are.
//! - [`sizes`]: the sizes that each op computes with.
//! - [`profit`]: where that is less work than a tensor on fewer devices.
//! - [`resize`]: values with other sizes.
//! - [`moves`]: slices and paddings, which begin or end at other places of longer tensors.

mod masks;
mod moves;
mod profit;
mod resize;
mod sizes;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::{elem, ints};
use strata_sdy::{self as sdy, attrs::AxisRef, shardings::Meshes};
use strata_stablehlo as hlo;

use crate::{data_flow, nested::for_each_nested, propagation::rules::SHARDING_RULE};
use resize::{Resized, resized};
use sizes::{Padded, Plan, padded_sizes};

/// Pads tensors with non-divisible shardings to divisible shapes.
#[pass(
    name = "sdy-pad-for-divisibility",
    class = "PadForDivisibilityPass",
    on = "builtin.module",
    produces = [stablehlo, sdy]
)]
pub struct PadForDivisibility {
    /// Leave tensors as they are where padding moves more than it saves to compute
    #[option(name = "only-profitable")]
    pub only_profitable: bool,
}

impl BodyPass for PadForDivisibility {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        for_each_nested(module, &mut |b| {
            let mut plans = Plans::of_body(b, &meshes);
            if self.only_profitable {
                plans.keep_profitable(b, &meshes);
            }
            if !plans.padded.is_empty() {
                let own = plans.padded.keys().map(|&value| (value, b.ty(value))).collect();
                Padder { b, meshes: &meshes, plans, own, resized: Resized::default() }.run();
            }
            Ok(())
        })
    }
}

/// The longer values of a body, and the ops that compute with them.
#[derive(Default)]
struct Plans {
    /// The values that become longer, with their sizes.
    padded: Padded,
    /// The ops that compute with other sizes.
    ops: FxHashMap<Op, Plan>,
    /// The operands that flow into an edge, with the value that owns it.
    flows: FxHashMap<(Op, usize), Value>,
}

impl Plans {
    fn of_body(b: &Body, meshes: &Meshes) -> Self {
        let mut plans = Self::default();
        for op in b.all_ops() {
            if data_flow::is_computation(b, op) {
                continue;
            }
            if data_flow::owns_edges(b, op) {
                plans.edges(b, op, meshes);
            } else if moves::is_move(b, op) || is_fill(b, op) {
                let result = b.result(op, 0);
                if let Some(sizes) = padded_sizes(b, result, meshes) {
                    let sizes = moves::possible_sizes(b, op, &sizes);
                    plans.padded.insert(result, sizes);
                }
            } else {
                let plan = match op.isa::<sdy::ReshardOp>(b) {
                    true => Plan::of_same_shape(b, op, meshes),
                    false => Plan::of_op(b, op, &plans.padded, meshes),
                };
                let Some(plan) = plan else { continue };
                for (&result, sizes) in b.results(op).iter().zip(&plan.results) {
                    if strata_passes_stablehlo::hlo_builder::sizes(b, result) != sizes {
                        plans.padded.insert(result, sizes.clone());
                    }
                }
                plans.ops.insert(op, plan);
            }
        }
        plans
    }
    /// The values of a loop, a branch or a barrier.
    fn edges(&mut self, b: &Body, op: Op, meshes: &Meshes) {
        for (index, &result) in b.results(op).iter().enumerate() {
            let Some(sizes) = padded_sizes(b, result, meshes) else { continue };
            let carried = data_flow::arguments(b, op, index).into_iter().chain([result]);
            self.padded.extend(carried.map(|value| (value, sizes.clone())));
            self.flows.extend(data_flow::sources(b, op, index).into_iter().map(|place| (place, result)));
        }
    }
}

/// Constants of one number and places, of which there can be more.
fn is_fill(b: &Body, op: Op) -> bool {
    let is_constant = op.isa::<hlo::ConstantOp>(b) || op.isa::<sdy::ConstantOp>(b);
    let value = || b.attr(op, "value").and_then(|value| b.cx().splat_value(value));
    op.isa::<hlo::IotaOp>(b) || is_constant && value().is_some()
}

/// A body in which values become longer.
struct Padder<'a> {
    b: &'a mut Body,
    meshes: &'a Meshes,
    plans: Plans,
    /// The types that the values had which become longer.
    own: FxHashMap<Value, Type>,
    resized: Resized,
}

impl Padder<'_> {
    fn run(&mut self) {
        for op in self.b.all_ops() {
            if moves::is_move(self.b, op) {
                self.move_elements(op);
                continue;
            }
            let plan = self.plans.ops.remove(&op);
            for index in 0..self.b.num_operands(op) {
                let value = self.b.operand(op, index);
                let flows = self.plans.flows.get(&(op, index)).map(|&owner| self.sizes_of(owner));
                let own = || self.own.get(&value).map(|&ty| hlo::infer::sizes(self.b.cx(), ty).to_vec());
                let wanted = plan.as_ref().and_then(|plan| plan.operands.get(index).cloned());
                let Some(sizes) = flows.or(wanted).or_else(own) else { continue };
                let axes = plan.as_ref().and_then(|plan| plan.axes.get(index)).map_or(&[][..], |axes| axes);
                self.resize_operand(op, index, &sizes, axes);
            }
            if let Some(plan) = &plan {
                masks::mask_operands(self.b, op, plan);
                self.set_attributes(op, plan);
            }
            self.set_result_types(op);
        }
    }
    /// The sizes that a value has or gets.
    fn sizes_of(&self, value: Value) -> Vec<i64> {
        let own = || hlo::infer::sizes(self.b.cx(), self.b.ty(value)).to_vec();
        self.plans.padded.get(&value).cloned().unwrap_or_else(own)
    }
    fn resize_operand(&mut self, op: Op, index: usize, sizes: &[i64], axes: &[Vec<AxisRef>]) {
        let value = self.b.operand(op, index);
        let new = resized(self.b, value, sizes, axes, self.meshes, &mut self.resized);
        if new != value {
            self.b.set_operand(op, index, new);
        }
    }
    /// Slices that have all of a dimension have all of the longer one. A rule that was kept is that of other sizes.
    fn set_attributes(&mut self, op: Op, plan: &Plan) {
        let cx = self.b.cx_arc().clone();
        if self.b.extra_attr(op, SHARDING_RULE).is_some() {
            self.b.set_extra_attr(op, cx.intern(SHARDING_RULE), None);
        }
        if !op.isa::<hlo::GatherOp>(self.b) && !op.isa::<hlo::DynamicSliceOp>(self.b) {
            return;
        }
        let mut slices = ints(self.b, op, "slice_sizes").to_vec();
        let (Some(before), Some(now)) = (plan.own.first(), plan.operands.first()) else { return };
        for (slice, (before, now)) in slices.iter_mut().zip(before.iter().zip(now)) {
            if slice == before {
                *slice = *now;
            }
        }
        self.b.set_attr(op, "slice_sizes", Some(cx.i64_array(&slices)));
    }
    /// Gives the results of an op, and the arguments of a loop, their sizes.
    fn set_result_types(&mut self, op: Op) {
        let cx = self.b.cx_arc().clone();
        let results = self.b.results(op).to_vec();
        let carried = (0..results.len()).flat_map(|index| data_flow::arguments(self.b, op, index));
        for value in carried.chain(results.iter().copied()).collect::<Vec<_>>() {
            let Some(sizes) = self.plans.padded.get(&value) else { continue };
            let ty = cx.tensor(sizes, elem(self.b, value));
            self.b.set_type(value, ty);
            if is_fill(self.b, op)
                && let Some(number) = self.b.attr(op, "value").and_then(|value| cx.splat_value(value))
                && let Some(value) = cx.splat_attr(ty, number)
            {
                self.b.set_attr(op, "value", Some(value));
            }
        }
    }
    fn move_elements(&mut self, op: Op) {
        let result = self.b.result(op, 0);
        let to = self.sizes_of(result);
        let before = self.own.get(&result).copied().unwrap_or_else(|| self.b.ty(result));
        let operand = self.b.operand(op, 0);
        let from = self.own.get(&operand).copied().unwrap_or_else(|| self.b.ty(operand));
        let ty = before;
        let [before, from] = [before, from].map(|ty| hlo::infer::sizes(self.b.cx(), ty).to_vec());
        if to == before && self.sizes_of(operand) == from {
            return;
        }
        let needed = moves::needed_sizes(self.b, op, &from);
        self.resize_operand(op, 0, &needed, &[]);
        let new = moves::rewrite(self.b, op, &from, &before, &to);
        if to != before {
            self.own.insert(new, ty);
        }
    }
}
