//! Sizes of tiles: estimates of the work and of the memory that a tile touches, and the choice of tile sizes.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use strata_passes_analysis::linear_index::LinearIndex;

use super::{fusion_group::Group, loop_nest::Nest};
use crate::panels::PACKED_ROWS;

/// Bytes that a tile may touch: half of a second-level cache.
pub(super) const WORKING_SET: f64 = 512.0 * 1024.0;
/// Bytes of the buffers that exist for one tile only.
const LOCAL_BYTES: f64 = 128.0 * 1024.0;
/// Bytes that one thread moves in a nanosecond.
const BYTES_PER_NS: f64 = 16.0;
/// The longest chunk, in nanoseconds.
const MAX_CHUNK_NS: f64 = 2_000_000.0;
/// How many chunks there are when none would be too short.
const TARGET_CHUNKS: f64 = 64.0;
/// Columns of a tile of a product, a block of the right side that stays in the second-level cache: the widest for which there are
/// enough tiles. The rows of the left side are copied once for each tile where they lie badly.
const WIDE_TILE_COLUMNS: i64 = 512;
const TILE_COLUMNS: i64 = 256;
const NARROW_TILE_COLUMNS: i64 = 128;
/// Tiles of a product of few rows, whose right side comes from memory in rows as long as those of a tile: where they are short, the
/// prefetchers do not run ahead, so that a tile has up to `LONG_ROW` columns.
const TILES_OF_FEW_ROWS: i64 = 8;
const LONG_ROW: i64 = 4 * TILE_COLUMNS;
/// Fewer tiles than this are few.
const FEW_TILES: i64 = 8;
/// The fewest rows of a tile of a product: for a small right side, for one that fits into the second-level cache, and for a larger
/// one, which is copied once for each tile (`linalg-pack-contractions`).
const REUSE: [i64; 3] = [32, 64, 256];
/// Bytes of a right side that stays in the second-level cache.
const RIGHT_SIDE: f64 = 0.55 * WORKING_SET;
/// Granularity of rows of a product, and of contiguous elements.
const ROW_GRANULARITY: i64 = 8;
const ELEMENT_GRANULARITY: i64 = 64;

/// The thresholds from which on loops over tiles pay off.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Nanoseconds of work that pay off on a second thread.
    pub parallel: u64,
    /// Nanoseconds of the shortest chunk.
    pub chunk: u64,
    /// Bytes of data beyond which tiles pay off on one thread: less stays in the cache anyway.
    pub bytes: u64,
    /// The number of occurrences from which on a group becomes a function, whatever it does.
    pub repeats: u64,
}

/// The memory that one point of the shared loops touches.
pub(super) struct Shares {
    /// How many points there are.
    pub points: f64,
    /// Bytes of all buffers that depend on the innermost shared loop, for one point.
    pub sliced: f64,
    /// Bytes of the buffers that do not: each tile reads them whole.
    pub resident: f64,
}

impl Shares {
    pub fn from_group(group: &Group) -> Self {
        Self::from_nests(group, |_| true)
    }
    /// The same of some nests of a group.
    fn from_nests(group: &Group, counts: impl Fn(&Nest) -> bool) -> Self {
        let points = group.extents().iter().map(|&n| n as f64).product::<f64>();
        let mut seen: FxHashMap<Value, (f64, bool)> = FxHashMap::default();
        for nest in group.nests.iter().filter(|n| counts(n)) {
            let lead = &nest.lead[..group.depth];
            let inner = lead.last().copied();
            for operand in nest.operands.iter().filter(|o| o.shape.is_some()) {
                let size = |d: usize| if lead.contains(&d) { 1 } else { nest.sizes[d] };
                let elements = operand.indices.iter().map(|i| i.extent(size) as f64).product::<f64>();
                let depends = inner.is_some_and(|d| operand.indices.iter().any(|i| i.uses(d)));
                let entry = seen.entry(operand.base).or_insert((0.0, true));
                entry.0 = entry.0.max(elements * operand.element_bytes as f64);
                entry.1 &= depends;
            }
        }
        let sum = |which: bool| seen.values().filter(|v| v.1 == which).map(|v| v.0).sum::<f64>();
        Self { points, sliced: sum(true), resident: sum(false) }
    }
}

/// The tiling of a group.
#[derive(Debug)]
pub(super) struct Tiling {
    /// The size of a tile along each shared loop.
    pub tile: Vec<i64>,
    /// The shared loops from the outermost to the innermost.
    pub order: Vec<usize>,
    /// Whether tiles run on several threads.
    pub parallel: bool,
}

/// Chooses the tiling; `None` where the group is best left as it is. `local` is the number of bytes in buffers that only the group uses.
pub(super) fn tiling(group: &Group, local: f64, worth: &Thresholds) -> Option<Tiling> {
    let time: f64 = group.nests.iter().map(time).sum();
    let shares = Shares::from_group(group);
    let fused = group.working().count() > 1;
    let bytes = (shares.sliced * shares.points) + shares.resident;
    let parallel = time >= worth.parallel as f64;
    if group.depth == 0 || !(parallel || fused && bytes > worth.bytes as f64) {
        return None;
    }
    let product = group.working().any(|n| n.contracts);
    let chunk = chunk_time(if product { 2.0 * time } else { time }, worth.chunk);
    let points = chunk / (time / shares.points);
    let mut most = f64::INFINITY;
    if fused {
        // Products of what is computed before block their own reads; their results count as reads of the other nests.
        let blocked = group.working().filter(|n| n.contracts).all(|n| reads_from_outside(group, n));
        let kept = Shares::from_nests(group, |n| !(blocked && n.contracts));
        if local > 0.0 {
            // Sums of a product are read and written once for each block of steps only.
            let bytes = if product && blocked { 2.0 * LOCAL_BYTES } else { LOCAL_BYTES };
            most = bytes / (local / shares.points);
        }
        most = most.min((WORKING_SET - kept.resident).max(WORKING_SET / 4.0) / kept.sliced.max(1.0));
    }
    let extents = group.extents();
    let mut left = (points.min(most) as i64).max(1);
    let mut tile = vec![1; extents.len()];
    let mut order: Vec<usize> = (0..extents.len()).collect();
    let mut rows = product;
    for k in (0..extents.len()).rev() {
        let contiguous = is_contiguous(group, k);
        let columns = product && k > 0 && is_column(group, k);
        let first_row = rows;
        if rows && !columns && extents[k] > 1 {
            // Each tile reads the right side once, from the second-level cache or from memory.
            let done = (k + 1..extents.len()).map(|k| tile[k]).product::<i64>();
            let columns: f64 = extents[k + 1..].iter().map(|&n| n as f64).product();
            let read = if k + 1 < extents.len() { shares.sliced * columns } else { shares.resident };
            let least = REUSE[usize::from(read > RIGHT_SIDE / 2.0) + usize::from(read > RIGHT_SIDE)];
            left = left.max(least.min((most as i64 / done).max(1)));
            rows = false;
        }
        let size = if columns && extents[k] > 2 * TILE_COLUMNS {
            // Columns of a block stay the same for all rows.
            order.retain(|&d| d != k);
            order.insert(0, k);
            let rows = extents[..k].iter().product::<i64>();
            let parts = extents[..k].iter().map(|&n| (n + REUSE[2] - 1) / REUSE[2]).product::<i64>();
            divisor(extents[k], columns_of(rows, parts, extents[k]), ELEMENT_GRANULARITY)
        } else {
            let granule = match (contiguous, product) {
                (true, _) if group.nests.iter().all(|n| n.elementwise) => ELEMENT_GRANULARITY,
                (true, _) => 4 * ELEMENT_GRANULARITY,
                // A few rows in a loop around others are no unit of their own.
                (false, true) if first_row || extents[k] > ROW_GRANULARITY => ROW_GRANULARITY,
                _ => 1,
            };
            divisor(extents[k], left, granule)
        };
        tile[k] = size;
        left /= size;
        if left <= 1 && size < extents[k] && !columns {
            break;
        }
        left = left.max(1);
    }
    let tiles = |tile: &[i64]| tile.iter().zip(&extents).map(|(t, n)| (n + t - 1) / t).product::<i64>();
    // The rows are so few that they are one tile: columns are tiled instead, each of which is read by one tile.
    if let Some(last) = extents.len().checked_sub(1)
        && product
        && parallel
        && tiles(&tile) == 1
        && last > 0
        && is_column(group, last)
        && extents[last] >= 2 * NARROW_TILE_COLUMNS
    {
        let rows = extents[..last].iter().product::<i64>();
        order.retain(|&d| d != last);
        order.insert(0, last);
        tile[last] = divisor(extents[last], columns_of(rows, 1, extents[last]), ELEMENT_GRANULARITY);
    }
    (tiles(&tile) > 1).then_some(Tiling { tile, order, parallel })
}

/// Columns of a tile of a product with `rows` rows, which are divided into `parts`, and `columns` columns.
fn columns_of(rows: i64, parts: i64, columns: i64) -> i64 {
    if rows < PACKED_ROWS {
        return (columns / TILES_OF_FEW_ROWS).clamp(TILE_COLUMNS, LONG_ROW);
    }
    let enough = |&size: &i64| parts * ((columns + size - 1) / size) >= FEW_TILES;
    [WIDE_TILE_COLUMNS, TILE_COLUMNS].into_iter().find(enough).unwrap_or(NARROW_TILE_COLUMNS)
}

/// The length of a chunk of so much work, in nanoseconds.
pub(super) fn chunk_time(time: f64, shortest: u64) -> f64 {
    (time / TARGET_CHUNKS).clamp(shortest.min(MAX_CHUNK_NS as u64) as f64, MAX_CHUNK_NS)
}

/// One tile: the whole group is the body of a loop that runs once.
pub(super) fn whole(group: &Group) -> Tiling {
    Tiling { tile: group.extents(), order: Vec::new(), parallel: true }
}

/// Estimated nanoseconds of a nest.
fn time(nest: &Nest) -> f64 {
    let bytes: f64 = nest.operands.iter().map(|o| o.bytes()).sum();
    nest.work.max(bytes / BYTES_PER_NS)
}

/// Whether the shared loop `k` runs over neighbours in one of the large buffers of the group.
fn is_contiguous(group: &Group, k: usize) -> bool {
    let all = || group.nests.iter().flat_map(|n| n.operands.iter().map(move |o| (n, o)));
    let largest = all().map(|(_, o)| o.bytes()).fold(0.0, f64::max);
    all()
        .filter(|(_, o)| 4.0 * o.bytes() >= largest)
        .any(|(n, o)| o.indices.last().is_some_and(|i| i.uses(n.lead[k])))
}

/// Whether no nest of the group writes what a nest reads but does not write.
fn reads_from_outside(group: &Group, nest: &Nest) -> bool {
    let mut written = group.nests.iter().flat_map(|n| n.operands.iter().filter(|o| o.write));
    !written.any(|w| nest.operands.iter().any(|o| !o.write && o.base == w.base))
}

/// Whether the shared loop `k` runs over the columns of a product: neighbours in its result.
fn is_column(group: &Group, k: usize) -> bool {
    let products = group.working().filter(|n| n.contracts);
    let mut results = products.flat_map(|n| n.operands.iter().filter(|o| o.write).map(move |o| (n, o)));
    // Dimensions of size one behind them do not count.
    let moves = |n: &Nest, i: &LinearIndex| i.factors.iter().any(|&(d, _)| n.sizes[d] > 1);
    results.any(|(n, o)| o.indices.iter().rfind(|i| moves(n, i)).is_some_and(|i| i.uses(n.lead[k])))
}

/// A tile size near `want` that divides `n`, a multiple of `granule` if there is such a divisor; otherwise a multiple of `granule` that
/// leaves a remainder.
fn divisor(n: i64, want: i64, granule: i64) -> i64 {
    let granule = granule.min(n).max(1);
    let want = (want / granule).max(1) * granule;
    if want >= n {
        return n;
    }
    let divides = |&t: &i64| n % t == 0;
    let down = (1..=want / granule).rev().map(|i| i * granule).take_while(|t| 2 * t > want).find(divides);
    let up = || (want / granule..=3 * want / (2 * granule)).map(|i| i * granule).find(divides);
    down.or_else(up).unwrap_or(want)
}
