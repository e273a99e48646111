//! The shardings of the operands and results of an op, seen from the factors of its rule.
//!
//! With the rule `([ij])->([i, j]) {i=2, j=4}` and a mesh of `"x"=4, "y"=2`, an operand that is split by `{"x", "y"}` has the factors
//! `i: "x":(1)2` and `j: "x":(2)2, "y"`. Axes of a dimension go to its factors from the slowest one on, each until the factor is split
//! into single elements; the last factor takes what is left. Where an axis does not fit, it and the following ones are overflow: they stay
//! with the dimension, and nothing can follow them.

use strata_ir::prelude::*;
use strata_sdy::attrs::{
    AxisRef, DimensionSharding, Mesh, OpShardingRule, Reduction, TensorMapping, TensorSharding,
};
use strata_sdy::axes;

use crate::gcd::gcd;

/// How a tensor is split along a factor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactorSharding {
    /// The axes, the slowest first.
    pub axes: Vec<AxisRef>,
    /// Whether it may not be split further.
    pub is_closed: bool,
    /// Whether it is the last factor of its dimension.
    pub is_minor_most: bool,
    /// Axes of the dimension that do not fit into the factor.
    pub overflow: Vec<AxisRef>,
}

/// How a tensor is split along all factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TensorFactors {
    /// By factor; `None` for those that the tensor does not have.
    pub factors: Vec<Option<FactorSharding>>,
    /// Axes that split nothing.
    pub replicated: Vec<AxisRef>,
    /// Axes along which partial results lie.
    pub unreduced: Vec<AxisRef>,
    reduction: Reduction,
}

/// The factors of all operands and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The operands, and then the results.
    pub tensors: Vec<TensorFactors>,
    /// The number of operands.
    pub operands: usize,
}

impl Projection {
    /// The factors of shardings. A tensor without one is open.
    #[must_use]
    pub fn new(
        operands: &[Option<&TensorSharding>],
        results: &[Option<&TensorSharding>],
        rule: &OpShardingRule,
        mesh: &Mesh,
    ) -> Self {
        let pairs = |shardings: &[Option<&TensorSharding>],
                     mappings: &[TensorMapping]|
         -> Vec<TensorFactors> {
            let pairs = shardings.iter().zip(mappings);
            pairs
                .map(|(sharding, mapping)| TensorFactors::new(mapping, *sharding, &rule.factor_sizes, mesh))
                .collect()
        };
        let mut tensors = pairs(operands, &rule.operand_mappings);
        let count = tensors.len();
        tensors.extend(pairs(results, &rule.result_mappings));
        Self { tensors, operands: count }
    }
    /// Whether all tensors that have a factor are split by the same axes along it.
    #[must_use]
    pub fn agrees(&self, factor: usize) -> bool {
        let mut axes = self.tensors.iter().filter_map(|tensor| Some(&tensor.get(factor)?.axes));
        axes.next().is_none_or(|first| axes.all(|other| other == first))
    }
}

impl TensorFactors {
    fn new(mapping: &TensorMapping, sharding: Option<&TensorSharding>, sizes: &[i64], mesh: &Mesh) -> Self {
        let mut all = Self { factors: vec![None; sizes.len()], ..Default::default() };
        for (dim, factors) in mapping.0.iter().enumerate() {
            let sharding = sharding.and_then(|sharding| sharding.dim_shardings.get(dim));
            let is_closed = sharding.is_some_and(|dim| dim.is_closed);
            let mut left = Axes::new(sharding.map_or(&[], |dim| &dim.axes));
            let mut overflows = false;
            for (i, &factor) in factors.0.iter().enumerate() {
                let Some(&size) = usize::try_from(factor).ok().and_then(|factor| sizes.get(factor)) else {
                    continue;
                };
                let is_minor_most = i + 1 == factors.0.len();
                let mut own =
                    FactorSharding { is_closed: is_closed || overflows, is_minor_most, ..Default::default() };
                if is_minor_most && !overflows {
                    own.axes = left.rest(mesh);
                } else if !overflows {
                    let remaining = left.fill(size, &mut own.axes, mesh);
                    if remaining > 1 && !left.is_empty() {
                        own.overflow = left.rest(mesh);
                        overflows = true;
                    }
                }
                all.factors[factor as usize] = Some(own);
            }
        }
        if let Some(sharding) = sharding {
            all.replicated.clone_from(&sharding.replicated_axes);
            all.unreduced.clone_from(&sharding.unreduced_axes);
            all.reduction = sharding.reduction;
        }
        all
    }
    /// The sharding along a factor, if the tensor has it.
    #[must_use]
    pub fn get(&self, factor: usize) -> Option<&FactorSharding> {
        self.factors.get(factor)?.as_ref()
    }
    /// Extends the axes of a factor to these. Whether they changed: only if they begin the new ones.
    pub fn expand(&mut self, factor: usize, new: &[AxisRef], mesh: &Mesh) -> bool {
        let Some(Some(own)) = self.factors.get_mut(factor) else { return false };
        let grows = is_strict_prefix(&own.axes, new, mesh);
        if grows {
            own.axes = new.to_vec();
        }
        grows
    }
    /// The sharding of the dimensions. Factors behind one that is not split into single elements are left out, as their parts would not
    /// be contiguous.
    #[must_use]
    pub fn sharding(
        &self,
        mapping: &TensorMapping,
        sizes: &[i64],
        mesh_or_ref: Attr,
        mesh: &Mesh,
    ) -> TensorSharding {
        let dims = mapping.0.iter().map(|dim| {
            let mut sharding = DimensionSharding::replicated(false);
            for &factor in &dim.0 {
                let Some(own) = self.get(factor as usize) else { continue };
                sharding.is_closed |= own.is_closed;
                append(&mut sharding.axes, &own.axes, mesh);
                append(&mut sharding.axes, &own.overflow, mesh);
                let parts = axes::size(&own.axes, mesh).unwrap_or(i64::MAX);
                if !own.overflow.is_empty() || parts < sizes[factor as usize] {
                    break;
                }
            }
            sharding
        });
        TensorSharding {
            mesh_or_ref,
            dim_shardings: dims.collect(),
            replicated_axes: self.replicated.clone(),
            unreduced_axes: self.unreduced.clone(),
            reduction: self.reduction,
        }
    }
}

/// Appends axes to those of a dimension. Parts of one axis become one at the border.
fn append(list: &mut Vec<AxisRef>, new: &[AxisRef], mesh: &Mesh) {
    for (i, axis) in new.iter().enumerate() {
        match i {
            0 => axes::push(list, axis.clone(), mesh),
            _ => list.push(axis.clone()),
        }
    }
}

/// Whether a list of axes begins another one that is longer.
#[must_use]
pub fn is_strict_prefix(prefix: &[AxisRef], list: &[AxisRef], mesh: &Mesh) -> bool {
    prefix != list && axes::is_prefix(prefix, list, mesh)
}

/// The axes of a dimension that no factor has yet.
struct Axes<'a> {
    /// The rest of an axis, of which a factor took the first part.
    part: Option<AxisRef>,
    rest: &'a [AxisRef],
}

impl<'a> Axes<'a> {
    fn new(rest: &'a [AxisRef]) -> Self {
        Self { part: None, rest }
    }
    fn is_empty(&self) -> bool {
        self.part.is_none() && self.rest.is_empty()
    }
    fn next(&mut self) -> Option<AxisRef> {
        self.part.take().or_else(|| {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            Some(first.clone())
        })
    }
    /// All of them.
    fn rest(&mut self, mesh: &Mesh) -> Vec<AxisRef> {
        let mut all = Vec::new();
        while let Some(axis) = self.next() {
            axes::push(&mut all, axis, mesh);
        }
        all
    }
    /// Moves axes to a factor while they divide it; the part of its size that remains.
    fn fill(&mut self, mut size: i64, to: &mut Vec<AxisRef>, mesh: &Mesh) -> i64 {
        while let Some(axis) = self.next() {
            let common = gcd(size, axis.size(mesh));
            if common == axis.size(mesh) {
                size /= common.max(1);
                to.push(axis);
                continue;
            }
            let Some((Some(first), rest)) = axis.split(common, mesh).filter(|_| common > 1) else {
                self.part = Some(axis);
                break;
            };
            size /= common;
            to.push(first);
            self.part = rest;
        }
        size
    }
}
