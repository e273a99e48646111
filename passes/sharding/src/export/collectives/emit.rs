//! The ops of a plan, and those that begin and end the reduction of a tensor.

use strata_ir::prelude::*;
use strata_sdy::{
    AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, CollectivePermuteOp, ReplicatedToUnreducedOp,
    ShardedToUnreducedOp,
    attrs::{
        AllToAllParam, AllToAllParamList, AxisRef, AxisRefList, DimensionSharding, ListOfAxisRefLists, Mesh,
        TensorSharding,
    },
    axes,
};

use super::state::{Kind, Step, pop};
use crate::compare::without;

/// Puts collectives in front of an op.
pub(super) struct Emitter<'b, 'm> {
    body: &'b mut Body,
    before: Op,
    mesh: &'m Mesh,
    /// The result of the last collective.
    pub value: Value,
    /// Its sharding.
    pub sharding: TensorSharding,
}

fn lists(axes: Vec<Vec<AxisRef>>) -> ListOfAxisRefLists {
    ListOfAxisRefLists(axes.into_iter().map(AxisRefList).collect())
}

impl<'b, 'm> Emitter<'b, 'm> {
    pub fn new(
        body: &'b mut Body,
        before: Op,
        mesh: &'m Mesh,
        value: Value,
        mut sharding: TensorSharding,
    ) -> Self {
        sharding.replicated_axes.clear();
        for dim in &mut sharding.dim_shardings {
            (dim.is_closed, dim.priority) = (true, None);
        }
        Self { body, before, mesh, value, sharding }
    }
    fn set_axes(&mut self, axes: Vec<Vec<AxisRef>>) {
        let closed = |axes| DimensionSharding { axes, is_closed: true, priority: None };
        self.sharding.dim_shardings = axes.into_iter().map(closed).collect();
    }
    /// Builds an op whose result has the current sharding.
    fn build(&mut self, make: impl FnOnce(&mut Builder<'_>, Value, Attr) -> Value) {
        let sharding = self.body.cx().attr(self.sharding.clone());
        let value = self.value;
        self.value = make(&mut Builder::before(self.body, self.before), value, sharding);
    }
    /// Reduces along the axes along which the target has no parts of a reduction any more.
    pub fn reduce(&mut self, to: &TensorSharding) {
        let same = self.sharding.reduction == to.reduction;
        let kept: &[AxisRef] = if same { &to.unreduced_axes } else { &[] };
        let reduced = without(&self.sharding.unreduced_axes, kept, self.mesh);
        let reduced = axes::sorted(reduced, self.mesh);
        if !reduced.is_empty() {
            let left = without(&self.sharding.unreduced_axes, &reduced, self.mesh);
            self.sharding.unreduced_axes = axes::sorted(left, self.mesh);
            let attr = self.body.cx().attr(AxisRefList(reduced));
            self.build(|b, value, sharding| AllReduceOp::build(b, value, attr, sharding));
        }
        self.sharding.reduction = to.reduction;
    }
    /// Makes parts of a reduction of the parts of dimensions that end with axes along which the target has parts of a reduction; returns
    /// the axes for which that is left to do.
    pub fn share_out(&mut self, to: &TensorSharding) -> Vec<AxisRef> {
        let mesh = self.mesh;
        let added = without(&to.unreduced_axes, &self.sharding.unreduced_axes, mesh);
        let mut left = self.sharding.dim_shardings.iter().map(|dim| dim.axes.clone()).collect::<Vec<_>>();
        let mut shared: Vec<Vec<AxisRef>> = vec![Vec::new(); left.len()];
        for (list, shared) in left.iter_mut().zip(&mut shared) {
            while let Some(last) = list.last().cloned() {
                // The end of the last axis that is in the reduction of the target.
                let part = added.iter().find_map(|axis| {
                    let common = last.overlap(axis, mesh)?;
                    (common.end(mesh) == last.end(mesh)).then_some(common)
                });
                let Some(part) = part else { break };
                pop(list, std::slice::from_ref(&part), mesh);
                shared.insert(0, part);
            }
        }
        let all: Vec<AxisRef> = shared.iter().flatten().cloned().collect();
        if all.is_empty() {
            return added;
        }
        self.set_axes(left);
        let unreduced = self.sharding.unreduced_axes.iter().chain(&all).cloned();
        self.sharding.unreduced_axes = axes::sorted(unreduced, mesh);
        let merged = |list: Vec<AxisRef>| {
            let mut merged = Vec::new();
            list.into_iter().for_each(|axis| axes::push(&mut merged, axis, mesh));
            merged
        };
        let attr = self.body.cx().attr(lists(shared.into_iter().map(merged).collect()));
        self.build(|b, value, sharding| ShardedToUnreducedOp::build(b, value, attr, sharding));
        without(&added, &all, mesh)
    }
    /// The collectives of a plan; a permute takes the tensor to the mesh of the target.
    pub fn steps(&mut self, steps: Vec<Step>, mesh: Attr) {
        for Step { kind, result } in steps {
            self.set_axes(result);
            let cx = self.body.cx_arc().clone();
            match kind {
                Kind::AllGather(axes) => {
                    let axes = cx.attr(lists(axes));
                    self.build(|b, value, out| AllGatherOp::build(b, value, axes, out));
                }
                Kind::AllSlice(axes) => {
                    let axes = cx.attr(lists(axes));
                    self.build(|b, value, out| AllSliceOp::build(b, value, axes, out));
                }
                Kind::AllToAll(axes, source, target) => {
                    let param = AllToAllParam { axes, src_dim: source as i64, tgt_dim: target as i64 };
                    let params = cx.attr(AllToAllParamList(vec![param]));
                    self.build(|b, value, out| AllToAllOp::build(b, value, params, out));
                }
                Kind::Permute => {
                    self.sharding.mesh_or_ref = mesh;
                    self.build(|b, value, out| CollectivePermuteOp::build(b, value, out));
                }
            }
        }
    }
    /// Makes parts of a reduction of copies along axes.
    pub fn copies_to_parts(&mut self, added: Vec<AxisRef>, to: &TensorSharding) {
        if !added.is_empty() {
            self.sharding.unreduced_axes.clone_from(&to.unreduced_axes);
            let attr = self.body.cx().attr(AxisRefList(axes::sorted(added, self.mesh)));
            self.build(|b, value, sharding| ReplicatedToUnreducedOp::build(b, value, attr, sharding));
        }
    }
}
