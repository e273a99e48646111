//! Which sizes dimensions get that their devices cannot share evenly.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{elem, int, sizes};
use strata_sdy::{
    attrs::{AxisRef, DimMapping, Mesh, OpShardingRule, TensorMapping, TensorSharding},
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
    /// The size before.
    own: i64,
    /// The size after padding.
    size: i64,
    /// The axes that ask for it.
    axes: Vec<AxisRef>,
    /// Whether the op needs the dimension as it is.
    is_fixed: bool,
    /// Whether the op reduces along it, and can be made to see the own elements only.
    is_masked: bool,
}

/// The factors of an op.
struct Factors(Vec<Factor>);

impl Plan {
    /// The sizes that an op with a sharding rule computes with; `None` if these are its own.
    pub fn of_op(b: &Body, op: Op, padded: &Padded, meshes: &Meshes) -> Option<Self> {
        let rule = sharding_rule(b, op).filter(|rule| !rule.is_custom && is_supported(b, op))?;
        let (operands, results) = (b.operands(op).collect::<Vec<_>>(), b.results(op).to_vec());
        // A rule that somebody wrote on the op may be about others.
        let fit = |values: &[Value], mappings: &[TensorMapping]| {
            let ranks = values.iter().map(|&value| sizes(b, value).len());
            ranks.eq(mappings.iter().map(|mapping| mapping.0.len()))
        };
        if !fit(&operands, &rule.operand_mappings) || !fit(&results, &rule.result_mappings) {
            return None;
        }
        let mut factors = Factors::of_op(b, op, &rule);
        for (&result, mapping) in results.iter().zip(&rule.result_mappings) {
            let Some(new) = padded_sizes(b, result, meshes) else { continue };
            factors.ask(mapping, &new, &shardings::sharding(b, result)?, |factor| !factor.is_fixed);
        }
        // A dimension that only operands have is padded as one of them is.
        for (&operand, mapping) in operands.iter().zip(&rule.operand_mappings) {
            let Some(new) = padded.get(&operand) else { continue };
            factors.ask(mapping, new, &shardings::sharding(b, operand)?, |factor| factor.is_masked);
        }
        let sizes_of = |values: &[Value], mappings: &[TensorMapping]| -> Vec<Vec<i64>> {
            let pairs = values.iter().zip(mappings);
            pairs.map(|(&value, mapping)| factors.sizes(mapping, sizes(b, value))).collect()
        };
        let masks = rule.operand_mappings.iter().enumerate().flat_map(|(at, mapping)| {
            let dims = mapping.0.iter().enumerate();
            let masked = dims.filter(|(_, dim)| factors.only(dim).is_some_and(|factor| factor.is_masked));
            masked.map(|(dim, _)| (at, dim)).collect::<Vec<_>>()
        });
        let plan = Self {
            own: operands.iter().map(|&operand| sizes(b, operand).to_vec()).collect(),
            operands: sizes_of(&operands, &rule.operand_mappings),
            axes: rule.operand_mappings.iter().map(|mapping| factors.axes(mapping)).collect(),
            results: sizes_of(&results, &rule.result_mappings),
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

impl Factors {
    /// The factors of an op, with those fixed that it cannot compute on longer dimensions of.
    fn of_op(b: &Body, op: Op, rule: &OpShardingRule) -> Self {
        let masked = masked_factors(b, op, rule);
        let whole = divisible_rule(b, op, rule.clone()).need_replication_factors;
        let mut fixed: Vec<i64> = whole.into_iter().filter(|factor| !masked.contains(factor)).collect();
        fixed.extend(&rule.permutation_factors);
        let own = |dim: &DimMapping| match dim.0[..] {
            [factor] => rule.factor_sizes.get(usize::try_from(factor).ok()?).copied(),
            _ => None,
        };
        let values: Vec<Value> = b.operands(op).chain(b.results(op).iter().copied()).collect();
        let mappings = rule.operand_mappings.iter().chain(&rule.result_mappings);
        for (value, mapping) in values.into_iter().zip(mappings) {
            let dims = mapping.0.iter().zip(sizes(b, value));
            fixed.extend(dims.filter(|(dim, size)| own(dim) != Some(**size)).flat_map(|(dim, _)| &dim.0));
        }
        let in_results = |factor: i64| {
            rule.result_mappings.iter().flat_map(|mapping| &mapping.0).any(|dim| dim.0.contains(&factor))
        };
        let all = rule.factor_sizes.iter().zip(0..).map(|(&own, factor)| {
            let is_masked = masked.contains(&factor) && !fixed.contains(&factor);
            let is_fixed = own <= 1 || fixed.contains(&factor) || !is_masked && !in_results(factor);
            Factor { own, size: own, axes: Vec::new(), is_fixed, is_masked }
        });
        Self(all.collect())
    }
    /// The factor that a dimension consists of, if it is one.
    fn only(&self, dim: &DimMapping) -> Option<&Factor> {
        let [factor] = dim.0[..] else { return None };
        self.0.get(usize::try_from(factor).ok()?)
    }
    /// Pads factors as a value does that has them, if nobody did before.
    fn ask(
        &mut self,
        mapping: &TensorMapping,
        new: &[i64],
        sharding: &TensorSharding,
        may: impl Fn(&Factor) -> bool,
    ) {
        for ((dim, &size), own) in mapping.0.iter().zip(new).zip(&sharding.dim_shardings) {
            let [factor] = dim.0[..] else { continue };
            let known = usize::try_from(factor).ok().and_then(|factor| self.0.get_mut(factor));
            if let Some(known) =
                known.filter(|known| may(known) && known.size == known.own && size != known.own)
            {
                (known.size, known.axes) = (size, own.axes.clone());
            }
        }
    }
    fn sizes(&self, mapping: &TensorMapping, own: &[i64]) -> Vec<i64> {
        let dims = mapping.0.iter().zip(own);
        let factor = |dim, size| self.only(dim).filter(|factor| factor.own == size);
        dims.map(|(dim, &size)| factor(dim, size).map_or(size, |factor| factor.size)).collect()
    }
    fn axes(&self, mapping: &TensorMapping) -> Vec<Vec<AxisRef>> {
        let axes = |dim| self.only(dim).map(|factor| factor.axes.clone()).unwrap_or_default();
        mapping.0.iter().map(axes).collect()
    }
}

/// The factors along which an op reduces, and that it can be made to see fewer elements of than there are.
fn masked_factors(b: &Body, op: Op, rule: &OpShardingRule) -> Vec<i64> {
    match b.op_name(op) {
        hlo::ReduceOp::NAME | hlo::DotGeneralOp::NAME | hlo::DotOp::NAME => rule.reduction_factors.clone(),
        hlo::ConvolutionOp::NAME | hlo::ScatterOp::NAME => {
            let whole = divisible_rule(b, op, rule.clone()).need_replication_factors;
            // Of a scatter, the dimensions along which updates are counted, which the indices have, too.
            let indices = match b.op_name(op) {
                hlo::ScatterOp::NAME => rule.operand_mappings.get(b.num_operands(op) / 2),
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
