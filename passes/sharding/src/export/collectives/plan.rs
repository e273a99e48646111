//! The collectives that take a tensor from one sharding to another one, independent of the IR.
//!
//! The state is the difference of the two: `ins` are the axes of the current sharding behind the axes that both begin with, `outs` those
//! of the target. Both are cut where the other is, so that two axes of them are equal or have nothing in common. The end is reached
//! when both are empty. Each kind of collective brings it nearer, the cheapest first:
//!
//! 1. *all-slice* adds axes of the target that are nowhere yet, and makes the tensor smaller;
//! 2. *collective-permute* replaces axes by as many other ones;
//! 3. *all-to-all* moves axes from a dimension to the one where they belong;
//! 4. *all-gather* removes the axes that remain.
//!
//! If all axes are powers of two, one round is enough; otherwise some things are left for a second one. The rest is done by gathering
//! all axes and cutting the tensor anew.

use strata_sdy::attrs::{AxisRef, Mesh};

use super::{
    align, permute, slice,
    state::{Axes, Kind, Plan, Step, pop, size},
};

/// How often the kinds are tried in turn.
const ROUNDS: usize = 2;

/// The collectives that take a tensor from the axes `from` to the axes `to`; `None` if the axes of one of them cannot be used together.
pub(super) fn plan(
    mesh: &Mesh,
    sizes: &[i64],
    from: &[Vec<AxisRef>],
    to: &[Vec<AxisRef>],
    changes_mesh: bool,
) -> Option<Vec<Step>> {
    if !align::is_consistent(from, mesh) || !align::is_consistent(to, mesh) {
        return None;
    }
    let current = from.to_vec();
    let (ins, outs) = (Axes::new(), Axes::new());
    let mut plan = Plan { mesh, sizes, changes_mesh, ins, outs, current, target: to, steps: vec![] };
    let other_parts = align::suffixes_in_conflict(&plan.current, to, mesh);
    plan.gather(&other_parts);
    (plan.ins, plan.outs) = (plan.current.clone(), to.to_vec());
    align::cut_both(&mut plan.ins, &mut plan.outs, mesh);
    for (ins, outs) in plan.ins.iter_mut().zip(&mut plan.outs) {
        let common = ins.iter().zip(outs.iter()).take_while(|(a, b)| a == b).count();
        ins.drain(..common);
        outs.drain(..common);
    }
    for _ in 0..ROUNDS {
        if plan.is_done() {
            break;
        }
        slice::all_slice(&mut plan);
        permute::collective_permute(&mut plan);
        plan.all_to_alls(Order::Kept);
        plan.all_to_alls(Order::Any);
        plan.all_gather();
    }
    plan.finish();
    Some(plan.steps)
}

/// Whether axes may be moved to a dimension where they are not the next ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Kept,
    Any,
}

impl Plan<'_> {
    /// Gathers along the axes at the ends that are nowhere to come.
    fn all_gather(&mut self) {
        let needless = |list: &Vec<AxisRef>| {
            let kept = list.iter().rposition(|axis| self.out_place(axis).is_some());
            kept.map_or(0, |last| last + 1)
        };
        let starts: Vec<usize> = self.ins.iter().map(needless).collect();
        let removed: Axes =
            self.ins.iter_mut().zip(starts).map(|(list, start)| list.split_off(start)).collect();
        self.gather(&removed);
    }
    /// Moves axes from the ends of dimensions to the dimensions where they are to come.
    fn all_to_alls(&mut self, order: Order) {
        for source in 0..self.rank() {
            while self.all_to_all(source, order).is_some() {}
        }
    }
    fn all_to_all(&mut self, source: usize, order: Order) -> Option<()> {
        let target = self.out_place(self.ins[source].last()?).map(|place| place.0);
        let target = target.filter(|target| *target != source)?;
        let is_other = |axis: &AxisRef| self.out_place(axis).is_none_or(|place| place.0 != target);
        let start = self.ins[source].iter().rposition(is_other).map_or(0, |at| at + 1);
        let moved = self.ins[source][start..].to_vec();
        if order == Order::Kept && !self.outs[target].starts_with(&moved) {
            return None;
        }
        if !self.divides(target, &moved) {
            return None;
        }
        self.ins[source].truncate(start);
        pop(&mut self.current[source], &moved, self.mesh);
        for axis in &moved {
            self.push_current(target, axis);
            if self.ins[target].is_empty() && self.outs[target].first() == Some(axis) {
                self.outs[target].remove(0);
            } else {
                self.ins[target].push(axis.clone());
            }
        }
        let merged = self.merged(&moved);
        self.step(Kind::AllToAll(merged, source, target));
        Some(())
    }
    /// Whether a dimension has parts of the same size with more axes too. If it has not with its own or those of the target, that is no
    /// matter.
    fn divides(&self, dim: usize, more: &[AxisRef]) -> bool {
        let now = size(&self.current[dim], self.mesh);
        let then = now.saturating_mul(size(more, self.mesh));
        let even = |parts: i64| self.sizes.get(dim).is_none_or(|size| size % parts == 0);
        even(then) || !even(now) || !even(size(&self.target[dim], self.mesh))
    }
    /// Does the rest by gathering and cutting.
    fn finish(&mut self) {
        let removed = std::mem::replace(&mut self.ins, vec![Vec::new(); self.current.len()]);
        self.gather(&removed);
        let added = std::mem::replace(&mut self.outs, vec![Vec::new(); self.current.len()]);
        if added.iter().all(Vec::is_empty) {
            return;
        }
        for (dim, list) in added.iter().enumerate() {
            list.iter().for_each(|axis| self.push_current(dim, axis));
        }
        let merged = added.iter().map(|list| self.merged(list)).collect();
        self.step(Kind::AllSlice(merged));
    }
}
