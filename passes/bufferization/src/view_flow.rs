//! Which values may have the buffer of another: views of it, and what regions and branches pass on.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::SelectOp;
use strata_ir::{
    core::interfaces::{BranchOp, CallOp},
    prelude::*,
};
use strata_memref::ReallocOp;
use strata_passes_analysis::buffer_alias::viewed;

type Edges = FxHashMap<Value, Vec<Value>>;

/// For each value, the values that may have its buffer.
pub(crate) struct ViewFlow {
    forward: Edges,
    backward: Edges,
    /// The values whose buffers may come from elsewhere.
    origins: FxHashSet<Value>,
}

impl ViewFlow {
    /// The flow of buffers in a body.
    pub fn new(body: &Body) -> Self {
        let mut out =
            Self { forward: Edges::default(), backward: Edges::default(), origins: FxHashSet::default() };
        out.add_origins(body, Op::SELF);
        for op in body.post_order() {
            out.add(body, op);
        }
        out
    }
    fn edge(&mut self, from: Value, to: Value) {
        self.forward.entry(from).or_default().push(to);
        self.backward.entry(to).or_default().push(from);
    }
    /// The results of an op and the arguments of its regions may be any buffers.
    fn add_origins(&mut self, body: &Body, op: Op) {
        let entries = body.regions(op).iter().filter_map(|&region| body.blocks(region).first());
        let args = entries.flat_map(|&entry| body.block_args(entry));
        self.origins.extend(body.results(op).iter().chain(args));
    }
    fn add(&mut self, body: &Body, op: Op) {
        if let Some(select) = op.as_op::<SelectOp>(body) {
            let result = body.result(op, 0);
            self.edge(select.true_value(body), result);
            self.edge(select.false_value(body), result);
        } else if let Some(realloc) = op.as_op::<ReallocOp>(body) {
            self.edge(realloc.source(body), body.result(op, 0));
            self.add_origins(body, op);
        } else if let Some(source) = viewed(body, op) {
            self.edge(source, body.result(op, 0));
        } else if let Some(branch) = op.cast::<dyn BranchOp>(body) {
            for (i, &block) in body.successors(op).iter().enumerate() {
                let operands = branch.successor_operands(body, i);
                for (operand, &arg) in operands.zip(body.block_args(block)) {
                    self.edge(body.operand(op, operand), arg);
                }
            }
        } else if let Some(regions) = op.cast::<dyn RegionBranchOp>(body) {
            self.add_regions(body, op, regions);
        } else if op.cast::<dyn CallOp>(body).is_some() {
            // The function may return what it was given, or other buffers.
            self.add_origins(body, op);
            for operand in body.operands(op) {
                body.results(op).iter().for_each(|&result| self.edge(operand, result));
            }
        } else if !body.has_trait(op, Trait::ReturnLike) && op.cast::<dyn RegionTerminator>(body).is_none() {
            self.add_origins(body, op);
        }
    }
    fn add_regions(&mut self, body: &Body, op: Op, regions: &dyn RegionBranchOp) {
        for to in regions.entry_successors(body, &vec![None; body.num_operands(op)]) {
            let inputs = regions.successor_inputs(body, to);
            regions
                .entry_operands(body, to)
                .into_iter()
                .zip(inputs)
                .for_each(|(from, to)| self.edge(from, to));
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
        reach(&self.forward, value)
    }
    /// The values from which the buffer of a value may come.
    pub fn origins(&self, value: Value) -> Vec<Value> {
        let mut out = reach(&self.backward, value);
        out.retain(|v| self.origins.contains(v));
        out
    }
}

/// A value, and what is reached from it.
fn reach(edges: &Edges, value: Value) -> Vec<Value> {
    let mut out = vec![value];
    let mut seen: FxHashSet<Value> = out.iter().copied().collect();
    let mut next = 0;
    while next < out.len() {
        for &to in edges.get(&out[next]).map_or(&[][..], |list| list) {
            if seen.insert(to) {
                out.push(to);
            }
        }
        next += 1;
    }
    out
}
