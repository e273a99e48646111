//! The choice of one list of axes for each factor of an op, with which all of its tensors agree.
//!
//! Each list of axes of a factor in some tensor, and each beginning of it, is a candidate. The best one is chosen, what overlaps with it is
//! cut off from the candidates of other factors, and so on. It is better to keep the axes of more elements; of a factor that needs no
//! communication; of larger parts; and to split into more parts.

use std::collections::{BTreeMap, BTreeSet};

use strata_sdy::{
    attrs::{AxisRef, Mesh, OpShardingRule},
    axes,
};

use super::projection::{Projection, mappings};

/// The axes of each factor.
pub(super) type AxesPerFactor = Vec<Vec<AxisRef>>;

/// An op whose tensors are to agree.
pub(super) struct Problem<'a> {
    pub rule: &'a OpShardingRule,
    pub projection: &'a Projection,
    /// The numbers of elements of the tensors.
    pub sizes: &'a [i64],
    pub mesh: &'a Mesh,
}

fn has(list: &[i64], factor: usize) -> bool {
    list.contains(&(factor as i64))
}

impl Problem<'_> {
    /// The axes of each factor.
    pub fn solve(&self) -> AxesPerFactor {
        let scalars = |at: &usize| mappings(self.rule).nth(*at).is_some_and(|mapping| !mapping.0.is_empty());
        let tensors: Vec<usize> = (0..self.projection.tensors.len()).filter(scalars).collect();
        let simple = self.rule.need_replication_factors.is_empty()
            && mappings(self.rule).all(|mapping| mapping.0.iter().all(|dim| dim.0.len() <= 1));
        if let [a, b] = *tensors
            && simple
        {
            return self.of_two(a, b);
        }
        let mut chosen = self.by_candidates();
        self.distribute(&mut chosen, &tensors);
        chosen
    }
    /// With two tensors, one of them keeps its axes.
    fn of_two(&self, a: usize, b: usize) -> AxesPerFactor {
        let rank = |at: usize| {
            let tensor = &self.projection.tensors[at];
            let moves = |(factor, axes): (&usize, &Vec<AxisRef>)| {
                has(&self.rule.permutation_factors, *factor) && !axes.is_empty()
            };
            (!tensor.axes.iter().any(moves), self.sizes[at], tensor.parts(self.mesh))
        };
        let (first, second) = if rank(a) >= rank(b) { (a, b) } else { (b, a) };
        let (first, second) = (&self.projection.tensors[first], &self.projection.tensors[second]);
        let mut chosen = vec![Vec::new(); self.rule.factor_sizes.len()];
        for (&factor, list) in &first.axes {
            chosen[factor].clone_from(list);
        }
        for (&factor, list) in second.axes.iter().filter(|(factor, _)| !first.axes.contains_key(factor)) {
            chosen[factor] = axes::prefix_without_overlap(list, first.axes.values().flatten(), self.mesh);
        }
        chosen
    }
    fn by_candidates(&self) -> AxesPerFactor {
        let mut chosen: AxesPerFactor = vec![Vec::new(); self.rule.factor_sizes.len()];
        let mut candidates = self.candidates();
        let mut before = self.factors_before();
        loop {
            let open = |candidate: &&Candidate| before.get(&candidate.factor).is_none_or(BTreeSet::is_empty);
            let best = candidates.iter().filter(open).max_by_key(|candidate| self.rank(candidate)).cloned();
            let Some(best) = best else { return chosen };
            chosen[best.factor].clone_from(&best.axes);
            if axes::size(&best.axes, self.mesh) == self.rule.factor_sizes.get(best.factor).copied() {
                before.values_mut().for_each(|factors| _ = factors.remove(&best.factor));
            }
            candidates.retain_mut(|candidate| {
                let own = &chosen[candidate.factor];
                if candidate.factor != best.factor {
                    candidate.axes =
                        axes::prefix_without_overlap(&candidate.axes, best.axes.iter(), self.mesh);
                }
                let added = axes::without_prefix(&candidate.axes, own, self.mesh).unwrap_or_default();
                candidate.added_parts = axes::size(&added, self.mesh).unwrap_or(i64::MAX);
                !added.is_empty()
            });
            self.update_largest(&mut candidates, &chosen);
        }
    }
    /// How good a candidate is.
    fn rank(&self, candidate: &Candidate) -> impl Ord + use<> {
        let factor = candidate.factor;
        let class = match () {
            () if has(&self.rule.reduction_factors, factor) => 2,
            () if has(&self.rule.permutation_factors, factor) => 1,
            () => 3,
        };
        let order = |axis: &AxisRef| (axis.name.clone(), axis.start(), axis.end(self.mesh));
        let axes: Vec<(String, i64, i64)> = candidate.axes.iter().map(order).collect();
        (candidate.total, class, candidate.largest, candidate.added_parts, factor, axes)
    }
    fn candidates(&self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Vec::new();
        for (tensor, &size) in self.projection.tensors.iter().zip(self.sizes) {
            for (&factor, list) in &tensor.axes {
                if has(&self.rule.need_replication_factors, factor) {
                    continue;
                }
                for end in 1..=list.len() {
                    let axes = &list[..end];
                    if let Some(known) = all.iter_mut().find(|c| c.factor == factor && c.axes == axes) {
                        known.total = known.total.saturating_add(size);
                        known.largest = known.largest.max(size);
                        continue;
                    }
                    let added_parts = axes::size(axes, self.mesh).unwrap_or(i64::MAX);
                    all.push(Candidate {
                        factor,
                        axes: axes.to_vec(),
                        total: size,
                        largest: size,
                        added_parts,
                    });
                }
            }
        }
        all
    }
    /// The factors that stand directly before a factor in some dimension: these must be whole before it can be split.
    fn factors_before(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut all: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for pair in mappings(self.rule).flat_map(|mapping| &mapping.0).flat_map(|dim| dim.0.windows(2)) {
            all.entry(pair[1] as usize).or_default().insert(pair[0] as usize);
        }
        all
    }
    /// The largest part of a tensor with the factor of each candidate, once the factors have the chosen axes.
    fn update_largest(&self, candidates: &mut [Candidate], chosen: &AxesPerFactor) {
        candidates.iter_mut().for_each(|candidate| candidate.largest = 0);
        for (tensor, &size) in self.projection.tensors.iter().zip(self.sizes) {
            let parts = |factor: &usize| axes::size(&chosen[*factor], self.mesh).unwrap_or(i64::MAX).max(1);
            let local = tensor.axes.keys().map(parts).fold(size, |size, parts| size / parts);
            for candidate in candidates.iter_mut().filter(|c| tensor.axes.contains_key(&c.factor)) {
                candidate.largest = candidate.largest.max(local);
            }
        }
    }
    /// Gives the axes that all tensors have at a factor that must not be split to factors that all tensors have.
    fn distribute(&self, chosen: &mut AxesPerFactor, tensors: &[usize]) {
        let everywhere =
            |factor: usize| tensors.iter().all(|at| self.projection.tensors[*at].axes.contains_key(&factor));
        let special = |factor: usize| {
            let rule = self.rule;
            [&rule.reduction_factors, &rule.need_replication_factors, &rule.permutation_factors]
                .into_iter()
                .any(|list| has(list, factor))
        };
        let batch: Vec<usize> =
            (0..chosen.len()).filter(|factor| everywhere(*factor) && !special(*factor)).collect();
        for factor in self.rule.need_replication_factors.iter().map(|factor| *factor as usize) {
            if !everywhere(factor) {
                continue;
            }
            let mut free = self.projection.common_prefix(factor, self.mesh);
            let taken: Vec<AxisRef> = chosen.iter().flatten().cloned().collect();
            free.retain(|axis| taken.iter().all(|other| axis.overlap(other, self.mesh).is_none()));
            for &target in &batch {
                let (whole, now) =
                    (self.rule.factor_sizes[target], axes::size(&chosen[target], self.mesh).unwrap_or(0));
                if whole == 0 || now == 0 || whole % now != 0 {
                    continue;
                }
                let mut capacity = whole / now;
                while let Some(axis) =
                    free.first().filter(|axis| capacity % axis.size(self.mesh) == 0).cloned()
                {
                    capacity /= axis.size(self.mesh);
                    axes::push(&mut chosen[target], axis, self.mesh);
                    free.remove(0);
                }
            }
        }
    }
}

/// Axes that a factor may get.
#[derive(Clone, Debug)]
struct Candidate {
    factor: usize,
    axes: Vec<AxisRef>,
    /// The elements of all tensors in which the factor has these axes.
    total: i64,
    /// The elements of the largest part of a tensor with the factor.
    largest: i64,
    /// Into how many more parts the axes split the factor than those that it has got.
    added_parts: i64,
}
