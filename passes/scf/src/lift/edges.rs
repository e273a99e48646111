//! Edges between blocks, and the order in which upstream visits those to a block: the newest first.

use rustc_hash::FxHashMap;
use strata_ir::{
    prelude::*,
    rewrite::regions::{append_successor_operand, remove_operand, shrink_case},
};

/// One successor of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub op: Op,
    pub successor: usize,
}

impl Edge {
    pub fn to(self, body: &Body) -> Block {
        body.successors(self.op)[self.successor]
    }
    /// The values for the arguments of the successor.
    pub fn values(self, body: &Body) -> Vec<Value> {
        let branch = self.op.cast::<dyn BranchOp>(body);
        branch
            .map_or(0..0, |b| b.successor_operands(body, self.successor))
            .map(|i| body.operand(self.op, i))
            .collect()
    }
    /// Passes other values to the arguments of the successor.
    pub fn set_values(self, body: &mut Body, values: &[Value]) {
        if self.op.isa::<strata_cf::BranchOp>(body) {
            body.set_operands(self.op, values);
            return;
        }
        if self.op.isa::<strata_cf::CondBranchOp>(body) {
            body.set_operand_group(self.op, self.successor + 1, values);
            return;
        }
        let Some(branch) = self.op.cast::<dyn BranchOp>(body) else { return };
        let (range, segments) = (branch.successor_operands(body, self.successor), branch.case_segments());
        for i in range.rev() {
            remove_operand(body, self.op, i);
            if let Some(segments) = segments {
                shrink_case(body, self.op, segments, self.successor);
            }
        }
        for &value in values {
            append_successor_operand(body, self.op, self.successor, value);
        }
    }
    pub fn append(self, body: &mut Body, value: Value) {
        append_successor_operand(body, self.op, self.successor, value);
    }
}

/// The edges to each block, oldest first.
pub(super) struct Edges {
    to: FxHashMap<Block, Vec<Edge>>,
}

impl Edges {
    pub fn new(body: &Body, region: Region) -> Self {
        let mut edges = Self { to: FxHashMap::default() };
        for &block in body.blocks(region) {
            if let Some(end) = body.last_op(block) {
                edges.add(body, end);
            }
        }
        edges
    }
    /// Adds the edges of a new branch.
    pub fn add(&mut self, body: &Body, op: Op) {
        for (successor, &to) in body.successors(op).iter().enumerate() {
            self.to.entry(to).or_default().push(Edge { op, successor });
        }
    }
    /// Forgets the edges of a branch, and erases it.
    pub fn erase(&mut self, body: &mut Body, op: Op) {
        for successor in 0..body.successors(op).len() {
            self.remove(body, Edge { op, successor });
        }
        body.erase(op);
    }
    fn remove(&mut self, body: &Body, edge: Edge) {
        if let Some(list) = self.to.get_mut(&edge.to(body)) {
            list.retain(|&e| e != edge);
        }
    }
    /// Lets an edge lead to another block.
    pub fn redirect(&mut self, body: &mut Body, edge: Edge, to: Block) {
        self.remove(body, edge);
        body.set_successor(edge.op, edge.successor, to);
        self.to.entry(to).or_default().push(edge);
    }
    /// The edges to a block, newest first.
    pub fn to(&self, block: Block) -> Vec<Edge> {
        self.to.get(&block).map_or_else(Vec::new, |list| list.iter().rev().copied().collect())
    }
}
