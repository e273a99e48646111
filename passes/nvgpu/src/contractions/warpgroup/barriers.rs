//! Barriers of the stages, including those in the other block of a cluster.

use strata_arith::{AndIOp, CmpIPredicate, ConstantOp, IndexCastOp, constant_index};
use strata_gpu::BarrierOp;
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_nvgpu::{
    MBarrierArriveOp, MBarrierCreateOp, MBarrierGetOp, MBarrierInitOp, MBarrierTokenType,
    MBarrierTryWaitParityOp,
};
use strata_nvvm as nvvm;
use strata_passes_analysis::index_arith::{add_const, compare, less, select, xor};
use strata_scf::IfOp;

use super::STAGES;

/// The time limit of one wait, in ticks; it is repeated after that.
const TICKS: i64 = 10_000_000;

/// The barriers of all stages: `full` when the bytes of a stage have arrived, `empty` when they have been read.
pub(super) struct Barriers {
    pub full: Value,
    pub empty: Value,
}

impl Barriers {
    /// Creates the barriers, which the first thread initializes; `readers` groups read each stage.
    pub fn new(b: &mut Builder<'_>, is_first: Value, readers: i64) -> Self {
        let (full, empty) =
            (MBarrierCreateOp::create(b, STAGES as u32), MBarrierCreateOp::create(b, STAGES as u32));
        IfOp::create_then(b, is_first, &[], |b| {
            let cx = b.cx_arc().clone();
            for s in 0..STAGES {
                let stage = constant_index(b, s);
                for (barriers, arrivals) in [(full, 1), (empty, readers)] {
                    let count = constant_index(b, arrivals);
                    MBarrierInitOp::build(b, barriers, count, stage, None);
                }
            }
            nvvm::FenceMbarrierInitOp::build(b);
            let space = nvvm::SharedSpace::Cta.attr(&cx);
            nvvm::FenceProxyOp::build(b, nvvm::ProxyKind::AsyncShared.attr(&cx), Some(space));
            Vec::new()
        });
        Self { full, empty }
    }

    /// Releases a stage where a condition holds: thread `me` of a group arrives at the `empty` barrier, one thread for each block.
    pub fn give_back(
        &self,
        b: &mut Builder<'_>,
        me: Value,
        stage: Value,
        condition: Option<Value>,
        blocks: i64,
    ) {
        let speaks = if blocks > 1 {
            less(b, me, blocks)
        } else {
            let zero = constant_index(b, 0);
            compare(b, CmpIPredicate::Eq, me, zero)
        };
        let speaks = match condition {
            Some(condition) => AndIOp::build(b, speaks, condition),
            None => speaks,
        };
        IfOp::create_then(b, speaks, &[], |b| {
            let cx = b.cx_arc().clone();
            if blocks == 1 {
                MBarrierArriveOp::build(b, self.empty, stage, cx.ty(MBarrierTokenType));
                return Vec::new();
            }
            // The same barrier in the block whose rank is the thread's index.
            let space = |n| cx.ty(llvm::PointerType { address_space: n });
            let address = MBarrierGetOp::build(b, self.empty, stage, cx.i64());
            let here = llvm::IntToPtrOp::build(b, address, None, space(3));
            let rank = IndexCastOp::build(b, me, cx.i32());
            let there = nvvm::MapaOp::build(b, here, rank, space(7));
            let scope = nvvm::MemScope::Cluster.attr(&cx);
            nvvm::MBarrierArriveOp::build(b, there, None, Some(scope), None, &[]);
            Vec::new()
        });
    }
}

/// A barrier of all threads of the block, or of its cluster.
pub(super) fn together(b: &mut Builder<'_>, cluster: bool) {
    if cluster {
        nvvm::ClusterArriveOp::build(b, None);
        nvvm::ClusterWaitOp::build(b, None);
    } else {
        BarrierOp::build(b);
    }
}

pub(super) fn flag(b: &mut Builder<'_>, value: bool) -> Value {
    let cx = b.cx_arc().clone();
    ConstantOp::build(b, cx.bool_attr(value), cx.i1())
}

pub(super) fn wait(b: &mut Builder<'_>, barriers: Value, parity: Value, stage: Value) {
    let ticks = constant_index(b, TICKS);
    MBarrierTryWaitParityOp::build(b, barriers, parity, ticks, stage);
}

/// The next stage and its parity.
pub(super) fn following(b: &mut Builder<'_>, stage: Value, parity: Value) -> [Value; 2] {
    let next = add_const(b, stage, 1);
    let end = constant_index(b, STAGES);
    let wraps = compare(b, CmpIPredicate::Eq, next, end);
    let first = constant_index(b, 0);
    let next = select(b, wraps, first, next);
    [next, xor(b, parity, wraps)]
}
