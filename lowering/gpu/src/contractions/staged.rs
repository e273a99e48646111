//! What kernels of products have in common: their launch, tiles of both factors that are copied several steps ahead, and the loop
//! over the steps.

use strata_arith::{CmpIPredicate, constant_index};
use strata_gpu::{BarrierOp, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_nvgpu::{DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp};
use strata_scf::{ForOp, IfOp};

use super::{
    load::{Pieces, Tile},
    numbers::{add, add_number, compare, select, times},
    product::{Factor, Product},
    swizzle::Reader,
    tensor::place_of_block,
    tiles::Tiles,
};

/// A launch of so many blocks with a buffer of shared memory for each factor; `emit` gets the numbers of the block and of the
/// thread, and the buffers.
pub(super) fn launch(
    b: &mut Builder<'_>,
    blocks: i64,
    threads: i64,
    buffers: [Type; 2],
    emit: impl FnOnce(&mut Builder<'_>, Value, Value, [Value; 2]) -> Result<(), String>,
) -> Result<(), String> {
    let shape = LaunchShape { workgroup: &buffers, ..LaunchShape::default() };
    let one = constant_index(b, 1);
    let grid = constant_index(b, blocks);
    let threads = constant_index(b, threads);
    let mut result = Ok(());
    LaunchOp::create(b, [grid, one, one], [threads, one, one], &shape, |b, args| {
        let buffers = [args.workgroup()[0], args.workgroup()[1]];
        result = emit(b, args.block_ids()[0], args.thread_ids()[0], buffers);
    });
    result
}

/// A product whose blocks copy tiles of both factors ahead.
pub(super) struct Staged<'a> {
    pub product: &'a Product,
    pub tiles: Tiles,
    /// The factors' tiles.
    pub factors: [Tile; 2],
    /// Blocks along rows and columns, and steps along the sum.
    blocks: [i64; 2],
    steps: i64,
}

/// Where a block and a thread are.
pub(super) struct Thread {
    pub batch: Vec<Value>,
    /// The first row and column of the block.
    pub first: [Value; 2],
    pieces: [Pieces; 2],
    pub buffers: [Value; 2],
}

impl<'a> Staged<'a> {
    pub(super) fn new(b: &Body, product: &'a Product, t: Tiles) -> Self {
        let [m, n, k] = product.sizes();
        let reader = if t.lanes == 1 { Reader::Threads } else { Reader::Warps };
        let factors = [
            Tile::new(b, &product.a, product.elem, [t.m, m], [t.k, k], reader),
            Tile::new(b, &product.b, product.elem, [t.n, n], [t.k, k], reader),
        ];
        let blocks = [(m + t.m - 1) / t.m, (n + t.n - 1) / t.n];
        Self { product, tiles: t, factors, blocks, steps: (k + t.k - 1) / t.k }
    }

    /// The kernel; `emit` gets the thread's number too.
    pub(super) fn map(
        &self,
        b: &mut Body,
        emit: impl FnOnce(&mut Builder<'_>, &Thread, Value) -> Result<(), String>,
    ) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let t = self.tiles;
        let mut builder = Builder::before(b, self.product.last_op());
        let types = [0, 1].map(|i| self.factors[i].buffer(&cx, t.stages));
        let blocks = self.blocks[0] * self.blocks[1] * self.product.batches();
        launch(&mut builder, blocks, t.threads(), types, |b, block, thread, buffers| {
            let (batch, [row, column]) = place_of_block(b, self.product, self.blocks, block);
            let first = [times(b, row, t.m), times(b, column, t.n)];
            let pieces = [0, 1].map(|i| self.factors[i].pieces(b, thread, t.threads()));
            emit(b, &Thread { batch, first, pieces, buffers }, thread)
        })
    }

    /// The sums after all steps: `count` of them, which begin with `start`, and to which `multiply` adds the products of a stage.
    pub(super) fn sums(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        start: Value,
        count: usize,
        multiply: impl Fn(&mut Builder<'_>, Value, &mut [Value]),
    ) -> Result<Vec<Value>, String> {
        let stages = self.tiles.stages;
        let ahead = stages - 1;
        // A group has to name a copy, though it means all that were started since the last one.
        let mut tokens = Vec::new();
        for s in 0..ahead {
            let stage = constant_index(b, s);
            if s < self.steps {
                tokens = self.copy(b, me, stage, stage);
            }
            tokens = vec![DeviceAsyncCreateGroupOp::of(b, &tokens)];
        }
        let group = tokens.first().copied().ok_or("has one stage")?;
        let (zero, one, steps) = (constant_index(b, 0), constant_index(b, 1), constant_index(b, self.steps));
        let last = constant_index(b, ahead);
        let mut carried = vec![start; count];
        carried.extend([zero, last]);
        let looped = ForOp::create(b, [zero, steps, one], &carried, |b, step, carried| {
            let (sums, places) = carried.split_at(count);
            let (read, write) = (places[0], places[1]);
            // All but the newest copies have come, and nobody reads the oldest stage any more.
            DeviceAsyncWaitOp::of(b, group, (stages - 2) as i32);
            BarrierOp::build(b);
            let next = add(b, step, last);
            let more = compare(b, CmpIPredicate::Ult, next, steps);
            IfOp::create_then(b, more, &[], |b| {
                self.copy(b, me, next, write);
                Vec::new()
            });
            DeviceAsyncCreateGroupOp::of(b, &[group]);
            let mut sums = sums.to_vec();
            multiply(b, read, &mut sums);
            let following = add_number(b, read, 1);
            let end = constant_index(b, stages);
            let wraps = compare(b, CmpIPredicate::Eq, following, end);
            let first = constant_index(b, 0);
            let following = select(b, wraps, first, following);
            sums.extend([following, read]);
            sums
        });
        Ok(b.results(looped.op())[..count].to_vec())
    }

    /// Starts the copies of a step.
    fn copy(&self, b: &mut Builder<'_>, me: &Thread, step: Value, stage: Value) -> Vec<Value> {
        let k = times(b, step, self.tiles.k);
        let mut tokens = Vec::new();
        for (i, tile) in self.factors.iter().enumerate() {
            let position = |b: &mut Builder<'_>, factor: &Factor, own, k| {
                factor.position(b, self.product, &me.batch, own, k)
            };
            tokens.extend(tile.copy(b, &me.pieces[i], (me.buffers[i], stage), me.first[i], k, &position));
        }
        tokens
    }

    /// Whether the tiles' rows and columns are all inside of the product.
    pub(super) fn fits(&self) -> [bool; 2] {
        let [m, n, _] = self.product.sizes();
        [m % self.tiles.m == 0, n % self.tiles.n == 0]
    }
}
