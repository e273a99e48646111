//! The dependences between the ops of a block: nests of affine loops, accesses outside of loops, and other ops that use memory or make values.

use indexmap::IndexMap;
use strata_affine::ForOp;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_passes_analysis::buffer_alias::is_memref;

use super::{
    access::{Access, access_kind, accessed_memref},
    dependence::{Pairs, check_dependence},
    domain::enclosing_loops,
};

/// An op of the block with the ops in it that use memory.
#[derive(Clone, Debug)]
pub struct Node {
    /// The op.
    pub op: Op,
    /// Affine loads.
    pub loads: Vec<Op>,
    /// Affine stores.
    pub stores: Vec<Op>,
    /// Other ops that read memory.
    other_reads: Vec<Op>,
    /// Other ops that write memory.
    other_writes: Vec<Op>,
    /// Ops that free memory.
    frees: Vec<Op>,
}

/// A dependence on a value: another node, and the memref or the value that one of them makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the other node.
    pub id: usize,
    /// The value.
    pub value: Value,
}

/// The graph of a block. Numbers of nodes stay when others are removed.
#[derive(Debug)]
pub struct DependenceGraph {
    /// The block.
    pub block: Block,
    nodes: Vec<Option<Node>>,
    inputs: Vec<Vec<Edge>>,
    outputs: Vec<Vec<Edge>>,
    /// How many edges each memref has.
    edges_of: IndexMap<Value, usize, rustc_hash::FxBuildHasher>,
}

/// The memrefs that an op other than an affine access has an effect on. `None` if the effect is on a value that is no memref.
fn affected(b: &Body, op: Op, kind: EffectKind) -> Option<Vec<Value>> {
    let Some(effects) = op.cast::<dyn MemoryEffects>(b) else {
        return Some(b.operands(op).filter(|&v| is_memref(b, v)).collect());
    };
    let mut all = Vec::new();
    effects.effects(b, &mut all);
    let values: Vec<Value> = all.iter().filter(|e| e.kind == kind).filter_map(|e| e.on).collect();
    values.iter().all(|&v| is_memref(b, v)).then_some(values)
}

impl Node {
    fn new(b: &Body, op: Op) -> Self {
        let (loads, stores, frees) = (Vec::new(), Vec::new(), Vec::new());
        let mut node = Self { op, loads, stores, other_reads: Vec::new(), other_writes: Vec::new(), frees };
        for inner in b.ops_in(op).into_iter().chain([op]) {
            match access_kind(b, inner) {
                Some(false) => node.loads.push(inner),
                Some(true) => node.stores.push(inner),
                None if inner.isa::<ForOp>(b) => {}
                None => node.add_other(b, inner),
            }
        }
        node
    }
    fn add_other(&mut self, b: &Body, op: Op) {
        let Some(effects) = op.cast::<dyn MemoryEffects>(b) else {
            let known = b.has_trait(op, Trait::RecursiveMemoryEffects) || is_memory_effect_free(b, op);
            if !known && b.operands(op).any(|v| is_memref(b, v)) {
                self.other_reads.push(op);
                self.other_writes.push(op);
            }
            return;
        };
        let mut all = Vec::new();
        effects.effects(b, &mut all);
        let has = |kind| all.iter().any(|e| e.kind == kind);
        self.other_reads.extend(has(EffectKind::Read).then_some(op));
        self.other_writes.extend(has(EffectKind::Write).then_some(op));
        self.frees.extend(has(EffectKind::Free).then_some(op));
    }
    /// The loads of a memref.
    pub fn loads_of(&self, b: &Body, memref: Value) -> Vec<Op> {
        self.loads.iter().copied().filter(|&op| accessed_memref(b, op) == Some(memref)).collect()
    }
    /// Whether an affine store writes a memref.
    pub fn stores_to(&self, b: &Body, memref: Value) -> bool {
        self.stores.iter().any(|&op| accessed_memref(b, op) == Some(memref))
    }
    fn writes_or_frees(&self, b: &Body, memref: Value) -> bool {
        let on = |ops: &[Op], kind| {
            ops.iter().any(|&op| affected(b, op, kind).is_none_or(|all| all.contains(&memref)))
        };
        self.stores_to(b, memref)
            || on(&self.other_writes, EffectKind::Write)
            || on(&self.frees, EffectKind::Free)
    }
    /// The memrefs that the ops use. `None` as [`affected`].
    fn memrefs(&self, b: &Body) -> Option<Vec<Value>> {
        let accesses = self.loads.iter().chain(&self.stores);
        let mut all: Vec<Value> = accesses.filter_map(|&op| accessed_memref(b, op)).collect();
        for (ops, kind) in [
            (&self.other_reads, EffectKind::Read),
            (&self.other_writes, EffectKind::Write),
            (&self.frees, EffectKind::Free),
        ] {
            for &op in ops {
                all.extend(affected(b, op, kind)?);
            }
        }
        Some(all)
    }
    /// Whether both may reach the same element of a memref, of which one writes.
    fn may_depend(&self, b: &Body, to: &Self, memref: Value) -> bool {
        let nests = self.op.isa::<ForOp>(b) && to.op.isa::<ForOp>(b);
        let other = !self.other_writes.is_empty()
            || !to.other_writes.is_empty()
            || !self.other_reads.is_empty() && !to.stores.is_empty()
            || !to.other_reads.is_empty() && !self.stores.is_empty();
        if !nests || other {
            return true;
        }
        let depth = enclosing_loops(b, self.op).len() + 1;
        let accesses = |node: &Self| -> Vec<Access> {
            let ops = node.stores.iter().chain(&node.loads).copied();
            ops.filter(|&op| accessed_memref(b, op) == Some(memref))
                .filter_map(|op| Access::new(b, op))
                .collect()
        };
        let destinations = accesses(to);
        accesses(self).iter().any(|from| {
            destinations.iter().any(|to| !check_dependence(b, from, to, depth, Pairs::Writes).is_none())
        })
    }
}

impl DependenceGraph {
    /// The graph of a block; `None` if it has ops of which it is not known which memory they use.
    pub fn new(b: &Body, block: Block) -> Option<Self> {
        let mut graph = Self {
            block,
            nodes: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            edges_of: IndexMap::default(),
        };
        let mut users: IndexMap<Value, Vec<usize>, rustc_hash::FxBuildHasher> = IndexMap::default();
        for op in b.block_ops(block) {
            let regions = !b.regions(op).is_empty();
            let control = op.cast::<dyn RegionBranchOp>(b).is_some();
            let wanted = op.isa::<ForOp>(b) || access_kind(b, op).is_some() || !b.is_unused(op);
            if !wanted && (regions && !control) {
                return None;
            }
            if !wanted && is_memory_effect_free(b, op) {
                continue;
            }
            let id = graph.add(Node::new(b, op));
            for memref in graph.node(id)?.memrefs(b)? {
                let list = users.entry(memref).or_default();
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        graph.add_value_edges(b);
        for (memref, ids) in users {
            for (i, &from) in ids.iter().enumerate() {
                for &to in &ids[i + 1..] {
                    let (Some(source), Some(target)) = (graph.node(from), graph.node(to)) else { continue };
                    let writes = source.writes_or_frees(b, memref) || target.writes_or_frees(b, memref);
                    if writes && source.may_depend(b, target, memref) {
                        graph.add_edge(b, from, to, memref);
                    }
                }
            }
        }
        Some(graph)
    }
    /// Edges from ops that make values to the nests that use these.
    fn add_value_edges(&mut self, b: &Body) {
        for id in self.ids() {
            let Some(node) = self.node(id).filter(|n| n.stores.is_empty()) else { continue };
            for value in b.results(node.op).to_vec() {
                for user in b.users(value) {
                    let nest = b.ancestor_in(user, self.block);
                    if let Some(to) = nest.filter(|op| op.isa::<ForOp>(b)).and_then(|op| self.find(op)) {
                        self.add_edge(b, id, to, value);
                    }
                }
            }
        }
    }
    /// Adds a node and returns its number.
    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(Some(node));
        self.inputs.push(Vec::new());
        self.outputs.push(Vec::new());
        self.nodes.len() - 1
    }
    /// Adds an op that makes a memref for a node.
    pub fn add_buffer(&mut self, b: &Body, buffer: Value, user: usize) {
        let Some(op) = b.def_op(buffer) else { return };
        let id = self.add(Node::new(b, op));
        self.add_edge(b, id, user, buffer);
    }
    /// A node, unless it was removed.
    pub fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(id)?.as_ref()
    }
    /// The node of an op of the block.
    pub fn find(&self, op: Op) -> Option<usize> {
        self.nodes.iter().position(|n| n.as_ref().is_some_and(|n| n.op == op))
    }
    /// The numbers of the nodes.
    pub fn ids(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&id| self.nodes[id].is_some()).collect()
    }
    /// How many nodes there were, also those that were removed.
    pub fn n_numbers(&self) -> usize {
        self.nodes.len()
    }
    /// The dependences of a node on others.
    pub fn inputs(&self, id: usize) -> &[Edge] {
        &self.inputs[id]
    }
    /// The dependences of others on a node.
    pub fn outputs(&self, id: usize) -> &[Edge] {
        &self.outputs[id]
    }
    /// Another op takes the place of that of a node, whose ops are looked for again.
    pub fn refresh(&mut self, b: &Body, id: usize, op: Op) {
        self.nodes[id] = Some(Node::new(b, op));
    }
    /// Removes a node and its edges.
    pub fn remove(&mut self, b: &Body, id: usize) {
        for edge in self.inputs[id].clone() {
            self.remove_edge(b, edge.id, id, edge.value);
        }
        for edge in self.outputs[id].clone() {
            self.remove_edge(b, id, edge.id, edge.value);
        }
        self.nodes[id] = None;
    }
    /// Adds an edge, unless there is one.
    pub fn add_edge(&mut self, b: &Body, from: usize, to: usize, value: Value) {
        let edge = Edge { id: to, value };
        if self.outputs[from].contains(&edge) {
            return;
        }
        self.outputs[from].push(edge);
        self.inputs[to].push(Edge { id: from, value });
        if is_memref(b, value) {
            *self.edges_of.entry(value).or_default() += 1;
        }
    }
    fn remove_edge(&mut self, b: &Body, from: usize, to: usize, value: Value) {
        if is_memref(b, value)
            && let Some(n) = self.edges_of.get_mut(&value)
        {
            *n = n.saturating_sub(1);
        }
        self.outputs[from].retain(|e| *e != Edge { id: to, value });
        self.inputs[to].retain(|e| *e != Edge { id: from, value });
    }
    /// How many nodes that a node depends on by a memref load or store it.
    pub fn n_accesses_before(&self, b: &Body, id: usize, memref: Value) -> usize {
        let accesses = |edge: &&Edge| {
            edge.value == memref
                && self
                    .node(edge.id)
                    .is_some_and(|n| !n.loads_of(b, memref).is_empty() || n.stores_to(b, memref))
        };
        self.inputs[id].iter().filter(accesses).count()
    }
    /// How many nodes depend on a node by a memref.
    pub fn n_outputs(&self, id: usize, memref: Value) -> usize {
        self.outputs[id].iter().filter(|e| e.value == memref).count()
    }
    /// Whether a node depends on another one, also by way of others.
    pub fn has_path(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = vec![from];
        while let Some(id) = todo.pop() {
            if id == to {
                return true;
            }
            if !std::mem::replace(&mut seen[id], true) {
                todo.extend(self.outputs[id].iter().map(|e| e.id));
            }
        }
        false
    }
    /// The op before which both nodes can run as one; the source is before the destination.
    pub fn fusion_point(&self, b: &Body, source: usize, destination: usize) -> Option<Op> {
        let (from, to) = (self.node(source)?.op, self.node(destination)?.op);
        if self.outputs[source].is_empty() {
            return Some(to);
        }
        // Ops that make values for the destination must not need the source.
        let makes = self.inputs[destination].iter().filter(|e| !is_memref(b, e.value));
        if makes.into_iter().any(|e| self.has_path(source, e.id)) {
            return None;
        }
        let ops = |edges: &[Edge], but: usize| -> Vec<Op> {
            let nodes = edges.iter().filter(|e| e.id != but).filter_map(|e| self.node(e.id));
            nodes.map(|n| n.op).collect()
        };
        let after = ops(&self.outputs[source], destination);
        let before = ops(&self.inputs[destination], source);
        let between: Vec<Op> = b.block_ops(self.block).skip_while(|&op| op != from).skip(1).collect();
        let between: Vec<Op> = between.into_iter().take_while(|&op| op != to).collect();
        let first = between.iter().position(|op| after.contains(op));
        let last = between.iter().rposition(|op| before.contains(op));
        match (first, last) {
            (Some(first), Some(last)) if first <= last => None,
            (Some(first), _) => Some(between[first]),
            (None, _) => Some(to),
        }
    }
    /// The destination does what the source did too, which may be removed; `private` memrefs are not shared any more.
    pub fn fused(&mut self, b: &Body, source: usize, destination: usize, private: &[Value], removed: bool) {
        for edge in self.inputs[source].clone() {
            if !private.contains(&edge.value) {
                self.add_edge(b, edge.id, destination, edge.value);
            }
        }
        for edge in self.outputs[source].clone() {
            if edge.id == destination {
                self.remove_edge(b, source, edge.id, edge.value);
            } else if removed {
                self.add_edge(b, destination, edge.id, edge.value);
                self.remove_edge(b, source, edge.id, edge.value);
            }
        }
        for edge in self.inputs[destination].clone() {
            if private.contains(&edge.value) {
                self.remove_edge(b, edge.id, destination, edge.value);
            }
        }
    }
    /// Adds edges between a node and all others that use a memref.
    pub fn share(&mut self, b: &Body, id: usize, memref: Value) {
        let Some(op) = self.node(id).map(|n| n.op) else { return };
        for other in self.ids() {
            let Some(node) = self.node(other).filter(|_| other != id) else { continue };
            let before = b.is_before(node.op, op);
            if node.memrefs(b).is_none_or(|all| all.contains(&memref)) {
                let (from, to) = if before { (other, id) } else { (id, other) };
                self.add_edge(b, from, to, memref);
            }
        }
    }
    /// The memrefs that nodes shared and do not share any more.
    pub fn unshared(&self) -> Vec<Value> {
        self.edges_of.iter().filter(|(_, n)| **n == 0).map(|(v, _)| *v).collect()
    }
}
