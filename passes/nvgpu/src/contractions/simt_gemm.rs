//! Kernels without tensor cores, whose threads multiply numbers, each a square of the block's tile, from tiles in shared memory that
//! are copied ahead.
//!
//! Where the tile is contiguous along rows or columns, a thread has groups of four neighbouring ones, and one access loads four of them;
//! else its rows or columns have a constant distance, and one access loads four elements along the reduction.

use strata_arith::{AddIOp, ConstantOp, MulIOp, constant_index};
use strata_gpu::MIN_BLOCKS_PER_MULTIPROCESSOR;
use strata_ir::prelude::*;
use strata_math::FmaOp;
use strata_passes_analysis::index_arith::{add, add_const, div, rem, times};
use strata_passes_gpu::contractions::{
    constants::zero, epilogue::Place, product::Product, tile_shape::TileShape,
};
use strata_scf::ForOp;
use strata_vector::ExtractOp;

use super::{
    smem_pipeline::{SmemPipeline, Thread},
    smem_tile::SmemTile,
};

/// Elements of one access.
const FOUR: i64 = 4;
/// Registers of a multiprocessor.
const REGISTERS: i64 = 1 << 16;
/// The largest number of registers of a thread: two for each of 64 sums.
const MOST_REGISTERS: i64 = 128;

/// The kernel of a product of 32-bit numbers.
pub(super) fn map(b: &mut Body, product: &Product, t: TileShape) -> Result<(), String> {
    let mut builder = Builder::before(b, product.last_op());
    let kernel = Kernel(SmemPipeline::new(&mut builder, product, t));
    let launch = kernel.0.map(&mut builder, |b, me, thread| kernel.emit(b, me, thread))?;
    if t.threads() * MOST_REGISTERS * 2 <= REGISTERS {
        let two = b.cx().i32_attr(2);
        b.set_attr(launch.op(), MIN_BLOCKS_PER_MULTIPROCESSOR, Some(two));
    }
    Ok(())
}

struct Kernel<'a>(SmemPipeline<'a>);

/// The thread's index along rows and along columns.
type At = [Value; 2];

/// The elements of a vector of four.
fn numbers(b: &mut Builder<'_>, four: Value) -> Vec<Value> {
    (0..FOUR).map(|i| ExtractOp::create(b, four, &[i.into()])).collect()
}

impl Kernel<'_> {
    /// Threads of a block along rows and along columns, which are a square.
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
            self.multiply_tile(b, (me, at), stage, sums);
        })?;
        self.epilogue(b, (me, at), &sums)
    }

    /// Initial value of the sums.
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

    /// The place of a thread's row or column `i` in the block's tile.
    fn own(&self, b: &mut Builder<'_>, at: At, side: usize, i: i64) -> Value {
        let threads = self.sides()[side];
        if self.0.factors[side].is_along_k() {
            return add_const(b, at[side], i * threads);
        }
        let first = times(b, at[side], FOUR);
        add_const(b, first, i / FOUR * FOUR * threads + i % FOUR)
    }

    /// The elements of row or column `i` for four steps of the reduction, of a factor that is contiguous along it.
    fn along(
        &self,
        b: &mut Builder<'_>,
        (me, at): (&Thread, At),
        stage: Value,
        side: usize,
        (k, i): (Value, i64),
    ) -> Vec<Value> {
        let own = self.own(b, at, side, i);
        let four = self.0.factors[side].four(b, (me.buffers[side], stage), own, k);
        numbers(b, four)
    }

    /// The elements of all rows or columns for one step of the reduction, of a factor that is contiguous along its own loop.
    fn across(
        &self,
        b: &mut Builder<'_>,
        (me, at): (&Thread, At),
        stage: Value,
        side: usize,
        k: Value,
    ) -> Vec<Value> {
        let mut out = Vec::new();
        for i in (0..self.each()[side]).step_by(FOUR as usize) {
            let own = self.own(b, at, side, i);
            let four = self.0.factors[side].four(b, (me.buffers[side], stage), k, own);
            out.extend(numbers(b, four));
        }
        out
    }

    /// Adds the products of a stage. Where four steps of the reduction are loaded at once, a loop instead of unrolling keeps the loads of
    /// the next ones from taking registers.
    fn multiply_tile(&self, b: &mut Builder<'_>, me: (&Thread, At), stage: Value, sums: &mut [Value]) {
        if !self.0.factors.iter().any(SmemTile::is_along_k) {
            for k in (0..self.0.tiles.k).step_by(FOUR as usize) {
                let k = constant_index(b, k);
                self.multiply(b, me, stage, k, sums);
            }
            return;
        }
        let bounds = [0, self.0.tiles.k, FOUR].map(|n| constant_index(b, n));
        let looped = ForOp::create(b, bounds, sums, |b, k, carried| {
            let mut sums = carried.to_vec();
            self.multiply(b, me, stage, k, &mut sums);
            sums
        });
        sums.copy_from_slice(b.results(looped.op()));
    }

    /// Adds the products of four steps of the reduction. Elements are used right after their load where possible, to save registers.
    fn multiply(&self, b: &mut Builder<'_>, me: (&Thread, At), stage: Value, k: Value, sums: &mut [Value]) {
        let [rows, columns] = self.each();
        let [a_along, b_along] = [0, 1].map(|side| self.0.factors[side].is_along_k());
        let steps: Vec<Value> = (0..FOUR).map(|step| add_const(b, k, step)).collect();
        if !a_along && !b_along {
            for k in steps {
                let (x, y) = (self.across(b, me, stage, 0, k), self.across(b, me, stage, 1, k));
                self.add_products(b, &x, &y, sums);
            }
            return;
        }
        let second: Vec<Vec<Value>> = if b_along {
            let columns: Vec<_> = (0..columns).map(|j| self.along(b, me, stage, 1, (k, j))).collect();
            (0..FOUR as usize).map(|step| columns.iter().map(|c| c[step]).collect()).collect()
        } else {
            steps.iter().map(|&k| self.across(b, me, stage, 1, k)).collect()
        };
        if !a_along {
            for (k, y) in steps.into_iter().zip(&second) {
                let x = self.across(b, me, stage, 0, k);
                self.add_products(b, &x, y, sums);
            }
            return;
        }
        for (i, sums) in (0..rows).zip(sums.chunks_mut(columns as usize)) {
            let x = self.along(b, me, stage, 0, (k, i));
            for (&x, y) in x.iter().zip(&second) {
                self.add_products(b, &[x], y, sums);
            }
        }
    }

    /// Adds the products of some rows' elements and all columns' elements.
    fn add_products(&self, b: &mut Builder<'_>, rows: &[Value], columns: &[Value], sums: &mut [Value]) {
        let float = b.cx().as_float(self.0.product.sum).is_some();
        for (&x, sums) in rows.iter().zip(sums.chunks_mut(columns.len())) {
            for (&y, sum) in columns.iter().zip(sums) {
                *sum = if float {
                    FmaOp::build(b, x, y, *sum, None)
                } else {
                    let product = MulIOp::build(b, x, y, None);
                    AddIOp::build(b, *sum, product, None)
                };
            }
        }
    }

    fn epilogue(&self, b: &mut Builder<'_>, (me, at): (&Thread, At), sums: &[Value]) -> Result<(), String> {
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
