//! Edges of the control flow graph.
//!
//! Every block knows how many edges lead to it, and the XOR of the ops that they come from: where there is one edge,
//! that is the branch itself. So blocks are merged and branches are followed backwards without a look at the other
//! blocks of the region. The successors of an op count from its creation on, also while it is in no block.

use crate::{Block, Body, Entity, Event, Op, data::Edges};

impl Body {
    /// The number of edges that lead to a block; a branch with several to it counts as often.
    pub fn num_predecessors(&self, block: Block) -> usize {
        self.edges(block).n as usize
    }
    /// The branch to a block, where exactly one edge leads to it.
    pub fn single_predecessor(&self, block: Block) -> Option<Op> {
        let edges = self.edges(block);
        (edges.n == 1).then(|| Op::from_index(edges.ops as usize))
    }
    /// Changes successor `i`.
    pub fn set_successor(&mut self, op: Op, i: usize, block: Block) {
        assert!(i < self.successors(op).len(), "{} has no successor #{i}", self.op_name(op));
        let place = self.ops[op].succs_place();
        let own = self.rare().succs.get_mut(op, place);
        let old = std::mem::replace(&mut own[i], block);
        self.drop_edge(op, old);
        self.add_edge(op, block);
        self.note(Event::OperandSet(op));
    }
    /// Counts the edges of a new op.
    pub(super) fn add_edges(&mut self, op: Op) {
        for i in 0..self.successors(op).len() {
            self.add_edge(op, self.successors(op)[i]);
        }
    }
    /// Forgets the edges of an op that is erased.
    pub(super) fn drop_edges(&mut self, op: Op) {
        for i in 0..self.successors(op).len() {
            self.drop_edge(op, self.successors(op)[i]);
        }
    }
    fn add_edge(&mut self, op: Op, to: Block) {
        if !self.blocks.contains(to) {
            return;
        }
        let edges = &mut self.rare().edges;
        if edges.len() <= to.index() {
            edges.resize(to.index() + 1, Edges::default());
        }
        let edges = &mut edges[to.index()];
        edges.n = edges.n.saturating_add(1);
        edges.ops ^= op.index() as u32;
    }
    /// The block may have been erased before the branch to it.
    fn drop_edge(&mut self, op: Op, to: Block) {
        if self.blocks.contains(to)
            && let Some(edges) = self.rare().edges.get_mut(to.index())
        {
            edges.n = edges.n.saturating_sub(1);
            edges.ops ^= op.index() as u32;
        }
    }
    /// Forgets the edges that lead to a block that is erased.
    pub(super) fn forget_edges(&mut self, to: Block) {
        if let Some(edges) = self.rare.as_mut().and_then(|rare| rare.edges.get_mut(to.index())) {
            *edges = Edges::default();
        }
    }
    fn edges(&self, block: Block) -> Edges {
        debug_assert!(self.blocks.contains(block), "edges of an erased block");
        self.rare.as_ref().and_then(|rare| rare.edges.get(block.index())).copied().unwrap_or_default()
    }
}
