//! Which tiles a block computes, one after the other.
//!
//! There are as many blocks as multiprocessors, or as tiles where these are fewer. The tiles of a cluster of two blocks are
//! neighbours along the rows, and both need the same part of the second factor; where only the number of columns is even they are
//! neighbours along these, and need the same part of the first one.

use strata_arith::constant_index;
use strata_ir::prelude::*;
use strata_scf::ForOp;

use super::super::{product::Product, tensor::place_of_block};
use crate::numbers::{add, div, times, up};

/// The division of a product's tiles among blocks.
pub(super) struct Turns {
    /// Blocks of a cluster, and of the grid.
    pub cluster: i64,
    pub blocks: i64,
    /// Tiles of a cluster along rows and columns, which its blocks compute at once.
    grid: [i64; 2],
    count: i64,
    /// The factor that the blocks of a cluster share, one of them without clusters.
    shared: usize,
    /// Rows and columns of a tile.
    sizes: [i64; 2],
}

/// A tile of a block.
pub(super) struct Tile {
    pub batch: Option<Value>,
    /// Its first row and column.
    pub first: [Value; 2],
}

impl Turns {
    pub fn new(product: &Product, sizes: [i64; 2], multiprocessors: i64) -> Self {
        let [m, n, _] = product.sizes();
        let mut grid = [up(m, sizes[0]), up(n, sizes[1])];
        let pairs = (0..2).find(|&i| grid[i] % 2 == 0).filter(|_| multiprocessors > 1);
        let cluster = if pairs.is_some() { 2 } else { 1 };
        if let Some(i) = pairs {
            grid[i] /= 2;
        }
        let count = product.batches() * grid[0] * grid[1];
        let blocks = count.min((multiprocessors / cluster).max(1)) * cluster;
        // Neighbours along the rows share the second factor.
        Self { cluster, blocks, grid, count, shared: 1 - pairs.unwrap_or(0), sizes }
    }
    /// Into how many parts the copies of a factor are divided.
    pub fn parts(&self, factor: usize) -> i64 {
        if factor == self.shared { self.cluster } else { 1 }
    }
    /// Whether a block has several tiles.
    pub fn again(&self) -> bool {
        self.blocks < self.count * self.cluster
    }
    /// All tiles of a block, with values that are carried from one to the next.
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
        let (end, step) = (constant_index(b, self.count), constant_index(b, self.blocks / self.cluster));
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
        Tile { batch: batch.first().copied(), first }
    }
}
