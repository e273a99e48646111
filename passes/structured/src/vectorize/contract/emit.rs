//! The loops of a contraction around its register tile.

use strata_ir::prelude::*;
use strata_tensor::MixedIndex;

use super::{
    nest::{Nest, OPERANDS},
    plan::{Plan, balanced},
};
use crate::{
    loops::build_for,
    vectorize::{load, splat, store},
    view,
};

/// Reductions of at most so many iterations are written out where they are innermost.
const UNROLLED: i64 = 4;

/// What is needed to write a contraction.
pub(super) struct Contraction<'a> {
    /// Its loops.
    pub nest: &'a Nest,
    /// Their parts.
    pub plan: &'a Plan,
    /// The operands, each as one dimension.
    pub buffers: [Value; OPERANDS],
    /// The ops that make the elements of the inputs as wide as the sums, where they are not.
    pub casts: [Option<&'static OpInfo>; 2],
    /// Type of a sum.
    pub elem: Type,
    /// Elements of a vector.
    pub lanes: i64,
    /// What sums start from, where it is not what the result holds.
    pub init: Option<Value>,
}

/// Where each operand is.
type Places = [Value; OPERANDS];

/// The columns of a tile: vectors from the first one on, the last of which may be partial.
#[derive(Clone, Copy)]
struct Columns {
    vectors: i64,
    /// Lanes of the last vector where it is not full.
    valid: Option<i64>,
}

fn index(b: &mut Builder<'_>, v: i64) -> Value {
    strata_arith::constant_index(b, v)
}

/// An index and a constant.
fn plus(b: &mut Builder<'_>, at: Value, by: i64) -> Value {
    if by == 0 {
        return at;
    }
    let by = index(b, by);
    strata_arith::AddIOp::build(b, at, by, None)
}

/// Calls `f` for `count` tiles of `size` iterations that begin at `first`, in a loop where there is more than one.
fn tiles(b: &mut Builder<'_>, first: i64, size: i64, count: i64, f: &mut dyn FnMut(&mut Builder<'_>, Value)) {
    let start = index(b, first);
    match count {
        0 => {}
        1 => f(b, start),
        _ => {
            let (end, step) = (index(b, first + size * count), index(b, size));
            build_for(b, start, end, step, &[], |b, iv, _| {
                f(b, iv);
                Vec::new()
            });
        }
    }
}

impl Contraction<'_> {
    /// Writes all of it.
    pub(super) fn emit(&self, b: &mut Builder<'_>) {
        let places = self.nest.starts.map(|s| index(b, s));
        self.each(b, &self.plan.batch, places, &mut |b, places| self.blocks(b, places));
    }

    /// The places when loop `d` is at `iv`.
    fn moved(&self, b: &mut Builder<'_>, d: usize, iv: Value, places: Places) -> Places {
        let mut out = places;
        for (place, &stride) in out.iter_mut().zip(&self.nest.loops[d].strides) {
            if stride == 0 {
                continue;
            }
            if let Some(n) = MixedIndex::Value(iv).constant(b) {
                *place = plus(b, *place, n * stride);
                continue;
            }
            let distance = if stride == 1 {
                iv
            } else {
                let stride = index(b, stride);
                strata_arith::MulIOp::build(b, iv, stride, None)
            };
            *place = strata_arith::AddIOp::build(b, *place, distance, None);
        }
        out
    }

    /// Runs the loops `dims` one inside of the other.
    fn each(
        &self,
        b: &mut Builder<'_>,
        dims: &[usize],
        places: Places,
        f: &mut dyn FnMut(&mut Builder<'_>, Places),
    ) {
        let Some((&d, rest)) = dims.split_first() else { return f(b, places) };
        tiles(b, 0, 1, self.nest.loops[d].size, &mut |b, iv| {
            let places = self.moved(b, d, iv, places);
            self.each(b, rest, places, f);
        });
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
        let full = n / self.lanes;
        let tail = n % self.lanes;
        let vectors = full + i64::from(tail > 0);
        let whole = full / p.vectors;
        let rest = vectors - whole * p.vectors;
        let valid = (tail > 0).then_some(tail);
        for (first, mr, count) in [(0, large, n_large), (large * n_large, large - 1, n_small)] {
            tiles(b, first, mr, count, &mut |b, iv| {
                let places = self.moved(b, p.row, iv, places);
                tiles(b, 0, p.vectors * self.lanes, whole, &mut |b, iv| {
                    let places = self.moved(b, p.lanes, iv, places);
                    self.tile(b, places, mr, Columns { vectors: p.vectors, valid: None }, depth);
                });
                if rest > 0 {
                    let at = index(b, whole * p.vectors * self.lanes);
                    let places = self.moved(b, p.lanes, at, places);
                    self.tile(b, places, mr, Columns { vectors: rest, valid }, depth);
                }
            });
        }
    }

    /// One register tile: loads the sums, adds all products, and stores them.
    fn tile(&self, b: &mut Builder<'_>, places: Places, mr: i64, columns: Columns, depth: i64) {
        let ty = b.cx().vector(&[self.lanes], self.elem);
        let zero = view::zero_attr(b.cx(), ty);
        let zero = strata_arith::constant(b, zero);
        let row = self.nest.loops[self.plan.row].strides[2];
        let cells: Vec<(i64, i64)> =
            (0..mr).flat_map(|i| (0..columns.vectors).map(move |j| (i, j))).collect();
        let valid = |j: i64| columns.valid.filter(|_| j + 1 == columns.vectors);
        let mut sums = Vec::new();
        for &(i, j) in &cells {
            sums.push(match self.init {
                Some(init) => splat(b, init, self.lanes),
                None => {
                    let at = plus(b, places[2], i * row + j * self.lanes);
                    load(b, self.buffers[2], &[at], ty, valid(j), zero)
                }
            });
        }
        let sizes: Vec<(usize, i64)> = self
            .plan
            .reductions
            .iter()
            .enumerate()
            .map(|(n, &d)| (d, if n == 0 { depth } else { self.nest.loops[d].size }))
            .collect();
        let sums = self.sum(b, &sizes, places, sums, &mut |b, places, sums| {
            self.step(b, places, mr, columns, ty, zero, sums)
        });
        for (&(i, j), v) in cells.iter().zip(sums) {
            let at = plus(b, places[2], i * row + j * self.lanes);
            store(b, v, self.buffers[2], &[at], valid(j));
        }
    }

    /// The reductions, which carry the sums.
    fn sum(
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

    /// Adds one product to each sum of a tile.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        b: &mut Builder<'_>,
        places: Places,
        mr: i64,
        columns: Columns,
        ty: Type,
        zero: Value,
        sums: &[Value],
    ) -> Vec<Value> {
        let p = self.plan;
        let other = 1 - p.shared;
        let row = self.nest.loops[p.row].strides[other];
        let valid = |j: i64| columns.valid.filter(|_| j + 1 == columns.vectors);
        if p.pair.is_some() {
            return self.pairs(b, places, mr, columns, sums);
        }
        let vector = |b: &mut Builder<'_>, operand: usize, by: i64, j: i64| {
            let at = plus(b, places[operand], by + j * self.lanes);
            let (ty, zero) = match self.casts[operand] {
                None => (ty, zero),
                Some(_) => zeros(b, self.lanes, self.buffers[operand]),
            };
            let v = load(b, self.buffers[operand], &[at], ty, valid(j), zero);
            self.widened(b, operand, v)
        };
        let shared: Vec<Value> = (0..columns.vectors).map(|j| vector(b, p.shared, 0, j)).collect();
        let mut next = Vec::with_capacity(sums.len());
        for i in 0..mr {
            let number = (!p.elementwise).then(|| {
                let at = plus(b, places[other], i * row);
                let number = strata_memref::LoadOp::build(b, self.buffers[other], &[at], None, None);
                let number = self.widened(b, other, number);
                splat(b, number, self.lanes)
            });
            for (j, &v) in shared.iter().enumerate() {
                let x = match number {
                    Some(x) => x,
                    None => vector(b, other, i * row, j as i64),
                };
                next.push(multiply_add(b, x, v, sums[next.len()]));
            }
        }
        next
    }

    /// Elements of an input as wide as the sums.
    fn widened(&self, b: &mut Builder<'_>, operand: usize, v: Value) -> Value {
        let Some(info) = self.casts[operand] else { return v };
        let ty = match b.cx().shaped(b.ty(v)).and_then(|s| s.num_elements()) {
            Some(n) => b.cx().vector(&[n], self.elem),
            None => self.elem,
        };
        let mut state = OpState::new(info, b.cur_loc());
        state.operands.push(v);
        state.result_types.push(ty);
        let op = b.build(state);
        b.result(op, 0)
    }

    /// Adds the products of a pair to each sum of a tile. A pair of numbers is loaded at once, and is one number of twice
    /// the width where it is spread over the lanes.
    fn pairs(
        &self,
        b: &mut Builder<'_>,
        places: Places,
        mr: i64,
        columns: Columns,
        sums: &[Value],
    ) -> Vec<Value> {
        let p = self.plan;
        let other = 1 - p.shared;
        let row = self.nest.loops[p.row].strides[other];
        let narrow = b.cx().elem_or_self(b.ty(self.buffers[other]));
        let (wide, zero) = zeros(b, 2 * self.lanes, self.buffers[p.shared]);
        let pair = b.cx().vector(&[2], narrow);
        let number = b.cx().i32();
        let [one, all] = [1, self.lanes].map(|n| b.cx().vector(&[n], number));
        let shared: Vec<Value> = (0..columns.vectors)
            .map(|j| {
                let at = plus(b, places[p.shared], 2 * j * self.lanes);
                let valid = columns.valid.filter(|_| j + 1 == columns.vectors).map(|n| 2 * n);
                load(b, self.buffers[p.shared], &[at], wide, valid, zero)
            })
            .collect();
        let shared: Vec<Value> = shared.into_iter().map(|v| self.widened(b, p.shared, v)).collect();
        let mut next = Vec::with_capacity(sums.len());
        for i in 0..mr {
            let at = plus(b, places[other], i * row);
            let x = strata_vector::LoadOp::build(b, self.buffers[other], &[at], None, None, pair);
            let x = strata_vector::BitCastOp::build(b, x, one);
            let x = extract(b, x, number);
            let x = strata_vector::BroadcastOp::build(b, x, all);
            let x = strata_vector::BitCastOp::build(b, x, wide);
            let x = self.widened(b, other, x);
            for &v in &shared {
                let sum = sums[next.len()];
                let float = b.cx().as_float(self.elem).is_some();
                let product = if float {
                    strata_arith::MulFOp::build(b, x, v, None)
                } else {
                    strata_arith::MulIOp::build(b, x, v, None)
                };
                let halves = [0, 1].map(|first| every_second(b, product, first, self.lanes));
                next.push(if float {
                    let both = strata_arith::AddFOp::build(b, halves[0], halves[1], None);
                    strata_arith::AddFOp::build(b, sum, both, None)
                } else {
                    let both = strata_arith::AddIOp::build(b, halves[0], halves[1], None);
                    strata_arith::AddIOp::build(b, sum, both, None)
                });
            }
        }
        next
    }
}

/// A vector type for elements of a buffer, and zeros of it.
fn zeros(b: &mut Builder<'_>, lanes: i64, buffer: Value) -> (Type, Value) {
    let elem = b.cx().elem_or_self(b.ty(buffer));
    let ty = b.cx().vector(&[lanes], elem);
    let zero = view::zero_attr(b.cx(), ty);
    (ty, strata_arith::constant(b, zero))
}

/// The only element of a vector.
fn extract(b: &mut Builder<'_>, v: Value, ty: Type) -> Value {
    let at = b.cx().i64_array(&[0]);
    strata_vector::ExtractOp::build(b, v, &[], at, ty)
}

/// Every second element of a vector of `2 * lanes`, from `first` on.
fn every_second(b: &mut Builder<'_>, v: Value, first: i64, lanes: i64) -> Value {
    let mask: Vec<i64> = (0..lanes).map(|i| 2 * i + first).collect();
    let mask = b.cx().i64_array(&mask);
    let elem = b.cx().elem_or_self(b.ty(v));
    let ty = b.cx().vector(&[lanes], elem);
    strata_vector::ShuffleOp::build(b, v, v, mask, ty)
}

/// `x * y + sum` of vectors.
fn multiply_add(b: &mut Builder<'_>, x: Value, y: Value, sum: Value) -> Value {
    let elem = b.cx().elem_or_self(b.ty(sum));
    match b.cx().as_float(elem) {
        Some(f) if f.width() >= 32 => strata_vector::FMAOp::build(b, x, y, sum),
        Some(_) => {
            let product = strata_arith::MulFOp::build(b, x, y, None);
            strata_arith::AddFOp::build(b, sum, product, None)
        }
        None => {
            let product = strata_arith::MulIOp::build(b, x, y, None);
            strata_arith::AddIOp::build(b, sum, product, None)
        }
    }
}
