//! Unrolling by a factor: the body of a loop is repeated, and the step grows.

use strata_affine::{ApplyOp, ForOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::{
    cleanup::split_off_cleanup_loop,
    is_complete,
    iteration::clone_ops,
    ops_without_terminator,
    promote::promote_if_single_iteration,
    trip_count::{constant_trip_count, divides_trip_count},
};

/// The treatment of iterations that are left over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cleanup {
    /// They are a loop of their own.
    Loop,
    /// The whole loop is unrolled, if its trip count is known.
    Unrolled,
}

/// A loop was not unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotUnrolled {
    /// The trip count or the bounds do not allow it.
    NotApplicable,
    /// More ops would be made than the context allows.
    TooManyOps,
}

/// Unrolls a loop completely.
///
/// # Errors
/// The trip count must be known, and the number of ops that it makes within the limits of the context.
pub fn unroll_full(body: &mut Body, for_op: ForOp) -> Result<(), NotUnrolled> {
    match constant_trip_count(body, for_op) {
        None => Err(NotUnrolled::NotApplicable),
        Some(0) => Ok(()),
        Some(1) => promote_if_single_iteration(body, for_op).ok_or(NotUnrolled::NotApplicable),
        Some(count) => unroll_by_factor(body, for_op, count, Cleanup::Loop),
    }
}

/// Unrolls a loop by a factor, or completely if it has fewer iterations.
///
/// # Errors
/// See [`unroll_by_factor`].
pub fn unroll_up_to_factor(body: &mut Body, for_op: ForOp, factor: u64) -> Result<(), NotUnrolled> {
    let count = constant_trip_count(body, for_op).unwrap_or(u64::MAX);
    if count == 0 {
        return Err(NotUnrolled::NotApplicable);
    }
    unroll_by_factor(body, for_op, factor.min(count), Cleanup::Loop)
}

/// Unrolls a loop by a factor, which is not zero.
///
/// # Errors
/// The trip count must not be known to be smaller; if the factor does not divide it, each bound must be a single expression; the number of
/// ops that it makes must be within the limits of the context.
pub fn unroll_by_factor(
    body: &mut Body,
    for_op: ForOp,
    factor: u64,
    cleanup: Cleanup,
) -> Result<(), NotUnrolled> {
    if !is_complete(body, for_op) || factor == 0 {
        return Err(NotUnrolled::NotApplicable);
    }
    let count = constant_trip_count(body, for_op);
    if factor == 1 {
        let promoted = count != Some(1) || promote_if_single_iteration(body, for_op).is_some();
        return promoted.then_some(()).ok_or(NotUnrolled::NotApplicable);
    }
    let block = for_op.region_block(body);
    if body.first_op(block) == body.last_op(block) {
        return Ok(());
    }
    if count.is_some_and(|count| count < factor) {
        return match cleanup {
            Cleanup::Unrolled => unroll_full(body, for_op),
            Cleanup::Loop => Err(NotUnrolled::NotApplicable),
        };
    }
    let (step, ops) = (for_op.step_value(body), body.ops_in(for_op.op()).len() as u64);
    let fits = factor.checked_mul(ops).is_some_and(|n| n <= u64::from(body.cx().limits().unroll_ops));
    let factor_i64 = i64::try_from(factor).ok().filter(|&f| fits && step.checked_mul(f).is_some());
    let factor = factor_i64.ok_or(NotUnrolled::TooManyOps)?;
    if !divides_trip_count(body, for_op, factor.unsigned_abs()) {
        if for_op.lower(body).map.n_results() != 1 || for_op.upper(body).map.n_results() != 1 {
            return Err(NotUnrolled::NotApplicable);
        }
        if cleanup == Cleanup::Unrolled {
            return unroll_full(body, for_op);
        }
        split_off_cleanup_loop(body, for_op, factor).ok_or(NotUnrolled::NotApplicable)?;
    }
    for_op.set_step_value(body, step * factor);
    repeat_body(body, for_op, factor, step);
    promote_if_single_iteration(body, for_op);
    Ok(())
}

/// Appends `factor - 1` copies of the body to it, for the induction variable plus multiples of `step`.
fn repeat_body(body: &mut Body, for_op: ForOp, factor: i64, step: i64) {
    let block = for_op.region_block(body);
    let (ops, args) = (ops_without_terminator(body, block), body.block_args(block).to_vec());
    let (Some(end), Some((&iv, carried))) = (body.last_op(block), args.split_first()) else { return };
    let yielded: Vec<Value> = body.operands(end).collect();
    let mut last = yielded.clone();
    for i in 1..factor {
        let mut map = IdMap::new();
        for (&arg, &value) in carried.iter().zip(&last) {
            map.map(arg, value);
        }
        let at = InsertPoint::before(body, end);
        if body.has_uses(iv) {
            let bump = AffineMap::new(1, 0, vec![AffineExpr::dim(0) + i * step]);
            let mut b = Builder::new(body, at, body_loc(body, for_op));
            map.map(iv, ApplyOp::create(&mut b, bump, &[iv]));
        }
        clone_ops(body, &ops, at, &mut map);
        for (last, &value) in last.iter_mut().zip(&yielded) {
            // A value that is not defined in the loop itself stays, also a carried one that is yielded as it is.
            if body.def_op(value).is_some_and(|def| body.parent_block(def) == Some(block)) {
                *last = map.get(value);
            }
        }
    }
    body.set_operands(end, &last);
}

fn body_loc(body: &Body, for_op: ForOp) -> Location {
    body.loc(for_op.op())
}
