//! The collectives that take a tensor from one sharding to another one, independent of the IR.
//!
//! The state is the difference of the two: `ins` are the axes of the current sharding behind the axes that both begin with, `outs` those
//! of the target. Both are cut where the other is, so that two axes of them are equal or have nothing in common. The end is reached
//! when both are empty. Each kind of collective brings it nearer, the cheapest first:
//!
//! 1. *all-slice* adds axes of the target that are nowhere yet, and makes the tensor smaller;
//! 2. *collective-permute* replaces axes by as many other ones;
//! 3. *all-to-all* moves axes from a dimension to the one where they belong;
//! 4. *all-gather* removes what is left over.
//!
//! If all axes are powers of two, one round is enough; otherwise some things are left for a second one. What is not done then is done by
//! gathering all axes and cutting the tensor anew.

use strata_sdy::{
    attrs::{AxisRef, Mesh},
    axes,
};

use super::{align, permute, slice};

/// The axes of each dimension.
pub(super) type Axes = Vec<Vec<AxisRef>>;

/// A collective and the axes of the tensor behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The collective.
    pub kind: Kind,
    /// The axes of its result.
    pub result: Axes,
}

/// The kinds of collectives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Gathers along the axes of each dimension.
    AllGather(Axes),
    /// Cuts along the axes of each dimension.
    AllSlice(Axes),
    /// Moves axes from the first dimension to the second one.
    AllToAll(Vec<AxisRef>, usize, usize),
    /// Sends whole parts; the first one takes them to the mesh of the result.
    Permute,
}

/// How often the kinds are tried in turn.
const ROUNDS: usize = 2;

/// What remains to be done.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    pub mesh: &'a Mesh,
    /// The sizes of the dimensions of the whole tensor.
    pub sizes: &'a [i64],
    /// Whether the devices of the result are in another order, which takes a permute.
    pub changes_mesh: bool,
    /// The axes that are to go, behind those that are already right.
    pub ins: Axes,
    /// The axes that are to come.
    pub outs: Axes,
    /// All axes of the tensor.
    pub current: Axes,
    /// All axes of the target.
    target: &'a [Vec<AxisRef>],
    pub steps: Vec<Step>,
}

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

/// Removes axes from the end of others; they may be parts of these.
pub(super) fn pop(list: &mut Vec<AxisRef>, removed: &[AxisRef], mesh: &Mesh) {
    for axis in removed.iter().rev() {
        let Some(last) = list.pop() else { return };
        list.extend(last.prefix_without_overlap(axis, mesh));
    }
}

/// The number of places along all axes of a list.
pub(super) fn size(list: &[AxisRef], mesh: &Mesh) -> i64 {
    axes::size(list, mesh).unwrap_or(i64::MAX).max(1)
}

impl Plan<'_> {
    pub fn is_done(&self) -> bool {
        !self.changes_mesh && self.ins.iter().chain(&self.outs).all(Vec::is_empty)
    }
    pub fn rank(&self) -> usize {
        self.current.len()
    }
    /// Whether the axis is among those that are to go.
    pub fn has_in(&self, axis: &AxisRef) -> bool {
        self.ins.iter().any(|list| list.contains(axis))
    }
    /// The dimension and the place in which an axis is to come.
    pub fn out_place(&self, axis: &AxisRef) -> Option<(usize, usize)> {
        let found = |list: &Vec<AxisRef>| list.iter().position(|out| out == axis);
        self.outs.iter().enumerate().find_map(|(dim, list)| Some((dim, found(list)?)))
    }
    pub fn step(&mut self, kind: Kind) {
        self.steps.push(Step { kind, result: self.current.clone() });
    }
    /// Appends an axis to the tensor, and to another list of axes.
    pub fn push_current(&mut self, dim: usize, axis: &AxisRef) {
        axes::push(&mut self.current[dim], axis.clone(), self.mesh);
    }
    /// Gathers along axes at the ends of dimensions.
    fn gather(&mut self, removed: &[Vec<AxisRef>]) {
        if removed.iter().all(Vec::is_empty) {
            return;
        }
        for (list, removed) in self.current.iter_mut().zip(removed) {
            pop(list, removed, self.mesh);
        }
        let merged = removed.iter().map(|list| self.merged(list)).collect();
        self.step(Kind::AllGather(merged));
    }
    /// Neighbours as one.
    fn merged(&self, list: &[AxisRef]) -> Vec<AxisRef> {
        let mut all = Vec::with_capacity(list.len());
        list.iter().for_each(|axis| axes::push(&mut all, axis.clone(), self.mesh));
        all
    }
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
