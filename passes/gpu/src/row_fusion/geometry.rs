//! The number of threads that share a row, and the part of each.

use strata_passes_analysis::index_arith::up;

use crate::launch::WARP;

/// The largest number of values of one operand that a thread keeps in registers.
const VALUES: i64 = 32;
/// The same for a block that has all threads of a multiprocessor: each has 64 registers.
const VALUES_OF_FULL_BLOCK: i64 = 16;
/// The largest number of threads of a block.
const MOST_THREADS: i64 = 1024;
/// Threads that share a row that does not fit into registers; and the same with too few rows for several blocks on each multiprocessor.
const LOOPING_THREADS: i64 = 256;
const LOOPING_THREADS_OF_FEW: i64 = 512;
/// Chunks that a thread of these reads at once.
const AT_ONCE: i64 = 4;
/// The number of blocks that keeps a device busy.
const ENOUGH_BLOCKS: i64 = 264;

/// The division of rows among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Neighbouring columns that a thread reads at once.
    pub width: i64,
    /// The number of chunks of `width` columns in a row.
    pub chunks: i64,
    /// Threads that share a row: a power of two.
    pub threads: i64,
    /// Threads of a block.
    pub block: i64,
    /// Whether a thread's part of the row does not fit into registers.
    pub loops: bool,
}

impl Geometry {
    /// The division of `rows` rows of `cols` columns; `width` columns fit into one access, and `full` operands have an element for each row
    /// and column, which a thread keeps in registers.
    pub(crate) fn new(rows: i64, cols: i64, mut width: i64, full: i64) -> Self {
        while cols % width != 0 {
            width /= 2;
        }
        let chunks = cols / width;
        let many = rows >= 1024;
        let most = (VALUES / full.max(1)).max(width);
        if chunks <= WARP || cols <= 256 || (many && cols <= WARP * most) {
            let mut threads = power_of_two(chunks).min(WARP);
            // All lanes of a warp have a row, or none has.
            while threads < WARP && rows % (WARP / threads) != 0 {
                threads *= 2;
            }
            let mut block = 256;
            while block > 64 && rows * threads / block < ENOUGH_BLOCKS {
                block /= 2;
            }
            return Self { width, chunks, threads, block, loops: false };
        }
        let mut threads = power_of_two(up(cols, most.min(16).max(width))).clamp(2 * WARP, MOST_THREADS);
        while threads > chunks {
            threads /= 2;
        }
        let allowed =
            if threads == MOST_THREADS { (VALUES_OF_FULL_BLOCK / full.max(1)).max(width) } else { most };
        let loops = up(chunks, threads) * width > allowed;
        let looping = if rows < ENOUGH_BLOCKS { LOOPING_THREADS_OF_FEW } else { LOOPING_THREADS };
        let threads = if loops { threads.min(looping) } else { threads };
        Self { width, chunks, threads, block: threads.max(WARP), loops }
    }
    /// Warps that share a row.
    pub(crate) fn warps(&self) -> i64 {
        up(self.threads, WARP).max(1)
    }
    /// Rows of a block.
    pub(crate) fn rows_of_block(&self) -> i64 {
        self.block / self.threads
    }
    /// Chunks of a thread that all threads have.
    pub(crate) fn whole_rounds(&self) -> i64 {
        self.chunks / self.threads
    }
    /// Whether some threads have one chunk more than others.
    pub(crate) fn has_rest(&self) -> bool {
        self.chunks % self.threads != 0
    }
    /// The rounds that are peeled off in front of the loop, and the rounds of each iteration.
    pub(crate) fn rounds_of_loop(&self) -> (i64, i64) {
        let rounds = self.whole_rounds();
        let at_once = AT_ONCE.min(rounds.max(1));
        let before = rounds % at_once;
        (if before == 0 { at_once } else { before }, at_once)
    }
}

/// The next power of two.
fn power_of_two(n: i64) -> i64 {
    let mut p = 1;
    while p < n {
        p *= 2;
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_rows_belong_to_parts_of_warps() {
        let g = Geometry::new(1 << 20, 8, 4, 1);
        assert_eq!((g.width, g.chunks, g.threads, g.warps()), (4, 2, 2, 1));
        // The last warp would have lanes without a row.
        assert_eq!(Geometry::new(3, 8, 4, 1).threads, 32);
        assert_eq!(Geometry::new(4096, 1000, 4, 1).threads, 32);
    }

    #[test]
    fn longer_rows_belong_to_blocks() {
        let g = Geometry::new(128, 4096, 4, 1);
        assert_eq!((g.threads, g.block, g.loops), (256, 256, false));
        assert!(!Geometry::new(128, 16384, 4, 1).loops);
        assert_eq!(Geometry::new(4096, 50257, 4, 1).threads, 256);
        let g = Geometry::new(128, 50257, 4, 1);
        assert_eq!((g.width, g.loops, g.threads), (1, true, 512));
        let (before, at_once) = g.rounds_of_loop();
        assert_eq!((g.whole_rounds() - before) % at_once, 0);
    }
}
