//! The loops of a contraction around its register tile.

use strata_ir::prelude::*;
use strata_vector::{BroadcastOp, MaskedLoadOp};

use super::{
    contraction_loops::{Columns, Contraction, Places, index, plus, tiles},
    micro_kernel::sum_of,
    plan::balanced,
};
use crate::{
    loop_builder::build_for,
    structured_op,
    vectorize::{self, load, splat, store},
};

/// Reductions of at most so many iterations are written out where they are innermost.
const UNROLLED: i64 = 4;

impl Contraction<'_> {
    /// Emits the whole contraction.
    pub(super) fn emit(&self, b: &mut Builder<'_>) {
        let places = self.nest.starts.map(|s| index(b, s));
        self.each(b, &self.plan.batch, places, &mut |b, places| self.blocks(b, places));
    }

    /// Blocks of the depth and of the columns, so that what all rows use of the shared operand stays in the cache.
    fn blocks(&self, b: &mut Builder<'_>, places: Places) {
        let p = self.plan;
        let (d, size) = (p.reductions[0], self.nest.loops[p.reductions[0]].size);
        let width = self.nest.loops[p.lanes].size;
        let (whole, rest) = (size / p.depth, size % p.depth);
        for (first, depth, count) in [(0, p.depth, whole), (whole * p.depth, rest, i64::from(rest > 0))] {
            tiles(b, first, depth, count, &mut |b, iv| {
                let places = self.moved(b, d, iv, places);
                let block = p.block * self.lanes;
                let (whole, rest) = (width / block, width % block);
                for (first, n, count) in [(0, block, whole), (whole * block, rest, i64::from(rest > 0))] {
                    tiles(b, first, n, count, &mut |b, iv| {
                        let places = self.moved(b, p.lanes, iv, places);
                        self.each(b, &p.outer, places, &mut |b, places| self.rows(b, places, n, depth));
                    });
                }
            });
        }
    }

    /// All register tiles of a block of `n` columns, row by row.
    fn rows(&self, b: &mut Builder<'_>, places: Places, n: i64, depth: i64) {
        let p = self.plan;
        let rows = self.nest.loops[p.row].size;
        let (large, n_large, n_small) = balanced(rows, p.mr);
        for (first, mr, count) in [(0, large, n_large), (large * n_large, large - 1, n_small)] {
            tiles(b, first, mr, count, &mut |b, iv| {
                let places = self.moved(b, p.row, iv, places);
                let Some(d) = p.panels else { return self.columns(b, places, mr, n, depth) };
                tiles(b, 0, 1, self.nest.loops[d].size, &mut |b, iv| {
                    let places = self.moved(b, d, iv, places);
                    self.columns(b, places, mr, n, depth);
                });
            });
        }
    }

    /// The register tiles of `mr` rows in a block of `n` columns.
    fn columns(&self, b: &mut Builder<'_>, places: Places, mr: i64, n: i64, depth: i64) {
        let p = self.plan;
        let full = n / self.lanes;
        let tail = n % self.lanes;
        let vectors = full + i64::from(tail > 0);
        let whole = full / p.vectors;
        let rest = vectors - whole * p.vectors;
        let valid = (tail > 0).then_some(tail);
        tiles(b, 0, p.vectors * self.lanes, whole, &mut |b, iv| {
            let places = self.moved(b, p.lanes, iv, places);
            self.tile(b, places, mr, Columns { vectors: p.vectors, valid: None }, depth);
        });
        if rest > 0 {
            let at = index(b, whole * p.vectors * self.lanes);
            let places = self.moved(b, p.lanes, at, places);
            self.tile(b, places, mr, Columns { vectors: rest, valid }, depth);
        }
    }

    /// One register tile: loads the sums, adds all products, and stores them.
    fn tile(&self, b: &mut Builder<'_>, places: Places, mr: i64, columns: Columns, depth: i64) {
        let ty = b.cx().vector(&[self.lanes], self.elem);
        let zero = structured_op::zero_attr(b.cx(), ty);
        let zero = strata_arith::constant(b, zero);
        let row = self.nest.loops[self.plan.row].strides[2];
        let cells: Vec<(i64, i64)> =
            (0..mr).flat_map(|i| (0..columns.vectors).map(move |j| (i, j))).collect();
        let valid = |j: i64| columns.valid.filter(|_| j + 1 == columns.vectors);
        let start = self.start.map(|(first, number)| self.masked_start(b, first, number));
        let old = |b: &mut Builder<'_>, (i, j): (i64, i64)| {
            let at = plus(b, places[2], i * row + j * self.lanes);
            let Some((mask, number)) = start else {
                return load(b, self.buffers[2], &[at], ty, valid(j), zero);
            };
            let mask = match valid(j) {
                Some(n) => {
                    let lanes = vectorize::mask(b, n, self.lanes);
                    strata_arith::AndIOp::build(b, mask, lanes)
                }
                None => mask,
            };
            MaskedLoadOp::build(b, self.buffers[2], &[at], mask, number, None, ty)
        };
        // Panels: the old sums are far in memory, so they are prefetched while the steps run and added at the end.
        let late = self.plan.panels.is_some() && self.init.is_none();
        let mut sums = Vec::new();
        for &cell in &cells {
            if self.plan.panels.is_some() {
                self.fetch(b, places, cell.0 * row + cell.1 * self.lanes);
            }
            sums.push(match self.init {
                Some(init) => splat(b, init, self.lanes),
                None if late => zero,
                None => old(b, cell),
            });
        }
        let sizes = self.depths(depth);
        let sums =
            self.sum(b, &sizes, places, sums, &mut |b, places, sums| self.step(b, places, mr, columns, sums));
        for (&(i, j), mut v) in cells.iter().zip(sums) {
            if late {
                let old = old(b, (i, j));
                v = sum_of(b, old, v);
            }
            let at = plus(b, places[2], i * row + j * self.lanes);
            store(b, v, self.buffers[2], &[at], valid(j));
        }
    }

    /// A mask of no lanes where a condition holds, and the number that is read then.
    fn masked_start(&self, b: &mut Builder<'_>, first: Value, number: Value) -> (Value, Value) {
        let i1 = b.cx().i1();
        let yes = b.cx().bool_attr(true);
        let yes = strata_arith::constant(b, yes);
        let later = strata_arith::XOrIOp::build(b, first, yes);
        let lanes = b.cx().vector(&[self.lanes], i1);
        (BroadcastOp::build(b, later, lanes), splat(b, number, self.lanes))
    }

    /// Prefetches the line of the result at `by` into the first-level cache for writing.
    fn fetch(&self, b: &mut Builder<'_>, places: Places, by: i64) {
        let at = plus(b, places[2], by);
        let [write, data] = [true, true].map(|v| b.cx().bool_attr(v));
        let near = b.cx().int_attr(3, b.cx().i32());
        strata_memref::PrefetchOp::build(b, self.buffers[2], &[at], write, near, data);
    }

    /// The reductions and the number of iterations of each in a block.
    pub(super) fn depths(&self, depth: i64) -> Vec<(usize, i64)> {
        let reductions = self.plan.reductions.iter().enumerate();
        reductions.map(|(n, &d)| (d, if n == 0 { depth } else { self.nest.loops[d].size })).collect()
    }

    /// The reductions, which carry the sums.
    pub(super) fn sum(
        &self,
        b: &mut Builder<'_>,
        dims: &[(usize, i64)],
        places: Places,
        sums: Vec<Value>,
        step: &mut dyn FnMut(&mut Builder<'_>, Places, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let Some((&(d, size), rest)) = dims.split_first() else { return step(b, places, &sums) };
        if rest.is_empty() && size <= UNROLLED || size == 1 {
            return (0..size).fold(sums, |sums, i| {
                let iv = index(b, i);
                let places = self.moved(b, d, iv, places);
                self.sum(b, rest, places, sums, step)
            });
        }
        let (start, end, by) = (index(b, 0), index(b, size), index(b, 1));
        build_for(b, start, end, by, &sums, |b, iv, sums| {
            let places = self.moved(b, d, iv, places);
            self.sum(b, rest, places, sums.to_vec(), step)
        })
    }
}
