//! Kernels whose threads multiply numbers, each a square of the block's tile, from tiles in shared memory that are copied ahead.
//!
//! A thread has rows and columns that are next to each other by fours where the tile has them so, so that one access loads four of
//! them; else it has every so many, and one access loads four numbers along the sum.

use strata_arith::{AddIOp, ConstantOp, MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_math::FmaOp;
use strata_vector::ExtractOp;

use super::{
    end::Place,
    numbers::{add, add_number, div, rem, times},
    product::Product,
    staged::{Staged, Thread},
    tensor::{constant_value, zero},
    tiles::Tiles,
};

/// Numbers of one access.
const FOUR: i64 = 4;

/// The kernel of a product of 32-bit numbers.
pub(super) fn map(b: &mut Body, product: &Product, t: Tiles) -> Result<(), String> {
    let kernel = Kernel(Staged::new(b, product, t));
    kernel.0.map(b, |b, me, thread| kernel.emit(b, me, thread))
}

struct Kernel<'a>(Staged<'a>);

/// The thread's number along rows and along columns.
type At = [Value; 2];

impl Kernel<'_> {
    /// Threads of a block along rows and along columns: a square.
    fn sides(&self) -> [i64; 2] {
        self.0.tiles.warps
    }
    /// Rows and columns of a thread.
    fn each(&self) -> [i64; 2] {
        self.0.tiles.warp()
    }

    fn emit(&self, b: &mut Builder<'_>, me: &Thread, thread: Value) -> Result<(), String> {
        let columns = self.sides()[1];
        let at = [div(b, thread, columns), rem(b, thread, columns)];
        let start = self.start(b);
        let [rows, columns] = self.each();
        let sums = self.0.sums(b, me, start, (rows * columns) as usize, |b, stage, sums| {
            for k in (0..self.0.tiles.k).step_by(FOUR as usize) {
                self.multiply(b, (me, at), stage, k, sums);
            }
        })?;
        self.end(b, (me, at), &sums)
    }

    /// What sums begin with.
    fn start(&self, b: &mut Builder<'_>) -> Value {
        let cx = b.cx_arc().clone();
        match self.0.product.start {
            Some(v) if constant_value(b, v).is_none() => v,
            v => {
                let known = v.and_then(|v| constant_value(b, v));
                ConstantOp::build(
                    b,
                    known.unwrap_or_else(|| zero(&cx, self.0.product.sum)),
                    self.0.product.sum,
                )
            }
        }
    }

    /// The place of a thread's row or column number `i` in the block's tile.
    fn own(&self, b: &mut Builder<'_>, at: At, side: usize, i: i64) -> Value {
        let threads = self.sides()[side];
        if self.0.factors[side].is_along_k() {
            return add_number(b, at[side], i * threads);
        }
        let first = times(b, at[side], FOUR);
        add_number(b, first, i / FOUR * FOUR * threads + i % FOUR)
    }

    /// The numbers of a factor for four steps along the sum: by step, then by row or column.
    fn load(
        &self,
        b: &mut Builder<'_>,
        (me, at): (&Thread, At),
        stage: Value,
        side: usize,
        k: i64,
    ) -> Vec<Vec<Value>> {
        let count = self.each()[side];
        let tile = &self.0.factors[side];
        let mut out = vec![Vec::new(); FOUR as usize];
        let numbers = |b: &mut Builder<'_>, four: Value| {
            (0..FOUR).map(|i| ExtractOp::of(b, four, &[i.into()])).collect::<Vec<_>>()
        };
        if tile.is_along_k() {
            for i in 0..count {
                let own = self.own(b, at, side, i);
                let k = constant_index(b, k);
                let four = tile.four(b, (me.buffers[side], stage), own, k);
                for (out, v) in out.iter_mut().zip(numbers(b, four)) {
                    out.push(v);
                }
            }
        } else {
            for (step, out) in out.iter_mut().enumerate() {
                let k = constant_index(b, k + step as i64);
                for i in (0..count).step_by(FOUR as usize) {
                    let own = self.own(b, at, side, i);
                    let four = tile.four(b, (me.buffers[side], stage), k, own);
                    out.extend(numbers(b, four));
                }
            }
        }
        out
    }

    fn multiply(&self, b: &mut Builder<'_>, me: (&Thread, At), stage: Value, k: i64, sums: &mut [Value]) {
        let columns = self.each()[1] as usize;
        let (of_a, of_b) = (self.load(b, me, stage, 0, k), self.load(b, me, stage, 1, k));
        let float = b.cx().as_float(self.0.product.sum).is_some();
        for (x, y) in of_a.iter().zip(&of_b) {
            for (i, &x) in x.iter().enumerate() {
                for (j, &y) in y.iter().enumerate() {
                    let sum = &mut sums[i * columns + j];
                    *sum = if float {
                        FmaOp::build(b, x, y, *sum, None)
                    } else {
                        let product = MulIOp::build(b, x, y, None);
                        AddIOp::build(b, *sum, product, None)
                    };
                }
            }
        }
    }

    fn end(&self, b: &mut Builder<'_>, (me, at): (&Thread, At), sums: &[Value]) -> Result<(), String> {
        let fits = self.0.fits();
        let [rows, columns] = self.each();
        let together = if self.0.factors[1].is_along_k() { 1 } else { FOUR };
        for i in 0..rows {
            let row = self.own(b, at, 0, i);
            let row = add(b, me.first[0], row);
            for j in (0..columns).step_by(together as usize) {
                let column = self.own(b, at, 1, j);
                let column = add(b, me.first[1], column);
                let from = (i * columns + j) as usize;
                let place = Place { batch: &me.batch, row, column };
                self.0.product.write(b, &place, &sums[from..from + together as usize], fits)?;
            }
        }
        Ok(())
    }
}
