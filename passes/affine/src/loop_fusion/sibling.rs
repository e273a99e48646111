//! Fusion of nests that read the same memory.

use rustc_hash::FxHashSet;
use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{
    Fusion,
    legality::{Reason, has_cyclic_dependence, has_other_users_between, legal_slice},
    profit::Candidate,
};
use crate::{
    analysis::{
        access::{access_kind, accessed_memref},
        cost::additional_compute,
        domain::enclosing_loops,
        slice::Slice,
    },
    loops::fuse::fuse_slice,
};

impl Fusion<'_> {
    /// Fuses into every nest those that read the same memory.
    pub(super) fn fuse_siblings(&mut self, body: &mut Body) {
        for id in self.worklist() {
            if self.graph.node(id).is_none_or(|n| !n.op.isa::<ForOp>(body)) {
                continue;
            }
            let mut seen = FxHashSet::default();
            while let Some((sibling, memref)) = self.sibling(body, id, &mut seen) {
                let _ = self.fuse_sibling(body, sibling, id, memref);
            }
        }
    }

    fn fuse_sibling(&mut self, body: &mut Body, sibling: usize, id: usize, memref: Value) -> Option<()> {
        let (from, to) = (self.graph.node(sibling)?, self.graph.node(id)?);
        let (source, nest) = (from.op.as_op::<ForOp>(body)?, to.op.as_op::<ForOp>(body)?);
        // Values that a nest carries would have to become values of the other one.
        let carries = |op: &Op| op.isa::<ForOp>(body) && !body.results(*op).is_empty();
        if body.ops_in(source.op()).into_iter().chain([source.op()]).any(|op| carries(&op)) {
            return None;
        }
        let at = match body.is_before(from.op, to.op) {
            true => self.graph.fusion_point(body, sibling, id)?,
            false => self.graph.fusion_point(body, id, sibling)?,
        };
        let accesses = from.loads_of(body, memref);
        let outer = enclosing_loops(body, nest.op()).len();
        let first = *to.loads_of(body, memref).first()?;
        let depth = enclosing_loops(body, first).len().checked_sub(outer)?;
        let slices: Vec<Option<Slice>> = (1..=depth)
            .map(|i| legal_slice(body, source, nest, outer + i, Reason::Sibling(memref)))
            .collect();
        let mut best = slices.iter().rposition(Option::is_some)? + 1;
        let cyclic = has_cyclic_dependence(body, source);
        if self.options.maximal {
            let fraction = || additional_compute(body, source, nest, slices[best - 1].as_ref()?);
            if cyclic && fraction().is_none_or(|f| f > 0.0) {
                return None;
            }
        } else {
            let tolerance = if cyclic { 0.0 } else { self.options.compute_tolerance };
            let candidate = Candidate { source, destination: nest, accesses: &accesses, slices: &slices };
            best = self.options.best_depth(body, &candidate, tolerance)?;
        }
        let slice = slices[best - 1].as_ref()?;
        (slice.is_maximal(body) == Some(true)).then_some(())?;
        fuse_slice(body, source, slice)?;
        if at != nest.op() {
            let at = InsertPoint::before(body, at);
            body.move_op(nest.op(), at);
        }
        self.graph.fused(body, sibling, id, &[], true);
        self.graph.refresh(body, id, nest.op());
        self.graph.remove(body, sibling);
        body.erase(source.op());
        Some(())
    }

    /// Another nest that reads a memref which a nest reads, for the first time.
    fn sibling(&self, b: &Body, id: usize, seen: &mut FxHashSet<usize>) -> Option<(usize, Value)> {
        let node = self.graph.node(id)?;
        for &memref in b.block_args(self.graph.block) {
            for user in b.users(memref).filter(|&op| access_kind(b, op) == Some(false)) {
                let around = enclosing_loops(b, user);
                let nest = around.iter().find(|l| b.parent_block(l.op()) == Some(self.graph.block));
                let Some(sibling) = nest.and_then(|l| self.graph.find(l.op())) else { continue };
                let new = sibling != id && !seen.contains(&sibling);
                if new
                    && !node.loads_of(b, memref).is_empty()
                    && accessed_memref(b, user) == Some(memref)
                    && self.are_siblings(b, sibling, id, memref)
                {
                    seen.insert(sibling);
                    return Some((sibling, memref));
                }
            }
        }
        for edge in self.graph.inputs(id) {
            let made = self
                .graph
                .node(edge.id)
                .is_some_and(|n| n.stores_to(b, edge.value) || b.def_op(edge.value) == Some(n.op));
            if !made || node.loads_of(b, edge.value).is_empty() {
                continue;
            }
            for other in self.graph.outputs(edge.id) {
                let nest = self.graph.node(other.id).is_some_and(|n| n.op.isa::<ForOp>(b));
                if other.id != id
                    && other.value == edge.value
                    && nest
                    && !seen.contains(&other.id)
                    && self.are_siblings(b, other.id, id, other.value)
                {
                    seen.insert(other.id);
                    return Some((other.id, other.value));
                }
            }
        }
        None
    }

    /// Whether a nest has one load of a memref, is independent of another one, and stores to one memref at most.
    fn are_siblings(&self, b: &Body, sibling: usize, id: usize, memref: Value) -> bool {
        let (Some(from), Some(to)) = (self.graph.node(sibling), self.graph.node(id)) else { return false };
        if from.loads_of(b, memref).len() != 1
            || self.graph.has_path(sibling, id)
            || self.graph.has_path(id, sibling)
        {
            return false;
        }
        let stored: FxHashSet<Value> = from.stores.iter().filter_map(|&op| accessed_memref(b, op)).collect();
        let updated =
            |m: &Value| !from.loads_of(b, *m).is_empty() && self.graph.n_accesses_before(b, sibling, *m) > 0;
        stored.len() <= 1
            && !stored.iter().any(updated)
            && !has_other_users_between(b, to.op, from.op)
            && !has_other_users_between(b, from.op, to.op)
    }
}
