//! Profit: the tensors that are worth being made longer.
//!
//! Values that ops pass on to each other in their longer form belong together: with them, each device computes less, and slices need fewer
//! elements of other devices. But a tensor that is needed as it is has to be gathered before its end can be cut off, as has one that is divided
//! among fewer devices and becomes longer. A set of values is kept if what is saved is more than what that costs, where an element that moves
//! counts as much as [`MOVED`] that are computed.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::sizes;
use strata_sdy::{self as sdy, axes, shardings, shardings::Meshes};
use strata_stablehlo as hlo;

use super::{Plans, is_fill, moves};
use crate::{data_flow, export::divisible_shardings::dividing_prefix};

/// The cost of an element that moves, in elements of a result that are computed.
const MOVED: f64 = 8.0;

impl Plans {
    /// Removes the plans that do not pay.
    pub(super) fn keep_profitable(&mut self, b: &Body, meshes: &Meshes) {
        let ops = b.all_ops();
        self.drop_unused(b, &ops);
        let mut sets = Sets::default();
        for &op in &ops {
            self.join(b, op, &mut sets);
        }
        let mut gains: FxHashMap<Value, f64> = FxHashMap::default();
        for &op in &ops {
            for (member, gain) in self.gains(b, op, meshes) {
                *gains.entry(sets.root(member)).or_default() += gain;
            }
        }
        let mut is_kept = |value: Value| gains.get(&sets.root(value)).is_some_and(|&gain| gain > 0.0);
        let dropped: FxHashSet<Value> =
            self.padded.keys().copied().filter(|&value| !is_kept(value)).collect();
        for &op in &ops {
            if self.member(b, op).is_some_and(|value| dropped.contains(&value)) {
                self.ops.remove(&op);
            }
        }
        for value in dropped {
            self.padded.remove(&value);
        }
    }
    /// Forgets longer forms that nobody takes, of values that no work stands behind.
    fn drop_unused(&mut self, b: &Body, ops: &[Op]) {
        for &op in ops.iter().rev() {
            if !moves::is_move(b, op) && !is_fill(b, op) && !op.isa::<sdy::ReshardOp>(b) {
                continue;
            }
            let result = b.result(op, 0);
            if self.padded.contains_key(&result)
                && !b.uses_of(result).any(|place| self.takes(b, place, result))
            {
                self.padded.remove(&result);
                self.ops.remove(&op);
            }
        }
    }
    /// Whether a place takes a value in its longer form.
    fn takes(&self, b: &Body, (op, index): (Op, usize), value: Value) -> bool {
        let Some(sizes) = self.padded.get(&value) else { return false };
        if let Some(owner) = self.flows.get(&(op, index)) {
            return self.padded.get(owner) == Some(sizes);
        }
        if moves::is_move(b, op) {
            return self.padded.contains_key(&b.result(op, 0));
        }
        self.ops.get(&op).is_some_and(|plan| plan.operands.get(index) == Some(sizes))
    }
    /// A value that the plan of an op is about.
    fn member(&self, b: &Body, op: Op) -> Option<Value> {
        let result = b.results(op).iter().copied().find(|result| self.padded.contains_key(result));
        result.or_else(|| {
            let mut operands = b.operands(op).enumerate();
            operands.find(|&(index, value)| self.takes(b, (op, index), value)).map(|(_, value)| value)
        })
    }
    fn join(&self, b: &Body, op: Op, sets: &mut Sets) {
        for (index, value) in b.operands(op).enumerate() {
            if let Some(&owner) = self.flows.get(&(op, index)).filter(|_| self.takes(b, (op, index), value)) {
                sets.join(owner, value);
            }
        }
        for (index, &result) in b.results(op).iter().enumerate() {
            data_flow::arguments(b, op, index).into_iter().for_each(|arg| sets.join(arg, result));
        }
        if !self.ops.contains_key(&op) && !moves::is_move(b, op) {
            return;
        }
        let Some(first) = self.member(b, op) else { return };
        let results = b.results(op).iter().copied().filter(|result| self.padded.contains_key(result));
        let operands = b.operands(op).enumerate();
        let taken = operands.filter(|&(index, value)| self.takes(b, (op, index), value));
        for value in results.chain(taken.map(|(_, value)| value)).collect::<Vec<_>>() {
            sets.join(first, value);
        }
    }
    /// The gains that an op adds to the sets of values: what is computed and moved less, and what is moved more.
    fn gains(&self, b: &Body, op: Op, meshes: &Meshes) -> Vec<(Value, f64)> {
        let mut gains = Vec::new();
        // Operands that have their own sizes here.
        for (index, value) in b.operands(op).enumerate() {
            if self.padded.contains_key(&value) && !self.takes(b, (op, index), value) {
                gains.push((value, -MOVED * count(b, value)));
            }
        }
        let is_move = moves::is_move(b, op);
        let Some(member) = self.member(b, op).filter(|_| is_move || self.ops.contains_key(&op)) else {
            return gains;
        };
        for (index, value) in b.operands(op).enumerate() {
            if self.takes(b, (op, index), value) || !is_divided(b, value, meshes) {
                continue;
            }
            // A slice of a divided tensor would gather it. Others would compute on parts of fewer devices.
            let is_longer = || self.ops.get(&op).is_some_and(|plan| plan.operands[index] != plan.own[index]);
            if is_move {
                gains.push((member, MOVED * count(b, value)));
            } else if is_longer() {
                gains.push((member, -MOVED * count(b, value)));
            }
        }
        if !is_move && !op.isa::<sdy::ReshardOp>(b) {
            gains.push((member, work(b, op) * self.saved_part(b, member, meshes)));
        }
        gains
    }
    /// The part of the elements of a value that a device no longer has.
    fn saved_part(&self, b: &Body, value: Value, meshes: &Meshes) -> f64 {
        let part = || {
            let sharding = shardings::sharding(b, value)?;
            let mesh = meshes.get(b.cx(), sharding.mesh_or_ref)?;
            let (mut now, mut before) = (1.0, 1.0);
            let longer = self.padded.get(&value)?;
            for ((dim, &size), &long) in sharding.dim_shardings.iter().zip(sizes(b, value)).zip(longer) {
                if size == long {
                    continue;
                }
                let parts = |list: &[_]| axes::size(list, mesh).unwrap_or(1) as f64;
                now *= long as f64 / parts(&dim.axes) / size as f64;
                before /= parts(&dividing_prefix(&dim.axes, size, mesh));
            }
            Some(before - now)
        };
        part().unwrap_or(0.0)
    }
}

/// Whether devices have parts of a value as it is.
fn is_divided(b: &Body, value: Value, meshes: &Meshes) -> bool {
    let Some(sharding) = shardings::sharding(b, value) else { return false };
    let Some(mesh) = meshes.get(b.cx(), sharding.mesh_or_ref) else { return false };
    let dims = sharding.dim_shardings.iter().zip(sizes(b, value));
    dims.into_iter().any(|(dim, &size)| !dividing_prefix(&dim.axes, size, mesh).is_empty())
}

fn count(b: &Body, value: Value) -> f64 {
    sizes(b, value).iter().map(|&size| size as f64).product()
}

/// The elements that an op computes or looks at; of a product, all pairs that are multiplied.
fn work(b: &Body, op: Op) -> f64 {
    let largest = |values: &[Value]| values.iter().map(|&value| count(b, value)).fold(0.0, f64::max);
    let operands: Vec<Value> = b.operands(op).collect();
    match b.op_name(op) {
        hlo::DotGeneralOp::NAME | hlo::DotOp::NAME | hlo::ConvolutionOp::NAME => {
            // The square of what is multiplied is the product of both sides and the result, but for batches and windows.
            let all = operands.iter().chain(b.results(op)).map(|&value| count(b, value)).product::<f64>();
            all.sqrt()
        }
        _ => largest(&operands).max(largest(b.results(op))),
    }
}

/// Sets of values, each with a root.
#[derive(Default)]
struct Sets(FxHashMap<Value, Value>);

impl Sets {
    fn root(&mut self, value: Value) -> Value {
        let mut root = value;
        while let Some(&next) = self.0.get(&root) {
            root = next;
        }
        // The way is shorter next time.
        let mut at = value;
        while at != root {
            at = self.0.insert(at, root).unwrap_or(root);
        }
        root
    }
    fn join(&mut self, a: Value, b: Value) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.0.insert(b, a);
        }
    }
}
