//! Launches with one dimension of blocks and one of threads, and the code that all kernels begin with.

use strata_arith::{
    AddIOp, CmpIPredicate, DivUIOp, IndexCastOp, IndexCastUIOp, IntegerOverflowFlags, MaxUIOp, MulIOp,
    RemUIOp, constant_index, constant_int,
};
use strata_gpu::{GpuTarget, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{compare, up};
use strata_scf::IfOp;
use strata_tensor::MixedIndex;

/// The default number of threads of a block.
pub(crate) const BLOCK: i64 = 256;
/// Threads that run in lockstep on all targets.
pub const WARP: i64 = GpuTarget::DEFAULT.lanes;

/// The place of a thread in a launch with one dimension.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The index of the block.
    pub block: Value,
    /// The index of the thread in the block.
    pub thread: Value,
    /// Threads in a block.
    pub threads: i64,
}

/// The size of a block for `count` threads: whole warps.
pub(crate) fn block_size(count: Option<i64>) -> i64 {
    count.map_or(BLOCK, |n| (up(n.max(1), WARP) * WARP).min(BLOCK))
}

/// A launch of `blocks` blocks with `threads` threads; `body` makes the kernel.
pub(crate) fn launch(
    b: &mut Builder<'_>,
    blocks: Value,
    threads: i64,
    body: impl FnOnce(&mut Builder<'_>, Place),
) -> LaunchOp {
    launch_with_shared(b, blocks, threads, &[], |b, place, _| body(b, place))
}

/// A launch of `blocks` blocks with `threads` threads and with buffers of these types in shared memory, one set for each block.
pub fn launch_with_shared(
    b: &mut Builder<'_>,
    blocks: Value,
    threads: i64,
    shared: &[Type],
    body: impl FnOnce(&mut Builder<'_>, Place, &[Value]),
) -> LaunchOp {
    let one = constant_index(b, 1);
    let size = constant_index(b, threads);
    let shape = LaunchShape { workgroup: shared, ..LaunchShape::default() };
    LaunchOp::create(b, [blocks, one, one], [size, one, one], &shape, |b, args| {
        let place = Place { block: args.block_ids()[0], thread: args.thread_ids()[0], threads };
        body(b, place, args.workgroup());
    })
}

/// The number of blocks for `count` threads; at least one, as a launch without blocks is an error.
pub(crate) fn blocks_for(b: &mut Builder<'_>, count: MixedIndex, threads: i64) -> Value {
    match count {
        MixedIndex::Static(n) => constant_index(b, up(n, threads).max(1)),
        MixedIndex::Value(n) => {
            let round = constant_index(b, threads - 1);
            let size = constant_index(b, threads);
            let one = constant_index(b, 1);
            let sum = AddIOp::build(b, n, round, None);
            let blocks = DivUIOp::build(b, sum, size, None);
            MaxUIOp::build(b, blocks, one)
        }
    }
}

/// The index of a thread, or one derived from it: of 32 bits where that is enough, since divisions of 64 bits are slow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub value: Value,
    narrow: bool,
}

impl Number {
    /// Whether indices up to `count`, plus eight rounds of a block, fit into 32 bits.
    pub(crate) fn fits(count: MixedIndex) -> bool {
        matches!(count, MixedIndex::Static(n) if n <= i64::from(i32::MAX) - 8 * BLOCK)
    }
    /// The index of a thread among all threads of the launch.
    pub(crate) fn of_thread(b: &mut Builder<'_>, place: Place, narrow: bool) -> Self {
        let block = Self::of_index(b, place.block, narrow);
        let thread = Self::of_index(b, place.thread, narrow);
        let size = block.constant(b, place.threads);
        let flags = block.flags(b);
        let first = MulIOp::build(b, block.value, size, flags);
        Self { value: AddIOp::build(b, first, thread.value, flags), narrow }
    }
    /// The index of a thread's element in one of several rounds; in each round the threads of a block have neighbouring elements.
    pub(crate) fn of_round(b: &mut Builder<'_>, place: Place, narrow: bool, rounds: i64, round: i64) -> Self {
        let all = Self::of_thread(b, Place { threads: place.threads * rounds, ..place }, narrow);
        if round == 0 {
            return all;
        }
        let (behind, flags) = (all.constant(b, round * place.threads), all.flags(b));
        Self { value: AddIOp::build(b, all.value, behind, flags), ..all }
    }
    /// Wraps a value of type `index`.
    pub(crate) fn of_index(b: &mut Builder<'_>, value: Value, narrow: bool) -> Self {
        let ty = b.cx().i32();
        Self { value: if narrow { IndexCastOp::build(b, value, ty) } else { value }, narrow }
    }
    /// Converts to the type `index`.
    pub(crate) fn index(self, b: &mut Builder<'_>) -> Value {
        let ty = b.cx().index();
        if self.narrow { IndexCastUIOp::build(b, self.value, ty) } else { self.value }
    }
    fn constant(self, b: &mut Builder<'_>, n: i64) -> Value {
        let ty = b.ty(self.value);
        if self.narrow { constant_int(b, n, ty) } else { constant_index(b, n) }
    }
    fn flags(self, b: &Builder<'_>) -> Option<Attr> {
        Some(b.cx().attr(IntegerOverflowFlags::BOTH))
    }
    fn size(self, b: &mut Builder<'_>, size: MixedIndex) -> Value {
        match size {
            MixedIndex::Static(n) => self.constant(b, n),
            MixedIndex::Value(v) => v,
        }
    }
    /// Whether the index is less than another one.
    pub(crate) fn is_less(self, b: &mut Builder<'_>, than: MixedIndex) -> Value {
        let than = self.size(b, than);
        compare(b, CmpIPredicate::Ult, self.value, than)
    }
    /// The coordinates of a linear index in a grid of these sizes, in row-major order.
    pub(crate) fn coordinates(self, b: &mut Builder<'_>, sizes: &[MixedIndex]) -> Vec<Value> {
        let mut rest = self;
        let mut found = Vec::new();
        for (i, &size) in sizes.iter().enumerate().rev() {
            if sizes[..i].iter().all(|&s| s == MixedIndex::Static(1)) {
                // The outermost dimension takes the remaining quotient.
                found.push(rest.index(b));
                rest.value = rest.constant(b, 0);
            } else if size == MixedIndex::Static(1) {
                found.push(constant_index(b, 0));
            } else {
                let size = rest.size(b, size);
                let inner = Self { value: RemUIOp::build(b, rest.value, size), ..rest };
                found.push(inner.index(b));
                rest.value = DivUIOp::build(b, rest.value, size, None);
            }
        }
        found.reverse();
        found
    }
}

/// The product of sizes.
pub(crate) fn product(b: &mut Builder<'_>, sizes: &[MixedIndex]) -> Option<MixedIndex> {
    let mut known = 1i64;
    let mut value: Option<Value> = None;
    for &size in sizes {
        match size {
            MixedIndex::Static(n) => known = known.checked_mul(n)?,
            MixedIndex::Value(v) => {
                value = Some(match value {
                    Some(x) => MulIOp::build(b, x, v, None),
                    None => v,
                });
            }
        }
    }
    Some(match value {
        None => MixedIndex::Static(known),
        Some(v) if known == 1 => MixedIndex::Value(v),
        Some(v) => {
            let known = constant_index(b, known);
            MixedIndex::Value(MulIOp::build(b, v, known, None))
        }
    })
}

/// The product of sizes, assumed not to overflow: a larger buffer would not fit into memory.
pub fn extent(b: &mut Builder<'_>, sizes: &[MixedIndex]) -> MixedIndex {
    product(b, sizes).unwrap_or(MixedIndex::Static(i64::MAX))
}

/// Emits `body` under the condition that `count` is not zero; unconditionally if `count` is static.
///
/// # Errors
///
/// That of `body`.
pub fn if_any(
    b: &mut Builder<'_>,
    count: MixedIndex,
    body: impl FnOnce(&mut Builder<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let any = count.value().map(|count| {
        let zero = constant_index(b, 0);
        compare(b, CmpIPredicate::Ne, count, zero)
    });
    only_if(b, any, body)
}

/// Emits `body` under a condition; unconditionally if there is none.
///
/// # Errors
///
/// That of `body`.
pub fn only_if(
    b: &mut Builder<'_>,
    condition: Option<Value>,
    body: impl FnOnce(&mut Builder<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let Some(condition) = condition else { return body(b) };
    let mut result = Ok(());
    IfOp::create_then(b, condition, &[], |b| {
        result = body(b);
        Vec::new()
    });
    result
}
