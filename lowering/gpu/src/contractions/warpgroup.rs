//! Kernels for the tensor cores that read their factors from shared memory: one warp group has boxes of the factors copied there,
//! two others multiply.
//!
//! A barrier for each stage says that its bytes have come, another one that both multiplying groups have read them. A group starts
//! the products of a step before those of the step before are complete, whose stage it gives back after that.

use strata_arith::{CmpIPredicate, ConstantOp, constant_index};
use strata_gpu::{AddressSpace, BarrierOp};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_llvm as llvm;
use strata_memref::{CastOp, ReinterpretCastOp, layout};
use strata_nvgpu::{
    MBarrierArriveExpectTxOp, MBarrierArriveOp, MBarrierCreateOp, MBarrierInitOp, MBarrierTokenType,
    MBarrierTryWaitParityOp, TensorMapDescriptorType, TmaAsyncLoadOp, TmaCreateDescriptorOp,
    WarpgroupAccumulatorType, WarpgroupDescriptorType, WarpgroupGenerateDescriptorOp,
    WarpgroupMmaInitAccumulatorOp, WarpgroupMmaOp,
    types::{Interleave, L2Promotion, OutOfBounds, Swizzle},
};
use strata_nvvm as nvvm;
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;

use super::{
    end::Place,
    numbers::{add, add_number, and, compare, div, rem, select, times, xor},
    product::{Factor, Product},
    staged::launch,
    tensor::{constant_value, place_of_block, zero},
};

/// Rows of a block, and elements of one step along the sum.
const M: i64 = 128;
const K: i64 = 64;
/// Rows of a multiplying group.
const ROWS: i64 = 64;
/// Elements of the 128 bytes that rows of a box have.
const BOX: i64 = 64;
/// Steps whose factors are in shared memory at once.
const STAGES: i64 = 4;
/// Threads of a group.
const GROUP: i64 = 128;
/// Registers of a thread that only starts copies, and of one that multiplies.
const REGISTERS: [i64; 2] = [40, 232];
/// How long a wait may take before it starts anew.
const TICKS: i64 = 10_000_000;

/// Whether there is a kernel for the product: boxes want rows of multiples of 16 bytes, and enough of them.
pub(super) fn fits(b: &Body, product: &Product) -> bool {
    let [m, n, k] = product.sizes();
    let wide = product.a.together == 8 && product.b.together == 8;
    // A first factor by columns wants a second one by rows.
    let orders = product.a.along_k || !product.b.along_k;
    let start = product.start.and_then(|v| constant_value(b, v));
    let zero = start == Some(zero(b.cx(), product.sum));
    // Boxes are parts of matrices.
    let loops = &product.loops;
    let matrices = [&loops.m, &loops.n, &loops.k].iter().all(|l| l.len() == 1)
        && [&product.a, &product.b].iter().all(|f| f.map.n_results() == 2);
    wide && orders && zero && matrices && product.loops.batch.is_empty() && m >= ROWS && n >= ROWS && k >= K
}

/// A factor's part of the kernel: boxes of 64 columns, or of all rows where the sum is along the rows.
struct Boxes {
    along_k: bool,
    /// Rows and columns of all boxes of a step as one matrix.
    own: i64,
    /// Sizes of one box.
    rows: i64,
    count: i64,
    map: Value,
    elem: Type,
}

impl Boxes {
    fn new(b: &mut Builder<'_>, factor: &Factor, elem: Type, own: i64) -> Self {
        let cx = b.cx_arc().clone();
        let (rows, count) = if factor.along_k { (own, 1) } else { (K, own / BOX) };
        let unranked = cx.ty(UnrankedMemRefType { elem, memory_space: None });
        let source = CastOp::build(b, factor.buffer, unranked);
        let tensor = AddressSpace::Workgroup.memref(&cx, &[rows, BOX], elem);
        let map_type = cx.ty(TensorMapDescriptorType {
            tensor,
            swizzle: Swizzle::B128,
            l2promo: L2Promotion::B256,
            oob: OutOfBounds::Zero,
            interleave: Interleave::None,
        });
        let sizes = [constant_index(b, rows), constant_index(b, BOX)];
        let map = TmaCreateDescriptorOp::build(b, source, &sizes, map_type);
        Self { along_k: factor.along_k, own, rows, count, map, elem }
    }
    /// Elements of a stage.
    fn elements(&self) -> i64 {
        self.own * K
    }
    fn buffer(&self, cx: &Context) -> Type {
        AddressSpace::Workgroup.memref(cx, &[STAGES, self.count, self.rows, BOX], self.elem)
    }
    /// A matrix in a buffer, from an element on.
    fn part(&self, b: &mut Builder<'_>, buffer: Value, first: Value, [rows, columns]: [i64; 2]) -> Value {
        let cx = b.cx_arc().clone();
        let whole = AddressSpace::Workgroup.memref(&cx, &[rows, columns], self.elem);
        let strides = layout::Strided { strides: vec![columns, 1], offset: DYNAMIC };
        let ty = match cx.type_as::<MemRefType>(whole) {
            Some(t) => layout::with_layout(&cx, t, &[rows, columns], &strides),
            None => whole,
        };
        let [r, c, one] = [rows, columns, 1].map(MixedIndex::Static);
        ReinterpretCastOp::of(b, buffer, MixedIndex::Value(first), &[r, c], &[c, one], ty)
    }
    /// Starts the copies of a step.
    fn load(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        (barriers, first, k): (Value, Value, Value),
    ) {
        let start = times(b, stage, self.elements());
        for i in 0..self.count {
            let to = add_number(b, start, i * self.rows * BOX);
            let to = self.part(b, buffer, to, [self.rows, BOX]);
            let own = add_number(b, first, i * BOX);
            // The fast dimension comes first.
            let at = if self.along_k { [k, own] } else { [own, k] };
            TmaAsyncLoadOp::build(b, to, barriers, self.map, &at, stage, None, None);
        }
    }
    /// What describes the part of a stage that begins `own` rows or columns further, to the tensor cores.
    fn descriptor(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        own: Option<Value>,
        shape: [i64; 2],
    ) -> Value {
        let cx = b.cx_arc().clone();
        let mut start = times(b, stage, self.elements());
        if let Some(own) = own {
            // A row of a box along the sum, or a whole box of 64 columns: either has 64 elements for one.
            let moved = times(b, own, BOX);
            start = add(b, start, moved);
        }
        let matrix = self.part(b, buffer, start, shape);
        let tensor = AddressSpace::Workgroup.memref(&cx, &shape, self.elem);
        let ty = cx.ty(WarpgroupDescriptorType { tensor });
        WarpgroupGenerateDescriptorOp::build(b, matrix, self.map, ty)
    }
}

/// The kernel of a product, with blocks of this many columns.
pub(super) fn map(b: &mut Body, product: &Product, columns: i64) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let [m, n, k] = product.sizes();
    let mut builder = Builder::before(b, product.last_op());
    let b = &mut builder;
    let factors =
        [Boxes::new(b, &product.a, product.elem, M), Boxes::new(b, &product.b, product.elem, columns)];
    let blocks = [(m + M - 1) / M, (n + columns - 1) / columns];
    let kernel = Kernel { product, columns, factors, blocks, steps: (k + K - 1) / K };
    let types = [0, 1].map(|i| kernel.factors[i].buffer(&cx));
    launch(b, blocks[0] * blocks[1], 3 * GROUP, types, |b, block, thread, buffers| {
        kernel.emit(b, block, thread, buffers)
    })
}

struct Kernel<'a> {
    product: &'a Product,
    /// Columns of a block.
    columns: i64,
    factors: [Boxes; 2],
    blocks: [i64; 2],
    steps: i64,
}

/// Shared memory, its barriers, and the first row and column of the block.
struct Shared {
    buffers: [Value; 2],
    /// Bytes have come; bytes have been read.
    full: Value,
    empty: Value,
    first: [Value; 2],
}

fn flag(b: &mut Builder<'_>, value: bool) -> Value {
    let cx = b.cx_arc().clone();
    ConstantOp::build(b, cx.bool_attr(value), cx.i1())
}

fn wait(b: &mut Builder<'_>, barriers: Value, parity: Value, stage: Value) {
    let ticks = constant_index(b, TICKS);
    MBarrierTryWaitParityOp::build(b, barriers, parity, ticks, stage);
}

/// The stage and the parity after these.
fn following(b: &mut Builder<'_>, stage: Value, parity: Value) -> [Value; 2] {
    let next = add_number(b, stage, 1);
    let end = constant_index(b, STAGES);
    let wraps = compare(b, CmpIPredicate::Eq, next, end);
    let first = constant_index(b, 0);
    let next = select(b, wraps, first, next);
    [next, xor(b, parity, wraps)]
}

impl Kernel<'_> {
    fn emit(
        &self,
        b: &mut Builder<'_>,
        block: Value,
        thread: Value,
        buffers: [Value; 2],
    ) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let (_, [row, column]) = place_of_block(b, self.product, self.blocks, block);
        let first = [times(b, row, M), times(b, column, self.columns)];
        let (full, empty) = (MBarrierCreateOp::of(b, STAGES as u32), MBarrierCreateOp::of(b, STAGES as u32));
        let shared = Shared { buffers, full, empty, first };
        let zero = constant_index(b, 0);
        let is_first = compare(b, CmpIPredicate::Eq, thread, zero);
        IfOp::create_then(b, is_first, &[], |b| {
            for s in 0..STAGES {
                let stage = constant_index(b, s);
                for (barriers, arrivals) in [(full, 1), (empty, 2)] {
                    let count = constant_index(b, arrivals);
                    MBarrierInitOp::build(b, barriers, count, stage, None);
                }
            }
            nvvm::FenceMbarrierInitOp::build(b);
            let space = nvvm::SharedSpace::Cta.attr(&cx);
            nvvm::FenceProxyOp::build(b, nvvm::ProxyKind::AsyncShared.attr(&cx), Some(space));
            Vec::new()
        });
        BarrierOp::build(b);
        let group = div(b, thread, GROUP);
        let copies = compare(b, CmpIPredicate::Eq, group, zero);
        let mut result = Ok(());
        IfOp::create(
            b,
            copies,
            &[],
            |b| {
                registers(b, nvvm::SetMaxRegisterAction::Decrease, REGISTERS[0]);
                IfOp::create_then(b, is_first, &[], |b| {
                    self.copies(b, &shared);
                    Vec::new()
                });
                Vec::new()
            },
            |b| {
                registers(b, nvvm::SetMaxRegisterAction::Increase, REGISTERS[1]);
                result = self.products(b, &shared, thread, group);
                Vec::new()
            },
        );
        result
    }

    /// What the copying thread does.
    fn copies(&self, b: &mut Builder<'_>, shared: &Shared) {
        let bounds = [0, self.steps, 1].map(|n| constant_index(b, n));
        // The first time that a stage is filled nobody has to have read it.
        let start = [constant_index(b, 0), flag(b, true)];
        let elem = b.cx().bit_width(self.product.elem).unwrap_or(16) / 8;
        let bytes = self.factors.iter().map(Boxes::elements).sum::<i64>() * i64::from(elem);
        ForOp::create(b, bounds, &start, |b, step, carried| {
            let (stage, parity) = (carried[0], carried[1]);
            wait(b, shared.empty, parity, stage);
            let bytes = constant_index(b, bytes);
            MBarrierArriveExpectTxOp::build(b, shared.full, bytes, stage, None);
            let k = times(b, step, K);
            for (i, factor) in self.factors.iter().enumerate() {
                factor.load(b, (shared.buffers[i], stage), (shared.full, shared.first[i], k));
            }
            following(b, stage, parity).to_vec()
        });
    }

    /// What a multiplying group does.
    fn products(
        &self,
        b: &mut Builder<'_>,
        shared: &Shared,
        thread: Value,
        group: Value,
    ) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let sum = self.product.sum;
        let ty = cx.ty(WarpgroupAccumulatorType { fragmented: cx.vector(&[ROWS, self.columns], sum) });
        let own_group = add_number(b, group, -1);
        let own = times(b, own_group, ROWS);
        let me = rem(b, thread, GROUP);
        let zero = constant_index(b, 0);
        let speaks = compare(b, CmpIPredicate::Eq, me, zero);
        let bounds = [0, self.steps, 1].map(|n| constant_index(b, n));
        let start = [WarpgroupMmaInitAccumulatorOp::build(b, ty), zero, flag(b, false), zero];
        let looped = ForOp::create(b, bounds, &start, |b, step, carried| {
            let &[sums, stage, parity, before] = carried else { return carried.to_vec() };
            wait(b, shared.full, parity, stage);
            let x = self.factors[0].descriptor(b, (shared.buffers[0], stage), Some(own), [ROWS, K]);
            let y = self.factors[1].descriptor(b, (shared.buffers[1], stage), None, [K, self.columns]);
            let [tx, ty_] = [0, 1].map(|i| (!self.factors[i].along_k).then(|| cx.unit()));
            let left = Some(cx.i64_attr(1));
            let sums = WarpgroupMmaOp::build(b, x, y, left, tx, ty_, sums, ty);
            // The products of the step before are complete, so its stage can be filled anew.
            let zero = constant_index(b, 0);
            let later = compare(b, CmpIPredicate::Ne, step, zero);
            let gives_back = strata_arith::AndIOp::build(b, speaks, later);
            IfOp::create_then(b, gives_back, &[], |b| {
                let token = b.cx().ty(MBarrierTokenType);
                MBarrierArriveOp::build(b, shared.empty, before, token);
                Vec::new()
            });
            let [next, parity] = following(b, stage, parity);
            vec![sums, next, parity, stage]
        });
        let sums = b.result(looped.op(), 0);
        nvvm::WgmmaWaitGroupSyncOp::build(b, cx.i64_attr(0));
        self.end(b, shared, own, me, sums)
    }

    /// Writes the sums: pairs of neighbours, in rows that are eight apart.
    fn end(
        &self,
        b: &mut Builder<'_>,
        shared: &Shared,
        own: Value,
        me: Value,
        sums: Value,
    ) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let registers = crate::nvgpu::types(&cx, b.ty(sums)).ok_or("its sums have no registers")?;
        let cast = strata_builtin::UnrealizedConversionCastOp::build(b, &[sums], &[registers]).op();
        let all = b.result(cast, 0);
        let [m, n, _] = self.product.sizes();
        let fits = [m % M == 0, n % self.columns == 0];
        let lane = and(b, me, 31);
        let warp = div(b, me, 32);
        let row = div(b, lane, 4);
        let of_warp = times(b, warp, 16);
        let row = add(b, row, of_warp);
        let row = add(b, row, own);
        let row = add(b, row, shared.first[0]);
        let column = and(b, lane, 3);
        let column = times(b, column, 2);
        let column = add(b, column, shared.first[1]);
        for half in 0..2 {
            let row = add_number(b, row, half * 8);
            for j in 0..self.columns / 8 {
                let column = add_number(b, column, j * 8);
                let pair = [0, 1].map(|i| {
                    let position = cx.i64_array(&[0, 4 * j + 2 * half + i]);
                    llvm::ExtractValueOp::build(b, all, position, self.product.sum)
                });
                let place = Place { batch: &[], row, column };
                self.product.write(b, &place, &pair, fits)?;
            }
        }
        Ok(())
    }
}

/// Changes how many registers the threads of a group have.
fn registers(b: &mut Builder<'_>, action: nvvm::SetMaxRegisterAction, count: i64) {
    let cx = b.cx_arc().clone();
    nvvm::SetMaxRegisterOp::build(b, cx.int_attr(count, cx.i32()), action.attr(&cx));
}
