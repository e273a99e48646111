//! Visits nodes until no sharding changes.
//!
//! Nodes wait on a stack, the first of the program on top. A changed sharding puts all nodes that use it on top of the stack, if they do not
//! wait already. Shardings only grow, so that this ends.

use std::borrow::Cow;

use strata_ir::prelude::*;
use strata_sdy::attrs::{Mesh, TensorSharding};

use super::direction::Direction;
use super::factors::{FactorProblem, Strategy};
use super::program::{Node, Program, SlotId};
use super::projection::Projection;
use super::rounds::Round;

/// How a program is propagated through once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub round: Round,
    pub strategy: Strategy,
    pub is_conservative: bool,
}

impl Program {
    /// Propagates until no sharding changes.
    pub(super) fn propagate(&mut self, cx: &Context, pass: Pass) {
        self.propagate_returns(cx, pass);
        while self.sweep(cx, pass) {}
        self.propagate_returns(cx, pass);
    }
    /// Between returned values and the results of functions, which no node uses.
    fn propagate_returns(&mut self, cx: &Context, pass: Pass) {
        let returns = std::mem::take(&mut self.returns);
        for node in &returns {
            let pass = Pass { round: Round::All, is_conservative: false, ..pass };
            for (slot, sharding) in self.visit(cx, node, pass) {
                self.update(slot, sharding, &mut |_| {});
            }
        }
        self.returns = returns;
    }
    /// Visits all nodes, and again those whose shardings change. Whether one changed.
    fn sweep(&mut self, cx: &Context, pass: Pass) -> bool {
        let mut stack: Vec<u32> = (0..self.nodes.len() as u32).rev().collect();
        let mut waits = vec![true; self.nodes.len()];
        let mut changes = false;
        while let Some(id) = stack.pop() {
            waits[id as usize] = false;
            let node = &self.nodes[id as usize];
            let state = (self.version(node), describe(node, pass));
            if node.settled == Some(state) {
                continue;
            }
            let updates = self.visit(cx, node, pass);
            let mut push = |user: u32| {
                if user != id && !waits[user as usize] {
                    waits[user as usize] = true;
                    stack.push(user);
                }
            };
            let mut is_settled = true;
            for (i, (slot, _)) in updates.iter().enumerate() {
                // Of two shardings for one slot the last one remains, and the next visit adds to it.
                is_settled &= updates[..i].iter().all(|(other, _)| other != slot);
            }
            for (slot, sharding) in updates {
                changes = true;
                self.update(slot, sharding, &mut push);
            }
            let state = (self.version(&self.nodes[id as usize]), state.1);
            self.nodes[id as usize].settled = is_settled.then_some(state);
        }
        changes
    }
    /// A number that is another one after any change of a slot of the node.
    fn version(&self, node: &Node) -> u64 {
        let slots = node.operands.iter().chain(&node.results).flatten();
        slots.map(|&slot| u64::from(self.slots[slot as usize].version)).sum()
    }
    /// Changes a sharding and those of its group, and tells `push` the nodes that use them.
    fn update(&mut self, slot: SlotId, sharding: TensorSharding, push: &mut dyn FnMut(u32)) {
        let group = self.slots[slot as usize].group.map(|group| self.groups[group].slots.clone());
        let others = group.into_iter().flatten().filter(|&other| other != slot);
        for slot in [slot].into_iter().chain(others) {
            self.set(slot, sharding.clone());
            self.nodes_of(slot).for_each(&mut *push);
        }
    }
    /// The new shardings that a node gives to its slots.
    fn visit(&self, cx: &Context, node: &Node, pass: Pass) -> Vec<(SlotId, TensorSharding)> {
        let operands: Vec<Option<&TensorSharding>> =
            node.operands.iter().map(|&slot| self.sharding(slot)).collect();
        let seen: Vec<Option<Cow<'_, TensorSharding>>> =
            node.results.iter().map(|&slot| self.sharding(slot).map(|s| seen(node, s))).collect();
        let results: Vec<Option<&TensorSharding>> = seen.iter().map(Option::as_deref).collect();
        let all = operands.iter().chain(&results).copied().flatten();
        let Some((mesh_or_ref, mesh)) = self.common_mesh(cx, all) else { return Vec::new() };
        if mesh.axes.is_empty() {
            return Vec::new();
        }
        let mut projection = Projection::new(&operands, &results, &node.rule, mesh);
        let problem = FactorProblem {
            sizes: &node.rule.factor_sizes,
            mesh,
            direction: &|factor| pass.round.direction(node, factor),
            is_conservative: pass.is_conservative,
            is_elementwise: node.facts.is_elementwise,
        };
        let changed = pass.strategy.propagate(&problem, &mut projection);
        let slots = node.operands.iter().chain(&node.results);
        let mappings = node.rule.operand_mappings.iter().chain(&node.rule.result_mappings);
        let mut updates: Vec<(SlotId, TensorSharding)> = Vec::new();
        for (i, (&slot, mapping)) in slots.zip(mappings).enumerate().filter(|(i, _)| changed[*i]) {
            let Some(slot) = slot else { continue };
            let new = projection.tensors[i].sharding(mapping, &node.rule.factor_sizes, mesh_or_ref, mesh);
            let old = operands.iter().chain(&results).nth(i).copied().flatten();
            let is_same = old.map_or_else(|| is_open(&new), |old| *old == new);
            if is_same {
                continue;
            }
            let new = match &node.view {
                Some(view) if i >= projection.operands => view.to_slot(&new),
                _ => new,
            };
            updates.push((slot, new));
        }
        updates
    }
    /// The mesh of all shardings; `None` without one, or where there are several. Meshes without axes count only if there is no other.
    fn common_mesh<'a>(
        &'a self,
        cx: &'a Context,
        shardings: impl Iterator<Item = &'a TensorSharding>,
    ) -> Option<(Attr, &'a Mesh)> {
        let mut common: Option<(Attr, &Mesh)> = None;
        for sharding in shardings {
            if common.is_some_and(|(attr, _)| attr == sharding.mesh_or_ref) {
                continue;
            }
            let other = self.meshes.get(cx, sharding.mesh_or_ref)?;
            let is_empty = |mesh: &Mesh| mesh.axes.is_empty() && mesh.device_ids.is_empty();
            match common {
                Some((_, mesh)) if !is_empty(mesh) => {
                    if !is_empty(other) && other != mesh {
                        return None;
                    }
                }
                _ => common = Some((sharding.mesh_or_ref, other)),
            }
        }
        common
    }
}

/// The sharding of the result of a node as its operands see it.
fn seen<'a>(node: &Node, sharding: &'a TensorSharding) -> Cow<'a, TensorSharding> {
    match &node.view {
        Some(view) => Cow::Owned(view.from_slot(sharding)),
        None => Cow::Borrowed(sharding),
    }
}

/// Whether a sharding says nothing.
fn is_open(sharding: &TensorSharding) -> bool {
    sharding.all_axes().next().is_none()
}

/// A number for how a visit goes: the strategy, and the directions along the factors.
fn describe(node: &Node, pass: Pass) -> u64 {
    let start = 1 + u64::from(pass.strategy == Strategy::Aggressive);
    let directions = (0..node.rule.factor_sizes.len()).map(|factor| pass.round.direction(node, factor));
    directions.fold(start, |number, direction| {
        let digit = match direction {
            Direction::None => 0,
            Direction::Forward => 1,
            Direction::Backward => 2,
            Direction::Both => 3,
        };
        // A number that wraps only costs or saves a visit of an op with very many factors.
        number.wrapping_mul(4).wrapping_add(digit)
    })
}
