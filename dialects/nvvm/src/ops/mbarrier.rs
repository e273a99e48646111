//! Barriers in shared memory, which count threads and bytes.

use strata_ir::prelude::*;
use strata_llvm::types::PointerType;

use crate::{attrs::*, constraints::*, enums::*};

/// Initializes a barrier.
#[op(
    name = "nvvm.mbarrier.init",
    asm = "$addr `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)"
)]
pub struct MBarrierInitOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
    /// The number of arrivals that complete a phase.
    pub count: Operand<I32>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
}

/// Invalidates a barrier, whose memory may then be reused.
#[op(name = "nvvm.mbarrier.inval", asm = "$addr attr-dict `:` type(operands)")]
pub struct MBarrierInvalOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
}

macro_rules! tx {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, interfaces = [Verify], asm = "$addr `,` $txcount attr-dict `:` type(operands)")]
        pub struct $name {
            /// The barrier.
            pub addr: Operand<PtrAnyShared>,
            /// The number of bytes.
            pub txcount: Operand<I32>,
            /// The scope of the memory ordering.
            pub scope: DefaultAttr<MemScope>,
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                scope_is_near(b, self.op())
            }
        }
    )*};
}
tx! {
    "The phase waits for more bytes." MBarrierExpectTxOp = "nvvm.mbarrier.expect_tx";
    "Bytes have come." MBarrierCompleteTxOp = "nvvm.mbarrier.complete_tx";
}

fn scope_is_near(b: &Body, op: Op) -> VerifyResult {
    let scope = b.attr(op, "scope").and_then(|a| b.cx().attr_as::<MemScope>(a));
    if matches!(scope, Some(MemScope::Gpu | MemScope::Sys)) {
        return Err(VerifyError::from("mbarrier scope must be either CTA or Cluster"));
    }
    Ok(())
}

/// Checks of all forms of arriving: a scope that is near enough, and no state of another block's barrier.
fn verify_arrive(b: &Body, op: Op, addr: Value, res: Option<Value>) -> VerifyResult {
    scope_is_near(b, op)?;
    let cluster = b.cx().type_as::<PointerType>(b.ty(addr)).is_some_and(|p| p.address_space == 7);
    ensure!(!cluster || res.is_none(), "mbarrier in shared_cluster space cannot return any value");
    Ok(())
}

macro_rules! arrive {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, interfaces = [Verify], asm = "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?")]
        pub struct $name {
            /// The barrier.
            pub addr: Operand<PtrBarrier>,
            /// The number of arrivals; one by default.
            pub count: OptOperand<I32>,
            /// The scope of the memory ordering.
            pub scope: DefaultAttr<MemScope>,
            /// Whether accesses are not ordered.
            pub relaxed: DefaultAttr<FalseAttr>,
            /// The barrier's state before.
            pub res: OptRes<State>,
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify_arrive(b, self.op(), self.addr(b), self.res(b))
            }
        }
    )*};
}
arrive! {
    "The thread arrives." MBarrierArriveOp = "nvvm.mbarrier.arrive";
    "The thread arrives and will not come again." MBarrierArriveDropOp = "nvvm.mbarrier.arrive_drop";
}

macro_rules! nocomplete {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, asm = "$addr `,` $count attr-dict `:` type(operands) `->` type($res)")]
        pub struct $name {
            /// The barrier.
            pub addr: Operand<PtrGenericOrShared>,
            /// The number of arrivals.
            pub count: Operand<I32>,
            /// The barrier's state before.
            pub res: Res<I64>,
        }
    )*};
}
nocomplete! {
    "The thread arrives, which does not end the phase." MBarrierArriveNocompleteOp = "nvvm.mbarrier.arrive.nocomplete";
    "The thread leaves, which does not end the phase." MBarrierArriveDropNocompleteOp = "nvvm.mbarrier.arrive_drop.nocomplete";
}

/// The thread arrives, and the phase expects more bytes.
#[op(
    name = "nvvm.mbarrier.arrive.expect_tx",
    interfaces = [Verify],
    asm = "$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands) (`->` type($res)^)?",
)]
pub struct MBarrierArriveExpectTxOp {
    /// The barrier.
    pub addr: Operand<PtrBarrier>,
    /// The number of bytes.
    pub txcount: Operand<I32>,
    /// The scope of the memory ordering.
    pub scope: DefaultAttr<MemScope>,
    /// Whether accesses are not ordered.
    pub relaxed: DefaultAttr<FalseAttr>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
    /// The barrier's state before.
    pub res: OptRes<State>,
}

impl Verify for MBarrierArriveExpectTxOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        if self.predicate(b).is_some() {
            let scope = b.attr(self.op(), "scope").and_then(|a| cx.attr_as::<MemScope>(a));
            let cluster = cx.type_as::<PointerType>(b.ty(self.addr(b))).is_some_and(|p| p.address_space == 7);
            let wrong = if !matches!(scope, None | Some(MemScope::Cta)) {
                Some("mbarrier scope must be CTA when using predicate")
            } else if cluster {
                Some("mbarrier in shared_cluster space is not supported when using predicate")
            } else if self.res(b).is_some() {
                Some("return-value is not supported when using predicate")
            } else if b.attr(self.op(), "relaxed") == Some(cx.bool_attr(true)) {
                Some("mbarrier with relaxed semantics is not supported when using predicate")
            } else {
                None
            };
            if let Some(message) = wrong {
                return Err(VerifyError::bare(message));
            }
        }
        verify_arrive(b, self.op(), self.addr(b), self.res(b))
    }
}

/// The thread arrives for the last time, and the phase expects more bytes.
#[op(
    name = "nvvm.mbarrier.arrive_drop.expect_tx",
    interfaces = [Verify],
    asm = "$addr `,` $txcount attr-dict `:` type(operands) (`->` type($res)^)?",
)]
pub struct MBarrierArriveDropExpectTxOp {
    /// The barrier.
    pub addr: Operand<PtrBarrier>,
    /// The number of bytes.
    pub txcount: Operand<I32>,
    /// The scope of the memory ordering.
    pub scope: DefaultAttr<MemScope>,
    /// Whether accesses are not ordered.
    pub relaxed: DefaultAttr<FalseAttr>,
    /// The barrier's state before.
    pub res: OptRes<State>,
}

impl Verify for MBarrierArriveDropExpectTxOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_arrive(b, self.op(), self.addr(b), self.res(b))
    }
}

/// Waits until the phase with this parity is complete.
#[op(
    name = "nvvm.mbarrier.try_wait.parity",
    asm = "$addr `,` $phase `,` $ticks attr-dict `:` type(operands)"
)]
pub struct MBarrierTryWaitParityOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
    /// The parity of the phase.
    pub phase: Operand<I32>,
    /// The time limit of one attempt.
    pub ticks: Operand<I32>,
}

/// Whether a phase of a barrier is complete.
#[op(
    name = "nvvm.mbarrier.test.wait",
    interfaces = [Verify],
    asm = "$addr `,` $stateOrPhase attr-dict `:` type(operands) `->` type($res)",
)]
pub struct MBarrierTestWaitOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
    /// The barrier's state in the phase, or the phase's parity.
    #[ir_name = "stateOrPhase"]
    pub state_or_phase: Operand<I64OrI32>,
    /// The scope of the memory ordering.
    pub scope: DefaultAttr<MemScope>,
    /// Whether accesses are not ordered.
    pub relaxed: DefaultAttr<FalseAttr>,
    /// The answer.
    pub res: Res<I1>,
}

impl Verify for MBarrierTestWaitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        scope_is_near(b, self.op())
    }
}

/// Whether a phase of a barrier is complete, after waiting for it up to a time limit.
#[op(
    name = "nvvm.mbarrier.try_wait",
    interfaces = [Verify],
    asm = "$addr `,` $stateOrPhase (`,` $ticks^)? attr-dict `:` type(operands) `->` type($res)",
)]
pub struct MBarrierTryWaitOp {
    /// The barrier.
    pub addr: Operand<PtrGenericOrShared>,
    /// The barrier's state in the phase, or the phase's parity.
    #[ir_name = "stateOrPhase"]
    pub state_or_phase: Operand<I64OrI32>,
    /// The time limit.
    pub ticks: OptOperand<I32>,
    /// The scope of the memory ordering.
    pub scope: DefaultAttr<MemScope>,
    /// Whether accesses are not ordered.
    pub relaxed: DefaultAttr<FalseAttr>,
    /// The answer.
    pub res: Res<I1>,
}

impl Verify for MBarrierTryWaitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        scope_is_near(b, self.op())
    }
}
