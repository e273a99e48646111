//! `memref-expand`: ops on buffers without an address computation of their own become ops that have one.
//!
//! # Before
//! ```mlir
//! %0 = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
//! %1 = memref.atomic_rmw mulf %v, %m[%i] : (f32, memref<?xf32>) -> f32
//! ```
//! # After
//! ```mlir
//! %n = memref.load %shape[%c0] : memref<2xindex>
//! %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32>
//! %1 = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
//! ^bb0(%old: f32):
//!   %new = arith.mulf %old, %v : f32
//!   memref.atomic_yield %new : f32
//! }
//! ```
//! An update that is a processor instruction, or a loop that LLVM generates, stays as it is. An asynchronous transfer
//! (`memref.dma_start`) becomes a loop that copies, and the wait for it nothing: the CPU has no engine for it, and a copy that is done at
//! once is never late. Reshapes of buffers with a layout or of unknown rank are left alone.

mod dma;
pub mod realloc;

use strata_arith::{AtomicRmwKind, constant_index};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_memref::{
    AtomicRMWOp, AtomicYieldOp, DmaStartOp, DmaWaitOp, GenericAtomicRMWOp, LoadOp, ReinterpretCastOp,
    ReshapeOp,
};
use strata_passes_analysis::index_arith::value;
use strata_tensor::MixedIndex;

/// Expands the ops of a body. Returns how many there were.
pub fn expand(body: &mut Body) -> usize {
    let mut changed = 0;
    for op in body.all_ops() {
        let b = &mut Builder::before(body, op);
        let done = if let Some(op) = op.as_op::<AtomicRMWOp>(b) {
            atomic(b, op).is_some()
        } else if let Some(op) = op.as_op::<ReshapeOp>(b) {
            reshape(b, op).is_some()
        } else if let Some(op) = op.as_op::<DmaStartOp>(b) {
            dma::start(b, op).is_some()
        } else {
            op.isa::<DmaWaitOp>(b)
        };
        if done {
            body.erase(op);
            changed += 1;
        }
    }
    changed
}

/// The op for a kind of update that is done by compare and exchange, or `None` for other kinds: products, and types that LLVM has no
/// instruction for.
fn name_of(b: &Body, kind: AtomicRmwKind, ty: Type) -> Option<&'static str> {
    use AtomicRmwKind::*;
    let narrow = match b.cx().as_float(ty) {
        Some(f) => f.width() < 32,
        None => !matches!(b.cx().bit_width(ty), Some(8 | 16 | 32 | 64)),
    };
    Some(match kind {
        Mulf => "arith.mulf",
        Muli => "arith.muli",
        _ if !narrow => return None,
        Addf => "arith.addf",
        Addi => "arith.addi",
        Andi => "arith.andi",
        Maximumf => "arith.maximumf",
        Maxnumf => "arith.maxnumf",
        Maxs => "arith.maxsi",
        Maxu => "arith.maxui",
        Minimumf => "arith.minimumf",
        Minnumf => "arith.minnumf",
        Mins => "arith.minsi",
        Minu => "arith.minui",
        Ori => "arith.ori",
        Xori => "arith.xori",
        Assign => "",
    })
}

fn atomic(b: &mut Builder<'_>, op: AtomicRMWOp) -> Option<()> {
    let (value, memref) = (op.value(b), op.memref(b));
    let ty = b.ty(value);
    let kind = AtomicRmwKind::from_attr(b.cx(), Attr::from(op.kind(b)))?;
    let name = name_of(b, kind, ty)?;
    let indices: Vec<Value> = op.indices(b).collect();
    let generic = GenericAtomicRMWOp::build(b, memref, &indices);
    b.region_block(generic.op(), 0, &[ty], |b, block| {
        let old = b.block_args(block)[0];
        let new = if name.is_empty() { Some(value) } else { payload::op(b, name, &[old, value], ty).ok() };
        AtomicYieldOp::build(b, new.unwrap_or(value));
    });
    let (old, new) = (b.result(op.op(), 0), b.result(generic.op(), 0));
    b.replace_all_uses(old, new);
    Some(())
}

fn reshape(b: &mut Builder<'_>, op: ReshapeOp) -> Option<()> {
    let (source, list) = (b.operand(op.op(), 0), b.operand(op.op(), 1));
    let result = b.result(op.op(), 0);
    let ty = b.ty(result);
    let plain = |v: Value| b.cx().type_as::<MemRefType>(b.ty(v)).filter(|m| m.layout.is_none());
    plain(source)?;
    let shape = plain(result)?.shape.to_vec();
    let index = b.cx().index();
    let mut sizes = Vec::new();
    for (d, &n) in shape.iter().enumerate() {
        sizes.push(if n == DYNAMIC {
            let place = constant_index(b, d as i64);
            let n = LoadOp::build(b, list, &[place], None, None);
            let n = if b.ty(n) == index { n } else { strata_arith::IndexCastOp::build(b, n, index) };
            MixedIndex::Value(n)
        } else {
            MixedIndex::Static(n)
        });
    }
    let strides = row_major(b, &sizes);
    let new = ReinterpretCastOp::create(b, source, MixedIndex::Static(0), &sizes, &strides, ty);
    b.replace_all_uses(result, new);
    Some(())
}

/// The strides of contiguous rows.
fn row_major(b: &mut Builder<'_>, sizes: &[MixedIndex]) -> Vec<MixedIndex> {
    let mut strides = vec![MixedIndex::Static(1); sizes.len()];
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = match (strides[d], sizes[d]) {
            (MixedIndex::Static(1), n) => n,
            (MixedIndex::Static(x), MixedIndex::Static(y)) => MixedIndex::Static(x.saturating_mul(y)),
            (x, y) => {
                let (x, y) = (value(b, x), value(b, y));
                MixedIndex::Value(strata_arith::MulIOp::build(b, x, y, None))
            }
        };
    }
    strides
}
