//! One step of the reductions on a register tile.

use strata_ir::prelude::*;

use super::contraction_loops::{Columns, Contraction, Places, plus};
use crate::{
    structured_op,
    vectorize::{first_lane, load, splat},
};

impl Contraction<'_> {
    /// Adds one product to each sum of a tile.
    pub(super) fn step(
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
        let valid = |j: i64| columns.valid.filter(|_| j + 1 == columns.vectors);
        if p.pair.is_some() {
            return self.groups(b, places, mr, columns, sums);
        }
        let vector = |b: &mut Builder<'_>, operand: usize, by: i64, j: i64| {
            let at = plus(b, places[operand], by + j * self.lanes);
            let (ty, zero) = zeros(b, self.lanes, self.buffers[operand]);
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
    pub(super) fn widened(&self, b: &mut Builder<'_>, operand: usize, v: Value) -> Value {
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

    /// Adds the products of a group of neighbours to each sum of a tile. A group is loaded at once; where it is broadcast to the lanes, it is
    /// one number of 32 bits. Groups of four bytes are two pairs of 16 bits.
    fn groups(
        &self,
        b: &mut Builder<'_>,
        places: Places,
        mr: i64,
        columns: Columns,
        sums: &[Value],
    ) -> Vec<Value> {
        let p = self.plan;
        let (other, size) = (1 - p.shared, self.nest.group);
        let row = self.nest.loops[p.row].strides[other];
        let narrow = b.cx().elem_or_self(b.ty(self.buffers[other]));
        let (wide, zero) = zeros(b, size * self.lanes, self.buffers[p.shared]);
        let group = b.cx().vector(&[size], narrow);
        let number = b.cx().i32();
        let [one, all] = [1, self.lanes].map(|n| b.cx().vector(&[n], number));
        let shared: Vec<Value> = (0..columns.vectors)
            .map(|j| {
                let at = plus(b, places[p.shared], size * j * self.lanes);
                let valid = columns.valid.filter(|_| j + 1 == columns.vectors).map(|n| size * n);
                load(b, self.buffers[p.shared], &[at], wide, valid, zero)
            })
            .collect();
        let shared: Vec<Vec<Value>> = shared.into_iter().map(|v| self.pairs_of(b, p.shared, v)).collect();
        let mut next = Vec::with_capacity(sums.len());
        for i in 0..mr {
            let at = plus(b, places[other], i * row);
            let x = strata_vector::LoadOp::build(b, self.buffers[other], &[at], None, None, group);
            let x = strata_vector::BitCastOp::build(b, x, one);
            let x = first_lane(b, x, number);
            let x = strata_vector::BroadcastOp::build(b, x, all);
            let x = strata_vector::BitCastOp::build(b, x, wide);
            let x = self.pairs_of(b, other, x);
            for v in &shared {
                let sum = sums[next.len()];
                next.push(x.iter().zip(v).fold(sum, |sum, (&x, &v)| self.add_pairs(b, sum, x, v)));
            }
        }
        next
    }

    /// The pairs of an input, widened: those of groups of four have the elements with even numbers and those with odd ones.
    fn pairs_of(&self, b: &mut Builder<'_>, operand: usize, v: Value) -> Vec<Value> {
        if self.nest.group == 2 {
            return vec![self.widened(b, operand, v)];
        }
        let short = b.cx().int_type(16);
        let halves = b.cx().vector(&[2 * self.lanes], short);
        let eight = structured_op::splat_of(b.cx(), halves, 8);
        let eight = strata_arith::constant(b, eight);
        let v = strata_vector::BitCastOp::build(b, v, halves);
        let even = strata_arith::ShLIOp::build(b, v, eight, None);
        let unsigned = self.casts[operand].is_some_and(|info| info.name == "arith.extui");
        [even, v]
            .map(|v| {
                let v = match unsigned {
                    true => strata_arith::ShRUIOp::build(b, v, eight, None),
                    false => strata_arith::ShRSIOp::build(b, v, eight, None),
                };
                let ty = b.cx().vector(&[2 * self.lanes], self.elem);
                strata_arith::ExtSIOp::build(b, v, ty)
            })
            .to_vec()
    }

    /// Adds the products of pairs to sums.
    fn add_pairs(&self, b: &mut Builder<'_>, sum: Value, x: Value, v: Value) -> Value {
        if b.cx().as_float(self.elem).is_some() {
            let product = strata_arith::MulFOp::build(b, x, v, None);
            let halves = [0, 1].map(|first| every_second(b, product, first, self.lanes));
            let both = strata_arith::AddFOp::build(b, halves[0], halves[1], None);
            return strata_arith::AddFOp::build(b, sum, both, None);
        }
        let product = strata_arith::MulIOp::build(b, x, v, None);
        let halves = [0, 1].map(|first| every_second(b, product, first, self.lanes));
        let both = strata_arith::AddIOp::build(b, halves[0], halves[1], None);
        strata_arith::AddIOp::build(b, sum, both, None)
    }
}

/// A vector type for elements of a buffer, and zeros of it.
pub(super) fn zeros(b: &mut Builder<'_>, lanes: i64, buffer: Value) -> (Type, Value) {
    let elem = b.cx().elem_or_self(b.ty(buffer));
    let ty = b.cx().vector(&[lanes], elem);
    let zero = structured_op::zero_attr(b.cx(), ty);
    (ty, strata_arith::constant(b, zero))
}

/// Every second element of a vector of `2 * lanes`, from `first` on.
fn every_second(b: &mut Builder<'_>, v: Value, first: i64, lanes: i64) -> Value {
    let mask: Vec<i64> = (0..lanes).map(|i| 2 * i + first).collect();
    let mask = b.cx().i64_array(&mask);
    let elem = b.cx().elem_or_self(b.ty(v));
    let ty = b.cx().vector(&[lanes], elem);
    strata_vector::ShuffleOp::build(b, v, v, mask, ty)
}

/// `x + y`, of vectors or numbers.
pub(super) fn sum_of(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let elem = b.cx().elem_or_self(b.ty(x));
    match b.cx().as_float(elem) {
        Some(_) => strata_arith::AddFOp::build(b, x, y, None),
        None => strata_arith::AddIOp::build(b, x, y, None),
    }
}

/// `x * y + sum` of vectors.
pub(super) fn multiply_add(b: &mut Builder<'_>, x: Value, y: Value, sum: Value) -> Value {
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
