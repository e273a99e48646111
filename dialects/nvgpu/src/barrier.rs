//! Barriers in shared memory: they count arrivals of threads, and bytes transferred by copies.

use strata_ir::prelude::*;

use crate::types::{I32OrI64, MBarrierGroup, MBarrierGroupType, MBarrierToken};

/// Barriers in shared memory.
#[op(name = "nvgpu.mbarrier.create", asm = "attr-dict `->` type($barriers)")]
pub struct MBarrierCreateOp {
    /// The barriers.
    pub barriers: Res<MBarrierGroup>,
}

impl MBarrierCreateOp {
    /// `n` barriers.
    pub fn create(b: &mut Builder<'_>, n: u32) -> Value {
        let ty = MBarrierGroupType::with_count(b.cx(), n);
        Self::build(b, ty)
    }
}

/// The address of a barrier.
#[op(
    name = "nvgpu.mbarrier.get",
    asm = "$barriers `[` $mbarId `]` attr-dict `:` type($barriers) `->` type($mbarrierPointer)"
)]
pub struct MBarrierGetOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// Which one.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// Its address.
    #[ir_name = "mbarrierPointer"]
    pub mbarrier_pointer: Res<I32OrI64>,
}

/// Initializes a barrier with the number of arrivals that complete a phase.
#[op(
    name = "nvgpu.mbarrier.init",
    asm = "$barriers `[` $mbarId `]` `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type($barriers)"
)]
pub struct MBarrierInitOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// The number of arrivals that complete a phase.
    pub count: Operand<Index>,
    /// Which one.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// Whether this thread does it.
    pub predicate: OptOperand<I1>,
}

/// Whether the phase of an arrival is complete.
#[op(
    name = "nvgpu.mbarrier.test.wait",
    asm = "$barriers `[` $mbarId `]` `,` $token attr-dict `:` type($barriers) `,` type($token)"
)]
pub struct MBarrierTestWaitOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// The arrival.
    pub token: Operand<MBarrierToken>,
    /// Which barrier.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// Whether it has.
    #[ir_name = "waitComplete"]
    pub wait_complete: Res<I1>,
}

/// Arrives at a barrier.
#[op(
    name = "nvgpu.mbarrier.arrive",
    asm = "$barriers `[` $mbarId `]` attr-dict `:` type($barriers) `->` type($token)"
)]
pub struct MBarrierArriveOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// Which one.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// Stands for the arrival.
    pub token: Res<MBarrierToken>,
}

/// Arrives at a barrier several times at once, where this does not complete the phase.
#[op(
    name = "nvgpu.mbarrier.arrive.nocomplete",
    asm = "$barriers `[` $mbarId `]` `,` $count attr-dict `:` type($barriers) `->` type($token)"
)]
pub struct MBarrierArriveNoCompleteOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// Which one.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// The number of arrivals.
    pub count: Operand<Index>,
    /// Stands for the arrivals.
    pub token: Res<MBarrierToken>,
}

/// Arrives at a barrier, and makes the phase expect more bytes.
#[op(
    name = "nvgpu.mbarrier.arrive.expect_tx",
    asm = "$barriers `[` $mbarId `]` `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type($barriers)"
)]
pub struct MBarrierArriveExpectTxOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// The number of bytes.
    pub txcount: Operand<Index>,
    /// Which barrier.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// Whether this thread does it.
    pub predicate: OptOperand<I1>,
}

/// Waits until the phase with a parity is complete.
#[op(
    name = "nvgpu.mbarrier.try_wait.parity",
    asm = "$barriers `[` $mbarId `]` `,` $phaseParity `,` $ticks attr-dict `:` type($barriers)"
)]
pub struct MBarrierTryWaitParityOp {
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// The parity of the phase.
    #[ir_name = "phaseParity"]
    pub phase_parity: Operand<I1>,
    /// The time limit of one attempt in nanoseconds.
    pub ticks: Operand<Index>,
    /// Which barrier.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
}
