//! How a contraction is divided into register tiles and blocks.

use super::loop_nest::{Loop, Nest};
use crate::{
    panels::PACKED_ROWS,
    tile_contractions::{STREAMS, is_from_memory},
};

/// The roles of the loops of a contraction.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The loop whose iterations are the lanes and the columns of a tile.
    pub lanes: usize,
    /// The loop whose iterations are the rows of a tile.
    pub row: usize,
    /// The operand of which a tile loads one vector for all of its rows; 0 or 1.
    pub shared: usize,
    /// Whether the other operand is a vector for each row too, instead of a scalar.
    pub elementwise: bool,
    /// Loops that move the shared operand; they are outermost.
    pub batch: Vec<usize>,
    /// The loop over panels of the shared operand, each of which is contiguous in memory; it is inside of the loop over rows.
    pub panels: Option<usize>,
    /// The other parallel loops, around those of the rows.
    pub outer: Vec<usize>,
    /// The reduction over a group of neighbours in both operands: two, or four bytes.
    pub pair: Option<usize>,
    /// The other reductions, the one with the largest steps first.
    pub reductions: Vec<usize>,
    /// Rows of a tile at most.
    pub mr: i64,
    /// Vectors of a row of a tile at most.
    pub vectors: i64,
    /// Vectors of a block of columns, of which the shared operand stays in the cache.
    pub block: i64,
    /// Iterations of the first reduction in a block.
    pub depth: i64,
}

/// The relevant properties of a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Elements of a vector.
    pub lanes: i64,
    /// Bytes of an element.
    pub bytes: i64,
    /// Vector registers.
    pub registers: i64,
}

/// Bytes of the shared operand that stay in the second cache while all rows pass.
const L2_BLOCK_BYTES: i64 = 512 * 1024;
/// A reduction over more elements is done in blocks of half of it.
const LONG_REDUCTION: i64 = 1024;
/// Rows of a register tile at most: each of them is a stream of memory.
const MANY_ROWS: i64 = 12;
/// The number of independent sums that hides the latency of the multipliers.
const BUSY: i64 = 8;

impl Plan {
    /// A plan where there is a good one.
    pub(super) fn choose(nest: &Nest, target: Target) -> Option<Plan> {
        let parallel = |d: &usize| !nest.loops[*d].reduction;
        let all = 0..nest.loops.len();
        let lanes_of = |shared: usize| {
            let columns = |&d: &usize| {
                parallel(&d) && nest.loops[d].strides[2] == 1 && nest.loops[d].strides[1 - shared] == 0
            };
            all.clone().filter(columns).find_map(|d| nest.group_loop(d, shared))
        };
        let pair = lanes_of(0).or_else(|| lanes_of(1));
        let reductions: Vec<usize> = sorted_reductions(nest, pair);
        let roles = all.clone().filter(parallel).find_map(|d| {
            let s = nest.loops[d].strides;
            match (s[2], s[0], s[1]) {
                (1, 0, s) if pair.is_some() && s == nest.group => Some((d, Some(1))),
                (1, s, 0) if pair.is_some() && s == nest.group => Some((d, Some(0))),
                _ if pair.is_some() => None,
                (1, 0, 1) => Some((d, Some(1))),
                (1, 1, 0) => Some((d, Some(0))),
                (1, 1, 1) => Some((d, None)),
                _ => None,
            }
        });
        let (lanes, vector) = roles?;
        // The shared operand does not move with the rows, the other one does.
        let others = all.clone().filter(|&d| d != lanes && parallel(&d));
        let rows = others.clone().filter_map(|d| {
            let s = nest.loops[d].strides;
            match vector {
                Some(v) => (s[v] == 0).then_some((d, v)),
                None if s[0] == 0 => Some((d, 0)),
                None if s[1] == 0 => Some((d, 1)),
                None => None,
            }
        });
        let (row, shared) = rows.max_by_key(|&(d, _)| {
            (nest.loops[d].size.min(16), std::cmp::Reverse(nest.loops[d].strides[2]))
        })?;
        let columns = &nest.loops[lanes];
        // A long sum of contiguous elements is faster than a few lanes.
        let dot = |l: &Loop| l.reduction && l.strides[0] == 1 && l.strides[1] == 1 && l.size >= target.lanes;
        if target.lanes < 2
            || reductions.is_empty()
            || columns.size * 4 <= target.lanes && nest.loops.iter().any(dot)
        {
            return None;
        }
        let rest: Vec<usize> = others.filter(|&d| d != row).collect();
        let (mut batch, outer): (Vec<usize>, Vec<usize>) =
            rest.into_iter().partition(|&d| nest.loops[d].strides[shared] != 0);
        let width = (columns.size + target.lanes - 1) / target.lanes;
        let panels = batch
            .iter()
            .copied()
            .find(|&d| vector.is_some() && width <= PANEL && is_panel(nest, d, lanes, shared));
        batch.retain(|&d| Some(d) != panels);
        // Groups of four bytes are two vectors of pairs.
        let parts = if pair.is_some() { nest.group / 2 } else { 1 };
        let (mr, vectors) = match panels.is_some() {
            true => (tall(nest.loops[row].size, width, target.registers, parts), width),
            false => tile(nest.loops[row].size, width, vector.is_none(), target.registers, parts),
        };
        let first = nest.loops[*reductions.first()?].size;
        let rest: i64 = reductions[1..].iter().map(|&d| nest.loops[d].size).product();
        let alone = batch.is_empty() && outer.is_empty() && panels.is_none();
        let step = &nest.loops[*reductions.first()?];
        // Few rows use each element of a large matrix once or twice.
        let streams = nest.loops[row].size < PACKED_ROWS
            && nest.loops[lanes].strides[shared] == 1
            && is_from_memory(step.size, step.strides[shared], target.bytes);
        let depth = if alone && vector.is_some() && streams {
            (STREAMS / rest).clamp(1, first)
        } else if first * rest > LONG_REDUCTION && vector.is_some() {
            balanced(first, (LONG_REDUCTION / 2 / rest).max(1)).0
        } else {
            first
        };
        let fitting = L2_BLOCK_BYTES / (depth * rest * target.lanes * target.bytes).max(1);
        let block = if fitting >= width { width } else { (fitting / vectors).max(1) * vectors };
        Some(Plan {
            lanes,
            row,
            shared,
            elementwise: vector.is_none(),
            batch,
            panels,
            outer,
            pair,
            reductions,
            mr,
            vectors,
            block,
            depth,
        })
    }
}

/// Vectors of a row of a panel at most.
const PANEL: i64 = 4;

/// Whether loop `d` goes from panel to panel: each panel is contiguous in memory, in the order of the steps.
fn is_panel(nest: &Nest, d: usize, lanes: usize, shared: usize) -> bool {
    let [panel, columns] = [&nest.loops[d], &nest.loops[lanes]];
    let steps: i64 = nest.loops.iter().filter(|l| l.reduction).map(|l| l.size).product();
    panel.strides[1 - shared] == 0
        && [1, nest.group].contains(&columns.strides[shared])
        && steps.checked_mul(columns.size) == Some(panel.strides[shared])
}

/// Rows of a register tile for panels of `width` vectors, each of which is in so many parts: as many as the registers hold, divided evenly among
/// the tiles.
fn tall(rows: i64, width: i64, registers: i64, parts: i64) -> i64 {
    let most =
        ((registers - 1 - parts - parts * width) / width).min(if registers >= 32 { MANY_ROWS } else { rows });
    balanced(rows, most.max(1)).0
}

/// The reductions; those with small strides are inside, where neighbours share a cache line.
fn sorted_reductions(nest: &Nest, pair: Option<usize>) -> Vec<usize> {
    let mut out: Vec<usize> =
        (0..nest.loops.len()).filter(|&d| nest.loops[d].reduction && pair != Some(d)).collect();
    let step = |d: usize| {
        let s = nest.loops[d].strides;
        (s[0].abs().saturating_add(s[1].abs()), s[0].abs())
    };
    out.sort_by_key(|&d| std::cmp::Reverse(step(d)));
    out
}

/// Divides `n` into parts of about the same size, none larger than `most`. Returns the size of the larger parts, their number, and the
/// number of parts that are smaller by one.
pub(super) fn balanced(n: i64, most: i64) -> (i64, i64, i64) {
    let count = (n + most - 1) / most.max(1);
    let (small, larger) = (n / count.max(1), n % count.max(1));
    if larger == 0 { (small, count, 0) } else { (small + 1, larger, count - larger) }
}

/// Rows and vectors of a register tile for `rows` rows of `width` vectors, each of which is in so many parts.
fn tile(rows: i64, width: i64, elementwise: bool, registers: i64, parts: i64) -> (i64, i64) {
    // Costs in half cycles: a multiplication of two vectors and a load of one take two, a load of a scalar takes one. Without AVX-512, a scalar
    // is broadcast by a load of its own, and 13 rows of one vector reach 0.87 of the speed of 6 rows of two.
    let scalar = if registers < 32 { 2 } else { 1 };
    let step = |m: i64, v: i64| {
        let loads = if elementwise { 2 * (m * v + v) } else { 2 * v + scalar * m };
        (2 * m * v).max(loads).max(2 * BUSY.min(m * v + 4)) + 2
    };
    let mut best = (i64::MAX, (1, 1));
    for v in (1..=width.min(4)).rev() {
        let most =
            if elementwise { (registers - 2) / v - 1 } else { (registers - 1 - parts - parts * v) / v };
        for m in (1..=rows.min(most.max(1))).rev() {
            let (large, n_large, n_small) = balanced(rows, m);
            if large != m {
                continue;
            }
            let of_rows = |v: i64| n_large * step(m, v) + n_small * step((m - 1).max(1), v);
            let tail = width % v;
            let cost = width / v * of_rows(v) + if tail > 0 { of_rows(tail) } else { 0 };
            if cost < best.0 {
                best = (cost, (m, v));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_balanced() {
        assert_eq!(balanced(56, 8), (8, 7, 0));
        assert_eq!(balanced(17, 8), (6, 2, 1));
        assert_eq!(balanced(3, 8), (3, 1, 0));
        for n in 1..200 {
            for most in 1..20 {
                let (size, large, small) = balanced(n, most);
                assert!(size <= most && size * large + (size - 1) * small == n, "{n} in parts of {most}");
            }
        }
    }

    #[test]
    fn tiles_fit_into_registers_and_leave_little_over() {
        for rows in 1..40 {
            for width in 1..9 {
                for registers in [16, 32] {
                    let (m, v) = tile(rows, width, false, registers, 1);
                    assert!(
                        m * v + v + 1 < registers && m <= rows && v <= width,
                        "{rows} x {width}: {m} x {v}"
                    );
                }
            }
        }
        let (m, v) = tile(512, 32, false, 32, 1);
        assert!(m * v >= 16, "{m} x {v}");
        assert_eq!(tile(512, 64, false, 16, 1), (6, 2));
        assert_eq!(tile(1024, 8, false, 16, 1), (6, 2));
    }
}
