//! Barriers of blocks and clusters, fences, and other synchronization of threads.

use strata_ir::prelude::*;

use crate::{attrs::*, constraints::*, enums::*};

/// Defines ops without operands.
macro_rules! bare {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, asm = "attr-dict")]
        pub struct $name {}
    )*};
}
bare! {
    "All threads of the block arrive before one goes on." Barrier0Op = "nvvm.barrier0";
    "A fence of all threads of a cluster." FenceScClusterOp = "nvvm.fence.sc.cluster";
    "Barriers in memory that are set up are seen by the cluster." FenceMbarrierInitOp = "nvvm.fence.mbarrier.init";
    "Ends the thread." ExitOp = "nvvm.exit";
    "Hands over to a debugger." BreakpointOp = "nvvm.breakpoint";
}

/// A barrier for threads of the block: one of sixteen, by number.
#[op(name = "nvvm.barrier", traits = [AttrSizedOperandSegments], interfaces = [Verify], custom_asm)]
pub struct BarrierOp {
    /// Which barrier.
    #[ir_name = "barrierId"]
    pub barrier_id: OptOperand<I32>,
    /// The number of threads.
    #[ir_name = "numberOfThreads"]
    pub number_of_threads: OptOperand<I32>,
    /// How predicates are combined.
    #[ir_name = "reductionOp"]
    pub reduction_op: OptAttr<BarrierReduction>,
    /// The thread's predicate.
    #[ir_name = "reductionPredicate"]
    pub reduction_predicate: OptOperand<I32>,
    /// The reduced predicate.
    pub res: OptRes<I32>,
}

impl Verify for BarrierOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let bare = |message: &str| Err(VerifyError::bare(message));
        if self.number_of_threads(b).is_some() && self.barrier_id(b).is_none() {
            return bare("barrier id is missing, it should be set between 0 to 15");
        }
        let reduces = b.attr(self.op(), "reductionOp").is_some();
        if self.barrier_id(b).is_some() && (reduces || self.reduction_predicate(b).is_some()) {
            return bare("reduction are only available when id is 0");
        }
        if reduces != self.reduction_predicate(b).is_some() {
            return bare("reduction predicate and reduction operation must be specified together");
        }
        Ok(())
    }
}

impl CustomAsm for BarrierOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if let Some(id) = self.barrier_id(b) {
            p.text(" id = ").value(id);
        }
        if let Some(threads) = self.number_of_threads(b) {
            p.text(" number_of_threads = ").value(threads);
        }
        if let Some(kind) = b.attr(self.op(), "reductionOp") {
            p.text(" ").attr(kind);
            if let Some(predicate) = self.reduction_predicate(b) {
                p.text(" ").value(predicate);
            }
        }
        if let Some(res) = self.res(b) {
            p.text(" -> ").type_of(res);
        }
        p.attr_dict(self.op(), &["operandSegmentSizes", "reductionOp"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let mut sizes = [0_i32; 3];
        for (i, word) in ["id", "number_of_threads"].into_iter().enumerate() {
            if p.keyword_of(&[word]).is_some() {
                p.expect("=")?;
                let operand = p.operand()?;
                state.operands.push(p.resolve(operand, cx.i32())?);
                sizes[i] = 1;
            }
        }
        if p.peek("#") {
            let kind = p.attr()?;
            state.set_attr(cx, "reductionOp", kind);
            let operand = p.operand()?;
            state.operands.push(p.resolve(operand, cx.i32())?);
            sizes[2] = 1;
        }
        let types = p.arrow_types_opt()?;
        state.result_types.extend(types);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        p.attr_dict(state)
    }
}

/// The thread arrives at a barrier without waiting.
#[op(
    name = "nvvm.barrier.arrive",
    asm = "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict"
)]
pub struct BarrierArriveOp {
    /// Which barrier.
    #[ir_name = "barrierId"]
    pub barrier_id: OptOperand<I32>,
    /// The number of threads.
    #[ir_name = "numberOfThreads"]
    pub number_of_threads: Operand<I32>,
}

/// Defines ops at the barrier of a cluster.
macro_rules! cluster {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, asm = "attr-dict")]
        pub struct $name {
            /// Whether all threads of a warp do it together.
            pub aligned: OptAttr<UnitAttr>,
        }
    )*};
}
cluster! {
    "The thread arrives at the cluster's barrier." ClusterArriveOp = "nvvm.cluster.arrive";
    "The thread arrives at the cluster's barrier; memory is not ordered." ClusterArriveRelaxedOp = "nvvm.cluster.arrive.relaxed";
    "Waits until all threads of the cluster arrived." ClusterWaitOp = "nvvm.cluster.wait";
}

/// Orders accesses to memory before and after it.
#[op(name = "nvvm.memory.barrier", asm = "$scope attr-dict")]
pub struct MembarOp {
    /// The threads for which accesses are ordered.
    pub scope: Attr<MemScope>,
}

/// Orders accesses to memory through different proxies.
#[op(name = "nvvm.fence.proxy", interfaces = [Verify], asm = "attr-dict")]
pub struct FenceProxyOp {
    /// The proxy.
    pub kind: Attr<ProxyKind>,
    /// The shared memory of the block or of the cluster.
    pub space: OptAttr<SharedSpace>,
}

impl Verify for FenceProxyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let kind = b.attr(self.op(), "kind").and_then(|a| cx.attr_as::<ProxyKind>(a));
        if matches!(kind, Some(ProxyKind::Tensormap)) {
            return Err(VerifyError::bare("tensormap proxy is not a supported proxy kind"));
        }
        if matches!(kind, Some(ProxyKind::Generic)) {
            return Err(VerifyError::bare("generic proxy not a supported proxy kind"));
        }
        let shared = matches!(kind, Some(ProxyKind::AsyncShared));
        let space = b.attr(self.op(), "space").is_some();
        if shared && !space {
            return Err(VerifyError::bare("async_shared fence requires space attribute"));
        }
        if !shared && space {
            return Err(VerifyError::bare("only async_shared fence can have space attribute"));
        }
        Ok(())
    }
}

/// Acquires writes of one memory proxy for reads of another one.
#[op(
    name = "nvvm.fence.proxy.acquire",
    asm = "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict"
)]
pub struct FenceProxyAcquireOp {
    /// The threads for which accesses are ordered.
    pub scope: Attr<MemScope>,
    /// The address.
    pub addr: Operand<PtrGeneric>,
    /// The number of bytes.
    pub size: Operand<I32>,
    /// The proxy of the writes.
    #[ir_name = "fromProxy"]
    pub from_proxy: DefaultAttr<FromProxy>,
    /// The proxy of the reads.
    #[ir_name = "toProxy"]
    pub to_proxy: DefaultAttr<ToProxy>,
}

/// Releases writes of one memory proxy to reads of another one.
#[op(
    name = "nvvm.fence.proxy.release",
    asm = "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict"
)]
pub struct FenceProxyReleaseOp {
    /// The threads for which accesses are ordered.
    pub scope: Attr<MemScope>,
    /// The proxy of the writes.
    #[ir_name = "fromProxy"]
    pub from_proxy: DefaultAttr<FromProxy>,
    /// The proxy of the reads.
    #[ir_name = "toProxy"]
    pub to_proxy: DefaultAttr<ToProxy>,
}

/// Sets the number of registers of each thread of a warp group.
#[op(name = "nvvm.setmaxregister", interfaces = [Verify], asm = "$action $regCount attr-dict")]
pub struct SetMaxRegisterOp {
    /// The number of registers.
    #[ir_name = "regCount"]
    pub reg_count: Attr<I32Attr>,
    /// Whether the number increases or decreases.
    pub action: Attr<SetMaxRegisterAction>,
}

impl Verify for SetMaxRegisterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let count = b.attr(self.op(), "regCount").and_then(|a| b.cx().attr_i64(a)).unwrap_or_default();
        ensure!(count % 8 == 0, "new register size must be multiple of 8");
        ensure!((24..=256).contains(&count), "new register size must be in between 24 to 256");
        Ok(())
    }
}

/// Suspends the thread.
#[op(name = "nvvm.nanosleep", asm = "attr-dict $duration")]
pub struct NanosleepOp {
    /// The approximate duration in nanoseconds.
    pub duration: Operand<I32>,
}

/// Waits for the kernel before, or lets the next one start.
#[op(name = "nvvm.griddepcontrol", asm = "$kind attr-dict")]
pub struct GriddepcontrolOp {
    /// Which of the two.
    pub kind: Attr<GridDepAction>,
}
