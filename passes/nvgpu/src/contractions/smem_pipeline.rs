//! The pipeline of copies to shared memory, which all kernels of products have: their launch, tiles of both factors that are copied
//! several steps ahead, and the loop over the steps.

use strata_arith::{CmpIPredicate, constant_index};
use strata_gpu::{BarrierOp, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_nvgpu::{DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp};
use strata_passes_analysis::index_arith::{
    add, add_const, compare, div, is_multiple, less, rem, select, times, up_to, value,
};
use strata_passes_gpu::{
    contractions::{
        constants::zeros,
        grid::place_of_block,
        product::{Factor, Product},
        tile_shape::TileShape,
    },
    launch::{extent, if_any, only_if},
};
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;

use super::{
    smem_tile::{Pieces, SmemTile},
    swizzle::Reader,
};

/// A launch of `blocks`, skipped if there are none, with a buffer of shared memory for each factor; `emit` gets the indices of the block
/// and of the thread, and the buffers.
fn launch(
    b: &mut Builder<'_>,
    blocks: MixedIndex,
    threads: i64,
    buffers: [Type; 2],
    emit: impl FnOnce(&mut Builder<'_>, Value, Value, [Value; 2]) -> Result<(), String>,
) -> Result<LaunchOp, String> {
    let shape = LaunchShape { workgroup: &buffers, ..LaunchShape::default() };
    let one = constant_index(b, 1);
    let grid = value(b, blocks);
    let threads = constant_index(b, threads);
    let mut made = Err(String::new());
    if_any(b, blocks, |b| {
        let mut result = Ok(());
        let launch = LaunchOp::create(b, [grid, one, one], [threads, one, one], &shape, |b, args| {
            let buffers = [args.workgroup()[0], args.workgroup()[1]];
            result = emit(b, args.block_ids()[0], args.thread_ids()[0], buffers);
        });
        made = Ok(launch);
        result
    })?;
    made
}

/// A product whose blocks copy tiles of both factors ahead.
pub(super) struct SmemPipeline<'a> {
    pub product: &'a Product,
    pub tiles: TileShape,
    /// The factors' tiles.
    pub factors: [SmemTile; 2],
    /// Blocks along rows and columns, and steps along the sum.
    blocks: [MixedIndex; 2],
    steps: MixedIndex,
}

/// The position of a block and of a thread.
pub(super) struct Thread {
    /// The indices of the batch loops, followed by that of the part if the reduction is divided.
    pub batch: Vec<Value>,
    /// The first row and column of the block.
    pub first: [Value; 2],
    /// The first step of the block, and the end of its steps.
    steps: [Value; 2],
    pieces: [Pieces; 2],
    pub buffers: [Value; 2],
}

impl<'a> SmemPipeline<'a> {
    pub(super) fn new(b: &mut Builder<'_>, product: &'a Product, t: TileShape) -> Self {
        let [m, n, k] = product.matrix;
        let reader = if t.lanes == 1 { Reader::Threads } else { Reader::Warps };
        let factors = [
            SmemTile::new(b, &product.a, product.elem, (t.m, m), (t.k, k), reader),
            SmemTile::new(b, &product.b, product.elem, (t.n, n), (t.k, k), reader),
        ];
        let blocks = [up_to(b, m, t.m), up_to(b, n, t.n)];
        Self { product, tiles: t, factors, blocks, steps: up_to(b, k, t.k) }
    }

    /// Emits the kernel; `emit` gets the thread's index too.
    pub(super) fn map(
        &self,
        b: &mut Builder<'_>,
        emit: impl FnOnce(&mut Builder<'_>, &Thread, Value) -> Result<(), String>,
    ) -> Result<LaunchOp, String> {
        let cx = b.cx_arc().clone();
        let t = self.tiles;
        let types = [0, 1].map(|i| self.factors[i].buffer(&cx, t.stages));
        let batches = self.product.extent(b, &self.product.loops.batch);
        let tiles = extent(b, &[self.blocks[0], self.blocks[1], batches]);
        let parts = self.product.split_k.as_ref().map(|p| p.count);
        let blocks = extent(b, &[tiles, parts.unwrap_or(1).into()]);
        launch(b, blocks, t.threads(), types, |b, block, thread, buffers| {
            let part = parts.map(|_| div(b, block, tiles));
            let tile = if parts.is_some() { rem(b, block, tiles) } else { block };
            let (mut batch, [row, column]) = place_of_block(b, self.product, self.blocks, tile);
            batch.extend(part);
            let steps = self.steps(b, part);
            let first = [times(b, row, t.m), times(b, column, t.n)];
            let pieces = [0, 1].map(|i| self.factors[i].pieces(b, thread, t.threads()));
            emit(b, &Thread { batch, first, steps, pieces, buffers }, thread)
        })
    }

    /// The first step of a block and the end of its steps: parts differ by one step at most.
    fn steps(&self, b: &mut Builder<'_>, part: Option<Value>) -> [Value; 2] {
        let count = self.product.split_k.as_ref().map_or(1, |p| p.count);
        let (Some(part), MixedIndex::Static(steps)) = (part, self.steps) else {
            return [constant_index(b, 0), value(b, self.steps)];
        };
        let next = add_const(b, part, 1);
        [part, next].map(|part| {
            if steps % count == 0 {
                return times(b, part, steps / count);
            }
            let all = times(b, part, self.steps);
            div(b, all, count)
        })
    }

    /// Emits the pipelined loop over the steps, and returns `count` sums: they begin with `start`, and `multiply` adds the products of a
    /// stage.
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
        let copies = self.factors.iter().any(SmemTile::is_asynchronous);
        // A group has to name a copy, though it means all that were started since the last one.
        let mut tokens = Vec::new();
        for s in 0..ahead {
            let stage = constant_index(b, s);
            if self.steps.as_static().is_none_or(|steps| s < steps) {
                let step = if self.product.split_k.is_some() { add_const(b, me.steps[0], s) } else { stage };
                // Copies of what is behind the end are zeros.
                tokens = self.copy(b, me, step, stage);
                if self.loads().next().is_some() {
                    let exists = self.steps.value().map(|steps| less(b, step, steps));
                    only_if(b, exists, |b| {
                        let loaded = self.load(b, me, step);
                        self.store(b, me, step, stage, &loaded);
                        Ok(())
                    })?;
                }
            }
            if copies {
                tokens = vec![DeviceAsyncCreateGroupOp::create(b, &tokens)];
            }
        }
        let group = tokens.first().copied().filter(|_| copies);
        let (zero, one, [first, end]) = (constant_index(b, 0), constant_index(b, 1), me.steps);
        let last = constant_index(b, ahead);
        let mut carried = vec![start; count];
        carried.extend([zero, last]);
        let looped = ForOp::create(b, [first, end, one], &carried, |b, step, carried| {
            let (sums, places) = carried.split_at(count);
            let (read, write) = (places[0], places[1]);
            // All copies but the newest ones are complete, and no thread reads the oldest stage any more.
            if let Some(group) = group {
                DeviceAsyncWaitOp::create(b, group, (stages - 2) as i32);
            }
            BarrierOp::build(b);
            let next = add(b, step, last);
            let more = compare(b, CmpIPredicate::Ult, next, end);
            let loaded = self.start_step(b, me, more, next, write);
            if let Some(group) = group {
                DeviceAsyncCreateGroupOp::create(b, &[group]);
            }
            let mut sums = sums.to_vec();
            multiply(b, read, &mut sums);
            if !loaded.is_empty() {
                IfOp::create_then(b, more, &[], |b| {
                    self.store(b, me, next, write, &loaded);
                    Vec::new()
                });
            }
            let following = add_const(b, read, 1);
            let end = constant_index(b, stages);
            let wraps = compare(b, CmpIPredicate::Eq, following, end);
            let first = constant_index(b, 0);
            let following = select(b, wraps, first, following);
            sums.extend([following, read]);
            sums
        });
        Ok(b.results(looped.op())[..count].to_vec())
    }

    /// Starts the copies and the loads of a step, if there is one; returns the loaded values.
    fn start_step(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        more: Value,
        step: Value,
        stage: Value,
    ) -> Vec<Value> {
        let cx = b.cx_arc().clone();
        let types: Vec<Type> =
            self.loads().flat_map(|i| self.factors[i].loaded(&cx, &me.pieces[i])).collect();
        let then = |b: &mut Builder<'_>| {
            self.copy(b, me, step, stage);
            self.load(b, me, step)
        };
        if types.is_empty() {
            IfOp::create_then(b, more, &[], then);
            return Vec::new();
        }
        let nothing = |b: &mut Builder<'_>| types.iter().map(|&ty| zeros(b, ty)).collect();
        let op = IfOp::create(b, more, &types, then, nothing);
        b.results(op.op()).to_vec()
    }

    /// The factors whose pieces are copied through registers.
    fn loads(&self) -> impl Iterator<Item = usize> {
        (0..2).filter(|&i| !self.factors[i].is_asynchronous())
    }
    /// Loads the pieces that are copied through registers for a step.
    fn load(&self, b: &mut Builder<'_>, me: &Thread, step: Value) -> Vec<Value> {
        let k = times(b, step, self.tiles.k);
        let mut values = Vec::new();
        for i in self.loads() {
            values.extend(self.factors[i].load(b, &me.pieces[i], me.first[i], k, &self.position(me)));
        }
        values
    }
    /// Stores the loaded pieces into a stage.
    fn store(&self, b: &mut Builder<'_>, me: &Thread, step: Value, stage: Value, mut loaded: &[Value]) {
        let k = times(b, step, self.tiles.k);
        for i in self.loads() {
            let (values, rest) = loaded.split_at(me.pieces[i].count as usize);
            self.factors[i].store(b, &me.pieces[i], (me.buffers[i], stage), (me.first[i], k), values);
            loaded = rest;
        }
    }
    /// Starts the copies of a step.
    fn copy(&self, b: &mut Builder<'_>, me: &Thread, step: Value, stage: Value) -> Vec<Value> {
        let k = times(b, step, self.tiles.k);
        let mut tokens = Vec::new();
        for (i, tile) in self.factors.iter().enumerate().filter(|(_, t)| t.is_asynchronous()) {
            let to = (me.buffers[i], stage);
            tokens.extend(tile.copy(b, &me.pieces[i], to, me.first[i], k, &self.position(me)));
        }
        tokens
    }
    /// The positions of the factors' elements in a block.
    fn position<'b>(
        &'b self,
        me: &'b Thread,
    ) -> impl Fn(&mut Builder<'_>, &Factor, Value, Value) -> Vec<Value> + 'b {
        |b, factor, own, k| factor.position(b, self.product, &me.batch, own, k)
    }

    /// Whether the tiles' rows and columns are all inside of the product.
    pub(super) fn fits(&self) -> [bool; 2] {
        let [m, n, _] = self.product.matrix;
        [is_multiple(m, self.tiles.m), is_multiple(n, self.tiles.n)]
    }
}
