//! Buffers that code of the host allocates and that becomes part of a kernel: they are allocated in front of the launch.

use strata_arith::{MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::{AllocOp, AllocaOp, DeallocOp, ViewOp};
use strata_tensor::MixedIndex;

/// Buffers start at multiples of so many bytes.
const ALIGN: i64 = 128;

/// The allocations in an op, without the ops that free them, which are erased.
fn allocations(b: &mut Body, op: Op) -> Vec<Op> {
    let all = b.ops_in(op);
    let found: Vec<Op> =
        all.iter().copied().filter(|o| o.isa::<AllocOp>(b) || o.isa::<AllocaOp>(b)).collect();
    for o in all {
        if o.isa::<DeallocOp>(b) {
            b.erase(o);
        }
    }
    found
}

/// Moves the allocations in an op here. Returns the buffers.
pub(crate) fn per_launch(b: &mut Builder<'_>, op: Op) -> Vec<Value> {
    let mut buffers = Vec::new();
    for alloc in allocations(b.body(), op) {
        let old = b.result(alloc, 0);
        let ty = b.ty(old);
        let new = AllocOp::of(b, ty, &[]);
        b.replace_all_uses(old, new);
        b.erase(alloc);
        buffers.push(new);
    }
    buffers
}

/// Buffers of which each block has its own.
pub(crate) struct PerBlock {
    /// The allocation in the loop, the bytes of all blocks, and those of one.
    all: Vec<(Op, Value, i64)>,
}

/// Allocates here what each of `count` iterations of an op allocates.
pub(crate) fn per_block(b: &mut Builder<'_>, op: Op, count: MixedIndex) -> Result<PerBlock, String> {
    let mut all = Vec::new();
    for alloc in allocations(b.body(), op) {
        let bytes = bytes(b, b.result(alloc, 0)).ok_or("a buffer in it has no known size")?;
        let bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
        let i8 = b.cx().int_type(8);
        let buffer = match count {
            MixedIndex::Static(n) => {
                let total = n.checked_mul(bytes).ok_or("its buffers are too large")?;
                let ty = b.cx().memref(&[total], i8);
                AllocOp::of(b, ty, &[])
            }
            MixedIndex::Value(n) => {
                let each = constant_index(b, bytes);
                let total = MulIOp::build(b, n, each, None);
                let ty = b.cx().memref(&[DYNAMIC], i8);
                AllocOp::of(b, ty, &[total])
            }
        };
        all.push((alloc, buffer, bytes));
    }
    Ok(PerBlock { all })
}

impl PerBlock {
    /// Makes the buffers of a block here, in place of those of an iteration.
    pub(crate) fn place(&self, b: &mut Builder<'_>, block: Value) {
        for &(alloc, buffer, bytes) in &self.all {
            let old = b.result(alloc, 0);
            let each = constant_index(b, bytes);
            let start = MulIOp::build(b, block, each, None);
            let ty = b.ty(old);
            let new = ViewOp::build(b, buffer, start, &[], ty);
            b.replace_all_uses(old, new);
            b.erase(alloc);
        }
    }
    pub(crate) fn free(&self, b: &mut Builder<'_>) {
        for &(_, buffer, _) in &self.all {
            DeallocOp::build(b, buffer);
        }
    }
}

/// The bytes of a buffer without gaps.
fn bytes(b: &Body, v: Value) -> Option<i64> {
    let cx = b.cx();
    let t = cx.type_as::<MemRefType>(b.ty(v)).filter(|t| t.layout.is_none())?;
    let elem = match cx.bit_width(t.elem) {
        Some(bits) => i64::from(bits.div_ceil(8).next_power_of_two()),
        // Numbers of two parts, and indices.
        None => 16,
    };
    crate::small::elements(b, v)?.checked_mul(elem)
}
