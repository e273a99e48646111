//! Contractions whose result has few contiguous elements: the lanes are summed.
//!
//! Both operands are contiguous along a reduction, which becomes the lanes. Each element of a tile of rows by columns has a vector of
//! partial sums, so that all rows or columns of the tile use a vector of an operand. At the end the lanes of each vector are added,
//! halves to halves.

use strata_ir::prelude::*;

use super::{
    contraction_loops::{Contraction, Places, index, plus, tiles},
    loop_nest::Nest,
    micro_kernel::{multiply_add, zeros},
    plan::{Plan, Target, balanced},
};
use crate::{
    loop_builder::build_for,
    structured_op,
    vectorize::{first_lane, load},
};

/// Rows of a tile at most: more streams of memory at a time are slower.
const MAX_TILE_ROWS: i64 = 8;
/// Columns of a tile at most.
const MAX_TILE_COLUMNS: i64 = 4;

/// A plan for lanes that are summed: the lanes loop of the plan is a reduction, and is not among its reductions.
pub(super) fn plan(nest: &Nest, target: Target) -> Option<(Plan, Option<usize>)> {
    let all = 0..nest.loops.len();
    let lanes = all.clone().find(|&d| {
        let l = &nest.loops[d];
        l.reduction && l.strides == [1, 1, 0] && l.size >= target.lanes
    })?;
    let parallel = all.clone().filter(|&d| !nest.loops[d].reduction);
    // Rows move only one operand, columns only the other one.
    let moves = |d: usize, o: usize| nest.loops[d].strides[o] != 0 && nest.loops[d].strides[1 - o] == 0;
    let largest = |o: usize| parallel.clone().filter(|&d| moves(d, o)).max_by_key(|&d| nest.loops[d].size);
    let (row, column, shared) = match (largest(0), largest(1)) {
        (Some(r), c) if c.is_none_or(|c| nest.loops[r].size >= nest.loops[c].size) => (r, c, 1),
        (r, Some(c)) => (c, r, 0),
        _ => return None,
    };
    let vectors = column.map_or(1, |c| nest.loops[c].size.min(MAX_TILE_COLUMNS));
    let most = ((target.registers - 2 - vectors) / vectors).clamp(1, MAX_TILE_ROWS);
    let mr = balanced(nest.loops[row].size, most).0;
    let mut reductions: Vec<usize> = all.filter(|&d| nest.loops[d].reduction && d != lanes).collect();
    reductions.sort_by_key(|&d| std::cmp::Reverse(nest.loops[d].strides[1 - shared].abs()));
    let outer = parallel.filter(|&d| d != row && Some(d) != column).collect();
    let plan = Plan {
        lanes,
        row,
        shared,
        elementwise: true,
        batch: Vec::new(),
        panels: None,
        outer,
        pair: None,
        reductions,
        mr,
        vectors,
        block: 1,
        depth: 0,
    };
    Some((plan, column))
}

/// A tile of sums.
#[derive(Clone, Copy)]
struct Tile {
    rows: i64,
    columns: i64,
}

impl Contraction<'_> {
    /// Emits the whole contraction with lanes that are summed.
    pub(super) fn emit_sums(&self, b: &mut Builder<'_>, column: Option<usize>) {
        let places = self.nest.starts.map(|s| index(b, s));
        self.each(b, &self.plan.outer, places, &mut |b, places| {
            self.parts(b, Some(self.plan.row), self.plan.mr, places, &mut |b, places, rows| {
                self.parts(b, column, self.plan.vectors, places, &mut |b, places, columns| {
                    self.sums_tile(b, places, Tile { rows, columns }, column);
                });
            });
        });
    }

    /// Divides loop `d` into parts of at most `most` iterations; a single part of one iteration where there is no loop.
    fn parts(
        &self,
        b: &mut Builder<'_>,
        d: Option<usize>,
        most: i64,
        places: Places,
        f: &mut dyn FnMut(&mut Builder<'_>, Places, i64),
    ) {
        let Some(d) = d else { return f(b, places, 1) };
        let (large, n_large, n_small) = balanced(self.nest.loops[d].size, most);
        for (first, size, count) in [(0, large, n_large), (large * n_large, large - 1, n_small)] {
            tiles(b, first, size, count, &mut |b, iv| {
                let places = self.moved(b, d, iv, places);
                f(b, places, size);
            });
        }
    }

    fn sums_tile(&self, b: &mut Builder<'_>, places: Places, tile: Tile, column: Option<usize>) {
        let p = self.plan;
        let ty = b.cx().vector(&[self.lanes], self.elem);
        let zero = structured_op::zero_attr(b.cx(), ty);
        let zero = strata_arith::constant(b, zero);
        let stride = |d: Option<usize>, o: usize| d.map_or(0, |d| self.nest.loops[d].strides[o]);
        let other = 1 - p.shared;
        let (row, col) = (stride(Some(p.row), other), stride(column, p.shared));
        let step = &mut |b: &mut Builder<'_>, places: Places, valid: Option<i64>, sums: &[Value]| {
            let vector = |b: &mut Builder<'_>, operand: usize, by: i64| {
                let (ty, zero) = zeros(b, self.lanes, self.buffers[operand]);
                let at = plus(b, places[operand], by);
                let v = load(b, self.buffers[operand], &[at], ty, valid, zero);
                self.widened(b, operand, v)
            };
            let shared: Vec<Value> = (0..tile.columns).map(|j| vector(b, p.shared, j * col)).collect();
            let mut next = Vec::with_capacity(sums.len());
            for i in 0..tile.rows {
                let x = vector(b, other, i * row);
                for &v in &shared {
                    next.push(multiply_add(b, x, v, sums[next.len()]));
                }
            }
            next
        };
        let n = self.nest.loops[p.lanes].size;
        let full = n - n % self.lanes;
        let dims: Vec<(usize, i64)> = p.reductions.iter().map(|&d| (d, self.nest.loops[d].size)).collect();
        let sums = vec![zero; (tile.rows * tile.columns) as usize];
        let sums = self.sum(b, &dims, places, sums, &mut |b, places, sums| {
            let (start, end, by) = (index(b, 0), index(b, full), index(b, self.lanes));
            let sums = build_for(b, start, end, by, sums, |b, iv, sums| {
                let places = self.moved(b, p.lanes, iv, places);
                step(b, places, None, sums)
            });
            if n == full {
                return sums;
            }
            let places = self.moved(b, p.lanes, end, places);
            step(b, places, Some(n - full), &sums)
        });
        let totals: Vec<Value> = sums.into_iter().map(|v| self.total(b, v)).collect();
        for (n, total) in (0..).zip(totals) {
            let (i, j) = (n / tile.columns, n % tile.columns);
            let at = plus(b, places[2], i * stride(Some(p.row), 2) + j * stride(column, 2));
            let old = match self.init {
                Some(init) => init,
                None => strata_memref::LoadOp::build(b, self.buffers[2], &[at], None, None),
            };
            let new = self.add(b, old, total);
            strata_memref::StoreOp::build(b, new, self.buffers[2], &[at], None, None);
        }
    }

    /// The sum of the lanes of a vector.
    fn total(&self, b: &mut Builder<'_>, v: Value) -> Value {
        let (mut v, mut lanes) = (v, self.lanes);
        while lanes > 1 {
            lanes /= 2;
            let ty = b.cx().vector(&[lanes], self.elem);
            let halves = [0, lanes].map(|first| {
                let mask: Vec<i64> = (first..first + lanes).collect();
                let mask = b.cx().i64_array(&mask);
                strata_vector::ShuffleOp::build(b, v, v, mask, ty)
            });
            v = self.add(b, halves[0], halves[1]);
        }
        first_lane(b, v, self.elem)
    }

    fn add(&self, b: &mut Builder<'_>, x: Value, y: Value) -> Value {
        match b.cx().as_float(self.elem) {
            Some(_) => strata_arith::AddFOp::build(b, x, y, None),
            None => strata_arith::AddIOp::build(b, x, y, None),
        }
    }
}
