//! The tensors of an op, how they are divided, and what has to move.

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{AxisRef, Mesh, TensorSharding},
    axes,
    shardings::{self, Meshes},
};
use strata_stablehlo as hlo;

use super::cost::costs_less;
use super::link::{Link, exchange_rule, exchangeable};
use super::plan::{Plan, plan};
use crate::{compare::closed, export::whole_dimensions::whole_dimensions, propagation::sharding_rule};

/// The operands and results of an op, of which some are divided by the axes of one mesh.
pub(super) struct Tensors {
    pub mesh: Mesh,
    /// The operands, then the results.
    pub shardings: Vec<TensorSharding>,
    pub values: Vec<Value>,
    pub operands: usize,
}

/// The plans of an op for all of its factors, and the axes that divide each.
pub(super) struct Plans {
    pub all: Vec<(Plan, Vec<AxisRef>)>,
}

impl Tensors {
    /// `None` if nothing is divided, or by several meshes.
    pub(super) fn new(b: &Body, op: Op, meshes: &Meshes) -> Option<Self> {
        let values: Vec<Value> = b.operands(op).chain(b.results(op).iter().copied()).collect();
        let own: Vec<_> = values.iter().map(|&value| shardings::sharding(b, value)).collect();
        let is_divided =
            |sharding: &&TensorSharding| sharding.dim_shardings.iter().any(|dim| !dim.axes.is_empty());
        let first = own.iter().flatten().find(is_divided)?.mesh_or_ref;
        let mesh = meshes.get(b.cx(), first)?.clone();
        if own.iter().flatten().filter(is_divided).any(|sharding| sharding.mesh_or_ref != first) {
            return None;
        }
        let all = own.into_iter().zip(&values).map(|(own, &value)| {
            let rank = hlo::infer::sizes(b.cx(), b.ty(value)).len();
            let own = own.filter(|own| own.mesh_or_ref == first);
            closed(&own.unwrap_or_else(|| TensorSharding::replicated(first, rank, true)))
        });
        let shardings = all.collect();
        Some(Self { mesh, shardings, values, operands: b.num_operands(op) })
    }
    fn axes(&self, at: usize, dim: usize) -> &[AxisRef] {
        let dims = self.shardings.get(at).map(|sharding| &sharding.dim_shardings);
        dims.and_then(|dims| dims.get(dim)).map_or(&[], |dim| &dim.axes)
    }
    /// Into how many parts a dimension of a value is divided.
    pub(super) fn parts(&self, value: Value, dim: usize) -> i64 {
        let at = self.values.iter().position(|&own| own == value).unwrap_or(usize::MAX);
        axes::size(self.axes(at, dim), &self.mesh).unwrap_or(1)
    }
    /// The dimensions that are divided though the op needs them whole.
    fn moved(&self, b: &Body, op: Op) -> Vec<(Value, usize)> {
        let sizes = |value: Value| hlo::infer::sizes(b.cx(), b.ty(value)).to_vec();
        let whole = whole_dimensions(b, op, &sizes);
        whole.into_iter().filter(|&(value, dim)| self.parts(value, dim) > 1).collect()
    }
    pub(super) fn moves(&self, b: &Body, op: Op) -> bool {
        !self.moved(b, op).is_empty()
    }
    /// The exchanges of the op; `None` if some dimension would have to be whole.
    pub(super) fn plan(&self, b: &Body, op: Op) -> Option<Plans> {
        let rule = exchange_rule(b, op, sharding_rule(b, op)?);
        let (mut all, mut covered) = (Vec::new(), Vec::new());
        for factor in exchangeable(b, op, &rule) {
            let link = Link::new(&rule, factor);
            let Some(axes) = self.linked(&link) else { continue };
            let plan = plan(b, op, &link, axes::size(axes, &self.mesh)?)?;
            if !costs_less(b, op, &plan) {
                return None;
            }
            let dims: Vec<(Value, usize)> = link.dimensions(b, op).collect();
            if plan.needs.iter().any(|need| covered.contains(&(b.operand(op, need.operand), need.dim))) {
                return None;
            }
            covered.extend(dims);
            all.push((plan, axes.to_vec()));
        }
        let is_covered = self.moved(b, op).iter().all(|dim| covered.contains(dim));
        (is_covered && !captures(b, op)).then_some(Plans { all })
    }
    /// The axes that divide all dimensions of a link.
    fn linked(&self, link: &Link) -> Option<&[AxisRef]> {
        let results = link.results.iter().map(|&(at, dim)| (at + self.operands, dim));
        let mut all = link.operands.iter().copied().chain(results).map(|(at, dim)| self.axes(at, dim));
        let first = all.next().filter(|axes| !axes.is_empty())?;
        all.all(|axes| axes == first).then_some(first)
    }
}

/// Whether the regions of an op use values from outside of it.
fn captures(b: &Body, op: Op) -> bool {
    let inside = b.ops_in(op);
    let is_own = |value: Value| match b.def(value) {
        Def::Result { op, .. } => inside.contains(&op),
        Def::Arg { block, .. } => {
            b.block_parent_op(block).is_some_and(|owner| owner == op || inside.contains(&owner))
        }
        Def::Forward => false,
    };
    inside.iter().any(|&own| b.operands(own).any(|value| !is_own(value)))
}
