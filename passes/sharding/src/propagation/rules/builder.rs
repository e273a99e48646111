//! Building the sharding rule of an op, factor by factor.

use strata_ir::prelude::*;
use strata_sdy::attrs::{DimMapping, OpShardingRule, TensorMapping};

/// The kind of a factor: how devices have to communicate where they are split along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing, where all tensors are split alike.
    PassThrough,
    /// Joining partial results.
    Reduction,
    /// That it is no split.
    NeedReplication,
    /// Exchanging parts.
    Permutation,
}

/// A factor that is to be added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor {
    size: i64,
    kind: Kind,
    is_blocked: bool,
}

impl Factor {
    /// A pass-through factor.
    pub(super) fn new(size: i64) -> Self {
        Self { size, kind: Kind::PassThrough, is_blocked: false }
    }
    /// The same of a kind.
    pub(super) fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
    /// The same, with whether shardings do not spread along it.
    pub(super) fn blocked(self, is_blocked: bool) -> Self {
        Self { is_blocked, ..self }
    }
}

/// A dimension of an operand or of a result: the number of the value, and that of its dimension.
pub(super) type At = (usize, usize);

/// The rule of one op while its factors are added.
pub(super) struct RuleBuilder {
    rule: OpShardingRule,
    /// Whether all places that were named are there.
    is_valid: bool,
}

impl RuleBuilder {
    /// A rule without factors for an op; `None` if it has no operands or results, or others than tensors of known sizes.
    pub(super) fn new(b: &Body, op: Op) -> Option<Self> {
        let operands: Vec<Type> = b.operand_types(op).collect();
        let results: Vec<Type> = b.result_types(op).collect();
        Self::of_types(b.cx(), &operands, &results)
    }
    /// The same for values of these types.
    pub(super) fn of_types(cx: &Context, operands: &[Type], results: &[Type]) -> Option<Self> {
        let mappings = |types: &[Type]| -> Option<Vec<TensorMapping>> {
            let empty =
                types.iter().map(|&ty| Some(TensorMapping(vec![DimMapping(Vec::new()); rank(cx, ty)?])));
            empty.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
        };
        let rule = OpShardingRule {
            operand_mappings: mappings(operands)?,
            result_mappings: mappings(results)?,
            ..Default::default()
        };
        Some(Self { rule, is_valid: true })
    }
    /// Adds a factor to dimensions of operands and results.
    pub(super) fn add(&mut self, factor: Factor, operands: &[At], results: &[At]) -> &mut Self {
        let index = self.reserve(factor);
        let lists = [(operands, &mut self.rule.operand_mappings), (results, &mut self.rule.result_mappings)];
        for (places, mappings) in lists {
            for &(value, dim) in places {
                match mappings.get_mut(value).and_then(|mapping| mapping.0.get_mut(dim)) {
                    Some(dim) => dim.0.push(index),
                    None => self.is_valid = false,
                }
            }
        }
        self
    }
    /// Adds a factor to one dimension of all operands and results but the scalars.
    pub(super) fn add_to_all(&mut self, factor: Factor, dim: usize) -> &mut Self {
        let index = self.reserve(factor);
        let all = self.rule.operand_mappings.iter_mut().chain(&mut self.rule.result_mappings);
        for mapping in all.filter(|mapping| !mapping.0.is_empty()) {
            match mapping.0.get_mut(dim) {
                Some(dim) => dim.0.push(index),
                None => self.is_valid = false,
            }
        }
        self
    }
    /// Adds a factor for each dimension of a shape to all operands and results but the scalars.
    pub(super) fn add_pointwise(
        &mut self,
        shape: &[i64],
        factor: impl Fn(usize, Factor) -> Factor,
    ) -> &mut Self {
        for (dim, &size) in shape.iter().enumerate() {
            self.add_to_all(factor(dim, Factor::new(size)), dim);
        }
        self
    }
    fn reserve(&mut self, factor: Factor) -> i64 {
        let index = self.rule.factor_sizes.len() as i64;
        self.rule.factor_sizes.push(factor.size);
        match factor.kind {
            Kind::PassThrough => {}
            Kind::Reduction => self.rule.reduction_factors.push(index),
            Kind::NeedReplication => self.rule.need_replication_factors.push(index),
            Kind::Permutation => self.rule.permutation_factors.push(index),
        }
        if factor.is_blocked {
            self.rule.blocked_propagation_factors.push(index);
        }
        index
    }
    /// The rule, with a factor of size 1 for each dimension without one.
    pub(super) fn build(&mut self) -> Option<OpShardingRule> {
        if !self.is_valid {
            return None;
        }
        let mut rule = std::mem::take(&mut self.rule);
        drop_ones(&mut rule);
        let sizes = &mut rule.factor_sizes;
        let all = rule.operand_mappings.iter_mut().chain(&mut rule.result_mappings);
        for dim in all.flat_map(|mapping| &mut mapping.0).filter(|dim| dim.0.is_empty()) {
            dim.0.push(sizes.len() as i64);
            sizes.push(1);
        }
        Some(rule)
    }
}

/// Takes factors of size 1 out of dimensions that have others, as rules do not allow them there, and then the factors that are nowhere.
fn drop_ones(rule: &mut OpShardingRule) {
    let mut used = vec![false; rule.factor_sizes.len()];
    for dim in rule.operand_mappings.iter_mut().chain(&mut rule.result_mappings).flat_map(|m| &mut m.0) {
        if dim.0.len() > 1 {
            dim.0.retain(|&factor| rule.factor_sizes.get(factor as usize) != Some(&1));
        }
        for &factor in &dim.0 {
            used[factor as usize] = true;
        }
    }
    if used.iter().all(|&used| used) {
        return;
    }
    let mut next = 0;
    let numbers: Vec<Option<i64>> = used
        .iter()
        .map(|&used| {
            next += i64::from(used);
            used.then_some(next - 1)
        })
        .collect();
    let renumber = |list: &mut Vec<i64>| {
        *list = list.iter().filter_map(|&factor| numbers.get(factor as usize).copied().flatten()).collect();
    };
    let mut kept = used.iter();
    rule.factor_sizes.retain(|_| kept.next().copied().unwrap_or(false));
    let mappings = rule.operand_mappings.iter_mut().chain(&mut rule.result_mappings);
    mappings.flat_map(|mapping| &mut mapping.0).for_each(|dim| renumber(&mut dim.0));
    for list in [
        &mut rule.reduction_factors,
        &mut rule.need_replication_factors,
        &mut rule.permutation_factors,
        &mut rule.blocked_propagation_factors,
    ] {
        renumber(list);
    }
}

/// The rank of a tensor whose sizes are all known.
fn rank(cx: &Context, ty: Type) -> Option<usize> {
    let shape = cx.shaped(ty)?.shape?;
    (!shape.contains(&DYNAMIC)).then_some(shape.len())
}

/// The sizes of a tensor.
pub(super) fn shape(b: &Body, value: Value) -> &[i64] {
    b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).unwrap_or_default()
}

/// One dimension of several values in a row.
pub(super) fn each(values: std::ops::Range<usize>, dim: usize) -> impl Iterator<Item = At> {
    values.map(move |value| (value, dim))
}
