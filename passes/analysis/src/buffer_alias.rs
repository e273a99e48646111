//! Buffer aliasing: the memory that ops access, and whether two accesses may overlap.
//!
//! A buffer is identified by its root, the allocation or the argument at the end of its chain of views. Different arguments of a function
//! are different memory, as the runtime passes them.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_gpu::{LaunchOp, SynchronizesThreads};
use strata_ir::{analysis::effects_of, prelude::*};
use strata_llvm::CallIntrinsicOp;
use strata_memref::{
    AllocOp, AllocaOp, AssumeAlignmentOp, CastOp, CollapseShapeOp, DeallocOp, DimOp, ExpandShapeOp,
    ExtractStridedMetadataOp, GetGlobalOp, MemorySpaceCastOp, ReinterpretCastOp, ReshapeOp, SubViewOp,
    TransposeOp, ViewOp,
};

use crate::buffer_part::{are_disjoint, part_of};

/// The root of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// An allocation. Whether it escapes is asked only where it matters ([`Root::local`]): the answer takes a look at all of its uses.
    Alloc(Value),
    /// An argument of the function, or a constant; different ones, and allocations, are different memory.
    Distinct(Value),
    /// A value that a loop carries, or any other value; `None` for an op with unknown effects.
    Unknown(Option<Value>),
}

impl Root {
    /// Whether the root is known.
    pub fn is_known(self) -> bool {
        !matches!(self, Root::Unknown(_))
    }
    /// The allocation, if it does not escape.
    pub fn local(self, b: &Body) -> Option<Value> {
        if let Root::Alloc(value) = self { Some(value).filter(|&v| stays(b, v)) } else { None }
    }
    /// Whether the two may overlap.
    pub fn may_alias(self, b: &Body, other: Root) -> bool {
        match (self, other) {
            (Root::Alloc(x) | Root::Distinct(x), Root::Alloc(y) | Root::Distinct(y)) => x == y,
            (Root::Alloc(x), Root::Unknown(_)) | (Root::Unknown(_), Root::Alloc(x)) => !stays(b, x),
            _ => true,
        }
    }
}

/// One buffer that an op reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The root of the buffer.
    pub root: Root,
    /// The slice of the root that is accessed at most, where it is known to be one of an allocation or an argument.
    pub part: Option<Value>,
    /// Whether it is written or freed.
    pub write: bool,
}

impl Access {
    /// The access to a buffer.
    pub fn new(b: &Body, buffer: Value, write: bool) -> Self {
        let root = root(b, buffer);
        let part = match root {
            Root::Alloc(of) | Root::Distinct(of) => part_of(b, buffer, of),
            Root::Unknown(_) => None,
        };
        Self { root, part, write }
    }
    /// An access to memory that is not known.
    fn anywhere(write: bool) -> Self {
        Self { root: Root::Unknown(None), part: None, write }
    }
    /// Whether the two accesses must stay in order.
    pub fn conflicts(&self, b: &Body, other: &Access) -> bool {
        let apart = || matches!((self.part, other.part), (Some(x), Some(y)) if are_disjoint(b, x, y));
        (self.write || other.write) && self.root.may_alias(b, other.root) && !apart()
    }
}

/// Whether two lists of accesses must stay in order.
pub fn conflict(b: &Body, first: &[Access], second: &[Access]) -> bool {
    let (few, many) = if first.len() < second.len() { (first, second) } else { (second, first) };
    if few.len() <= 4 {
        return few.iter().any(|x| many.iter().any(|y| x.conflicts(b, y)));
    }
    let index = AccessIndex::new(many);
    few.iter().any(|x| index.candidates(x).any(|i| x.conflicts(b, &many[i])))
}

/// Accesses by the buffers that are accessed, for long lists.
pub struct AccessIndex {
    known: FxHashMap<Value, Vec<usize>>,
    unknown: Vec<usize>,
    count: usize,
}

impl AccessIndex {
    /// The numbers of accesses in a list.
    pub fn new(list: &[Access]) -> Self {
        let mut index = Self { known: FxHashMap::default(), unknown: Vec::new(), count: list.len() };
        for (i, access) in list.iter().enumerate() {
            match access.root {
                Root::Alloc(value) | Root::Distinct(value) => index.known.entry(value).or_default().push(i),
                Root::Unknown(_) => index.unknown.push(i),
            }
        }
        index
    }
    /// The numbers of the accesses that may be to the same buffer.
    pub fn candidates(&self, access: &Access) -> impl Iterator<Item = usize> + '_ {
        let (same, all) = match access.root {
            Root::Alloc(value) | Root::Distinct(value) => (self.known.get(&value), 0..0),
            Root::Unknown(_) => (None, 0..self.count),
        };
        let unknown = if all.is_empty() { &self.unknown[..] } else { &[] };
        same.into_iter().flatten().chain(unknown).copied().chain(all)
    }
}

/// Whether a value is a buffer.
pub fn is_memref(b: &Body, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some()
}

/// Whether an op makes a view of a buffer without accessing its elements.
pub fn is_view(b: &Body, op: Op) -> bool {
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

/// The buffer whose memory is the first result of an op.
pub fn viewed(b: &Body, op: Op) -> Option<Value> {
    (is_view(b, op) || op.isa::<ExtractStridedMetadataOp>(b)).then(|| b.operand(op, 0))
}

/// The buffer at the end of a chain of views: the value itself where it is no view.
pub fn base(b: &Body, mut value: Value) -> Value {
    while let Some(source) = b.def_op(value).and_then(|op| viewed(b, op)) {
        value = source;
    }
    value
}

/// The root of a buffer.
pub fn root(b: &Body, value: Value) -> Root {
    let value = base(b, value);
    let Some(op) = b.def_op(value) else {
        let around = b.def_block(value).and_then(|block| b.block_parent_op(block));
        // Arguments of the function, and the shared memory of a kernel.
        let own = around.is_some_and(|p| p == Op::SELF || p.isa::<LaunchOp>(b));
        return if own { Root::Distinct(value) } else { Root::Unknown(Some(value)) };
    };
    if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) {
        return Root::Alloc(value);
    }
    if op.isa::<GetGlobalOp>(b) { Root::Distinct(value) } else { Root::Unknown(Some(value)) }
}

/// Whether a buffer does not escape: all of its users only access its elements, so no other value aliases it.
pub fn stays(b: &Body, value: Value) -> bool {
    b.uses_of(value).all(|(user, _)| {
        if viewed(b, user).is_some() {
            return b.results(user).iter().filter(|&&v| is_memref(b, v)).all(|&v| stays(b, v));
        }
        let hands_on = |&v: &Value| is_memref(b, v) || is_tensor(b, v);
        // The buffer escapes into a buffer of buffers, and into a block that takes it as an argument.
        let keeps = |v: Value| b.cx().type_as::<MemRefType>(b.cx().elem_or_self(b.ty(v))).is_some();
        !b.results(user).iter().any(hands_on)
            && !b.operands(user).any(|v| is_memref(b, v) && keeps(v))
            && !b.has_trait(user, Trait::Terminator)
            && (user.isa::<DimOp>(b)
                || is_call(b, user)
                || effects_of(b, user).is_some_and(|effects| !effects.is_empty()))
            && b.regions(user).iter().all(|&r| {
                b.blocks(r).iter().all(|&block| !b.block_args(block).iter().any(|a| is_memref(b, *a)))
            })
    })
}

/// Whether an op calls a function, which accesses the buffers among its arguments and keeps none of them after it has returned.
fn is_call(b: &Body, op: Op) -> bool {
    b.info(op).name == "func.call"
}

fn is_tensor(b: &Body, v: Value) -> bool {
    b.cx().type_as::<TensorType>(b.ty(v)).is_some()
}

/// The buffer that a value is a reshape of, and the number of outermost dimensions that all buffers of the chain share. In row-major
/// order, indices along these are the same too.
pub fn reshaped(b: &Body, value: Value) -> (Value, usize) {
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

/// All memory accesses of an op, with those of the ops inside of it.
pub fn accesses(b: &Body, op: Op) -> Vec<Access> {
    let mut found = Vec::new();
    for op in b.ops_in(op).into_iter().chain([op]) {
        own_accesses(b, op, &mut found);
    }
    let mut known = FxHashSet::default();
    if found.len() > 1 {
        found.retain(|&access| known.insert(access));
    }
    found
}

/// The memory accesses of an op itself.
fn own_accesses(b: &Body, op: Op, found: &mut Vec<Access>) {
    let reads_shape = op.isa::<ReshapeOp>(b);
    if b.has_trait(op, Trait::Terminator) || is_view(b, op) && !reads_shape || is_transparent(b, op) {
        return;
    }
    let mut push = |access: Access| found.push(access);
    if reads_shape {
        return push(Access::new(b, b.operand(op, 1), false));
    }
    let Some(effects) = effects_of(b, op) else {
        if is_call(b, op) {
            b.operands(op).filter(|&v| is_memref(b, v)).for_each(|v| push(Access::new(b, v, true)));
        }
        return push(Access::anywhere(true));
    };
    for effect in effects {
        let access = |write| effect.on.map_or(Access::anywhere(write), |on| Access::new(b, on, write));
        match effect.kind {
            EffectKind::Read => push(access(false)),
            EffectKind::Write => push(access(true)),
            EffectKind::Free => push(Access { part: None, ..access(true) }),
            EffectKind::Alloc => {}
        }
    }
}

/// Whether an op accesses buffers only through the ops in its regions.
fn is_transparent(b: &Body, op: Op) -> bool {
    op.implements::<dyn SynchronizesThreads>(b)
        || op.isa::<CallIntrinsicOp>(b) && b.operands(op).all(|v| b.cx().as_float(b.ty(v)).is_some())
}

/// Whether an op, with the ops inside of it, neither reads nor writes memory that is visible outside.
pub fn touches_nothing(b: &Body, op: Op) -> bool {
    accesses(b, op).is_empty() && !allocates(b, op)
}

/// Whether an op allocates or frees a buffer.
pub fn allocates(b: &Body, op: Op) -> bool {
    op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) || op.isa::<DeallocOp>(b)
}

/// The ops of a block that use a buffer or a view of it, themselves or in their regions; and whether there are users elsewhere.
pub fn users_in(b: &Body, value: Value, block: Block) -> (Vec<Op>, bool) {
    let (mut found, mut others) = (Vec::new(), false);
    let mut seen = FxHashSet::default();
    let mut open = vec![value];
    while let Some(v) = open.pop() {
        for user in b.users(v) {
            // A reshape reads the elements of the buffer that holds its shape.
            if is_view(b, user) && b.operand(user, 0) == v {
                open.extend(b.results(user));
                continue;
            }
            match b.ancestor_in(user, block) {
                Some(top) if seen.insert(top) => found.push(top),
                Some(_) => {}
                None => others = true,
            }
        }
    }
    (found, others)
}

/// The last op of the block of `op` before it that may access a buffer. Of a buffer that does not escape only the users are looked at; of
/// another one, that many ops.
pub fn last_access_before(b: &Body, op: Op, memory: Root, most: usize) -> Option<Op> {
    nearest_access(b, op, memory, most, (Body::prev_op, |b, x, y| b.is_before(y, x)))
}

/// The first op of the block of `op` behind it that may access a buffer, as for [`last_access_before`].
pub fn first_access_after(b: &Body, op: Op, memory: Root, most: usize) -> Option<Op> {
    nearest_access(b, op, memory, most, (Body::next_op, Body::is_before))
}

/// A direction in a block: the next op, and whether an op is reached before another one.
type Direction = (fn(&Body, Op) -> Option<Op>, fn(&Body, Op, Op) -> bool);

fn nearest_access(b: &Body, op: Op, memory: Root, most: usize, (next, is_nearer): Direction) -> Option<Op> {
    let accesses_it = |o: &Op| accesses(b, *o).iter().any(|a| a.root.may_alias(b, memory));
    match memory.local(b) {
        Some(buffer) => {
            let users = users_in(b, buffer, b.parent_block(op)?).0.into_iter();
            let there = users.filter(|&user| is_nearer(b, op, user)).filter(accesses_it);
            there.reduce(|x, y| if is_nearer(b, x, y) { x } else { y })
        }
        None => std::iter::successors(next(b, op), |&o| next(b, o)).take(most).find(accesses_it),
    }
}

/// The ops of a block between two of its ops, if they are not more than `most`.
pub fn between_at_most(b: &Body, from: Op, to: Op, most: usize) -> Option<Vec<Op>> {
    let found: Vec<Op> = ops_between(b, from, to).take(most + 1).collect();
    (found.len() <= most).then_some(found)
}

/// The ops of a block between two of its ops.
pub fn between(b: &Body, from: Op, to: Op) -> Vec<Op> {
    ops_between(b, from, to).collect()
}

fn ops_between(b: &Body, from: Op, to: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(b.next_op(from), |&op| b.next_op(op)).take_while(move |&op| op != to)
}
