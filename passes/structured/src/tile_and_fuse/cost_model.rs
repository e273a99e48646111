//! Sizes of tiles: estimates of the work and of the memory that a tile touches, and the choice of tile sizes.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use super::{
    fusion_group::Group,
    loop_nest::{Nest, Operand},
    thresholds::{ELEMENT_GRANULARITY, NARROW_TILE_COLUMNS, REUSE, ROW_GRANULARITY, Thresholds},
};
use crate::panels::PACKED_ROWS;

/// Bytes that a tile may touch: half of a second-level cache.
pub(super) const WORKING_SET: f64 = 512.0 * 1024.0;
/// Bytes of the buffers that exist for one tile only.
const LOCAL_BYTES: f64 = 128.0 * 1024.0;
/// The same where the tile reads operands from beyond the second-level cache, so that it has more rows.
pub(super) const STREAMED_BYTES: f64 = 3.0 * LOCAL_BYTES;
/// Bytes that one thread moves in a nanosecond.
pub(super) const BYTES_PER_NS: f64 = 16.0;
/// Columns of a tile of a product at least: those of a panel of `f32`.
const PANEL_COLUMNS: i64 = 32;
/// Tiles of the columns of a product of few rows, instead of tiles of rows.
const EVEN_TILES: i64 = 4;
/// Granularity of tiles that are halved, where they are not tiny.
const FINE_GRANULARITY: i64 = 4;
/// Windows of neighbouring tiles have at most this part of what a tile reads in common.
const PART_OF_OVERLAP: i64 = 8;
/// Bytes of a right side that stays in the second-level cache.
pub(super) const RIGHT_SIDE: f64 = 0.55 * WORKING_SET;

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
    let parallel = worth.is_shared(time);
    if group.depth == 0 || !(parallel || fused && bytes > worth.bytes as f64) {
        return None;
    }
    let product = group.working().any(|n| n.contracts);
    let chunk = worth.chunk_time(if product && worth.few_threads() { 2.0 * time } else { time });
    let wanted = worth.tiles(time);
    let points = chunk / (time / shares.points);
    let mut most = f64::INFINITY;
    if fused {
        // Products of what is computed before block their own reads; their results count as reads of the other nests.
        let blocked = group.working().filter(|n| n.contracts).all(|n| reads_from_outside(group, n));
        let kept = Shares::from_nests(group, |n| !(blocked && n.contracts));
        if local > 0.0 {
            // Sums of a product are read and written once for each block of steps only.
            let bytes = match (group.streams, product && blocked) {
                (true, _) => STREAMED_BYTES,
                (false, true) => 2.0 * LOCAL_BYTES,
                (false, false) => LOCAL_BYTES,
            };
            most = bytes / (local / shares.points);
        }
        if !group.streams {
            most = most.min((WORKING_SET - kept.resident).max(WORKING_SET / 4.0) / kept.sliced.max(1.0));
        }
    }
    let extents = group.extents();
    let mut left = (points.min(most) as i64).max(1);
    let mut tile = vec![1; extents.len()];
    let mut order: Vec<usize> = (0..extents.len()).collect();
    let mut rows = product;
    for k in (0..extents.len()).rev() {
        let contiguous = is_contiguous(group, k);
        let columns = product && k > 0 && is_column(group, k);
        let first_row = rows && !is_batch(group, k);
        if first_row && !columns && extents[k] > 1 {
            // Each tile reads the right side once, from the second-level cache or from memory.
            let done = (k + 1..extents.len()).map(|k| tile[k]).product::<i64>();
            let columns: f64 = extents[k + 1..].iter().map(|&n| n as f64).product();
            let read = if k + 1 < extents.len() { shares.sliced * columns } else { shares.resident };
            let least = REUSE[usize::from(read > RIGHT_SIDE / 2.0) + usize::from(read > RIGHT_SIDE)];
            let others = extents[..k].iter().product::<i64>() * tiles_of(&tile[k + 1..], &extents[k + 1..]);
            let least = least.min(worth.rows_for(wanted, extents[k], others));
            left = left.max(least.min((most as i64 / done).max(1)));
            rows = false;
        }
        if !product {
            let others = extents[..k].iter().product::<i64>() * tiles_of(&tile[k + 1..], &extents[k + 1..]);
            let done = tile[k + 1..].iter().product::<i64>();
            let enough = extents[k].saturating_mul(others) / wanted;
            left = left.max(least_of_windows(group, k).min(most as i64 / done).min(enough));
        }
        let size = if columns && worth.divides_columns(wanted, &extents[..k], extents[k]) {
            // Columns of a block stay the same for all rows.
            order.retain(|&d| d != k);
            order.insert(0, k);
            let columns = worth.columns_of(wanted, &extents[..k], extents[k]);
            divisor(extents[k], columns, ELEMENT_GRANULARITY)
        } else {
            let granule = match (contiguous, product) {
                (true, _) if !worth.few_threads() || group.nests.iter().all(|n| n.elementwise) => {
                    ELEMENT_GRANULARITY
                }
                (true, _) => 4 * ELEMENT_GRANULARITY,
                // A few rows in a loop around others are no unit of their own.
                (false, true) if first_row => ROW_GRANULARITY,
                (false, true) if extents[k] > ROW_GRANULARITY && worth.few_threads() => ROW_GRANULARITY,
                _ => 1,
            };
            let size = divisor(extents[k], left, granule);
            match product && !contiguous && !first_row && !is_batch(group, k) {
                true => evenly(extents[k], size, left),
                false => size,
            }
        };
        tile[k] = size;
        left /= size;
        if left <= 1 && size < extents[k] && !columns {
            break;
        }
        left = left.max(1);
    }
    if product && parallel {
        columns_instead(group, worth, (&mut tile, &mut order), wanted, most);
    }
    if parallel {
        let whole = extents.iter().product::<i64>() / tile.iter().product::<i64>();
        let even = if product { worth.even_tiles(whole, time) } else { whole };
        let enough = worth.enough_tiles(whole, wanted).max(even);
        divide_further(group, &extents, &mut tile, (enough, worth.threads as i64));
    }
    (tiles_of(&tile, &extents) > 1).then_some(Tiling { tile, order, parallel })
}

/// The fewest iterations of the shared loop `k` in a tile with which what its windows share with those of the next tile is a small part.
fn least_of_windows(group: &Group, k: usize) -> i64 {
    let indices = group.nests.iter().flat_map(|n| {
        let reads = n.operands.iter().filter(|o| !o.write);
        reads.flat_map(|o| &o.indices).map(move |i| (n, i))
    });
    let least = indices.filter_map(|(n, i)| {
        let &(d, step) = i.factors.iter().find(|f| f.0 == n.lead[k] && f.1 > 0)?;
        let window = i.extent(|other| if other == d { 1 } else { n.sizes[other] }) - i.constant;
        Some(PART_OF_OVERLAP.saturating_mul(window - step) / step)
    });
    least.max().unwrap_or(1)
}

/// Tiles columns of a product instead of rows, each of which is read by one tile, where the rows are so few that they are one tile, or each tile
/// of them would read a large right side.
fn columns_instead(
    group: &Group,
    worth: &Thresholds,
    (tile, order): (&mut [i64], &mut Vec<usize>),
    wanted: i64,
    most: f64,
) {
    let extents = group.extents();
    let Some((&columns, rows)) = extents.split_last() else { return };
    let last = rows.len();
    if last == 0 || !is_column(group, last) || columns < 2 * NARROW_TILE_COLUMNS {
        return;
    }
    let size = if tiles_of(tile, &extents) == 1 {
        divisor(columns, worth.columns_of(wanted, rows, columns), ELEMENT_GRANULARITY)
    } else {
        let count = rows.iter().product::<i64>();
        let size = divisor(columns, columns / EVEN_TILES, PANEL_COLUMNS);
        let products = group.working().filter(|n| n.contracts);
        let right = products.flat_map(|n| {
            n.operands
                .iter()
                .filter(|o| !o.write && !o.indices.iter().any(|i| n.lead[..last].iter().any(|&d| i.uses(d))))
        });
        let read = right.map(Operand::bytes).fold(0.0, f64::max);
        let fits = count <= REUSE[2] && (count * size) as f64 <= most * columns as f64;
        if !worth.few_threads() || tile[last] < columns || !fits || read <= RIGHT_SIDE || columns % size != 0
        {
            return;
        }
        tile[..last].copy_from_slice(rows);
        size
    };
    order.retain(|&d| d != last);
    order.insert(0, last);
    tile[last] = size;
}

/// Halves tiles until there are as many as wanted, along the loop that can be halved most often.
fn divide_further(group: &Group, extents: &[i64], tile: &mut [i64], (wanted, threads): (i64, i64)) {
    let product = group.working().any(|n| n.contracts);
    let is_row: Vec<bool> =
        (0..tile.len()).map(|k| product && !is_column(group, k) && !is_batch(group, k)).collect();
    // Rows of narrow numbers fill the registers of tiles.
    let narrow =
        group.working().filter(|n| n.contracts).flat_map(|n| &n.operands).any(|o| o.element_bytes < 4);
    let least: Vec<i64> = (0..tile.len())
        .map(|k| match (is_row[k], is_contiguous(group, k)) {
            (true, _) => 1,
            (false, _) if product && is_column(group, k) => PANEL_COLUMNS,
            (false, true) => ELEMENT_GRANULARITY,
            (false, false) => 1,
        })
        .collect();
    // Eight rows weigh as much as a panel of columns.
    let unit = |k: usize| if is_row[k] { ROW_GRANULARITY } else { least[k] };
    let inside = group.rows_of_point();
    while tiles_of(tile, extents) < wanted {
        // Products with few rows are slower, which pays only if some threads have no tile.
        let short = !narrow && tiles_of(tile, extents) < threads;
        let fewest = if short { ROW_GRANULARITY + FINE_GRANULARITY } else { 2 * PACKED_ROWS };
        let shared: i64 = (0..tile.len()).filter(|&k| is_row[k]).map(|k| tile[k]).product();
        let rows = shared.saturating_mul(inside);
        let halves = |&k: &usize| tile[k] >= 2 * least[k] && (!is_row[k] || rows >= fewest);
        let Some(k) = (0..tile.len()).filter(halves).max_by_key(|&k| tile[k] / unit(k)) else { return };
        let granule = if tile[k] > 2 * FINE_GRANULARITY { FINE_GRANULARITY } else { 1 };
        // As even as possible: no tile of a few rows that are left over.
        let count = (extents[k] + tile[k] - 1) / tile[k];
        let half = (extents[k] + 2 * count - 1) / (2 * count);
        tile[k] = (half + granule - 1) / granule * granule;
    }
}

/// The number of tiles of these sizes.
fn tiles_of(tile: &[i64], extents: &[i64]) -> i64 {
    tile.iter().zip(extents).map(|(t, n)| (n + t - 1) / t).product()
}

/// One tile: the whole group is the body of a loop that runs once.
pub(super) fn whole(group: &Group) -> Tiling {
    Tiling { tile: group.extents(), order: Vec::new(), parallel: true }
}

/// Estimated nanoseconds of a nest.
pub(super) fn time(nest: &Nest) -> f64 {
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
    let mut products = group.working().filter(|n| n.contracts);
    products.any(|n| n.is_column(n.lead[k]))
}

/// Whether the shared loop `k` runs over products that have no operand in common, such as the heads of an attention.
fn is_batch(group: &Group, k: usize) -> bool {
    let mut products = group.working().filter(|n| n.contracts);
    let in_all = |n: &Nest| {
        n.operands.iter().filter(|o| o.shape.is_some()).all(|o| o.indices.iter().any(|i| i.uses(n.lead[k])))
    };
    products.all(in_all)
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

/// The size of tiles of rows in a loop around others, which need no granules: one near `size` that divides `n`, if `size` does not. Tiles of one size are
/// one body, others need a second one for the rest, which is a shorter task.
fn evenly(n: i64, size: i64, want: i64) -> i64 {
    let even = divisor(n, want.max(size), 1);
    if n % size != 0 && n % even == 0 { even } else { size }
}
