//! Split-K: for products with few tiles and long sums, blocks compute parts of the sums, and a second kernel adds them.
//!
//! The partial sums are in a buffer of their own, so that the order of additions is deterministic. The initial values of sums and the
//! epilogue of the product belong to the second kernel.

use strata_arith::{AddFOp, AddIOp, CmpIPredicate, MinUIOp, constant_index};
use strata_gpu::GpuTarget;
use strata_gpu::{AddressSpace, BarrierOp, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_memref::{AllocOp, DeallocOp, LoadOp};
use strata_passes_analysis::index_arith::{add, add_const, both, compare, div, less, rem, select, times, up};
use strata_scf::ForOp;
use strata_vector::ExtractOp;

use super::{
    constants::zeros,
    epilogue::Place,
    product::{Product, SplitK},
    tile_shape::TileShape,
};
use crate::launch::{BLOCK, only_if};

/// Clocks of the prologue of a block before its first products, and of its epilogue after the last ones.
const FILL: i64 = 2_000;
/// The least clocks of a second kernel.
const SECOND: i64 = 6_000;
/// Bytes of partial sums that all multiprocessors write and read per clock.
const TRAFFIC: i64 = 1_000;
/// Loads of a thread that are in flight at once.
const TOGETHER: i64 = 4;
/// The least number of contiguous vectors of a block, when threads share a sum.
const NEIGHBOURS: i64 = 32;

/// The clocks of a product whose sums have so many parts.
fn clocks(
    (t, percent): (TileShape, i64),
    product: &Product,
    target: &GpuTarget,
    rate: i64,
    parts: i64,
) -> i64 {
    let [m, n, k] = product.sizes();
    let blocks = tiles_of(t, product).saturating_mul(parts);
    let waves = up(blocks, target.multiprocessors);
    let steps = up(up(k, t.k), parts);
    let step = (t.m * t.n * t.k).saturating_mul(100) / (rate * percent);
    let mut all = waves.saturating_mul(steps.saturating_mul(step).saturating_add(FILL));
    if parts > 1 {
        let sums = product.batches().saturating_mul(m).saturating_mul(n);
        let bytes = sums.saturating_mul(parts).saturating_mul(2 * 4);
        all = all.saturating_add(SECOND).saturating_add(bytes / TRAFFIC);
    }
    all
}

/// How many tiles of sums a product has.
fn tiles_of(t: TileShape, product: &Product) -> i64 {
    let [m, n, _] = product.sizes();
    product.batches().saturating_mul(up(m, t.m)).saturating_mul(up(n, t.n))
}

/// The most parts: each has as many steps as are copied ahead.
fn most(t: TileShape, product: &Product) -> i64 {
    let [_, _, k] = product.sizes();
    (up(k, t.k) / (t.stages - 1).max(1)).max(1)
}

/// The tiles and the number of parts with the least estimated time; `given` are the best tiles without parts.
pub fn choose(
    product: &Product,
    given: TileShape,
    all: impl Iterator<Item = (TileShape, i64)>,
    target: &GpuTarget,
    rate: i64,
) -> (TileShape, i64) {
    let all: Vec<(TileShape, i64)> = all.collect();
    let Some(&whole) = all.iter().find(|t| t.0 == given) else { return (given, 1) };
    let mut found = (given, 1);
    // The gain has to pay for a second kernel.
    let mut least = clocks(whole, product, target, rate, 1) / 5 * 4;
    for each in all {
        let room = target.multiprocessors / tiles_of(each.0, product).max(1);
        for parts in 2..=room.min(most(each.0, product)) {
            let time = clocks(each, product, target, rate, parts);
            if time < least {
                (found, least) = ((each.0, parts), time);
            }
        }
    }
    found
}

impl Product {
    /// Divides the sums into parts, as many as there can be.
    pub fn divide(&mut self, b: &mut Body, t: TileShape, parts: i64) {
        let parts = parts.min(most(t, self));
        if parts < 2 {
            return;
        }
        let [m, n, _] = self.sizes();
        let sums = self.batches() * m * n;
        let ty = b.cx().memref(&[parts, sums], self.sum);
        let last = self.last_op();
        let buffer = AllocOp::create(&mut Builder::before(b, last), ty, &[]);
        DeallocOp::build(&mut Builder::after(b, last), buffer);
        self.split_k = Some(SplitK { count: parts, buffer, start: self.start.take() });
    }

    /// The kernel that adds the parts, if the sums are divided.
    ///
    /// # Errors
    ///
    /// An indexing map, or the payload of the op behind the product, cannot be expanded.
    pub fn reduce_split_k(&self, b: &mut Body) -> Result<(), String> {
        let Some(split_k) = &self.split_k else { return Ok(()) };
        let last = self.last_op();
        let reduction = SplitKReduction::new(b, self, split_k);
        reduction.map(&mut Builder::before(b, last))
    }
}

/// The second kernel.
struct SplitKReduction<'a> {
    product: &'a Product,
    split_k: &'a SplitK,
    /// Sums of a thread, which are neighbours.
    width: i64,
    /// The number of vectors of `width` sums.
    vectors: i64,
    /// Threads that share a sum; each adds some of its parts.
    groups: i64,
}

impl<'a> SplitKReduction<'a> {
    fn new(b: &Body, product: &'a Product, split_k: &'a SplitK) -> Self {
        let [m, n, _] = product.sizes();
        let fastest = product.loops.n.last().map_or(n, |&l| product.nest.ranges[l]);
        let bits = i64::from(b.cx().bit_width(product.sum).unwrap_or(32));
        let width = [4, 2, 1].into_iter().find(|w| fastest % w == 0 && w * bits <= 128).unwrap_or(1);
        let vectors = product.batches() * m * n / width;
        let mut groups = 1;
        while groups * NEIGHBOURS < BLOCK && groups * 2 <= split_k.count && vectors * groups < BLOCK * 256 {
            groups *= 2;
        }
        Self { product, split_k, width, vectors, groups }
    }

    fn map(&self, b: &mut Builder<'_>) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let lanes = BLOCK / self.groups;
        let shared =
            AddressSpace::Workgroup.memref(&cx, &[self.groups, lanes * self.width], self.product.sum);
        let buffers = if self.groups > 1 { vec![shared] } else { Vec::new() };
        let shape = LaunchShape { workgroup: &buffers, ..LaunchShape::default() };
        let (one, threads) = (constant_index(b, 1), constant_index(b, BLOCK));
        let blocks = constant_index(b, up(self.vectors, lanes));
        let mut result = Ok(());
        LaunchOp::create(b, [blocks, one, one], [threads, one, one], &shape, |b, args| {
            let shared = args.workgroup().first().copied();
            result = self.emit(b, args.block_ids()[0], args.thread_ids()[0], shared);
        });
        result
    }

    fn emit(
        &self,
        b: &mut Builder<'_>,
        block: Value,
        thread: Value,
        shared: Option<Value>,
    ) -> Result<(), String> {
        let lanes = BLOCK / self.groups;
        let (group, lane) = if self.groups > 1 {
            (div(b, thread, lanes), rem(b, thread, lanes))
        } else {
            (constant_index(b, 0), thread)
        };
        let first = times(b, block, lanes);
        let vector = add(b, first, lane);
        let fits = self.vectors % lanes == 0;
        let inside = (!fits).then(|| less(b, vector, self.vectors));
        // Threads behind the end read the last sums again.
        let vector = if fits {
            vector
        } else {
            let last = constant_index(b, self.vectors - 1);
            MinUIOp::build(b, vector, last)
        };
        let at = times(b, vector, self.width);
        let sum = self.sum(b, group, at);
        let Some(shared) = shared else {
            return only_if(b, inside, |b| self.epilogue(b, at, sum));
        };
        let column = times(b, lane, self.width);
        self.store(b, shared, &[group, column], sum);
        BarrierOp::build(b);
        let is_first = less(b, thread, lanes);
        let inside = both(b, Some(is_first), inside);
        only_if(b, inside, |b| {
            let mut sum = sum;
            for g in 1..self.groups {
                let g = constant_index(b, g);
                let other = self.load(b, shared, &[g, column]);
                sum = self.plus(b, sum, other);
            }
            self.epilogue(b, at, sum)
        })
    }

    /// Adds the parts that a group of threads is responsible for.
    fn sum(&self, b: &mut Builder<'_>, group: Value, at: Value) -> Value {
        let ty = self.vector(b);
        let zero = zeros(b, ty);
        let (groups, count) = (self.groups, self.split_k.count);
        let rounds = up(count, groups);
        // Rounds in which every group has a part are unrolled by four.
        let fours = count / groups / TOGETHER;
        let (from, to, one) = (constant_index(b, 0), constant_index(b, fours), constant_index(b, 1));
        let looped = ForOp::create(b, [from, to, one], &[zero], |b, round, carried| {
            let first = times(b, round, groups * TOGETHER);
            let first = add(b, first, group);
            let numbers: Vec<Value> = (0..TOGETHER).map(|i| add_const(b, first, i * groups)).collect();
            let loaded: Vec<Value> =
                numbers.into_iter().map(|part| self.load(b, self.split_k.buffer, &[part, at])).collect();
            vec![loaded.into_iter().fold(carried[0], |sum, v| self.plus(b, sum, v))]
        });
        let mut sum = b.results(looped.op())[0];
        for round in fours * TOGETHER..rounds {
            let part = add_const(b, group, round * groups);
            let v = if (round + 1) * groups <= count {
                self.load(b, self.split_k.buffer, &[part, at])
            } else {
                let last = constant_index(b, count - 1);
                let known = MinUIOp::build(b, part, last);
                let v = self.load(b, self.split_k.buffer, &[known, at]);
                let inside = compare(b, CmpIPredicate::Ule, part, last);
                select(b, inside, v, zero)
            };
            sum = self.plus(b, sum, v);
        }
        sum
    }

    /// The initial value is added to the sums, which are stored where those of the product are.
    fn epilogue(&self, b: &mut Builder<'_>, at: Value, sum: Value) -> Result<(), String> {
        let product = self.product;
        let [m, n, _] = product.sizes();
        let mut sums: Vec<Value> = match self.width {
            1 => vec![sum],
            width => (0..width).map(|i| ExtractOp::create(b, sum, &[i.into()])).collect(),
        };
        if let Some(start) = self.split_k.start {
            sums = sums.into_iter().map(|v| self.plus(b, start, v)).collect();
        }
        let column = rem(b, at, n);
        let above = div(b, at, n);
        let (row, above) = if product.loops.batch.is_empty() {
            (above, above)
        } else {
            (rem(b, above, m), div(b, above, m))
        };
        let batch = product.numbers_of_batch(b, above);
        product.write_inside(b, &Place { batch: &batch, row, column }, &sums)
    }

    /// The type of a thread's sums.
    fn vector(&self, b: &Builder<'_>) -> Type {
        let sum = self.product.sum;
        if self.width == 1 { sum } else { b.cx().vector(&[self.width], sum) }
    }
    fn load(&self, b: &mut Builder<'_>, buffer: Value, at: &[Value]) -> Value {
        if self.width == 1 {
            return LoadOp::create(b, buffer, at);
        }
        let (ty, align) = (self.vector(b), self.align(b));
        strata_vector::LoadOp::build(b, buffer, at, None, align, ty)
    }
    fn store(&self, b: &mut Builder<'_>, buffer: Value, at: &[Value], v: Value) {
        if self.width == 1 {
            strata_memref::StoreOp::create(b, v, buffer, at);
        } else {
            let align = self.align(b);
            strata_vector::StoreOp::build(b, v, buffer, at, None, align);
        }
    }
    fn align(&self, b: &Builder<'_>) -> Option<Attr> {
        let bytes = i64::from(b.cx().bit_width(self.product.sum)?) / 8 * self.width;
        Some(b.cx().i64_attr(bytes))
    }
    fn plus(&self, b: &mut Builder<'_>, x: Value, y: Value) -> Value {
        if b.cx().as_float(self.product.sum).is_some() {
            AddFOp::build(b, x, y, None)
        } else {
            AddIOp::build(b, x, y, None)
        }
    }
}
