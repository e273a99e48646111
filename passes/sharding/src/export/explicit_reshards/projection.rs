//! The shardings of the operands and results of an op by the factors of its rule.

use std::collections::BTreeMap;

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{AxisRef, DimensionSharding, Mesh, OpShardingRule, Reduction, TensorMapping, TensorSharding},
    axes,
};

use crate::{export::divisible_shardings::dividing_prefix, propagation::projection as propagation};

/// The axes of the factors of one tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TensorFactors {
    /// The axes by factor.
    pub axes: BTreeMap<usize, Vec<AxisRef>>,
    /// Whether some axes fit into no factor.
    pub overflows: bool,
}

impl From<propagation::TensorFactors> for TensorFactors {
    fn from(tensor: propagation::TensorFactors) -> Self {
        let all = tensor.factors.into_iter().enumerate();
        let mut new = Self::default();
        for (factor, own) in all.filter_map(|(factor, own)| Some((factor, own?))) {
            new.overflows |= !own.overflow.is_empty();
            new.axes.insert(factor, own.axes);
        }
        new
    }
}

impl TensorFactors {
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
        let all: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let (operands, results) = all.split_at(rule.operand_mappings.len().min(all.len()));
        let all = propagation::Projection::new(operands, results, rule, mesh);
        let tensors: Vec<TensorFactors> = all.tensors.into_iter().map(TensorFactors::from).collect();
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
    /// Keeps the axes of a factor that divide a size, as far as they are the first ones.
    pub fn limit(&mut self, factor: usize, size: i64, mesh: &Mesh) {
        for (tensor, changed) in self.tensors.iter_mut().zip(&mut self.changed) {
            if let Some(own) = tensor.axes.get_mut(&factor) {
                let kept = dividing_prefix(own, size, mesh);
                *changed |= *own != kept;
                *own = kept;
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
