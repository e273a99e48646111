//! Which ops are small enough to be part of a kernel of one block.

use strata_func::CallOp;
use strata_ir::{
    analysis::{effects_of, is_memory_effect_free},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::LinalgOp;
use strata_memref::{AllocOp, AllocaOp, CopyOp, DeallocOp, DmaStartOp, DmaWaitOp, ReallocOp};
use strata_passes_analysis::buffer_alias::{is_memref, stays};
use strata_scf::{ForallOp, ParallelOp};
use strata_vector::MaskOp;

use crate::{
    iteration_space::IterationSpace, launch::block_size, loop_nest::LoopNest, parallel::shared_inputs,
};

/// The largest number of iterations of a structured op.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleBlockLimit(pub i64);

impl SingleBlockLimit {
    /// Whether the threads of one block can run an op with all that is in it.
    pub(crate) fn holds(self, b: &Body, op: Op) -> bool {
        self.holds_inside(b, op, op)
    }
    /// The same for an op nested in `outer`, or for `outer` itself, whose buffers are private.
    pub(crate) fn holds_inside(self, b: &Body, op: Op, outer: Op) -> bool {
        let mut holds = true;
        b.walk_in(op, |o| {
            holds &= self.one(b, o, outer);
            match holds {
                false => WalkControl::Stop,
                true if o.implements::<dyn LinalgOp>(b) => WalkControl::Skip,
                true => WalkControl::Continue,
            }
        });
        holds && self.one(b, op, outer)
    }
    /// Whether they can run the op itself, apart from its regions.
    fn one(self, b: &Body, op: Op, outer: Op) -> bool {
        if op.implements::<dyn LinalgOp>(b) {
            let fits = |n: &LoopNest| n.static_work().is_some_and(|w| w <= self.0);
            // An op that needs a copy of its input is a kernel of its own.
            return LoopNest::read(b, op).is_ok_and(|n| fits(&n) && shared_inputs(b, &n).is_empty());
        }
        if op.isa::<CopyOp>(b) {
            return elements(b, b.operand(op, 0)).is_some_and(|n| n <= self.0);
        }
        if op.isa::<ParallelOp>(b) || op.isa::<ForallOp>(b) {
            return IterationSpace::read(b, op).is_ok_and(|i| i.static_count().is_some_and(|n| n <= self.0));
        }
        let inside = |v: Value| b.def_op(v).is_some_and(|d| d != outer && b.is_ancestor(outer, d));
        if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) {
            return b.num_operands(op) == 0 && op != outer && stays(b, b.result(op, 0));
        }
        if op.isa::<DeallocOp>(b) {
            return inside(b.operand(op, 0));
        }
        if op.isa::<CallOp>(b)
            || op.isa::<ReallocOp>(b)
            || op.isa::<DmaStartOp>(b)
            || op.isa::<DmaWaitOp>(b)
            || b.op_name(op).starts_with("gpu.")
            || b.op_name(op).starts_with("cf.")
        {
            return false;
        }
        if b.has_trait(op, Trait::Terminator) || is_memory_effect_free(b, op) {
            return true;
        }
        if b.has_trait(op, Trait::RecursiveMemoryEffects) {
            return b.op_name(op).starts_with("scf.") || op.isa::<MaskOp>(b);
        }
        effects_of(b, op).is_some_and(|e| e.iter().all(|e| e.on.is_some()))
    }
}

/// The number of elements of a buffer, if it is static.
pub(crate) fn elements(b: &Body, v: Value) -> Option<i64> {
    let t = b.cx().type_as::<MemRefType>(b.ty(v))?;
    t.shape.iter().try_fold(1i64, |n, &d| if d == DYNAMIC { None } else { n.checked_mul(d) })
}

/// The threads that have something to do in an op; one where it is only scalar code.
pub(crate) fn busy_threads(b: &Body, op: Op) -> i64 {
    let mut most = 1;
    for o in b.ops_in(op).into_iter().chain([op]) {
        let count = if o.implements::<dyn LinalgOp>(b) {
            LoopNest::read(b, o).ok().and_then(|n| n.static_count())
        } else if o.isa::<CopyOp>(b) {
            elements(b, b.operand(o, 0))
        } else if (o.isa::<ParallelOp>(b) || o.isa::<ForallOp>(b)) && crate::cooperative::is_scalar(b, o) {
            IterationSpace::read(b, o).ok().and_then(|i| i.static_count())
        } else {
            None
        };
        most = most.max(count.unwrap_or(1));
    }
    if most == 1 { 1 } else { block_size(Some(most)) }
}

/// Whether an op, or one nested in it, both writes memory and has a scalar result that is used: only one thread may run it.
pub(crate) fn gives_what_it_writes(b: &Body, op: Op) -> bool {
    b.ops_in(op).into_iter().chain([op]).any(|o| {
        !o.implements::<dyn LinalgOp>(b)
            && b.regions(o).is_empty()
            && b.results(o).iter().any(|&v| b.has_uses(v) && !is_memref(b, v))
            && effects_of(b, o).is_some_and(|e| e.iter().any(|e| e.kind == EffectKind::Write))
    })
}
