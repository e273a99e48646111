//! Which iterations a tile has.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_tensor::MixedIndex;

use super::{
    Domain, LoopKind, Tiling,
    index_math::{apply, at_least_zero, min, tiles},
};

/// The tiles of an iteration space.
pub(super) struct Tiles {
    /// For each loop, its tile size or number of threads; zero if it is not tiled.
    sizes: Vec<MixedIndex>,
    ranges: Vec<MixedIndex>,
    kind: LoopKind,
    /// The tiled loops, outermost first.
    pub order: Vec<usize>,
    /// With threads, the sizes of their tiles.
    nominal: Vec<MixedIndex>,
}

impl Tiles {
    pub fn new(tiling: &Tiling, ranges: Vec<MixedIndex>, order: Vec<usize>) -> Self {
        let mut sizes = tiling.sizes.clone();
        sizes.resize(ranges.len(), MixedIndex::Static(0));
        let order = order.into_iter().filter(|&d| sizes[d] != MixedIndex::Static(0)).collect();
        Self { sizes, ranges, kind: tiling.loops, order, nominal: Vec::new() }
    }
    pub fn kind(&self) -> LoopKind {
        self.kind
    }
    /// Upper bound and step of the loops, for `scf.for`.
    pub fn bounds(&self) -> Vec<[MixedIndex; 2]> {
        self.order.iter().map(|&d| [self.ranges[d], self.sizes[d]]).collect()
    }
    /// How many iterations the loops of a `scf.forall` have.
    pub fn counts(&mut self, b: &mut Builder<'_>) -> Vec<MixedIndex> {
        if matches!(self.kind, LoopKind::Threads(_)) {
            self.nominal = (0..self.ranges.len())
                .map(|d| match self.sizes[d] {
                    MixedIndex::Static(0) => MixedIndex::Static(0),
                    threads => tiles(b, self.ranges[d], threads),
                })
                .collect();
            return self.order.iter().map(|&d| self.sizes[d]).collect();
        }
        self.order.iter().map(|&d| tiles(b, self.ranges[d], self.sizes[d])).collect()
    }
    /// The iterations of the tile of these induction variables.
    pub fn domain(&self, b: &mut Builder<'_>, ivs: &[Value]) -> Domain {
        let zero = MixedIndex::Static(0);
        let mut domain = Domain { offsets: vec![zero; self.ranges.len()], sizes: self.ranges.clone() };
        let tiled: Vec<(usize, Value)> = (0..self.ranges.len())
            .filter_map(|d| Some((d, ivs[self.order.iter().position(|&o| o == d)?])))
            .collect();
        match self.kind {
            // Bounds come in the order of the loops.
            LoopKind::For | LoopKind::Stepped(_) => {
                for (&d, &iv) in self.order.iter().zip(ivs) {
                    domain.offsets[d] = iv.into();
                    domain.sizes[d] = self.bounded(b, d, iv.into(), self.sizes[d]);
                }
            }
            LoopKind::Forall(_) => {
                for &(d, iv) in &tiled {
                    domain.offsets[d] = scaled(b, iv, self.sizes[d]);
                }
                for &(d, _) in &tiled {
                    domain.sizes[d] = self.bounded(b, d, domain.offsets[d], self.sizes[d]);
                }
            }
            LoopKind::Threads(_) => {
                for &(d, iv) in &tiled {
                    domain.sizes[d] = self.of_thread(b, d, iv);
                }
                for &(d, iv) in &tiled {
                    domain.offsets[d] = scaled(b, iv, self.nominal[d]);
                }
            }
        }
        domain
    }
    /// The size of a tile, which ends with the range.
    fn bounded(&self, b: &mut Builder<'_>, d: usize, offset: MixedIndex, size: MixedIndex) -> MixedIndex {
        if let (Some(range), Some(n)) = (self.ranges[d].constant(b), size.constant(b))
            && n > 0
            && range % n == 0
        {
            return size;
        }
        // A tile of one iteration never reaches beyond the range.
        if size.constant(b) == Some(1) {
            return size;
        }
        let [offset_expr, range, whole] = [0, 1, 2].map(AffineExpr::dim);
        min(b, &[range - offset_expr, whole], &[offset, self.ranges[d], size])
    }
    /// The size of the tile of a thread.
    fn of_thread(&self, b: &mut Builder<'_>, d: usize, iv: Value) -> MixedIndex {
        let (range, threads, nominal) = (self.ranges[d], self.sizes[d], self.nominal[d]);
        let known = (range.as_static(), threads.as_static(), nominal.as_static());
        if let (Some(range), Some(threads), Some(nominal)) = known
            && nominal.checked_mul(threads) == Some(range)
        {
            return MixedIndex::Static(nominal);
        }
        let [iv_expr, whole, size] = [0, 1, 2].map(AffineExpr::dim);
        let exprs = [whole - iv_expr * size.clone(), size];
        let least = min(b, &exprs, &[iv.into(), range, nominal]);
        // No thread begins beyond the range.
        if let (Some(range), Some(threads), Some(nominal)) = known
            && nominal.checked_mul(threads - 1).is_some_and(|last| last < range)
        {
            return least;
        }
        at_least_zero(b, least)
    }
}

/// Where the tile of an iteration begins.
fn scaled(b: &mut Builder<'_>, iv: Value, size: MixedIndex) -> MixedIndex {
    apply(b, &(AffineExpr::dim(0) * AffineExpr::dim(1)), &[iv.into(), size])
}
