//! Copies of buffers to shared memory by the unit of Hopper's GPUs that copies tiles of tensors.
//!
//! ```mlir
//! gpu.launch … {
//!   linalg.copy ins(%x : memref<64x8xf32>) outs(%s : memref<64x8xf32, #gpu.address_space<workgroup>>)
//! ```
//! becomes
//! ```mlir
//! %u = memref.cast %x : memref<64x8xf32> to memref<*xf32>
//! %d = nvgpu.tma.create.descriptor %u box[%c64, %c8] : …
//! gpu.launch … {
//!   %b = nvgpu.mbarrier.create …
//!   nvgpu.mbarrier.init %b[%c0], %threads
//!   gpu.barrier
//!   scf.if %is_first_thread {
//!     nvgpu.tma.async.load %d[%c0, %c0], %b[%c0] to %s …
//!     nvgpu.mbarrier.arrive.expect_tx %b[%c0], %bytes
//!   } else {
//!     nvgpu.mbarrier.arrive.expect_tx %b[%c0], %c0
//!   }
//!   nvgpu.mbarrier.try_wait.parity %b[%c0], %false, %ticks
//! ```
//! All copies wait at one barrier. What is copied is defined before the launch.

use strata_arith::{CmpIPredicate, constant_index};
use strata_gpu::{BarrierOp, Dimension, LaunchOp, ThreadIdOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::CopyOp;
use strata_memref::CastOp;
use strata_nvgpu::{
    MBarrierArriveExpectTxOp, MBarrierCreateOp, MBarrierInitOp, MBarrierTryWaitParityOp,
    TensorMapDescriptorType, TmaAsyncLoadOp, TmaCreateDescriptorOp,
    types::{Interleave, L2Promotion, OutOfBounds, Swizzle},
};
use strata_passes_analysis::{affine_size::composed_apply, index_arith::compare};
use strata_scf::IfOp;
use strata_tensor::MixedIndex;

/// The time limit of one wait in nanoseconds, as upstream's.
const TICKS: i64 = 10_000_000;

/// A copy to shared memory.
struct Copy {
    /// The description of the source.
    descriptor: Value,
    /// The destination.
    shared: Value,
    rank: usize,
    bytes: i64,
}

/// The launch around an op.
pub fn launch_of(body: &Body, op: Op) -> Option<LaunchOp> {
    let around =
        std::iter::successors(
            body.parent_op(op),
            |&at| {
                if at == Op::SELF { None } else { body.parent_op(at) }
            },
        );
    around.filter(|&at| at != Op::SELF).find_map(|at| at.as_op::<LaunchOp>(body))
}

/// Rewrites copies in a launch; `None`, with nothing changed, if the shape of one is not known, or one is no tile.
pub fn rewrite(body: &mut Body, launch: LaunchOp, ops: &[Op]) -> Option<()> {
    let &first = ops.first()?;
    let mut sizes = Vec::new();
    for &op in ops {
        let [source, shared] = [0, 1].map(|i| body.operand(op, i));
        let from = body.cx().type_as::<MemRefType>(body.ty(source))?;
        let ty = body.cx().type_as::<MemRefType>(body.ty(shared))?;
        let defined_in = match body.def(source) {
            Def::Result { op, .. } => op,
            Def::Arg { block, .. } => body.block_parent_op(block)?,
            Def::Forward => return None,
        };
        let outside = defined_in == Op::SELF || !body.is_ancestor(launch.op(), defined_in);
        if !outside || from.shape != ty.shape || ty.shape.iter().any(|&n| n < 0) {
            return None;
        }
        let bits = i64::from(body.cx().bit_width(ty.elem)?);
        let n = ty.shape.iter().try_fold(1i64, |n, &size| n.checked_mul(size))?;
        sizes.push(n.checked_mul(bits)? / 8);
    }
    let mut b = Builder::before(body, first);
    let threads = launch.block_size(&b).map(MixedIndex::Value);
    let product = AffineExpr::symbol(0) * AffineExpr::symbol(1) * AffineExpr::symbol(2);
    let threads = composed_apply(&mut b, &AffineMap::new(0, 3, vec![product]), &threads)?;
    let barrier = MBarrierCreateOp::create(&mut b, 1);
    let zero = constant_index(&mut b, 0);
    let threads = threads.materialize(&mut b)?;
    MBarrierInitOp::build(&mut b, barrier, threads, zero, None);
    BarrierOp::build(&mut b);
    let copies = describe(body, launch, ops, &sizes)?;
    let mut b = Builder::before(body, first);
    load(&mut b, barrier, &copies);
    wait(&mut b, barrier)?;
    ops.iter().for_each(|&op| body.erase(op));
    Some(())
}

/// Describes the sources before the launch.
fn describe(body: &mut Body, launch: LaunchOp, ops: &[Op], sizes: &[i64]) -> Option<Vec<Copy>> {
    let mut out = Vec::new();
    for (&op, &bytes) in ops.iter().zip(sizes) {
        let mut b = Builder::before(body, launch.op());
        let [source, shared] = [0, 1].map(|i| b.operand(op, i));
        let from = b.cx().type_as::<MemRefType>(b.ty(source))?;
        let unranked = UnrankedMemRefType { elem: from.elem, memory_space: from.memory_space };
        let unranked = b.cx().ty(unranked);
        let tensor = b.ty(shared);
        let shape = b.cx().type_as::<MemRefType>(tensor)?.shape.to_vec();
        let cast = CastOp::build(&mut b, source, unranked);
        let tile: Vec<Value> = shape.iter().map(|&n| constant_index(&mut b, n)).collect();
        let map = b.cx().ty(TensorMapDescriptorType {
            tensor,
            swizzle: Swizzle::None,
            l2promo: L2Promotion::None,
            oob: OutOfBounds::Zero,
            interleave: Interleave::None,
        });
        let descriptor = TmaCreateDescriptorOp::build(&mut b, cast, &tile, map);
        out.push(Copy { descriptor, shared, rank: shape.len(), bytes });
    }
    Some(out)
}

/// The first thread starts the copies and expects their bytes, the others only arrive.
fn load(b: &mut Builder<'_>, barrier: Value, copies: &[Copy]) {
    let zero = constant_index(b, 0);
    let thread = ThreadIdOp::create(b, Dimension::X);
    let is_first = compare(b, CmpIPredicate::Eq, thread, zero);
    let expect = |b: &mut Builder<'_>, bytes: i64| {
        let bytes = constant_index(b, bytes);
        let which = constant_index(b, 0);
        MBarrierArriveExpectTxOp::build(b, barrier, bytes, which, None);
        Vec::new()
    };
    let all = copies.iter().fold(0i64, |sum, copy| sum.saturating_add(copy.bytes));
    IfOp::create(
        b,
        is_first,
        &[],
        |b| {
            for copy in copies {
                let zero = constant_index(b, 0);
                let at = vec![zero; copy.rank];
                TmaAsyncLoadOp::build(b, copy.shared, barrier, copy.descriptor, &at, zero, None, None);
            }
            expect(b, all)
        },
        |b| expect(b, 0),
    );
}

/// Waits for the first phase.
fn wait(b: &mut Builder<'_>, barrier: Value) -> Option<()> {
    let mut state = OpState::new(b.cx().op_info("llvm.mlir.constant")?, b.cur_loc());
    let parity = b.cx().bool_attr(false);
    state.set_attr(b.cx(), "value", parity);
    state.result_types.push(b.cx().i1());
    let parity = b.build(state);
    let parity = b.result(parity, 0);
    let ticks = constant_index(b, TICKS);
    let which = constant_index(b, 0);
    MBarrierTryWaitParityOp::build(b, barrier, parity, ticks, which);
    Some(())
}

/// Whether an op is a copy of buffers.
pub fn is_copy(body: &Body, op: Op) -> bool {
    op.isa::<CopyOp>(body) && body.results(op).is_empty()
}
