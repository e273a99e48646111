//! A vector times a large matrix: the matrix is read once, some rows of it at a time.
//!
//! Each element of the matrix is used once, so memory bandwidth is the limit and the order of reads decides. Rows are read from begin to
//! end; the result, which is one row, stays in the cache.

use strata_ir::prelude::*;

use super::{
    contraction_loops::{Contraction, Places, index, plus, tiles},
    loop_nest::Nest,
    micro_kernel::{multiply_add, zeros},
    plan::{Plan, Target},
};
use crate::{
    tile_contractions::is_from_memory,
    vectorize::{load, splat, store},
};

/// Bytes of a way of the first-level cache, and the fewest ways, on all processors with pages of 4 KiB.
const WAY: i64 = 4096;
const WAYS: i64 = 8;

/// A plan where there are a vector and a large matrix.
pub(super) fn plan(nest: &Nest, target: Target) -> Option<Plan> {
    let find = |reduction: bool, stride: [i64; 2]| {
        nest.loops
            .iter()
            .position(|l| l.reduction == reduction && l.strides[..2] == stride && l.size >= target.lanes)
    };
    let (lanes, shared) = match (find(false, [0, 1]), find(false, [1, 0])) {
        (Some(d), _) => (d, 1),
        (_, Some(d)) => (d, 0),
        _ => return None,
    };
    let depth = (0..nest.loops.len()).find(|&d| d != lanes)?;
    let (columns, rows) = (&nest.loops[lanes], &nest.loops[depth]);
    let fits = nest.loops.len() == 2
        && rows.reduction
        && columns.strides[2] == 1
        && is_from_memory(rows.size, rows.strides[shared], target.bytes);
    fits.then(|| Plan {
        lanes,
        row: depth,
        shared,
        elementwise: false,
        batch: Vec::new(),
        panels: None,
        outer: Vec::new(),
        pair: None,
        reductions: vec![depth],
        mr: 1,
        vectors: 1,
        block: 1,
        // Sums are stored more than once.
        depth: rows_at_a_time(rows.strides[shared].saturating_mul(target.bytes), target),
    })
}

/// The number of rows of the matrix, `stride` bytes apart, that are read at a time. Each row has a register for its scalar, and its
/// current line a place in the first-level cache; rows at a distance of a power of two share a set of the cache.
fn rows_at_a_time(stride: i64, target: Target) -> i64 {
    let most = target.registers / 2;
    if stride % WAY == 0 { most.min(WAYS) } else { most }
}

impl Contraction<'_> {
    /// Emits the whole product, some rows of the matrix at a time.
    pub(super) fn emit_stream(&self, b: &mut Builder<'_>) {
        let places = self.nest.starts.map(|s| index(b, s));
        let d = self.plan.reductions[0];
        let (size, depth) = (self.nest.loops[d].size, self.plan.depth);
        let (whole, rest) = (size / depth, size % depth);
        for (first, rows, count) in [(0, depth, whole), (whole * depth, rest, i64::from(rest > 0))] {
            tiles(b, first, rows, count, &mut |b, iv| {
                let places = self.moved(b, d, iv, places);
                self.stream_rows(b, places, rows);
            });
        }
    }

    fn stream_rows(&self, b: &mut Builder<'_>, places: Places, rows: i64) {
        let p = self.plan;
        let (other, strides) = (1 - p.shared, self.nest.loops[p.reductions[0]].strides);
        let numbers: Vec<Value> = (0..rows)
            .map(|i| {
                let at = plus(b, places[other], i * strides[other]);
                let number = strata_memref::LoadOp::build(b, self.buffers[other], &[at], None, None);
                let number = self.widened(b, other, number);
                splat(b, number, self.lanes)
            })
            .collect();
        let n = self.nest.loops[p.lanes].size;
        let (whole, rest) = (n / self.lanes, n % self.lanes);
        for (first, count, valid) in [(0, whole, None), (whole * self.lanes, i64::from(rest > 0), Some(rest))]
        {
            tiles(b, first, self.lanes, count, &mut |b, iv| {
                let places = self.moved(b, p.lanes, iv, places);
                let (ty, zero) = zeros(b, self.lanes, self.buffers[2]);
                let mut sum = load(b, self.buffers[2], &[places[2]], ty, valid, zero);
                for (i, &x) in (0..).zip(&numbers) {
                    let (ty, zero) = zeros(b, self.lanes, self.buffers[p.shared]);
                    let at = plus(b, places[p.shared], i * strides[p.shared]);
                    let v = load(b, self.buffers[p.shared], &[at], ty, valid, zero);
                    let v = self.widened(b, p.shared, v);
                    sum = multiply_add(b, x, v, sum);
                }
                store(b, sum, self.buffers[2], &[places[2]], valid);
            });
        }
    }
}
