//! The dimensions of an op that are divided together, and those along which parts can move.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::int;
use strata_sdy::attrs::{OpShardingRule, TensorMapping};
use strata_stablehlo as hlo;

/// The dimensions of operands and results with one factor: the number of the value, and that of its dimension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Link {
    pub operands: Vec<(usize, usize)>,
    pub results: Vec<(usize, usize)>,
}

impl Link {
    /// The dimensions that have a factor.
    pub fn new(rule: &OpShardingRule, factor: i64) -> Self {
        let all = |mappings: &[TensorMapping]| -> Vec<(usize, usize)> {
            let dims = mappings.iter().enumerate().flat_map(|(at, mapping)| {
                mapping.0.iter().enumerate().map(move |(dim, factors)| ((at, dim), factors))
            });
            dims.filter(|(_, factors)| factors.0.contains(&factor)).map(|(at, _)| at).collect()
        };
        Self { operands: all(&rule.operand_mappings), results: all(&rule.result_mappings) }
    }
    /// The values, with their dimensions.
    pub fn dimensions<'a>(&'a self, b: &'a Body, op: Op) -> impl Iterator<Item = (Value, usize)> + 'a {
        let operands = self.operands.iter().map(move |&(at, dim)| (b.operand(op, at), dim));
        operands.chain(self.results.iter().map(move |&(at, dim)| (b.result(op, at), dim)))
    }
    /// The sizes of the whole dimensions.
    pub fn sizes(&self, b: &Body, op: Op) -> Vec<i64> {
        let size = |(value, dim): (Value, usize)| hlo::infer::sizes(b.cx(), b.ty(value)).get(dim).copied();
        self.dimensions(b, op).map(|at| size(at).unwrap_or(0)).collect()
    }
}

/// The rule in which the windows of a `select_and_scatter` are divided with the elements from which they select. Upstream's has them whole,
/// as they may select elsewhere.
pub(crate) fn exchange_rule(b: &Body, op: Op, mut rule: OpShardingRule) -> OpShardingRule {
    if op.isa::<hlo::SelectAndScatterOp>(b)
        && let [operand, source, ..] = &mut rule.operand_mappings[..]
    {
        for (elements, windows) in operand.0.iter().zip(&mut source.0).filter(|(own, other)| own != other) {
            rule.need_replication_factors.retain(|factor| !windows.0.contains(factor));
            windows.clone_from(elements);
        }
    }
    rule
}

/// The factors along which devices can exchange what the op needs of the parts of others.
pub(crate) fn exchangeable(b: &Body, op: Op, rule: &OpShardingRule) -> Vec<i64> {
    let of_dim = |at: usize, dim: i64| -> &[i64] {
        let mapping = usize::try_from(dim).ok().and_then(|dim| rule.operand_mappings.get(at)?.0.get(dim));
        mapping.map_or(&[], |dim| &dim.0)
    };
    let mut factors = match b.op_name(op) {
        "stablehlo.slice" | "stablehlo.pad" | "stablehlo.reverse" | "stablehlo.reduce_window" => {
            rule.permutation_factors.clone()
        }
        "stablehlo.select_and_scatter" => rule.permutation_factors.clone(),
        "stablehlo.concatenate" => of_dim(0, int(b, op, "dimension").unwrap_or(-1)).to_vec(),
        "stablehlo.convolution" => {
            let dims = conv_dims(b, op);
            let kernel = dims.iter().flat_map(|dims| &dims.kernel_spatial_dimensions[..]);
            // Each device may also have some elements of all windows.
            let within = kernel.flat_map(|&dim| of_dim(1, dim).iter().copied());
            rule.permutation_factors.iter().copied().chain(within).collect()
        }
        _ => Vec::new(),
    };
    factors.retain(|&factor| rule.factor_sizes.get(factor as usize).is_some_and(|&size| size > 1));
    factors.sort_unstable();
    factors.dedup();
    factors
}

/// The dimensions of a convolution.
pub(super) fn conv_dims(b: &Body, op: Op) -> Option<&hlo::ConvDimensionNumbers> {
    b.cx().attr_as(b.attr(op, "dimension_numbers")?)
}
