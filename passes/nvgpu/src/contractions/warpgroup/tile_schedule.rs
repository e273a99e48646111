//! The sequence of tiles that a block computes.
//!
//! There are as many blocks as multiprocessors, or as tiles if these are fewer. The tiles of a cluster of two blocks are neighbours along
//! the rows, and share a part of the second factor; where only the number of columns is even they are neighbours along the columns, and
//! share a part of the first one.

use strata_arith::{MinUIOp, constant_index};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{add, div, is_multiple, times, up_to, value};
use strata_passes_gpu::{
    contractions::{grid::place_of_block, product::Product},
    launch::extent,
};
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

/// The schedule of a product's tiles: which blocks there are, and which tiles each of them computes.
pub(super) struct TileSchedule {
    /// Blocks of a cluster, and clusters of the grid.
    pub cluster: i64,
    pub clusters: MixedIndex,
    /// The grid of clusters of tiles along rows and columns; the blocks of a cluster compute its tiles at the same time.
    grid: [MixedIndex; 2],
    count: MixedIndex,
    /// The factor that the blocks of a cluster share.
    shared: usize,
    /// Rows and columns of a tile.
    sizes: [i64; 2],
}

/// A tile of a block.
pub(super) struct Tile {
    /// The indices of the batch loops, and their linear index.
    pub batch: Vec<Value>,
    pub matrix: Option<Value>,
    /// Its first row and column.
    pub first: [Value; 2],
}

impl TileSchedule {
    pub fn new(b: &mut Builder<'_>, product: &Product, sizes: [i64; 2], multiprocessors: i64) -> Self {
        let [m, n, _] = product.matrix;
        let mut grid = [up_to(b, m, sizes[0]), up_to(b, n, sizes[1])];
        let pairs = (0..2).find(|&i| is_multiple(grid[i], 2)).filter(|_| multiprocessors > 1);
        let cluster = if pairs.is_some() { 2 } else { 1 };
        if let Some(i) = pairs {
            grid[i] = up_to(b, grid[i], cluster);
        }
        let batches = product.extent(b, &product.loops.batch);
        let count = extent(b, &[batches, grid[0], grid[1]]);
        let most = (multiprocessors / cluster).max(1);
        let clusters = match count {
            MixedIndex::Static(n) => MixedIndex::Static(n.min(most)),
            MixedIndex::Value(n) => {
                let most = constant_index(b, most);
                MixedIndex::Value(MinUIOp::build(b, n, most))
            }
        };
        // Neighbours along the rows share the second factor.
        Self { cluster, clusters, grid, count, shared: 1 - pairs.unwrap_or(0), sizes }
    }
    /// Blocks of the grid.
    pub fn blocks(&self, b: &mut Builder<'_>) -> MixedIndex {
        extent(b, &[self.clusters, self.cluster.into()])
    }
    /// The number of parts that the copies of a factor are divided into.
    pub fn parts(&self, factor: usize) -> i64 {
        if factor == self.shared { self.cluster } else { 1 }
    }
    /// Whether a block may compute several tiles.
    pub fn again(&self) -> bool {
        self.count.as_static().is_none() || self.clusters != self.count
    }
    /// Emits a loop over all tiles of a block, with loop-carried values.
    pub fn each(
        &self,
        b: &mut Builder<'_>,
        product: &Product,
        block: Value,
        rank: Option<Value>,
        carried: &[Value],
        emit: impl FnOnce(&mut Builder<'_>, &Tile, &[Value]) -> Result<Vec<Value>, String>,
    ) -> Result<(), String> {
        let first = div(b, block, self.cluster);
        if !self.again() {
            let tile = self.tile(b, product, first, rank);
            return emit(b, &tile, carried).map(drop);
        }
        let (end, step) = (value(b, self.count), value(b, self.clusters));
        let mut result = Ok(());
        ForOp::create(b, [first, end, step], carried, |b, number, carried| {
            let tile = self.tile(b, product, number, rank);
            emit(b, &tile, carried).unwrap_or_else(|why| {
                result = Err(why);
                carried.to_vec()
            })
        });
        result
    }
    fn tile(&self, b: &mut Builder<'_>, product: &Product, number: Value, rank: Option<Value>) -> Tile {
        let (batch, mut place) = place_of_block(b, product, self.grid, number);
        if let Some(rank) = rank {
            let i = 1 - self.shared;
            let before = times(b, place[i], self.cluster);
            place[i] = add(b, before, rank);
        }
        let first = [0, 1].map(|i| times(b, place[i], self.sizes[i]));
        Tile { matrix: product.batch(b, &batch), batch, first }
    }
}
