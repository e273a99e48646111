//! Kernels whose threads multiply numbers, each a square of the block's tile, from tiles in shared memory that are copied ahead.
//!
//! A thread has rows and columns that are next to each other by fours where the tile has them so, so that one access loads four of
//! them; else it has every so many, and one access loads four numbers along the sum.

use strata_arith::{AddIOp, CmpIPredicate, ConstantOp, MulIOp, constant_index};
use strata_gpu::{BarrierOp, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_math::FmaOp;
use strata_nvgpu::{DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp};
use strata_scf::{ForOp, IfOp};
use strata_vector::ExtractOp;

use super::{
    end::Place,
    load::{Pieces, Tile},
    numbers::{add, add_number, compare, div, rem, select, times},
    product::{Factor, Product},
    tensor::{constant_value, place_of_block, zero},
    tiles::Tiles,
};

/// Numbers of one access.
const FOUR: i64 = 4;

/// The kernel of a product of 32-bit numbers.
pub(super) fn map(b: &mut Body, product: &Product, t: Tiles) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let [m, n, k] = product.sizes();
    let batch = product.batches();
    let tiles = [
        Tile::new(b, &product.a, product.elem, [t.m, m], [t.k, k]),
        Tile::new(b, &product.b, product.elem, [t.n, n], [t.k, k]),
    ];
    let blocks = [(m + t.m - 1) / t.m, (n + t.n - 1) / t.n];
    let kernel = Kernel { product, t, blocks, steps: (k + t.k - 1) / t.k, tiles };
    let at = product.end.as_ref().map_or(product.nest.op, |end| end.nest.op);
    let mut builder = Builder::before(b, at);
    let b = &mut builder;
    let types = [0, 1].map(|i| kernel.tiles[i].buffer(&cx, t.stages));
    let shape = LaunchShape { workgroup: &types, ..LaunchShape::default() };
    let one = constant_index(b, 1);
    let grid = constant_index(b, blocks[0] * blocks[1] * batch);
    let threads = constant_index(b, t.threads());
    let mut result = Ok(());
    LaunchOp::create(b, [grid, one, one], [threads, one, one], &shape, |b, args| {
        let buffers = [args.workgroup()[0], args.workgroup()[1]];
        result = kernel.emit(b, args.block_ids()[0], args.thread_ids()[0], buffers);
    });
    result
}

struct Kernel<'a> {
    product: &'a Product,
    t: Tiles,
    blocks: [i64; 2],
    steps: i64,
    tiles: [Tile; 2],
}

/// Where a block and a thread are.
struct Thread {
    batch: Vec<Value>,
    first: [Value; 2],
    pieces: [Pieces; 2],
    buffers: [Value; 2],
    /// The thread's number along rows and along columns.
    at: [Value; 2],
}

impl Kernel<'_> {
    /// Threads of a block along rows and along columns: a square.
    fn sides(&self) -> [i64; 2] {
        self.t.warps
    }
    /// Rows and columns of a thread.
    fn each(&self) -> [i64; 2] {
        let [r, c] = self.sides();
        [self.t.m / r, self.t.n / c]
    }

    fn emit(
        &self,
        b: &mut Builder<'_>,
        block: Value,
        thread: Value,
        buffers: [Value; 2],
    ) -> Result<(), String> {
        let t = self.t;
        let (batch, [row, column]) = place_of_block(b, self.product, self.blocks, block);
        let first = [times(b, row, t.m), times(b, column, t.n)];
        let pieces = [0, 1].map(|i| self.tiles[i].pieces(b, thread, t.threads()));
        let columns = self.sides()[1];
        let at = [div(b, thread, columns), rem(b, thread, columns)];
        let me = Thread { batch, first, pieces, buffers, at };
        let ahead = t.stages - 1;
        let mut tokens = Vec::new();
        for s in 0..ahead {
            let stage = constant_index(b, s);
            if s < self.steps {
                tokens = self.copy(b, &me, stage, stage);
            }
            tokens = vec![DeviceAsyncCreateGroupOp::of(b, &tokens)];
        }
        let group = tokens.first().copied().ok_or("has one stage")?;
        let [rows, columns] = self.each();
        let count = (rows * columns) as usize;
        let start = self.start(b);
        let (first, one, steps) = (constant_index(b, 0), constant_index(b, 1), constant_index(b, self.steps));
        let last = constant_index(b, ahead);
        let mut carried = vec![start; count];
        carried.extend([first, last]);
        let looped = ForOp::create(b, [first, steps, one], &carried, |b, step, carried| {
            let (sums, stages) = carried.split_at(count);
            let (read, write) = (stages[0], stages[1]);
            DeviceAsyncWaitOp::of(b, group, (t.stages - 2) as i32);
            BarrierOp::build(b);
            let next = add(b, step, last);
            let more = compare(b, CmpIPredicate::Ult, next, steps);
            IfOp::create_then(b, more, &[], |b| {
                self.copy(b, &me, next, write);
                Vec::new()
            });
            DeviceAsyncCreateGroupOp::of(b, &[group]);
            let mut sums = sums.to_vec();
            for k in (0..t.k).step_by(FOUR as usize) {
                self.multiply(b, &me, read, k, &mut sums);
            }
            let following = add_number(b, read, 1);
            let end = constant_index(b, t.stages);
            let wraps = compare(b, CmpIPredicate::Eq, following, end);
            let first = constant_index(b, 0);
            let following = select(b, wraps, first, following);
            sums.extend([following, read]);
            sums
        });
        let sums = b.results(looped.op()).to_vec();
        self.end(b, &me, &sums)
    }

    fn copy(&self, b: &mut Builder<'_>, me: &Thread, step: Value, stage: Value) -> Vec<Value> {
        let k = times(b, step, self.t.k);
        let mut tokens = Vec::new();
        for (i, tile) in self.tiles.iter().enumerate() {
            let position = |b: &mut Builder<'_>, factor: &Factor, own, k| {
                factor.position(b, self.product, &me.batch, own, k)
            };
            tokens.extend(tile.copy(b, &me.pieces[i], (me.buffers[i], stage), me.first[i], k, &position));
        }
        tokens
    }

    /// What sums begin with.
    fn start(&self, b: &mut Builder<'_>) -> Value {
        let cx = b.cx_arc().clone();
        match self.product.start {
            Some(v) if constant_value(b, v).is_none() => v,
            v => {
                let known = v.and_then(|v| constant_value(b, v));
                ConstantOp::build(b, known.unwrap_or_else(|| zero(&cx, self.product.sum)), self.product.sum)
            }
        }
    }

    /// The place of a thread's row or column number `i` in the block's tile.
    fn own(&self, b: &mut Builder<'_>, me: &Thread, side: usize, i: i64) -> Value {
        let threads = self.sides()[side];
        if self.tiles[side].is_along_k() {
            return add_number(b, me.at[side], i * threads);
        }
        let first = times(b, me.at[side], FOUR);
        add_number(b, first, i / FOUR * FOUR * threads + i % FOUR)
    }

    /// The numbers of a factor for four steps along the sum: by step, then by row or column.
    fn load(&self, b: &mut Builder<'_>, me: &Thread, stage: Value, side: usize, k: i64) -> Vec<Vec<Value>> {
        let count = self.each()[side];
        let tile = &self.tiles[side];
        let mut out = vec![Vec::new(); FOUR as usize];
        let numbers = |b: &mut Builder<'_>, four: Value| {
            (0..FOUR).map(|i| ExtractOp::of(b, four, &[i.into()])).collect::<Vec<_>>()
        };
        if tile.is_along_k() {
            for i in 0..count {
                let own = self.own(b, me, side, i);
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
                    let own = self.own(b, me, side, i);
                    let four = tile.four(b, (me.buffers[side], stage), k, own);
                    out.extend(numbers(b, four));
                }
            }
        }
        out
    }

    fn multiply(&self, b: &mut Builder<'_>, me: &Thread, stage: Value, k: i64, sums: &mut [Value]) {
        let columns = self.each()[1] as usize;
        let (of_a, of_b) = (self.load(b, me, stage, 0, k), self.load(b, me, stage, 1, k));
        let float = b.cx().as_float(self.product.sum).is_some();
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

    fn end(&self, b: &mut Builder<'_>, me: &Thread, sums: &[Value]) -> Result<(), String> {
        let t = self.t;
        let [m, n, _] = self.product.sizes();
        let fits = [m % t.m == 0, n % t.n == 0];
        let [rows, columns] = self.each();
        let together = if self.tiles[1].is_along_k() { 1 } else { FOUR };
        for i in 0..rows {
            let row = self.own(b, me, 0, i);
            let row = add(b, me.first[0], row);
            for j in (0..columns).step_by(together as usize) {
                let column = self.own(b, me, 1, j);
                let column = add(b, me.first[1], column);
                let from = (i * columns + j) as usize;
                let place = Place { batch: &me.batch, row, column };
                self.product.write(b, &place, &sums[from..from + together as usize], fits)?;
            }
        }
        Ok(())
    }
}
