//! Kernels for the tensor cores that read their factors from shared memory: one warp group has tiles of the factors copied there,
//! two others multiply.
//!
//! Each stage has a `full` barrier for the arrival of its bytes, and an `empty` one for their release by all multiplying groups. A group
//! starts the products of a step before those of the previous step are complete, and releases the previous stage after that. The ring of
//! stages continues over all tiles of a block, so that the copies for a tile overlap with the epilogue of the previous one.
//!
//! Where the number of tiles allows it, two blocks are a cluster: their tiles have the same columns (or rows), and each copies half
//! of the factor that both need to both ([`tile_schedule`]).

mod barriers;
mod epilogue;
mod tile_schedule;
mod tma_tiles;

use strata_arith::{CmpIPredicate, constant_index};
use strata_gpu::{LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_nvgpu::{
    MBarrierArriveExpectTxOp, WarpgroupAccumulatorType, WarpgroupMmaInitAccumulatorOp, WarpgroupMmaOp,
};
use strata_nvvm as nvvm;
use strata_passes_analysis::index_arith::{add_const, compare, div, rem, times, up, value};
use strata_passes_gpu::{
    contractions::{constants::zero, product::Product},
    launch::if_any,
};
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;

use barriers::{Barriers, flag, following, together, wait};
use tile_schedule::{Tile, TileSchedule};
use tma_tiles::TmaTiles;

/// Rows of a tile, and elements of one step along the reduction.
const M: i64 = 128;
const K: i64 = 64;
/// Rows of a multiplying group, and the number of these groups.
const ROWS: i64 = 64;
const GROUPS: i64 = 2;
/// Elements of the 128 bytes that rows of a box have.
const TILE_COLUMNS: i64 = 64;
/// Steps whose factors are in shared memory at once.
const STAGES: i64 = 4;
/// Threads of a group.
const GROUP: i64 = 128;
/// Registers of a thread of the copying group, and of a multiplying one.
const REGISTERS: [i64; 2] = [40, 232];

/// Whether a product is supported: boxes need rows of multiples of 16 bytes, and large enough sizes.
pub(super) fn fits(b: &Body, product: &Product) -> bool {
    let [m, n, k] = product.sizes();
    let wide = product.a.together == 8 && product.b.together == 8;
    // A first factor that is not contiguous along the reduction needs a second one that is not either.
    let orders = product.a.along_k || !product.b.along_k;
    // The reduction must not be empty, so its size must be static.
    let known = product.matrix[2].as_static().is_some();
    let start = product.start.and_then(|v| constant_value(b, v));
    let zero = start == Some(zero(b.cx(), product.sum));
    // Boxes are parts of matrices, or of several that follow each other.
    let matrices = [&product.a, &product.b].iter().all(|f| f.is_matrix(&product.loops));
    wide && orders && zero && matrices && known && m >= ROWS && n >= ROWS && k >= K
}

/// Emits the kernel of a product, with tiles of `columns` columns, on a device with `multiprocessors` multiprocessors.
pub(super) fn map(b: &mut Body, product: &Product, columns: i64, multiprocessors: i64) -> Result<(), String> {
    let mut builder = Builder::before(b, product.last_op());
    let b = &mut builder;
    let schedule = TileSchedule::new(b, product, [M, columns], multiprocessors);
    let blocks = schedule.blocks(b);
    if_any(b, blocks, |b| launch(b, product, columns, schedule, blocks))
}

/// The launch of `blocks` blocks.
fn launch(
    b: &mut Builder<'_>,
    product: &Product,
    columns: i64,
    schedule: TileSchedule,
    blocks: MixedIndex,
) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let [_, _, k] = product.sizes();
    let factors = [
        TmaTiles::new(b, product, &product.a, M, schedule.parts(0)),
        TmaTiles::new(b, product, &product.b, columns, schedule.parts(1)),
    ];
    let types = [0, 1].map(|i| factors[i].buffer(&cx));
    let kernel = Kernel { product, columns, factors, schedule, steps: up(k, K) };
    let one = constant_index(b, 1);
    let blocks = value(b, blocks);
    let threads = constant_index(b, (1 + GROUPS) * GROUP);
    let cluster =
        (kernel.schedule.cluster > 1).then(|| [constant_index(b, kernel.schedule.cluster), one, one]);
    let shape = LaunchShape { workgroup: &types, cluster, ..LaunchShape::default() };
    let mut result = Ok(());
    LaunchOp::create(b, [blocks, one, one], [threads, one, one], &shape, |b, args| {
        let buffers = [args.workgroup()[0], args.workgroup()[1]];
        result = kernel.emit(b, args.block_ids()[0], args.thread_ids()[0], buffers);
    });
    result
}

struct Kernel<'a> {
    product: &'a Product,
    /// Columns of a tile.
    columns: i64,
    factors: [TmaTiles; 2],
    schedule: TileSchedule,
    steps: i64,
}

/// The shared memory of a block, its barriers, and its position.
struct Shared {
    buffers: [Value; 2],
    barriers: Barriers,
    block: Value,
    /// The rank of the block in its cluster, if that has several blocks.
    rank: Option<Value>,
}

impl Kernel<'_> {
    fn emit(
        &self,
        b: &mut Builder<'_>,
        block: Value,
        thread: Value,
        buffers: [Value; 2],
    ) -> Result<(), String> {
        let cluster = self.schedule.cluster;
        let rank = (cluster > 1).then(|| rem(b, block, cluster));
        let zero = constant_index(b, 0);
        let is_first = compare(b, CmpIPredicate::Eq, thread, zero);
        let barriers = Barriers::new(b, is_first, GROUPS * cluster);
        together(b, cluster > 1);
        let shared = Shared { buffers, barriers, block, rank };
        let group = div(b, thread, GROUP);
        let copies = compare(b, CmpIPredicate::Eq, group, zero);
        let (mut copied, mut multiplied) = (Ok(()), Ok(()));
        IfOp::create(
            b,
            copies,
            &[],
            |b| {
                registers(b, nvvm::SetMaxRegisterAction::Decrease, REGISTERS[0]);
                IfOp::create_then(b, is_first, &[], |b| {
                    copied = self.copies(b, &shared);
                    Vec::new()
                });
                Vec::new()
            },
            |b| {
                registers(b, nvvm::SetMaxRegisterAction::Increase, REGISTERS[1]);
                multiplied = self.products(b, &shared, thread, group);
                Vec::new()
            },
        );
        if cluster > 1 {
            // A block does not exit before other blocks have arrived at its barriers.
            together(b, true);
        }
        copied.and(multiplied)
    }

    /// Emits the loop of the copying thread.
    fn copies(&self, b: &mut Builder<'_>, shared: &Shared) -> Result<(), String> {
        // A stage is empty at first: the first wait does not block.
        let start = [constant_index(b, 0), flag(b, true)];
        self.schedule.each(b, self.product, shared.block, shared.rank, &start, |b, tile, carried| {
            let bounds = [0, self.steps, 1].map(|n| constant_index(b, n));
            let looped = ForOp::create(b, bounds, carried, |b, step, carried| {
                let (stage, parity) = (carried[0], carried[1]);
                wait(b, shared.barriers.empty, parity, stage);
                let bytes = self.factors.iter().map(TmaTiles::bytes).sum();
                let bytes = constant_index(b, bytes);
                MBarrierArriveExpectTxOp::build(b, shared.barriers.full, bytes, stage, None);
                let k = times(b, step, K);
                for (i, factor) in self.factors.iter().enumerate() {
                    let at = (tile.matrix, tile.first[i], k);
                    factor.load(b, (shared.buffers[i], stage), shared.barriers.full, at, shared.rank);
                }
                following(b, stage, parity).to_vec()
            });
            Ok(b.results(looped.op()).to_vec())
        })
    }

    /// Emits the loop of a multiplying group.
    fn products(
        &self,
        b: &mut Builder<'_>,
        shared: &Shared,
        thread: Value,
        group: Value,
    ) -> Result<(), String> {
        let own_group = add_const(b, group, -1);
        let own = times(b, own_group, ROWS);
        let me = rem(b, thread, GROUP);
        let start = [constant_index(b, 0), flag(b, false)];
        self.schedule.each(b, self.product, shared.block, shared.rank, &start, |b, tile, carried| {
            let (sums, carried) = self.tile(b, shared, own, me, carried);
            epilogue::write(b, self, tile, own, me, sums)?;
            Ok(carried)
        })
    }

    /// The sums of a tile, and the stage and parity after it.
    fn tile(
        &self,
        b: &mut Builder<'_>,
        shared: &Shared,
        own: Value,
        me: Value,
        carried: &[Value],
    ) -> (Value, Vec<Value>) {
        let cx = b.cx_arc().clone();
        let ty = cx
            .ty(WarpgroupAccumulatorType { fragmented: cx.vector(&[ROWS, self.columns], self.product.sum) });
        let bounds = [0, self.steps, 1].map(|n| constant_index(b, n));
        let mut start = vec![WarpgroupMmaInitAccumulatorOp::build(b, ty)];
        start.extend_from_slice(carried);
        start.push(constant_index(b, 0));
        let looped = ForOp::create(b, bounds, &start, |b, step, carried| {
            let &[sums, stage, parity, before] = carried else { return carried.to_vec() };
            wait(b, shared.barriers.full, parity, stage);
            let x = self.factors[0].descriptor(b, (shared.buffers[0], stage), Some(own), [ROWS, K]);
            let y = self.factors[1].descriptor(b, (shared.buffers[1], stage), None, [K, self.columns]);
            let [tx, ty_] = [0, 1].map(|i| (!self.factors[i].along_k).then(|| cx.unit()));
            let left = Some(cx.i64_attr(1));
            let sums = WarpgroupMmaOp::build(b, x, y, left, tx, ty_, sums, ty);
            // The products of the previous step are complete, so its stage is released.
            let zero = constant_index(b, 0);
            let later = compare(b, CmpIPredicate::Ne, step, zero);
            shared.barriers.give_back(b, me, before, Some(later), self.schedule.cluster);
            let [next, parity] = following(b, stage, parity);
            vec![sums, next, parity, stage]
        });
        let results = b.results(looped.op()).to_vec();
        nvvm::WgmmaWaitGroupSyncOp::build(b, cx.i64_attr(0));
        if self.schedule.again() {
            shared.barriers.give_back(b, me, results[3], None, self.schedule.cluster);
        }
        (results[0], results[1..3].to_vec())
    }
}

/// Sets the number of registers of the threads of a group.
fn registers(b: &mut Builder<'_>, action: nvvm::SetMaxRegisterAction, count: i64) {
    let cx = b.cx_arc().clone();
    nvvm::SetMaxRegisterOp::build(b, cx.int_attr(count, cx.i32()), action.attr(&cx));
}
