//! Passes from one form of loop of the `scf` dialect to another.

use strata_ir::prelude::*;
use strata_pass::PassRegistry;
use strata_scf::{ForOp, YieldOp};

mod for_to_while;
mod forall_to_loops;
mod loop_range_folding;
mod loop_unroll;
mod parallel_to_for;

pub use forall_to_loops::{forall_to_nest, forall_to_parallel};

/// Registers the passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry
        .add::<for_to_while::ForToWhile>()
        .add::<forall_to_loops::ForallToFor>()
        .add::<forall_to_loops::ForallToParallel>()
        .add::<parallel_to_for::ParallelForToNestedFors>()
        .add::<loop_range_folding::ForLoopRangeFolding>()
        .add::<loop_unroll::LoopUnroll>();
}

/// All ops of a kind, inner ones before the ops around them.
fn ops_of<T: OpDef>(body: &Body) -> Vec<T> {
    body.post_order().into_iter().filter_map(|op| op.as_op::<T>(body)).collect()
}

/// Replaces `op`, a loop without results, by a nest of `scf.for` with these bounds and steps around the ops of `block`,
/// whose arguments are the induction variables and which has no terminator any more. Returns the loops, outermost first.
fn replace_by_nest(body: &mut Body, op: Op, block: Block, bounds: &[[Value; 3]]) -> Vec<Op> {
    let mut at = InsertPoint::before(body, op);
    let loc = body.loc(op);
    let (mut ivs, mut loops) = (Vec::new(), Vec::new());
    for &[lower, upper, step] in bounds {
        let mut b = Builder::new(body, at, loc);
        let nested = ForOp::build(&mut b, lower, upper, step, &[], None, &[]);
        let index = b.cx().index();
        let inner = b.region_block(nested, 0, &[index], |b, inner| {
            YieldOp::build(b, &[]);
            inner
        });
        ivs.push(body.block_args(inner)[0]);
        loops.push(nested.op());
        at = InsertPoint { block: inner, before: body.first_op(inner) };
    }
    body.inline_block(block, at, &ivs);
    body.erase(op);
    loops
}
