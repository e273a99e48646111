//! How work is divided: the thresholds from which on loops over tiles pay off, the length of chunks, and tiles of products.
//!
//! On few threads the tiles of a product are as large as the caches allow, because what a tile reads is used by all of its rows. On more, there
//! are enough tiles for all threads: what many of them read is packed once before the loop (`linalg-pack-contractions`).

use crate::panels::PACKED_ROWS;

/// The longest chunk, in nanoseconds.
const MAX_CHUNK_NS: f64 = 2_000_000.0;
/// How many chunks there are for each thread when none would be too short, so that threads that are late or slower have fewer of them.
const CHUNKS_PER_THREAD: u64 = 4;
/// How many chunks there are at least when none would be too short, however few threads there are.
const TARGET_CHUNKS: u64 = 64;
/// The nanoseconds of work from which on there are so many chunks for each of more than [`FEW_THREADS`] threads.
const DIVIDED_NS: u64 = 50_000;
/// How much longer than with enough tiles a loop with fewer of them may take on all threads, for the sake of what is fused.
const UNEVEN: f64 = 1.5;
/// Up to so many threads, chunks are not shorter than [`Thresholds::chunk`], and tiles of a product are as large as the caches allow.
const FEW_THREADS: u64 = 2;
/// Tiles for so few threads where one would wait for the other.
const TILES_OF_FEW_THREADS: i64 = 4;
/// The nanoseconds of a product from which on it is better four tiles than two: half a millisecond each.
const LONG_TILES_NS: f64 = 1e6;
/// From so many tiles on, one more for one of two threads is a small part.
const MANY_TILES: i64 = 16;
/// The most threads that count: more chunks would be too short.
const MAX_THREADS: u64 = 1 << 10;
/// Columns of a tile of a product, a block of the right side that stays in the second-level cache: the widest for which there are
/// enough tiles. The rows of the left side are copied once for each tile where they lie badly.
const WIDE_TILE_COLUMNS: i64 = 512;
pub(super) const TILE_COLUMNS: i64 = 256;
pub(super) const NARROW_TILE_COLUMNS: i64 = 128;
/// Tiles of a product of few rows, whose right side comes from memory in rows as long as those of a tile: where they are short, the
/// prefetchers do not run ahead, so that a tile has up to `LONG_ROW` columns.
const TILES_OF_FEW_ROWS: i64 = 8;
const LONG_ROW: i64 = 4 * TILE_COLUMNS;
/// The fewest rows of a tile of a product: for a small right side, for one that fits into the second-level cache, and for a larger
/// one, which is copied once for each tile (`linalg-pack-contractions`).
pub(super) const REUSE: [i64; 3] = [32, 64, 256];
/// Granularity of rows of a product, and of contiguous elements.
pub(super) const ROW_GRANULARITY: i64 = 8;
pub(super) const ELEMENT_GRANULARITY: i64 = 64;

/// The thresholds from which on loops over tiles pay off.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Nanoseconds of work that pay off on a second thread.
    pub parallel: u64,
    /// Nanoseconds of the shortest chunk; with many threads it may be shorter.
    pub chunk: u64,
    /// The threads that the work is divided for.
    pub threads: u64,
    /// Bytes of data beyond which tiles pay off on one thread: less stays in the cache anyway.
    pub bytes: u64,
    /// The number of occurrences from which on a group becomes a function, whatever it does.
    pub repeats: u64,
}

impl Thresholds {
    /// How many chunks are enough for all threads.
    fn enough(&self) -> u64 {
        self.threads.clamp(1, MAX_THREADS) * CHUNKS_PER_THREAD
    }
    /// The nanoseconds of a chunk of so much work.
    pub(super) fn chunk_time(&self, time: f64) -> f64 {
        let divided = if self.few_threads() { self.chunk } else { DIVIDED_NS / self.enough() };
        let shortest = self.chunk.min(divided).min(MAX_CHUNK_NS as u64);
        (time / self.enough().max(TARGET_CHUNKS) as f64).clamp(shortest as f64, MAX_CHUNK_NS)
    }
    /// The tiles of a product of so much work that are enough for all threads.
    pub(super) fn tiles(&self, time: f64) -> i64 {
        (time / self.chunk_time(time)).clamp(1.0, self.enough() as f64) as i64
    }
    /// How many tiles there should be instead of so many whole ones: on few threads, one or three are uneven.
    pub(super) fn enough_tiles(&self, tiles: i64, wanted: i64) -> i64 {
        match tiles {
            _ if !self.few_threads() => wanted,
            1 | 3 => (wanted + wanted % 2).min(TILES_OF_FEW_THREADS),
            _ => tiles,
        }
    }
    /// How many tiles of a product of so much work there should be instead of so many: an even number on few threads, and four instead of two long
    /// ones, which the slower thread would decide.
    pub(super) fn even_tiles(&self, tiles: i64, time: f64) -> i64 {
        match tiles {
            _ if !self.few_threads() => tiles,
            2 if time >= LONG_TILES_NS => TILES_OF_FEW_THREADS,
            TILES_OF_FEW_THREADS..MANY_TILES => tiles + tiles % 2,
            _ => tiles,
        }
    }
    /// Whether two tiles of a product for each thread are even enough, so that what a tile reads is better used by more rows.
    pub(super) fn few_threads(&self) -> bool {
        self.threads <= FEW_THREADS
    }
    /// Whether so much work pays off on a second thread.
    pub(super) fn is_shared(&self, time: f64) -> bool {
        time >= self.parallel as f64
    }
    /// Whether so much work has enough tiles for all of many threads, if it can have them.
    pub(super) fn is_divided(&self, time: f64) -> bool {
        time >= DIVIDED_NS as f64
    }
    /// Whether so many tiles keep all threads busy: few of these wait for the last tiles.
    pub(super) fn keeps_busy(&self, tiles: f64) -> bool {
        let threads = self.threads as f64;
        (tiles / threads).ceil() * threads <= UNEVEN * tiles
    }
    /// The rows of a tile of a product with which there are enough tiles, if each row is in `others` of them.
    pub(super) fn rows_for(&self, wanted: i64, rows: i64, others: i64) -> i64 {
        if self.few_threads() {
            return i64::MAX;
        }
        let parts = (wanted + others - 1) / others.max(1);
        let rows = (rows / parts.max(1)).max(PACKED_ROWS);
        (rows + ROW_GRANULARITY - 1) / ROW_GRANULARITY * ROW_GRANULARITY
    }
    /// Whether a product with so many rows and columns has tiles of columns.
    pub(super) fn divides_columns(&self, wanted: i64, rows: &[i64], columns: i64) -> bool {
        columns > 2 * TILE_COLUMNS
            || !self.few_threads()
                && columns >= 2 * ELEMENT_GRANULARITY
                && row_blocks(rows, REUSE[0]) < wanted
    }
    /// Columns of a tile of a product.
    pub(super) fn columns_of(&self, wanted: i64, rows: &[i64], columns: i64) -> i64 {
        let few_rows = rows.iter().product::<i64>() < PACKED_ROWS;
        let enough = |&(columns_of_tile, rows_of_tile): &(i64, i64)| {
            let blocks = row_blocks(rows, rows_of_tile);
            blocks * ((columns + columns_of_tile - 1) / columns_of_tile) >= wanted
        };
        match (few_rows, self.few_threads()) {
            (true, true) => (columns / TILES_OF_FEW_ROWS).clamp(TILE_COLUMNS, LONG_ROW),
            (true, false) => (columns / wanted.max(1)).clamp(ELEMENT_GRANULARITY, LONG_ROW),
            (false, true) => {
                let few = |&size: &i64| {
                    row_blocks(rows, REUSE[2]) * ((columns + size - 1) / size) >= TILES_OF_FEW_ROWS
                };
                [WIDE_TILE_COLUMNS, TILE_COLUMNS].into_iter().find(few).unwrap_or(NARROW_TILE_COLUMNS)
            }
            (false, false) => {
                let shapes = [
                    (WIDE_TILE_COLUMNS, REUSE[1]),
                    (TILE_COLUMNS, REUSE[1]),
                    (NARROW_TILE_COLUMNS, REUSE[0]),
                ];
                shapes.into_iter().find(enough).map_or(ELEMENT_GRANULARITY, |shape| shape.0)
            }
        }
    }
}

/// The number of blocks of rows of a product.
fn row_blocks(extents: &[i64], rows: i64) -> i64 {
    extents.iter().map(|&n| (n + rows - 1) / rows).product()
}
