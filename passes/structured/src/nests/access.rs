//! Which buffers ops touch, and whether two of them may be the same memory.

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_memref::{
    AllocOp, AllocaOp, CastOp, CollapseShapeOp, CopyOp, DeallocOp, ExpandShapeOp, LoadOp, MemorySpaceCastOp,
    ReinterpretCastOp, SubViewOp,
};

/// Where a buffer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// An allocation whose address stays in this function.
    Local(Value),
    /// An argument of the function, a constant, or an allocation that others know; different ones are different memory.
    Distinct(Value),
    /// A value carried by a loop, or anything else.
    Unknown(Value),
}

impl Root {
    fn value(self) -> Value {
        match self {
            Root::Local(v) | Root::Distinct(v) | Root::Unknown(v) => v,
        }
    }
    /// Whether the two may share an element.
    pub(crate) fn may_alias(self, other: Root) -> bool {
        match (self, other) {
            _ if self.value() == other.value() => true,
            (Root::Local(_), _) | (_, Root::Local(_)) | (Root::Distinct(_), Root::Distinct(_)) => false,
            _ => true,
        }
    }
}

/// One buffer that an op reads or writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub root: Root,
    pub write: bool,
}

impl Access {
    pub(crate) fn new(b: &Body, value: Value, write: bool) -> Self {
        Self { root: root(b, value), write }
    }
    /// Whether the two may not change places.
    pub(crate) fn conflicts(&self, other: &Access) -> bool {
        (self.write || other.write) && self.root.may_alias(other.root)
    }
}

/// Whether two lists of accesses may not change places.
pub(crate) fn conflict(a: &[Access], b: &[Access]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.conflicts(y)))
}

fn is_memref(b: &Body, v: Value) -> bool {
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
}

/// The buffer that a value is a reshape of, and how many of the outermost dimensions are the same in both, and in all between.
/// Row-major order makes positions along these the same too.
pub(crate) fn reshaped(b: &Body, value: Value) -> (Value, usize) {
    let shape = |v: Value| {
        let memref = b.cx().type_as::<MemRefType>(b.ty(v)).filter(|m| m.layout.is_none());
        memref.map(|m| m.shape.to_vec())
    };
    let mut stages: Vec<Vec<i64>> = Vec::new();
    let mut base = value;
    while let Some(op) =
        b.def_op(base).filter(|op| op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b))
    {
        let from = b.operand(op, 0);
        let (Some(to), Some(_)) = (shape(base), shape(from)) else { break };
        stages.push(to);
        base = from;
    }
    let Some(of_base) = shape(base) else { return (base, 0) };
    let same = |to: &Vec<i64>| to.iter().zip(&of_base).take_while(|(x, y)| x == y).count();
    (base, stages.iter().map(same).min().unwrap_or(of_base.len()))
}

/// The allocation or the argument behind a buffer.
pub(crate) fn root(b: &Body, mut value: Value) -> Root {
    loop {
        let Some(op) = b.def_op(value) else {
            let of_function = b.def_block(value).and_then(|block| b.block_parent_op(block)) == Some(Op::SELF);
            return if of_function { Root::Distinct(value) } else { Root::Unknown(value) };
        };
        if is_view(b, op) {
            value = b.operand(op, 0);
        } else if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) {
            return if stays(b, value) { Root::Local(value) } else { Root::Distinct(value) };
        } else if op.isa::<strata_memref::GetGlobalOp>(b) {
            return Root::Distinct(value);
        } else {
            return Root::Unknown(value);
        }
    }
}

/// Whether all users of a buffer only access its elements.
pub(crate) fn stays(b: &Body, value: Value) -> bool {
    b.uses_of(value).all(|(user, i)| {
        if is_view(b, user) {
            return b.results(user).iter().all(|&v| stays(b, v));
        }
        user.isa::<LoadOp>(b)
            || user.isa::<strata_memref::StoreOp>(b) && i == 1
            || user.isa::<CopyOp>(b)
            || user.isa::<DeallocOp>(b)
            || user.implements::<dyn LinalgOp>(b)
    })
}

/// All buffers that an op, with the ops inside of it, reads or writes.
pub(crate) fn accesses(b: &Body, op: Op) -> Vec<Access> {
    let mut found = Vec::new();
    for op in b.ops_in(op).into_iter().chain([op]) {
        if is_view(b, op) {
            continue;
        }
        let inits = op.cast::<dyn LinalgOp>(b).map(|l| l.dps_init_range(b));
        for (i, v) in b.operands(op).enumerate() {
            if !is_memref(b, v) {
                continue;
            }
            let reads = op.isa::<LoadOp>(b)
                || op.isa::<CopyOp>(b) && i == 0
                || inits.as_ref().is_some_and(|inits| !inits.contains(&i));
            found.push(Access::new(b, v, !reads));
        }
    }
    found
}
