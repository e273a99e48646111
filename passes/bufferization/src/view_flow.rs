//! Which values may have the buffer of another: views of it, and what regions and branches pass on.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::interfaces::{BranchOp, CallOp},
    prelude::*,
};
use strata_passes_analysis::buffer_alias::is_view;

/// For each value, the values that may have its buffer.
pub(crate) struct ViewFlow(FxHashMap<Value, Vec<Value>>);

impl ViewFlow {
    /// The flow of buffers in a body.
    pub fn new(body: &Body) -> Self {
        let mut out = Self(FxHashMap::default());
        for op in body.post_order() {
            out.add(body, op);
        }
        out
    }
    fn edge(&mut self, from: Value, to: Value) {
        self.0.entry(from).or_default().push(to);
    }
    fn add(&mut self, body: &Body, op: Op) {
        // A function that is called may return what it was given.
        let calls = op.cast::<dyn CallOp>(body).is_some();
        if calls || is_view(body, op) || body.op_name(op) == "arith.select" {
            let sources: Vec<Value> = body.operands(op).collect();
            for &result in body.results(op) {
                sources.iter().for_each(|&v| self.edge(v, result));
            }
        }
        if let Some(branch) = op.cast::<dyn BranchOp>(body) {
            for (i, &block) in body.successors(op).iter().enumerate() {
                let operands = branch.successor_operands(body, i);
                for (operand, &arg) in operands.zip(body.block_args(block)) {
                    self.edge(body.operand(op, operand), arg);
                }
            }
        }
        let Some(regions) = op.cast::<dyn RegionBranchOp>(body) else { return };
        for to in regions.entry_successors(body, &vec![None; body.num_operands(op)]) {
            let pairs: Vec<(Value, Value)> = regions
                .entry_operands(body, to)
                .into_iter()
                .zip(regions.successor_inputs(body, to))
                .collect();
            pairs.into_iter().for_each(|(from, to)| self.edge(from, to));
        }
        for (i, &region) in body.regions(op).iter().enumerate() {
            let ends = body.blocks(region).iter().filter_map(|&b| body.terminator(b));
            for end in ends.collect::<Vec<_>>() {
                for to in regions.successors(body, RegionPoint::Region(i)) {
                    let passed: Vec<Value> = match end.cast::<dyn RegionTerminator>(body) {
                        Some(end) => end.forwarded(body, to).to_vec(),
                        None => body.operands(end).collect(),
                    };
                    for (from, to) in passed.into_iter().zip(regions.successor_inputs(body, to)) {
                        self.edge(from, to);
                    }
                }
            }
        }
    }
    /// A value, and all values that may have its buffer.
    pub fn from(&self, value: Value) -> Vec<Value> {
        let mut out = vec![value];
        let mut seen: FxHashSet<Value> = out.iter().copied().collect();
        let mut next = 0;
        while next < out.len() {
            for &to in self.0.get(&out[next]).map_or(&[][..], |list| list) {
                if seen.insert(to) {
                    out.push(to);
                }
            }
            next += 1;
        }
        out
    }
}
