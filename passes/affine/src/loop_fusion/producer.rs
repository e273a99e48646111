//! Fusion of producers into their consumers.

use rustc_hash::FxHashSet;
use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{
    Fusion,
    legality::{Reason, escapes, has_cyclic_dependence, has_other_users_between, legal_slice},
    profit::Candidate,
};
use crate::{
    analysis::{
        access::accessed_memref,
        cost::additional_compute,
        domain::{common_loop_depth, enclosing_loops},
        slice::Slice,
    },
    loops::{fuse::fuse_slice, interchange::sink_sequential_loops},
};

/// The fusion of two nodes that was decided on.
struct Plan {
    source: ForOp,
    slice: Slice,
    /// The op before which the fused nest is.
    at: Op,
    /// Whether the source goes.
    removed: bool,
    private: Vec<Value>,
    /// The number of loops of the destination around the copy.
    depth: usize,
}

impl Fusion<'_> {
    /// Fuses into every nest the producers whose memrefs have at most `max_users` dependences.
    pub(super) fn fuse_producers(&mut self, body: &mut Body, max_users: usize) {
        for id in self.worklist() {
            let Some(nest) = self.nest(body, id) else { continue };
            let _ = sink_sequential_loops(body, nest);
            loop {
                let mut changed = false;
                for producer in self.producers(body, id).into_iter().rev() {
                    let Some(source) = self.nest(body, producer) else { continue };
                    let plan = match self.plan(body, [producer, id], source, nest, max_users) {
                        Planned::Fuse(plan) => plan,
                        Planned::Skip => continue,
                        Planned::Stop => break,
                    };
                    changed |= self.fuse(body, [producer, id], nest, &plan).is_some();
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// The nests that store what a node loads.
    fn producers(&self, b: &Body, id: usize) -> Vec<usize> {
        let Some(node) = self.graph.node(id) else { return Vec::new() };
        let loaded: FxHashSet<Value> = node.loads.iter().filter_map(|&op| accessed_memref(b, op)).collect();
        let stores_one = |from: &usize| {
            self.graph.node(*from).is_some_and(|n| {
                n.op.isa::<ForOp>(b)
                    && n.stores.iter().any(|&op| accessed_memref(b, op).is_some_and(|m| loaded.contains(&m)))
            })
        };
        let mut ids: Vec<usize> = self.graph.inputs(id).iter().map(|e| e.id).filter(stores_one).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn plan(&self, b: &Body, nodes: [usize; 2], source: ForOp, nest: ForOp, max_users: usize) -> Planned {
        self.try_plan(b, nodes, source, nest, max_users).unwrap_or(Planned::Skip)
    }

    fn try_plan(
        &self,
        b: &Body,
        nodes: [usize; 2],
        source: ForOp,
        nest: ForOp,
        max_users: usize,
    ) -> Option<Planned> {
        let [producer, consumer] = nodes;
        let (from, to) = (self.graph.node(producer)?, self.graph.node(consumer)?);
        let shared = shared_memrefs(b, &from.stores, &to.loads);
        if shared.iter().any(|&m| self.graph.n_outputs(producer, m) > max_users) {
            return None;
        }
        let stored: Vec<Value> = from.stores.iter().filter_map(|&op| accessed_memref(b, op)).collect();
        let escaping: Vec<Value> = stored.into_iter().filter(|&m| escapes(b, m, self.graph.block)).collect();
        if !escaping.is_empty() && has_other_users_between(b, from.op, to.op) {
            return None;
        }
        let at = self.graph.fusion_point(b, producer, consumer)?;
        let outer = enclosing_loops(b, nest.op()).len();
        let uses = |ops: &[Op]| -> Vec<Op> {
            let uses_shared = |&op: &Op| accessed_memref(b, op).is_some_and(|m| shared.contains(&m));
            ops.iter().copied().filter(uses_shared).collect()
        };
        let depth = common_loop_depth(b, &[uses(&to.loads), uses(&to.stores)].concat()).checked_sub(outer)?;
        let mut slices: Vec<Option<Slice>> =
            (1..=depth).map(|i| legal_slice(b, source, nest, outer + i, Reason::Producer)).collect();
        let mut best = slices.iter().rposition(Option::is_some)? + 1;
        let mut tolerance = self.options.compute_tolerance;
        if has_cyclic_dependence(b, source) {
            // No iteration of the source may run more often than it did.
            tolerance = 0.0;
            if self.options.maximal {
                let fraction = additional_compute(b, source, nest, slices[best - 1].as_ref()?);
                if fraction.is_none_or(|f| f > 0.0) {
                    return Some(Planned::Stop);
                }
            }
        }
        if !self.options.maximal {
            let accesses = uses(&from.stores);
            let candidate = Candidate { source, destination: nest, accesses: &accesses, slices: &slices };
            best = self.options.best_depth(b, &candidate, tolerance)?;
        }
        let slice = slices[best - 1].take()?;
        let removed = self.may_remove(b, nodes, &slice, at, &escaping);
        let private =
            shared.into_iter().filter(|&m| self.may_be_private(b, m, nodes, &escaping, removed)).collect();
        Some(Planned::Fuse(Plan { source, slice, at, removed, private, depth: best }))
    }

    /// Whether nothing needs the source any more when its slice is in the destination.
    fn may_remove(&self, b: &Body, nodes: [usize; 2], slice: &Slice, at: Op, escaping: &[Value]) -> bool {
        let [producer, consumer] = nodes;
        let mut needed = !escaping.is_empty();
        for edge in self.graph.outputs(producer).iter().filter(|e| e.id != consumer) {
            let Some(user) = self.graph.node(edge.id) else { continue };
            if at != user.op && !b.is_before(at, user.op) {
                return false;
            }
            needed = true;
        }
        !needed || slice.is_maximal(b) == Some(true)
    }

    fn fuse(&mut self, body: &mut Body, nodes: [usize; 2], nest: ForOp, plan: &Plan) -> Option<()> {
        let [producer, consumer] = nodes;
        fuse_slice(body, plan.source, &plan.slice)?;
        if plan.at != nest.op() {
            let at = InsertPoint::before(body, plan.at);
            body.move_op(nest.op(), at);
        }
        self.graph.fused(body, producer, consumer, &plan.private, plan.removed);
        for &memref in plan.private.iter().rev() {
            match self.make_private(body, nest.op(), memref, plan.depth) {
                Some(buffer) => self.graph.add_buffer(body, buffer, consumer),
                None => self.graph.share(body, consumer, memref),
            }
        }
        self.graph.refresh(body, consumer, nest.op());
        if plan.removed {
            self.graph.remove(body, producer);
            body.erase(plan.source.op());
        }
        Some(())
    }
}

/// The answer to the question whether to fuse two nodes.
enum Planned {
    Fuse(Plan),
    Skip,
    /// No producer is fused into the nest any more.
    Stop,
}

/// The memrefs that stores of one node and loads of another one use.
fn shared_memrefs(b: &Body, stores: &[Op], loads: &[Op]) -> Vec<Value> {
    let loaded: FxHashSet<Value> = loads.iter().filter_map(|&op| accessed_memref(b, op)).collect();
    let mut shared: Vec<Value> = Vec::new();
    for memref in stores.iter().filter_map(|&op| accessed_memref(b, op)) {
        if loaded.contains(&memref) && !shared.contains(&memref) {
            shared.push(memref);
        }
    }
    shared
}
