//! A loop as a nest of `scf.for`.

use strata_ir::prelude::*;
use strata_scf::{ForOp, YieldOp};

/// Replaces `op`, a loop without results, by a nest of `scf.for` with these bounds and steps around the ops of `block`,
/// whose arguments are the induction variables and which has no terminator any more. Returns the loops, outermost first.
pub(crate) fn replace_by_nest(body: &mut Body, op: Op, block: Block, bounds: &[[Value; 3]]) -> Vec<Op> {
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
