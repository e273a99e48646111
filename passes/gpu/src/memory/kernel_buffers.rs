//! Allocations in host code that becomes part of a kernel: they are hoisted in front of the launch, or become shared memory.

use strata_arith::{MulIOp, constant_index};
use strata_gpu::AddressSpace;
use strata_ir::prelude::*;
use strata_memref::{AllocOp, AllocaOp, DeallocOp, MemorySpaceCastOp, ViewOp};
use strata_tensor::MixedIndex;

/// Alignment of buffers in bytes.
const ALIGN: i64 = 128;

/// Bytes of shared memory that a kernel uses at most, to leave room for other blocks.
const SHARED: i64 = 32 << 10;

/// The allocations in an op; the ops that free them are erased.
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

/// The buffers of a kernel of one block.
pub(crate) struct LaunchBuffers {
    /// Allocations that become shared memory.
    shared: Vec<Op>,
    /// Buffers that are allocated in front of the launch.
    pub global: Vec<Value>,
}

impl LaunchBuffers {
    /// Those of the ops `inside` a launch, and those that are `given` by the host and used nowhere else. The builder is in front
    /// of the launch.
    pub(crate) fn collect(b: &mut Builder<'_>, inside: &[Op], given: &[Op]) -> Self {
        let mut found: Vec<Op> = given.iter().copied().filter(|&g| is_only_in(b, g, inside)).collect();
        for &g in &found {
            let ends: Vec<Op> = b.users(b.result(g, 0)).filter(|u| u.isa::<DeallocOp>(b)).collect();
            for end in ends {
                b.erase(end);
            }
        }
        for &op in inside {
            found.extend(allocations(b.body(), op));
        }
        let mut left = SHARED;
        let (mut shared, mut global) = (Vec::new(), Vec::new());
        for alloc in found {
            let old = b.result(alloc, 0);
            match bytes(b, old) {
                Some(n) if n <= left && has_no_space(b, old) => {
                    left -= (n + ALIGN - 1) / ALIGN * ALIGN;
                    shared.push(alloc);
                }
                _ => {
                    let ty = b.ty(old);
                    let new = AllocOp::create(b, ty, &[]);
                    b.replace_all_uses(old, new);
                    b.erase(alloc);
                    global.push(new);
                }
            }
        }
        Self { shared, global }
    }
    /// The types of the buffers in shared memory.
    pub(crate) fn types(&self, b: &Body) -> Vec<Type> {
        let space = Some(AddressSpace::Workgroup.attr(b.cx()));
        let of = |&alloc: &Op| {
            let ty = b.ty(b.result(alloc, 0));
            match b.cx().type_as::<MemRefType>(ty) {
                Some(t) => b.cx().ty(MemRefType { memory_space: space, ..t.clone() }),
                None => ty,
            }
        };
        self.shared.iter().map(of).collect()
    }
    /// Replaces the allocations with shared memory.
    pub(crate) fn place(&self, b: &mut Builder<'_>, buffers: &[Value]) {
        for (&alloc, &buffer) in self.shared.iter().zip(buffers) {
            let old = b.result(alloc, 0);
            let ty = b.ty(old);
            let new = MemorySpaceCastOp::build(b, buffer, ty);
            b.replace_all_uses(old, new);
            b.erase(alloc);
        }
    }
}

/// Whether a buffer's type has no memory space.
fn has_no_space(b: &Body, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some_and(|t| t.memory_space.is_none())
}

/// Whether only ops in a list, and the op that frees it, use a buffer that an op allocates.
fn is_only_in(b: &Body, alloc: Op, inside: &[Op]) -> bool {
    b.num_operands(alloc) == 0
        && b.users(b.result(alloc, 0)).all(|user| {
            user.isa::<DeallocOp>(b) || inside.iter().any(|&op| op == user || b.is_ancestor(op, user))
        })
}

/// Buffers of which each block has its own.
pub(crate) struct BlockBuffers {
    /// The allocation in the loop, the bytes of all blocks, and those of one.
    all: Vec<(Op, Value, i64)>,
}

/// Allocates here what each of `count` iterations of an op allocates.
pub(crate) fn block_buffers(b: &mut Builder<'_>, op: Op, count: MixedIndex) -> Result<BlockBuffers, String> {
    let mut all = Vec::new();
    for alloc in allocations(b.body(), op) {
        let bytes = bytes(b, b.result(alloc, 0)).ok_or("a buffer in it has no known size")?;
        let bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
        let i8 = b.cx().int_type(8);
        let buffer = match count {
            MixedIndex::Static(n) => {
                let total = n.checked_mul(bytes).ok_or("its buffers are too large")?;
                let ty = b.cx().memref(&[total], i8);
                AllocOp::create(b, ty, &[])
            }
            MixedIndex::Value(n) => {
                let each = constant_index(b, bytes);
                let total = MulIOp::build(b, n, each, None);
                let ty = b.cx().memref(&[DYNAMIC], i8);
                AllocOp::create(b, ty, &[total])
            }
        };
        all.push((alloc, buffer, bytes));
    }
    Ok(BlockBuffers { all })
}

impl BlockBuffers {
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

/// The bytes of a contiguous buffer.
fn bytes(b: &Body, v: Value) -> Option<i64> {
    let cx = b.cx();
    let t = cx.type_as::<MemRefType>(b.ty(v)).filter(|t| t.layout.is_none())?;
    let elem = match cx.bit_width(t.elem) {
        Some(bits) => i64::from(bits.div_ceil(8).next_power_of_two()),
        // Complex numbers and indices.
        None => 16,
    };
    crate::single_block::elements(b, v)?.checked_mul(elem)
}
