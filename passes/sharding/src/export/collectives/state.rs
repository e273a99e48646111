//! The state on the way from one sharding to another one, and the steps that were taken.

use strata_sdy::{
    attrs::{AxisRef, Mesh},
    axes,
};

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

/// The state: all that remains to be done.
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
    pub target: &'a [Vec<AxisRef>],
    pub steps: Vec<Step>,
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
    pub fn gather(&mut self, removed: &[Vec<AxisRef>]) {
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
    pub fn merged(&self, list: &[AxisRef]) -> Vec<AxisRef> {
        let mut all = Vec::with_capacity(list.len());
        list.iter().for_each(|axis| axes::push(&mut all, axis.clone(), self.mesh));
        all
    }
}
