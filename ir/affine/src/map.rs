//! Affine maps: construction, composition and the maps derived from others.

use crate::expr::AffineExpr;
use std::sync::Arc;

/// `(d0, d1)[s0] -> (d0 + s0, d1)`. Cloning shares the results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    n_dims: u32,
    n_symbols: u32,
    results: Arc<[AffineExpr]>,
}

impl AffineMap {
    /// A map; every identifier in a result must be below the counts (asserted).
    pub fn new(n_dims: u32, n_symbols: u32, results: Vec<AffineExpr>) -> AffineMap {
        let fits = |e: &AffineExpr| e.n_dims() <= n_dims && e.n_symbols() <= n_symbols;
        assert!(results.iter().all(fits), "identifiers out of range in {results:?}");
        AffineMap { n_dims, n_symbols, results: results.into() }
    }

    /// The map without inputs and results, `() -> ()`.
    pub fn empty() -> AffineMap {
        AffineMap::new(0, 0, Vec::new())
    }

    /// The map of no inputs to one constant.
    pub fn constant(value: i64) -> AffineMap {
        AffineMap::new(0, 0, vec![AffineExpr::constant(value)])
    }

    /// The identity on `n_dims` dimensions.
    pub fn identity(n_dims: u32) -> AffineMap {
        AffineMap::new(n_dims, 0, (0..n_dims).map(AffineExpr::dim).collect())
    }

    /// The map of one symbol to itself.
    pub fn symbol_identity() -> AffineMap {
        AffineMap::new(0, 1, vec![AffineExpr::symbol(0)])
    }

    /// The map to the last `n_results` of `n_dims` dimensions.
    pub fn minor_identity(n_dims: u32, n_results: u32) -> AffineMap {
        assert!(n_results <= n_dims, "{n_results} results of {n_dims} dimensions");
        AffineMap::new(n_dims, 0, (n_dims - n_results..n_dims).map(AffineExpr::dim).collect())
    }

    /// The map whose result `i` is dimension `permutation[i]`; asserts a permutation.
    pub fn permutation(permutation: &[u32]) -> AffineMap {
        let map = AffineMap::select(permutation.len() as u32, permutation);
        assert!(map.is_permutation(), "{permutation:?} is not a permutation");
        map
    }

    /// The map whose results are the given dimensions.
    pub fn select(n_dims: u32, dims: &[u32]) -> AffineMap {
        AffineMap::new(n_dims, 0, dims.iter().map(|&i| AffineExpr::dim(i)).collect())
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> u32 {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> u32 {
        self.n_symbols
    }

    /// The number of dimensions and symbols.
    pub fn n_inputs(&self) -> u32 {
        self.n_dims + self.n_symbols
    }

    /// The number of results.
    pub fn n_results(&self) -> usize {
        self.results.len()
    }

    /// The results, in order.
    pub fn results(&self) -> &[AffineExpr] {
        &self.results
    }

    /// One result.
    pub fn result(&self, index: usize) -> &AffineExpr {
        &self.results[index]
    }

    /// The number of nodes of all results, counted as trees (saturates).
    pub fn size(&self) -> u64 {
        self.results.iter().fold(0, |size, e| size.saturating_add(e.size()))
    }

    /// The map with every result replaced, over the same inputs.
    pub fn map_results(&self, f: impl FnMut(&AffineExpr) -> AffineExpr) -> AffineMap {
        AffineMap::new(self.n_dims, self.n_symbols, self.results.iter().map(f).collect())
    }

    /// The map with other results, over the same inputs.
    pub fn with_results(&self, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap::new(self.n_dims, self.n_symbols, results)
    }

    /// The values at a point; `None` when a result cannot be evaluated there.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|e| e.eval(dims, symbols)).collect()
    }

    /// Replaces identifiers in all results and sets the new counts.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        n_dims: u32,
        n_symbols: u32,
    ) -> AffineMap {
        let results = self.results.iter().map(|e| e.replace_dims_and_symbols(dims, symbols)).collect();
        AffineMap::new(n_dims, n_symbols, results)
    }

    /// `self ∘ other`: the results of `other` become the dimensions of `self` (asserted to match).
    ///
    /// The symbols of `self` come first, then those of `other`. The work is linear in the shared
    /// nodes, but the printed size can grow exponentially over a chain: see [`AffineMap::try_compose`].
    pub fn compose(&self, other: &AffineMap) -> AffineMap {
        assert_eq!(self.n_dims as usize, other.n_results(), "composition of {self} and {other}");
        let dims: Vec<AffineExpr> =
            other.results.iter().map(|e| e.shift_symbols(0, self.n_symbols)).collect();
        self.replace_dims_and_symbols(&dims, &[], other.n_dims, self.n_symbols + other.n_symbols)
    }

    /// The composition, unless it has more than `budget` nodes.
    pub fn try_compose(&self, other: &AffineMap, budget: u64) -> Option<AffineMap> {
        let composed = self.compose(other);
        (composed.size() <= budget).then_some(composed)
    }

    /// Renumbers dimension `i` to `i + by`, for `i >= from`.
    pub fn shift_dims(&self, from: u32, by: u32) -> AffineMap {
        let results = self.results.iter().map(|e| e.shift_dims(from, by)).collect();
        AffineMap::new(self.n_dims + by, self.n_symbols, results)
    }

    /// Renumbers symbol `i` to `i + by`, for `i >= from`.
    pub fn shift_symbols(&self, from: u32, by: u32) -> AffineMap {
        let results = self.results.iter().map(|e| e.shift_symbols(from, by)).collect();
        AffineMap::new(self.n_dims, self.n_symbols + by, results)
    }

    /// The map with the results at the given positions (asserted in range), in that order.
    pub fn sub_map(&self, positions: &[usize]) -> AffineMap {
        self.with_results(positions.iter().map(|&i| self.results[i].clone()).collect())
    }

    /// The map with at most the first `n` results.
    pub fn major_sub_map(&self, n: usize) -> AffineMap {
        self.with_results(self.results.iter().take(n).cloned().collect())
    }

    /// The map with at most the last `n` results.
    pub fn minor_sub_map(&self, n: usize) -> AffineMap {
        let skip = self.results.len().saturating_sub(n);
        self.with_results(self.results.iter().skip(skip).cloned().collect())
    }

    /// The map without the results at positions for which `drop` holds.
    pub fn drop_results(&self, drop: impl Fn(usize) -> bool) -> AffineMap {
        let kept = self.results.iter().enumerate().filter(|(i, _)| !drop(*i));
        self.with_results(kept.map(|(_, e)| e.clone()).collect())
    }

    /// The map with a result inserted before position `at`.
    pub fn insert_result(&self, expr: AffineExpr, at: usize) -> AffineMap {
        let mut results = self.results.to_vec();
        results.insert(at, expr);
        self.with_results(results)
    }

    /// Removes the dimensions and symbols for which the predicates hold and renumbers the others;
    /// a removed one that still occurs becomes zero.
    pub fn compress(&self, drop_dim: impl Fn(u32) -> bool, drop_symbol: impl Fn(u32) -> bool) -> AffineMap {
        let mut counts = [0, 0];
        let zero = AffineExpr::constant(0);
        let mut renumber = |n: u32, drop: &dyn Fn(u32) -> bool, make: fn(u32) -> AffineExpr, slot: usize| {
            let next = &mut counts[slot];
            let number = |i| {
                if drop(i) {
                    return zero.clone();
                }
                *next += 1;
                make(*next - 1)
            };
            (0..n).map(number).collect::<Vec<_>>()
        };
        let dims = renumber(self.n_dims, &drop_dim, AffineExpr::dim, 0);
        let symbols = renumber(self.n_symbols, &drop_symbol, AffineExpr::symbol, 1);
        self.replace_dims_and_symbols(&dims, &symbols, counts[0], counts[1])
    }

    /// Removes the dimensions that occur in no result.
    pub fn compress_unused_dims(&self) -> AffineMap {
        let used = self.used_dims();
        self.compress(|i| !used[i as usize], |_| false)
    }

    /// Removes the symbols that occur in no result.
    pub fn compress_unused_symbols(&self) -> AffineMap {
        let used = self.used_symbols();
        self.compress(|_| false, |i| !used[i as usize])
    }
}

/// The map `g` with `g ∘ f` the identity, for a map `f` without symbols in whose results every
/// dimension occurs alone at least once (its first occurrence counts); else `None`.
pub fn inverse_permutation(map: &AffineMap) -> Option<AffineMap> {
    if map.n_symbols() > 0 {
        return None;
    }
    let mut inverse = vec![None; map.n_dims() as usize];
    for (i, result) in map.results().iter().enumerate() {
        if let Some(dim) = result.as_dim() {
            inverse[dim as usize].get_or_insert_with(|| AffineExpr::dim(i as u32));
        }
    }
    let results = inverse.into_iter().collect::<Option<Vec<_>>>()?;
    Some(AffineMap::new(map.n_results() as u32, 0, results))
}

/// The map with the results of all maps, over common dimensions and the symbols of each in turn.
pub fn concat_maps(maps: &[AffineMap]) -> AffineMap {
    let (mut n_dims, mut n_symbols) = (0, 0);
    let mut results = Vec::new();
    for map in maps {
        results.extend(map.results().iter().map(|e| e.shift_symbols(0, n_symbols)));
        n_dims = n_dims.max(map.n_dims());
        n_symbols += map.n_symbols();
    }
    AffineMap::new(n_dims, n_symbols, results)
}
