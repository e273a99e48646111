//! Blocks of two by two tiles of sums.

use strata_amx::{TileLoadOp, TileMulFOp, TileMulIOp, TileStoreOp, TileZeroOp, tile_type};
use strata_ir::prelude::*;

use super::plan::{Plan, TILE};
use crate::{
    loop_builder::build_for,
    vectorize::contract::{
        contraction_loops::{Places, index, plus, tiles},
        loop_nest::{Nest, OPERANDS},
    },
};

/// Tiles of a block in each direction: of eight registers four are sums, and two are of each factor.
const BLOCK: i64 = 2;

/// A contraction whose rows, columns and steps fill tiles.
pub(super) struct Blocks<'a> {
    pub nest: &'a Nest,
    pub plan: &'a Plan,
    /// The operands, each as one dimension.
    pub buffers: [Value; OPERANDS],
    /// Which factors have no sign.
    pub unsigned: [bool; 2],
    /// Sums start from zero, not from what is in the result.
    pub zero: bool,
}

impl Blocks<'_> {
    /// Emits all blocks, row by row.
    pub fn emit(&self, b: &mut Builder<'_>, places: Places) {
        self.divided(b, self.plan.row, places, &mut |b, places, rows| {
            self.nest.each(b, &self.plan.panels, places, &mut |b, places| {
                self.divided(b, self.plan.lanes, places, &mut |b, places, columns| {
                    self.block(b, places, [rows, columns]);
                });
            });
        });
    }

    /// Calls `f` for the blocks of a loop and for the tile that is left over, with the number of tiles.
    fn divided(
        &self,
        b: &mut Builder<'_>,
        d: usize,
        places: Places,
        f: &mut dyn FnMut(&mut Builder<'_>, Places, i64),
    ) {
        let count = self.nest.loops[d].size / TILE;
        let whole = count / BLOCK;
        for (first, n, times) in [(0, BLOCK, whole), (whole * BLOCK, 1, count % BLOCK)] {
            tiles(b, first * TILE, n * TILE, times, &mut |b, iv| {
                let places = self.nest.moved(b, d, iv, places);
                f(b, places, n);
            });
        }
    }

    /// A block of so many rows and columns of tiles: takes the sums, adds all products, and stores them.
    fn block(&self, b: &mut Builder<'_>, places: Places, [rows, columns]: [i64; 2]) {
        let elem = b.cx().elem_or_self(b.ty(self.buffers[2]));
        let ty = tile_type(b.cx(), TILE, TILE, elem);
        let row = self.nest.loops[self.plan.row].strides[2];
        let stride = index(b, row);
        let cells: Vec<[i64; 2]> = (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])).collect();
        let at = |b: &mut Builder<'_>, [i, j]: [i64; 2]| plus(b, places[2], TILE * (i * row + j));
        let mut sums = Vec::with_capacity(cells.len());
        for &cell in &cells {
            sums.push(match self.zero {
                true => TileZeroOp::build(b, ty),
                false => {
                    let at = at(b, cell);
                    TileLoadOp::build(b, self.buffers[2], &[at], Some(stride), ty)
                }
            });
        }
        let sums = self.sum(b, &self.plan.reductions, places, sums, [rows, columns]);
        for (&cell, sum) in cells.iter().zip(sums) {
            let at = at(b, cell);
            TileStoreOp::build(b, self.buffers[2], &[at], sum, Some(stride));
        }
    }

    /// The reductions, which carry the sums.
    fn sum(
        &self,
        b: &mut Builder<'_>,
        dims: &[usize],
        places: Places,
        sums: Vec<Value>,
        block: [i64; 2],
    ) -> Vec<Value> {
        let (d, by, rest) = match dims.split_first() {
            Some((&d, rest)) => (d, 1, Some(rest)),
            None => (self.plan.step, TILE, None),
        };
        let size = self.nest.loops[d].size;
        let step = |b: &mut Builder<'_>, iv: Value, sums: &[Value]| {
            let places = self.nest.moved(b, d, iv, places);
            match rest {
                Some(rest) => self.sum(b, rest, places, sums.to_vec(), block),
                None => self.step(b, places, sums, block),
            }
        };
        let start = index(b, 0);
        if size == by {
            return step(b, start, &sums);
        }
        let (end, by) = (index(b, size), index(b, by));
        build_for(b, start, end, by, &sums, step)
    }

    /// A tile of a factor.
    fn factor(&self, b: &mut Builder<'_>, operand: usize, at: Value, stride: i64) -> Value {
        let elem = b.cx().elem_or_self(b.ty(self.buffers[operand]));
        let ty = tile_type(b.cx(), TILE, TILE * self.nest.group, elem);
        let stride = index(b, stride);
        TileLoadOp::build(b, self.buffers[operand], &[at], Some(stride), ty)
    }

    /// One step: a column of tiles of rows and a row of tiles of the shared operand.
    fn step(
        &self,
        b: &mut Builder<'_>,
        places: Places,
        sums: &[Value],
        [rows, columns]: [i64; 2],
    ) -> Vec<Value> {
        let p = self.plan;
        let (other, loops) = (1 - p.shared, &self.nest.loops);
        let (row, step) = (loops[p.row].strides[other], loops[p.step].strides[p.shared]);
        let mut shared: Vec<Value> = Vec::new();
        let mut next = Vec::with_capacity(sums.len());
        for i in 0..rows {
            let at = plus(b, places[other], TILE * i * row);
            let x = self.factor(b, other, at, row);
            for j in 0..columns {
                if i == 0 {
                    let at = plus(b, places[p.shared], TILE * j * self.nest.group);
                    shared.push(self.factor(b, p.shared, at, step));
                }
                let (y, sum) = (shared[j as usize], sums[next.len()]);
                let elem = b.cx().elem_or_self(b.ty(self.buffers[2]));
                next.push(match b.cx().as_float(elem) {
                    Some(_) => TileMulFOp::build(b, x, y, sum),
                    None => TileMulIOp::create(b, [x, y, sum], [other, p.shared].map(|o| self.unsigned[o])),
                });
            }
        }
        next
    }
}
