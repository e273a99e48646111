//! Canonicalisation of `scf.if`.

use strata_arith::{AndIOp, SelectOp, XOrIOp};
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
            .or_else(|| nested(op, rw))
            .or_else(|| inverted(op, rw))
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

/// Two conditionals on one condition, one right after the other, are one.
fn combine(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let first = rw.prev_op(op.op())?.as_op::<IfOp>(rw)?;
    let plain = |o: IfOp, b: &Body| b.extra_attrs(o.op()).is_empty();
    if first.condition(rw) != op.condition(rw) || !plain(first, rw) || !plain(op, rw) {
        return None;
    }
    let condition = op.condition(rw);
    let firsts = rw.results(first.op()).to_vec();
    let seconds = rw.results(op.op()).to_vec();
    let types: Vec<Type> = firsts.iter().chain(&seconds).map(|&v| rw.ty(v)).collect();
    let new = IfOp::build(rw, condition, &types);
    for i in 0..2 {
        let (one, two) = (rw.regions(first.op())[i], rw.regions(op.op())[i]);
        let to = rw.regions(new.op())[i];
        merge_regions(rw, &firsts, [one, two], to);
    }
    let results = rw.results(new.op()).to_vec();
    for (&old, &value) in firsts.iter().chain(&seconds).zip(&results) {
        rw.replace_value(old, value);
    }
    rw.erase_op(op.op());
    rw.erase_op(first.op());
    rw.touch(new);
    Some(())
}

/// Moves the ops of two regions, one after the other, to a third; `firsts` are the results of the first one.
fn merge_regions(rw: &mut Rewriter<'_>, firsts: &[Value], [one, two]: [Region; 2], to: Region) {
    let blocks = [one, two].map(|r| rw.blocks(r).first().copied());
    let [Some(first), Some(second)] = blocks else {
        rw.move_blocks(one, to);
        rw.move_blocks(two, to);
        return;
    };
    let (Some(last), Some(end)) = (rw.terminator(first), rw.terminator(second)) else { return };
    let mut values: Vec<Value> = rw.operands(last).collect();
    // What the first one yields is known in the second one.
    for (&result, &value) in firsts.iter().zip(&values) {
        rw.replace_uses_if(result, value, |b, user| inside(b, second, user));
    }
    values.extend(rw.operands(end).collect::<Vec<_>>());
    rw.erase_op(last);
    rw.inline_block_before(second, InsertPoint::at_end(first), &[]);
    rw.set_operands(end, &values);
    rw.move_blocks(one, to);
}

/// A conditional that is all that another one does needs both conditions.
fn nested(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let only = rw.first_op(op.then_region_block(rw))?;
    let inner = only.as_op::<IfOp>(rw)?;
    let alone = rw.next_op(only) == rw.terminator(op.then_region_block(rw));
    let plain = |o: IfOp, b: &Body| {
        b.results(o.op()).is_empty() && b.extra_attrs(o.op()).is_empty() && o.else_region_block(b).is_none()
    };
    if !alone || !plain(op, rw) || !plain(inner, rw) {
        return None;
    }
    let (outer_condition, inner_condition) = (op.condition(rw), inner.condition(rw));
    let both = AndIOp::build(rw, outer_condition, inner_condition);
    let new = IfOp::build(rw, both, &[]);
    let (from, to) = (inner.then_region(rw), new.then_region(rw));
    rw.move_blocks(from, to);
    rw.erase_op(op.op());
    rw.touch(new);
    Some(())
}

/// With an inverted condition the regions change places.
fn inverted(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let not = rw.def_of::<XOrIOp>(op.condition(rw))?;
    op.else_region_block(rw)?;
    if !constant_bool(rw, not.rhs(rw))? {
        return None;
    }
    let condition = not.lhs(rw);
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let new = IfOp::build(rw, condition, &types);
    copy_extra(rw, op.op(), new.op());
    let [then, otherwise] = [op.then_region(rw), op.else_region(rw)];
    let [new_then, new_else] = [new.then_region(rw), new.else_region(rw)];
    rw.move_blocks(then, new_else);
    rw.move_blocks(otherwise, new_then);
    let all = vec![true; types.len()];
    replace_kept(rw, op.op(), new.op(), &all);
    Some(())
}

/// Whether an op is in a block, also in regions of the ops there.
fn inside(b: &Body, block: Block, op: Op) -> bool {
    std::iter::successors(Some(op), |&o| b.parent_op(o)).any(|o| b.parent_block(o) == Some(block))
}
