//! Asynchronous copies of single threads, and prefetches.

use strata_ir::prelude::*;

use crate::{attrs::*, constraints::*, enums::*};

/// Starts to copy 4, 8 or 16 bytes from global to shared memory.
#[op(
    name = "nvvm.cp.async.shared.global",
    interfaces = [Verify],
    asm = "$dst `,` $src `,` $size `,` `cache` `=` $modifier (`,` $cpSize^)? attr-dict `:` type(operands)",
)]
pub struct CpAsyncOp {
    /// The destination.
    pub dst: Operand<PtrShared>,
    /// The source.
    pub src: Operand<PtrGlobal>,
    /// The number.
    pub size: Attr<I32Attr>,
    /// The caches that are used.
    pub modifier: Attr<LoadCacheModifier>,
    /// The number of bytes that are read; the remaining ones are zero.
    #[ir_name = "cpSize"]
    pub cp_size: OptOperand<I32>,
}

impl Verify for CpAsyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let modifier = b.attr(self.op(), "modifier").and_then(|a| cx.attr_as::<LoadCacheModifier>(a));
        let size = b.attr(self.op(), "size").and_then(|a| cx.attr_i64(a)).unwrap_or_default();
        let wrong = if !matches!(modifier, Some(LoadCacheModifier::Cg | LoadCacheModifier::Ca)) {
            Some("Only CG and CA cache modifiers are supported.")
        } else if ![4, 8, 16].contains(&size) {
            Some("expected byte size to be either 4, 8 or 16.")
        } else if matches!(modifier, Some(LoadCacheModifier::Cg)) && size != 16 {
            Some("CG cache modifier is only support for 16 bytes copy.")
        } else {
            None
        };
        wrong.map_or(Ok(()), |message| Err(VerifyError::bare(message)))
    }
}

/// Commits the copies that were started since the last commit as a group.
#[op(name = "nvvm.cp.async.commit.group", asm = "attr-dict")]
pub struct CpAsyncCommitGroupOp {}

/// Waits until at most this many groups are pending.
#[op(name = "nvvm.cp.async.wait.group", asm = "$n attr-dict")]
pub struct CpAsyncWaitGroupOp {
    /// The number.
    pub n: Attr<I32Attr>,
}

/// The thread arrives at a barrier when its copies are complete.
#[op(name = "nvvm.cp.async.mbarrier.arrive", asm = "$addr attr-dict `:` type(operands)")]
pub struct CpAsyncMBarrierArriveOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
    /// Whether the barrier counts on it.
    pub noinc: DefaultAttr<FalseAttr>,
}

/// Prefetches memory, or the descriptor of a tensor, into a cache.
#[op(
    name = "nvvm.prefetch",
    interfaces = [Verify],
    asm = "(`level` `=` $cacheLevel^ (`uniform` $uniform^)? `,`)? (`tensormap` $tensormap^ (`in_param_space` $in_param_space^)? `,`)? (`evict_priority` `=` $evictPriority^ `,`)? $addr (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)"
)]
pub struct PrefetchOp {
    /// Which cache.
    #[ir_name = "cacheLevel"]
    pub cache_level: OptAttr<PrefetchCacheLevel>,
    /// When it is dropped.
    #[ir_name = "evictPriority"]
    pub evict_priority: OptAttr<CacheEvictionPriority>,
    /// The address.
    pub addr: Operand<PtrCached>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
    /// Whether it is a descriptor.
    pub tensormap: OptAttr<UnitAttr>,
    /// Whether the cache is that for uniform loads.
    pub uniform: OptAttr<UnitAttr>,
    /// Whether the descriptor is a parameter.
    pub in_param_space: OptAttr<UnitAttr>,
}

impl Verify for PrefetchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (level, tensormap) = (self.cache_level(b).is_some(), self.tensormap(b).is_some());
        ensure!(level || tensormap, "requires specification of either cache level or tensormap");
        // The assembly format has these attributes for one of the two kinds only.
        ensure!(level || self.uniform(b).is_none(), "requires a cache level for 'uniform'");
        ensure!(tensormap || self.in_param_space(b).is_none(), "requires 'tensormap' for 'in_param_space'");
        Ok(())
    }
}

/// Fills shared memory with zeros.
#[op(name = "nvvm.st.bulk", asm = "$addr `,` `size` `=` $size attr-dict `:` type($addr)")]
pub struct BulkStoreOp {
    /// The address.
    pub addr: Operand<PtrGenericOrShared>,
    /// The number of bytes.
    pub size: Operand<I64>,
    /// The value to fill with.
    #[ir_name = "initVal"]
    pub init_val: DefaultAttr<Zero64>,
}

attr_constraint! {
    /// A number of 64 bits, zero where it is missing.
    Zero64: IntegerAttr = "64-bit signless integer attribute",
        |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|a| a.ty == cx.i64()),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.int_attr(0, cx.i64());
}
