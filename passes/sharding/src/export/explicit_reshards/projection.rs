//! The shardings of the operands and results of an op by the factors of its rule.

use std::collections::BTreeMap;

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{AxisRef, DimensionSharding, Mesh, OpShardingRule, Reduction, TensorMapping, TensorSharding},
    axes,
};

/// The axes of the factors of one tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TensorFactors {
    /// The axes by factor.
    pub axes: BTreeMap<usize, Vec<AxisRef>>,
    /// Whether some axes fit into no factor.
    pub overflows: bool,
}

impl TensorFactors {
    fn build(sharding: Option<&TensorSharding>, mapping: &TensorMapping, sizes: &[i64], mesh: &Mesh) -> Self {
        let mut tensor = Self::default();
        for (dim, factors) in mapping.0.iter().enumerate() {
            let own = sharding.and_then(|sharding| sharding.dim_shardings.get(dim));
            let mut rest: Vec<AxisRef> = own.map(|dim| dim.axes.clone()).unwrap_or_default();
            rest.reverse();
            let count = factors.0.len();
            for (place, factor) in factors.0.iter().map(|factor| *factor as usize).enumerate() {
                let list = tensor.axes.entry(factor).or_default();
                // The last factor takes all that is left, as the only one of a dimension does.
                if place + 1 == count {
                    list.extend(rest.drain(..).rev());
                    break;
                }
                let whole = fill(list, &mut rest, sizes.get(factor).copied().unwrap_or(1), mesh);
                if !whole && !rest.is_empty() {
                    tensor.overflows = true;
                    rest.clear();
                }
            }
        }
        tensor
    }
    /// The number of parts.
    pub fn parts(&self, mesh: &Mesh) -> i64 {
        let sizes = self.axes.values().map(|list| axes::size(list, mesh).unwrap_or(i64::MAX));
        sizes.fold(1, i64::saturating_mul)
    }
    /// The sharding with these axes.
    pub fn sharding(
        &self,
        mapping: &TensorMapping,
        mesh_or_ref: Attr,
        unreduced: (Vec<AxisRef>, Reduction),
        mesh: &Mesh,
    ) -> TensorSharding {
        let dims = mapping.0.iter().map(|factors| {
            let mut list = Vec::new();
            let own = factors.0.iter().filter_map(|factor| self.axes.get(&(*factor as usize)));
            own.flatten().for_each(|axis| axes::push(&mut list, axis.clone(), mesh));
            DimensionSharding { axes: list, is_closed: true, priority: None }
        });
        TensorSharding {
            mesh_or_ref,
            dim_shardings: dims.collect(),
            replicated_axes: Vec::new(),
            unreduced_axes: unreduced.0,
            reduction: unreduced.1,
        }
    }
}

/// Moves axes, the first at the end of `rest`, to a factor of this size; returns whether they fill it.
fn fill(list: &mut Vec<AxisRef>, rest: &mut Vec<AxisRef>, mut size: i64, mesh: &Mesh) -> bool {
    while size > 1 {
        let Some(axis) = rest.pop() else { return false };
        let parts = axis.size(mesh).max(1);
        if size % parts == 0 {
            size /= parts;
            list.push(axis);
        } else if let Some((first, behind)) = axis.split(size, mesh) {
            list.extend(first);
            rest.extend(behind);
            size = 1;
        } else {
            rest.push(axis);
            return false;
        }
    }
    true
}

/// The axes of the factors of all tensors of an op, the operands first.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// The tensors.
    pub tensors: Vec<TensorFactors>,
    /// Whether the axes of a tensor have changed, or fit into no factor.
    pub changed: Vec<bool>,
}

/// The mappings of all tensors of a rule, the operands first.
pub(super) fn mappings(rule: &OpShardingRule) -> impl Iterator<Item = &TensorMapping> + Clone {
    rule.operand_mappings.iter().chain(&rule.result_mappings)
}

impl Projection {
    pub fn build(rule: &OpShardingRule, shardings: &[Option<TensorSharding>], mesh: &Mesh) -> Self {
        let tensors: Vec<TensorFactors> = mappings(rule)
            .zip(shardings)
            .map(|(mapping, sharding)| {
                TensorFactors::build(sharding.as_ref(), mapping, &rule.factor_sizes, mesh)
            })
            .collect();
        let changed = tensors.iter().map(|tensor| tensor.overflows).collect();
        Self { tensors, changed }
    }
    /// Gives a factor these axes in all tensors that have it.
    pub fn update(&mut self, factor: usize, axes: &[AxisRef]) {
        for (tensor, changed) in self.tensors.iter_mut().zip(&mut self.changed) {
            if let Some(own) = tensor.axes.get_mut(&factor)
                && own != axes
            {
                *own = axes.to_vec();
                *changed = true;
            }
        }
    }
    /// The axes with which a factor begins in all tensors that have it.
    pub fn common_prefix(&self, factor: usize, mesh: &Mesh) -> Vec<AxisRef> {
        let mut lists = self.tensors.iter().filter_map(|tensor| tensor.axes.get(&factor));
        let first = lists.next().cloned().unwrap_or_default();
        lists.fold(first, |common, list| axes::common_prefix(&common, list, mesh))
    }
}
