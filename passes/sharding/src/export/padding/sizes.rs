//! Which sizes dimensions get that their devices cannot share evenly.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{elem, int, sizes};
use strata_sdy::{
    attrs::{AxisRef, Mesh, OpShardingRule, TensorMapping, TensorSharding},
    axes,
    shardings::{self, Meshes},
};
use strata_stablehlo as hlo;

use rustc_hash::FxHashMap;

use crate::{
    export::{divisible_rule, divisible_shardings::dividing_prefix, scalars::has_zero},
    propagation::sharding_rule,
};

/// The sizes of values that are padded.
pub(super) type Padded = FxHashMap<Value, Vec<i64>>;

/// The sizes of the operands and results of an op, with what the elements behind the own ones must be.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The sizes of each operand before.
    pub own: Vec<Vec<i64>>,
    /// The sizes of each operand.
    pub operands: Vec<Vec<i64>>,
    /// The axes that divide the dimensions of each operand that the op makes longer.
    pub axes: Vec<Vec<Vec<AxisRef>>>,
    /// The sizes of each result.
    pub results: Vec<Vec<i64>>,
    /// The operands and their dimensions along which the op reduces, so that the elements behind the own ones must not count.
    pub masks: Vec<(usize, usize)>,
}

/// The sizes of a value in which its sharding divides each dimension evenly; the same if that leaves no device with fewer elements than
/// the part of the sharding that divides the dimension.
pub(super) fn padded_sizes(b: &Body, value: Value, meshes: &Meshes) -> Option<Vec<i64>> {
    let shape = sizes(b, value);
    let sharding = shardings::sharding(b, value)?;
    let mesh = meshes.get(b.cx(), sharding.mesh_or_ref)?;
    let is_usable = sharding.unreduced_axes.is_empty()
        && sharding.dim_shardings.len() == shape.len()
        && has_zero(b.cx(), elem(b, value));
    let dims = sharding.dim_shardings.iter().zip(shape);
    let new: Vec<i64> = dims.map(|(dim, &size)| padded_size(size, &dim.axes, mesh)).collect();
    (is_usable && new != shape).then_some(new)
}

fn padded_size(size: i64, list: &[AxisRef], mesh: &Mesh) -> i64 {
    let parts = |list: &[AxisRef]| axes::size(list, mesh).filter(|&parts| parts > 0).unwrap_or(1);
    let all = parts(list);
    if size <= 1 || size == DYNAMIC || size % all == 0 {
        return size;
    }
    let part = size.unsigned_abs().div_ceil(all.unsigned_abs()).cast_signed();
    let even = size / parts(&dividing_prefix(list, size, mesh));
    part.checked_mul(all).filter(|_| part < even).unwrap_or(size)
}

/// A factor of an op, and its size after padding.
#[derive(Clone, Debug)]
struct Factor {
    /// The size after padding.
    size: i64,
    /// The axes that ask for it.
    axes: Vec<AxisRef>,
    /// Whether the op needs the dimension as it is.
    is_fixed: bool,
}

impl Plan {
    /// The sizes that an op with a sharding rule computes with; `None` if these are its own.
    pub fn of_op(b: &Body, op: Op, padded: &Padded, meshes: &Meshes) -> Option<Self> {
        let rule = sharding_rule(b, op).filter(|rule| !rule.is_custom && is_supported(b, op))?;
        let (operands, results): (Vec<Value>, Vec<Value>) =
            (b.operands(op).collect(), b.results(op).to_vec());
        if rule.operand_mappings.len() != operands.len() || rule.result_mappings.len() != results.len() {
            return None;
        }
        let mut factors = factors(b, op, &rule);
        for (&result, mapping) in results.iter().zip(&rule.result_mappings) {
            let Some(new) = padded_sizes(b, result, meshes) else { continue };
            let sharding = shardings::sharding(b, result)?;
            ask(&mut factors, mapping, &new, &sharding, &rule);
        }
        // A dimension that only operands have is padded as one of them is.
        let reduced = masked_factors(b, op, &rule);
        for (factor, known) in factors.iter_mut().enumerate() {
            known.is_fixed |= !reduced.contains(&(factor as i64)) && !in_results(&rule, factor as i64);
        }
        for (&operand, mapping) in operands.iter().zip(&rule.operand_mappings) {
            let (Some(new), Some(sharding)) = (padded.get(&operand), shardings::sharding(b, operand)) else {
                continue;
            };
            let own = TensorMapping(
                (mapping.0.iter().cloned())
                    .map(|mut dim| {
                        dim.0.retain(|factor| reduced.contains(factor));
                        dim
                    })
                    .collect(),
            );
            ask(&mut factors, &own, new, &sharding, &rule);
        }
        let size_of = |mapping: &TensorMapping, value: Value| -> Vec<i64> {
            let dims = mapping.0.iter().zip(sizes(b, value));
            dims.map(|(dim, &size)| match dim.0[..] {
                [factor] if rule.factor_sizes[factor as usize] == size => factors[factor as usize].size,
                _ => size,
            })
            .collect()
        };
        let axes_of = |mapping: &TensorMapping| -> Vec<Vec<AxisRef>> {
            let one = |dim: &[i64]| match dim {
                [factor] => factors[*factor as usize].axes.clone(),
                _ => Vec::new(),
            };
            mapping.0.iter().map(|dim| one(&dim.0)).collect()
        };
        let lists = |values: &[Value], mappings: &[TensorMapping]| -> Vec<Vec<i64>> {
            values.iter().zip(mappings).map(|(&value, mapping)| size_of(mapping, value)).collect()
        };
        let masks = rule.operand_mappings.iter().enumerate().flat_map(|(at, mapping)| {
            let is_masked = |dim: &&[i64]| matches!(dim, [factor] if reduced.contains(factor));
            let dims = mapping.0.iter().enumerate();
            dims.filter(move |(_, dim)| is_masked(&&dim.0[..]))
                .map(move |(dim, _)| (at, dim))
                .collect::<Vec<_>>()
        });
        let plan = Self {
            own: operands.iter().map(|&operand| sizes(b, operand).to_vec()).collect(),
            operands: lists(&operands, &rule.operand_mappings),
            axes: rule.operand_mappings.iter().map(axes_of).collect(),
            results: lists(&results, &rule.result_mappings),
            masks: masks.collect(),
        };
        let changes = |values: &[Value], lists: &[Vec<i64>]| {
            values.iter().zip(lists).any(|(&value, list)| sizes(b, value) != list)
        };
        (changes(&operands, &plan.operands) || changes(&results, &plan.results)).then_some(plan)
    }
    /// An op whose operand and result have one shape, as a reshard.
    pub fn of_same_shape(b: &Body, op: Op, meshes: &Meshes) -> Option<Self> {
        let result = b.result(op, 0);
        let new = padded_sizes(b, result, meshes)?;
        let none = vec![Vec::new(); new.len()];
        let own = vec![sizes(b, result).to_vec()];
        Some(Self {
            own,
            operands: vec![new.clone()],
            axes: vec![none],
            results: vec![new],
            masks: Vec::new(),
        })
    }
}

/// Ops that compute the same on longer operands, but for the elements behind the own ones.
fn is_supported(b: &Body, op: Op) -> bool {
    let is_number = |value: Value| sizes(b, value).is_empty() || has_zero(b.cx(), elem(b, value));
    let groups = |name: &str| int(b, op, name).unwrap_or(1) == 1;
    let is_known = match b.op_name(op) {
        hlo::ConvolutionOp::NAME => groups("feature_group_count") && groups("batch_group_count"),
        hlo::CustomCallOp::NAME
        | hlo::RngBitGeneratorOp::NAME
        | hlo::BroadcastOp::NAME
        | hlo::SliceOp::NAME
        | hlo::PadOp::NAME => false,
        name => {
            !name.starts_with("stablehlo.all_")
                && !name.contains("collective")
                && !name.contains("reduce_scatter")
        }
    };
    is_known && b.operands(op).chain(b.results(op).iter().copied()).all(is_number)
}

/// The factors of an op, with those fixed that it cannot compute on longer dimensions of.
fn factors(b: &Body, op: Op, rule: &OpShardingRule) -> Vec<Factor> {
    let all = rule.factor_sizes.iter();
    let mut factors: Vec<Factor> =
        all.map(|&size| Factor { size, axes: Vec::new(), is_fixed: size <= 1 }).collect();
    let masked = masked_factors(b, op, rule);
    let whole = divisible_rule(b, op, rule.clone()).need_replication_factors;
    let whole = whole.iter().filter(|factor| !masked.contains(factor));
    let mut fixed: Vec<i64> = whole.chain(&rule.permutation_factors).copied().collect();
    let values = b.operands(op).chain(b.results(op).iter().copied()).collect::<Vec<_>>();
    for (value, mapping) in values.into_iter().zip(rule.operand_mappings.iter().chain(&rule.result_mappings))
    {
        for (dim, &size) in mapping.0.iter().zip(sizes(b, value)) {
            let is_one = matches!(dim.0[..], [factor] if rule.factor_sizes[factor as usize] == size);
            if !is_one {
                fixed.extend(&dim.0);
            }
        }
    }
    for factor in fixed {
        if let Some(known) = factors.get_mut(factor as usize) {
            known.is_fixed = true;
        }
    }
    factors
}

/// Pads factors as a value does that has them, if nobody did before.
fn ask(
    factors: &mut [Factor],
    mapping: &TensorMapping,
    new: &[i64],
    sharding: &TensorSharding,
    rule: &OpShardingRule,
) {
    for ((dim, &size), own) in mapping.0.iter().zip(new).zip(&sharding.dim_shardings) {
        let [factor] = dim.0[..] else { continue };
        let (Some(known), Some(&before)) =
            (factors.get_mut(factor as usize), rule.factor_sizes.get(factor as usize))
        else {
            continue;
        };
        if !known.is_fixed && known.size == before && size != before {
            (known.size, known.axes) = (size, own.axes.clone());
        }
    }
}

fn in_results(rule: &OpShardingRule, factor: i64) -> bool {
    rule.result_mappings.iter().flat_map(|mapping| &mapping.0).any(|dim| dim.0.contains(&factor))
}

/// The factors along which an op reduces, and that it can be made to see fewer elements of than there are.
fn masked_factors(b: &Body, op: Op, rule: &OpShardingRule) -> Vec<i64> {
    match b.op_name(op) {
        hlo::ReduceOp::NAME | hlo::DotGeneralOp::NAME | hlo::DotOp::NAME => rule.reduction_factors.clone(),
        hlo::ConvolutionOp::NAME | hlo::ScatterOp::NAME => {
            let whole = divisible_rule(b, op, rule.clone()).need_replication_factors;
            // Of a scatter, the dimensions along which updates are counted, which the indices have, too.
            let indices = match b.op_name(op) {
                hlo::ScatterOp::NAME => Some(&rule.operand_mappings[b.num_operands(op) / 2]),
                _ => None,
            };
            let counts = |factor: i64| match indices {
                Some(mapping) => mapping.0.iter().any(|dim| dim.0.contains(&factor)),
                None => !whole.contains(&factor),
            };
            rule.reduction_factors.iter().copied().filter(|&factor| counts(factor)).collect()
        }
        _ => Vec::new(),
    }
}
