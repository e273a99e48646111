//! A loop that runs once becomes its body.

use strata_affine::{ApplyOp, ForOp};
use strata_ir::{affine::AffineMap, prelude::*};

use super::{is_complete, trip_count::constant_trip_count};

/// Replaces a loop that is known to run once by its body. `None` if it is not known to, or if its lower bound is a maximum.
///
/// A constant lower bound is put at the start of the body that `body` is, so that all promoted loops of a function can share it.
pub fn promote_if_single_iteration(body: &mut Body, for_op: ForOp) -> Option<()> {
    if constant_trip_count(body, for_op) != Some(1) || !is_complete(body, for_op) {
        return None;
    }
    let (lower, iv) = (for_op.lower(body), for_op.induction_var(body)?);
    if lower.map.n_results() != 1 {
        return None;
    }
    let loc = body.loc(for_op.op());
    if body.has_uses(iv) {
        let value = if let Some(constant) = lower.map.single_constant() {
            let entry = body.entry().filter(|_| body.has_trait(Op::SELF, Trait::AffineScope));
            let at = match entry {
                Some(entry) => InsertPoint::at_start(body, entry),
                None => InsertPoint::before(body, for_op.op()),
            };
            strata_arith::constant_index(&mut Builder::new(body, at, loc), constant)
        } else if lower.map == AffineMap::identity(1) {
            lower.operands[0]
        } else {
            ApplyOp::create(&mut Builder::before(body, for_op.op()), lower.map, &lower.operands)
        };
        body.replace_all_uses(iv, value);
    }
    let block = for_op.region_block(body);
    let inits: Vec<Value> = for_op.inits(body).collect();
    let args = body.block_args(block).to_vec();
    for (&arg, init) in args[1..].iter().zip(inits) {
        body.replace_all_uses(arg, init);
    }
    let last = body.last_op(block)?;
    let yielded: Vec<Value> = body.operands(last).collect();
    for (result, value) in body.results(for_op.op()).to_vec().into_iter().zip(yielded) {
        body.replace_all_uses(result, value);
    }
    body.erase(last);
    if let (Some(first), Some(last)) = (body.first_op(block), body.last_op(block)) {
        let at = InsertPoint::before(body, for_op.op());
        body.move_ops(first, last, at);
    }
    body.erase(for_op.op());
    Some(())
}
