//! Canonicalisation of `scf.if`.

use strata_arith::SelectOp;
use strata_ir::prelude::*;

use super::{
    assume_in_region, constant_bool, copy_extra, inline, is_outside, keep_yielded, kept, replace_kept,
    used_results,
};
use crate::IfOp;

impl Canonicalize for IfOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        constant(op, rw)
            .or_else(|| unused_results(op, rw))
            .or_else(|| empty_else(op, rw))
            .or_else(|| yields_from_outside(op, rw))
            .or_else(|| propagate_condition(op, rw))
            .or_else(|| combine(op, rw))
    }
}

/// A constant condition chooses one region.
fn constant(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let block = if constant_bool(rw, op.condition(rw))? {
        Some(op.then_region_block(rw))
    } else {
        op.else_region_block(rw)
    };
    match block {
        Some(block) => inline(rw, op.op(), block, &[]),
        None => {
            rw.erase_op(op.op());
            Some(())
        }
    }
}

/// Makes the op again with fewer results.
fn rebuild(op: IfOp, rw: &mut Rewriter<'_>, keep: &[bool]) {
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let condition = op.condition(rw);
    let new = IfOp::build(rw, condition, &kept(&types, keep));
    copy_extra(rw, op.op(), new.op());
    let old = rw.regions(op.op()).to_vec();
    keep_yielded(rw, &old, keep);
    for (from, to) in old.into_iter().zip(rw.regions(new.op()).to_vec()) {
        rw.move_blocks(from, to);
    }
    replace_kept(rw, op.op(), new.op(), keep);
}

/// Results that nothing uses are not yielded.
fn unused_results(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let keep = used_results(rw, op.op());
    if keep.iter().all(|&k| k) {
        return None;
    }
    rebuild(op, rw, &keep);
    Some(())
}

/// An else region that does nothing goes.
fn empty_else(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let block = op.else_region_block(rw)?;
    if !op.results(rw).is_empty() || rw.first_op(block) != rw.terminator(block) {
        return None;
    }
    rw.body().erase_block(block);
    rw.touch(op);
    Some(())
}

/// A result that is yielded from outside on both sides is a choice between two values.
fn yields_from_outside(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.results(rw).is_empty() {
        return None;
    }
    let (then, otherwise) = (op.then_yield(rw)?, op.else_yield(rw)?);
    let thens: Vec<Value> = then.results(rw).collect();
    let elses: Vec<Value> = otherwise.results(rw).collect();
    let outside = |v| is_outside(rw, op.op(), v);
    let keep: Vec<bool> = thens.iter().zip(&elses).map(|(&t, &e)| !outside(t) || !outside(e)).collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    let condition = op.condition(rw);
    for (i, old) in op.results(rw).to_vec().into_iter().enumerate().filter(|(i, _)| !keep[*i]) {
        let (t, e) = (thens[i], elses[i]);
        let value = if t == e { t } else { SelectOp::build(rw, condition, t, e) };
        rw.replace_value(old, value);
    }
    rebuild(op, rw, &keep);
    Some(())
}

/// Inside of the regions the condition is a constant.
fn propagate_condition(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition(rw);
    constant_value(rw, condition).is_none().then_some(())?;
    let (then, otherwise) = (op.then_region(rw), op.else_region(rw));
    // In this order the constants end up in the order that MLIR has.
    let a = assume_in_region(rw, condition, otherwise, false);
    let b = assume_in_region(rw, condition, then, true);
    a.or(b)
}

/// Two conditionals without results on one condition, one right after the other, are one.
fn combine(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let before = rw.prev_op(op.op())?.as_op::<IfOp>(rw)?;
    let plain = |o: IfOp, b: &Body| b.results(o.op()).is_empty() && b.extra_attrs(o.op()).is_empty();
    if before.condition(rw) != op.condition(rw) || !plain(before, rw) || !plain(op, rw) {
        return None;
    }
    for i in 0..2 {
        let (from, to) = (rw.regions(op.op())[i], rw.regions(before.op())[i]);
        match (rw.blocks(to).first().copied(), rw.blocks(from).first().copied()) {
            (_, None) => (),
            (None, Some(_)) => rw.move_blocks(from, to),
            (Some(to), Some(from)) => {
                let last = rw.terminator(to)?;
                rw.erase_op(last);
                rw.inline_block_before(from, InsertPoint::at_end(to), &[]);
            }
        }
    }
    rw.erase_op(op.op());
    rw.touch(before);
    Some(())
}
