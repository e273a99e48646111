//! Sizes of the blocks of a contraction, from the caches and the registers of the target.
//!
//! A register tile of `mr` rows and `nr` columns passes `depth` steps. Of the rows, `mr x depth` numbers stay in the first
//! cache while the panels of a slab pass, each `depth x nr` numbers that come from the second cache; a slab of
//! `depth x columns` numbers stays in half of the second cache while all rows pass.

use super::{
    Roles,
    cache::{Caches, LINE, Rows},
    groups::{Groups, TILE},
};
use crate::vectorize::contract::loop_nest::Nest;

/// The properties of the target that block sizes depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its caches.
    pub caches: Caches,
    /// Bits of a vector.
    pub vector_bits: i64,
    /// The narrow numbers of which it multiplies groups.
    pub groups: Groups,
}

/// Vectors of a row of a register tile.
const VECTORS: i64 = 2;
/// The fewest and the most steps of a block: sums are loaded and stored once for each block, and steps beyond these save
/// nothing more.
const STEPS: (i64, i64) = (256, 512);

/// The sizes of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocking {
    /// Columns of a panel, which is what a register tile reads.
    pub nr: i64,
    /// Steps of a block.
    pub depth: i64,
    /// Columns of a slab at most; whole panels.
    pub columns: i64,
}

impl Machine {
    /// Rows of a register tile with two vectors each: these, the vectors of a step and a number take all registers but one.
    pub fn tile_rows(&self) -> i64 {
        if self.vector_bits >= 512 { 12 } else { 6 }
    }

    /// The blocks for numbers of `bytes` bytes.
    pub fn blocking(&self, bytes: i64) -> Blocking {
        let bytes = bytes.max(1);
        let nr = VECTORS * (self.vector_bits / 8 / bytes).max(1);
        let l1 = self.caches.l1;
        // One line of each set is for the sums and what else is on the way.
        let room = l1.bytes / l1.ways.max(1) * (l1.ways - 1).max(1);
        let depth = (room / ((self.tile_rows() + nr) * bytes)).clamp(STEPS.0, STEPS.1);
        let columns = self.caches.l2.bytes / 2 / (depth * bytes) / nr * nr;
        Blocking { nr, depth, columns: columns.max(nr) }
    }
}

impl Blocking {
    /// Steps of the first reduction of a contraction that are summed at a time, with all steps of the others.
    pub(super) fn steps(&self, nest: &Nest, roles: &Roles) -> Option<i64> {
        let (first, inner) = roles.reductions.split_first()?;
        let inner: i64 = inner.iter().map(|&d| nest.loops[d].size).product();
        Some(part(nest.loops[*first].size, (self.depth / inner).max(1), 1))
    }
}

/// A block of steps and columns, of numbers with so many bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub bytes: i64,
    pub depth: i64,
    pub columns: i64,
    /// Sums are in registers of tiles.
    pub in_tiles: bool,
}

/// Rows of a block of sums in registers of tiles.
const ROWS_OF_TILES: i64 = 2 * TILE;

/// Columns of a slab that make a copy of rows worth its time.
const MANY_COLUMNS: i64 = 64;

impl Machine {
    /// How many rows to copy at a time, where the rows of the operand that is not shared lie so that the lines of a register
    /// tile push each other out of the first cache, or each step of it is in another page.
    pub(super) fn copied_rows(&self, nest: &Nest, roles: &Roles, block: Block) -> Option<i64> {
        let (&[row], &[step]) = (&roles.rows[..], &roles.reductions[..]) else { return None };
        let other = 1 - roles.shared;
        let [row, step] = [row, step].map(|d| (nest.loops[d].size, nest.loops[d].strides[other]));
        let most = self.caches.l2.bytes / 4 / (block.depth * block.bytes).max(1);
        let rows_of_tile = if block.in_tiles { ROWS_OF_TILES } else { self.tile_rows() };
        let most = part(row.0, most.max(rows_of_tile), rows_of_tile);
        // Members of a group are neighbours, and one step.
        let member = roles.pair.map_or(1, |_| nest.group);
        let row = (row.0, row.1 / member);
        if block.columns < MANY_COLUMNS {
            return None;
        }
        let badly = match (row.1, step.1) {
            // All steps of the rows of a block, which stay while the panels pass.
            (stride, by) if block.in_tiles && by == member => {
                let rows = Rows {
                    count: rows_of_tile.min(row.0),
                    bytes: block.depth * block.bytes,
                    stride: stride * block.bytes,
                };
                rows.total() / LINE > self.caches.l1.lines_for(rows)
            }
            // The lines of one step of a tile, of which each holds the next steps, too.
            (stride, by) if by == member => {
                let count = self.tile_rows().min(row.0);
                let held =
                    self.caches.l1.lines_for(Rows { count, bytes: LINE, stride: stride * block.bytes });
                4 * count > 3 * held
            }
            // The lines of all steps, of which each holds the next rows, too.
            (1, stride) => {
                let rows =
                    Rows { count: block.depth, bytes: most * block.bytes, stride: stride * block.bytes };
                !self.caches.keep(rows)
            }
            _ => false,
        };
        badly.then_some(most)
    }
}

/// `n` in as few parts of at most `most` as there can be, which are about as large as each other: the size of all parts but
/// the last one, a multiple of `granule`.
pub fn part(n: i64, most: i64, granule: i64) -> i64 {
    let count = (n + most - 1) / most.max(1);
    let size = (n + count.max(1) - 1) / count.max(1);
    ((size + granule - 1) / granule * granule).min(n.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::cache::Cache;

    fn machine(l1: (i64, i64), l2: (i64, i64), vector_bits: i64) -> Machine {
        let cache = |(bytes, ways)| Cache { bytes, ways };
        let caches = Caches { l1: cache(l1), l2: cache(l2), pages: 64 };
        Machine { caches, vector_bits, groups: Groups::default() }
    }

    #[test]
    fn blocks_fit_into_the_caches() {
        for (l1, l2) in
            [((32 << 10, 8), (1 << 20, 16)), ((48 << 10, 12), (2 << 20, 16)), ((32 << 10, 8), (512 << 10, 8))]
        {
            for vector_bits in [128, 256, 512] {
                for bytes in [2, 4, 8] {
                    let m = machine(l1, l2, vector_bits);
                    let b = m.blocking(bytes);
                    assert!(b.depth * b.columns * bytes <= l2.0 / 2, "{m:?} {b:?}");
                    assert!(b.columns % b.nr == 0 && b.columns >= 2 * b.nr, "{m:?} {b:?}");
                    assert!((256..=512).contains(&b.depth));
                    // The rows of a tile and what passes between two uses of them.
                    assert!(m.tile_rows() * b.depth * bytes <= l1.0, "{m:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn parts_are_whole_granules() {
        assert_eq!(part(1024, 325, 1), 256);
        assert_eq!(part(1000, 256, 16), 256);
        assert_eq!(part(512, 2048, 16), 512);
        assert_eq!(part(17, 16, 16), 16);
        assert_eq!(part(5, 16, 16), 5);
        for n in 1..300 {
            for most in [16, 32, 48] {
                let size = part(n, most, 16);
                assert!(size <= most && size >= 1, "{n} {most}");
            }
        }
    }
}
