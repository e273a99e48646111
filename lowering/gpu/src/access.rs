//! Which memory ops touch, and whether two of them may touch the same.

use strata_gpu::LaunchOp;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_llvm::CallIntrinsicOp;
use strata_memref::{
    AllocOp, AllocaOp, AssumeAlignmentOp, CastOp, CollapseShapeOp, DeallocOp, DimOp, ExpandShapeOp,
    GetGlobalOp, MemorySpaceCastOp, ReinterpretCastOp, ReshapeOp, SubViewOp, TransposeOp, ViewOp,
};

/// Where a buffer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// An allocation that nobody else knows.
    Local(Value),
    /// An argument of the function, a constant, or an allocation that others know; different ones are different memory.
    Distinct(Value),
    /// A value that a loop carries, or anything else.
    Unknown,
}

impl Root {
    /// Whether the two may share an element.
    pub(crate) fn may_alias(self, other: Root) -> bool {
        match (self, other) {
            (Root::Local(x) | Root::Distinct(x), Root::Local(y) | Root::Distinct(y)) => x == y,
            (Root::Local(_), Root::Unknown) | (Root::Unknown, Root::Local(_)) => false,
            _ => true,
        }
    }
}

/// One buffer that an op reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub root: Root,
    pub write: bool,
}

impl Access {
    /// Whether the two may not change places.
    pub(crate) fn conflicts(&self, other: &Access) -> bool {
        (self.write || other.write) && self.root.may_alias(other.root)
    }
}

/// Whether two lists of accesses may not change places.
pub(crate) fn conflict(a: &[Access], b: &[Access]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.conflicts(y)))
}

pub(crate) fn is_memref(b: &Body, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some()
}

/// Whether an op gives a buffer another form without touching its elements.
pub(crate) fn is_view(b: &Body, op: Op) -> bool {
    op.isa::<SubViewOp>(b)
        || op.isa::<CollapseShapeOp>(b)
        || op.isa::<ExpandShapeOp>(b)
        || op.isa::<CastOp>(b)
        || op.isa::<ReinterpretCastOp>(b)
        || op.isa::<MemorySpaceCastOp>(b)
        || op.isa::<TransposeOp>(b)
        || op.isa::<ViewOp>(b)
        || op.isa::<AssumeAlignmentOp>(b)
        || op.isa::<ReshapeOp>(b)
}

/// The allocation or the argument behind a buffer.
pub(crate) fn root(b: &Body, mut value: Value) -> Root {
    loop {
        let Some(op) = b.def_op(value) else {
            let around = b.def_block(value).and_then(|block| b.block_parent_op(block));
            // Arguments of the function, and the shared memory of a kernel.
            let own = around.is_some_and(|p| p == Op::SELF || p.isa::<LaunchOp>(b));
            return if own { Root::Distinct(value) } else { Root::Unknown };
        };
        if is_view(b, op) {
            value = b.operand(op, 0);
        } else if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) {
            return if stays(b, value) { Root::Local(value) } else { Root::Distinct(value) };
        } else if op.isa::<GetGlobalOp>(b) {
            return Root::Distinct(value);
        } else {
            return Root::Unknown;
        }
    }
}

/// Whether all users of a buffer only access its elements, so that no other value can stand for it.
pub(crate) fn stays(b: &Body, value: Value) -> bool {
    b.uses_of(value).all(|(user, _)| {
        if is_view(b, user) {
            return b.results(user).iter().all(|&v| stays(b, v));
        }
        b.results(user).iter().all(|&v| !is_memref(b, v))
            && !b.has_trait(user, Trait::Terminator)
            && (user.isa::<DimOp>(b) || effects_of(b, user).is_some_and(|effects| !effects.is_empty()))
            && b.regions(user).iter().all(|&r| {
                b.blocks(r).iter().all(|&block| b.block_args(block).iter().all(|&a| !is_memref(b, a)))
            })
    })
}

/// All memory that an op, with the ops inside of it, reads or writes.
pub(crate) fn accesses(b: &Body, op: Op) -> Vec<Access> {
    let mut found = Vec::new();
    for op in b.ops_in(op).into_iter().chain([op]) {
        own_accesses(b, op, &mut found);
    }
    found
}

/// The memory that an op itself reads or writes.
fn own_accesses(b: &Body, op: Op, found: &mut Vec<Access>) {
    let reads_shape = op.isa::<ReshapeOp>(b);
    if b.has_trait(op, Trait::Terminator) || is_view(b, op) && !reads_shape || is_transparent(b, op) {
        return;
    }
    let mut push = |access: Access| {
        if !found.contains(&access) {
            found.push(access);
        }
    };
    if reads_shape {
        return push(Access { root: root(b, b.operand(op, 1)), write: false });
    }
    let Some(effects) = effects_of(b, op) else {
        return push(Access { root: Root::Unknown, write: true });
    };
    for effect in effects {
        let root = effect.on.map_or(Root::Unknown, |v| root(b, v));
        match effect.kind {
            EffectKind::Read => push(Access { root, write: false }),
            EffectKind::Write | EffectKind::Free => push(Access { root, write: true }),
            EffectKind::Alloc => {}
        }
    }
}

/// Whether an op does nothing but run what is in its regions, or speaks of threads and not of memory.
fn is_transparent(b: &Body, op: Op) -> bool {
    matches!(b.op_name(op), "gpu.launch" | "gpu.barrier" | "gpu.yield" | "gpu.all_reduce")
        || matches!(b.op_name(op), "gpu.block_id" | "gpu.thread_id" | "gpu.block_dim" | "gpu.grid_dim")
        || matches!(b.op_name(op), "nvgpu.device_async_create_group" | "nvgpu.device_async_wait")
        || op.isa::<CallIntrinsicOp>(b) && b.operands(op).all(|v| b.cx().as_float(b.ty(v)).is_some())
}

/// Whether an op, with the ops inside of it, neither reads nor writes memory that others see.
pub(crate) fn touches_nothing(b: &Body, op: Op) -> bool {
    accesses(b, op).is_empty() && !allocates(b, op)
}

/// Whether an op makes or frees a buffer.
pub(crate) fn allocates(b: &Body, op: Op) -> bool {
    op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) || op.isa::<DeallocOp>(b)
}

/// The ops of a block between two of its ops.
pub(crate) fn between(b: &Body, from: Op, to: Op) -> Vec<Op> {
    let mut found = Vec::new();
    let mut next = b.next_op(from);
    while let Some(op) = next.filter(|&op| op != to) {
        found.push(op);
        next = b.next_op(op);
    }
    found
}
