//! Canonicalisation of `scf.if`.

use strata_arith::{AndIOp, SelectOp, XOrIOp};
use strata_ir::prelude::*;

use super::{bool_constant, constant_bool, inline, is_in_region, region_branch, replace_in_region};
use crate::{IfOp, YieldOp};

impl Fold for IfOp {
    /// With an inverted condition the regions change places.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let not = b.def_as::<XOrIOp>(self.condition(b))?;
        self.else_region_block(b)?;
        if !constant_bool(b, not.rhs(b))? {
            return None;
        }
        let condition = not.lhs(b);
        b.set_operand(self.op(), 0, condition);
        let [then, otherwise] = [self.then_region(b), self.else_region(b)];
        let old = b.blocks(then).to_vec();
        b.move_blocks(otherwise, then);
        for block in old {
            b.move_block(block, otherwise, None);
        }
        Some(Folded::InPlace)
    }
}

impl Canonicalize for IfOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        combine(op, rw)
            .or_else(|| nested(op, rw))
            .or_else(|| propagate_condition(op, rw))
            .or_else(|| yields_from_outside(op, rw))
            .or_else(|| empty_else(op, rw))
            .or_else(|| constant(op, rw))
            .or_else(|| yields_the_condition(op, rw))
            .or_else(|| region_branch::simplify(rw, op.op()))
    }
}

/// The values that a block yields, without its `scf.yield`.
fn take_yield(rw: &mut Rewriter<'_>, block: Block) -> Option<Vec<Value>> {
    let last = rw.last_op(block)?.as_op::<YieldOp>(rw)?;
    let values = last.results(rw).collect();
    rw.erase_op(last.op());
    Some(values)
}

fn end_with_yield(rw: &mut Rewriter<'_>, block: Block, values: &[Value]) {
    rw.in_block(block, |b| YieldOp::build(b, values));
}

/// Merges two adjacent conditionals on the same condition or its inverse.
fn combine(next: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let first = rw.prev_op(next.op())?.as_op::<IfOp>(rw)?;
    let blocks = [Some(next.then_region_block(rw)), next.else_region_block(rw)];
    let (condition, own) = (first.condition(rw), next.condition(rw));
    let [then, otherwise] = if own == condition {
        blocks
    } else if is_inverse(rw, own, condition) || is_inverse(rw, condition, own) {
        [blocks[1], blocks[0]]
    } else {
        return None;
    };
    let (firsts, seconds) = (rw.results(first.op()).to_vec(), rw.results(next.op()).to_vec());
    let types: Vec<Type> = firsts.iter().chain(&seconds).map(|&v| rw.ty(v)).collect();
    for (block, yielded) in [(then, first.then_yield(rw)), (otherwise, first.else_yield(rw))] {
        let (Some(block), Some(yielded)) = (block, yielded) else { continue };
        let region = rw.block_parent(block)?;
        let values: Vec<Value> = yielded.results(rw).collect();
        // In the second conditional, a result of the first one is the value that its branch yields.
        for (&result, value) in firsts.iter().zip(values) {
            replace_in_region(rw, region, result, value);
        }
    }
    let new = IfOp::build(rw, condition, &types);
    for (i, second) in [then, otherwise].into_iter().enumerate() {
        let (from, to) = (rw.regions(first.op())[i], rw.regions(new.op())[i]);
        rw.move_blocks(from, to);
        let (Some(block), Some(second)) = (rw.blocks(to).first().copied(), second) else {
            if let Some(second) = second {
                rw.body().move_block(second, to, None);
            }
            continue;
        };
        let mut values = take_yield(rw, block)?;
        values.extend(take_yield(rw, second)?);
        rw.inline_block_before(second, InsertPoint::at_end(block), &[]);
        end_with_yield(rw, block, &values);
    }
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(first.op(), &results[..firsts.len()]);
    rw.replace_op(next.op(), &results[firsts.len()..]);
    rw.touch(new);
    Some(())
}

/// Whether `not` is `xor %value, true`.
fn is_inverse(b: &Body, not: Value, value: Value) -> bool {
    b.def_as::<XOrIOp>(not).is_some_and(|x| x.lhs(b) == value && constant_bool(b, x.rhs(b)) == Some(true))
}

/// A conditional that is all that another one does needs both conditions.
fn nested(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let then = op.then_region_block(rw);
    let inner = rw.first_op(then)?.as_op::<IfOp>(rw)?;
    let only_yields = |b: &Body, op: IfOp| {
        op.else_region_block(b).is_none_or(|block| b.first_op(block) == b.last_op(block))
    };
    if rw.next_op(inner.op()) != rw.terminator(then) || !only_yields(rw, op) || !only_yields(rw, inner) {
        return None;
    }
    let mut thens: Vec<Value> = op.then_yield(rw)?.results(rw).collect();
    let elses: Vec<Value> = op.else_yield(rw).map(|y| y.results(rw).collect()).unwrap_or_default();
    let inner_yields = [inner.then_yield(rw), inner.else_yield(rw)];
    // Values that depend on the outer condition only.
    let mut selected = Vec::new();
    for i in 0..thens.len() {
        match rw.def(thens[i]) {
            Def::Result { op: def, index } if def == inner.op() => {
                if rw.operand(inner_yields[1]?.op(), index) != elses[i] {
                    return None;
                }
                thens[i] = rw.operand(inner_yields[0]?.op(), index);
            }
            _ if rw.is_defined_outside(thens[i], op.op()) => selected.push(i),
            _ => return None,
        }
    }
    let (outer_condition, inner_condition) = (op.condition(rw), inner.condition(rw));
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let both = AndIOp::build(rw, outer_condition, inner_condition);
    let selects: Vec<Value> =
        selected.iter().map(|&i| SelectOp::build(rw, outer_condition, thens[i], elses[i])).collect();
    let new = IfOp::build(rw, both, &types);
    for v in [both].into_iter().chain(selects.iter().copied()) {
        let def = rw.def_op(v)?;
        rw.touch(def);
    }
    let (from, to) = (inner.then_region(rw), new.then_region(rw));
    rw.move_blocks(from, to);
    let block = *rw.blocks(to).first()?;
    take_yield(rw, block);
    end_with_yield(rw, block, &thens);
    if !elses.is_empty() {
        let region = new.else_region(rw);
        let block = rw.add_block(region, &[]);
        end_with_yield(rw, block, &elses);
    }
    let mut results = rw.results(new.op()).to_vec();
    for (i, v) in selected.into_iter().zip(selects) {
        results[i] = v;
    }
    rw.replace_op(op.op(), &results);
    rw.touch(new);
    Some(())
}

/// Inside of the regions the condition is a constant.
fn propagate_condition(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition(rw);
    if constant_value(rw, condition).is_some() {
        return None;
    }
    let regions = [op.else_region(rw), op.then_region(rw)];
    let uses: Vec<(Op, usize)> = rw.uses_of(condition).collect();
    let mut constants = [None, None];
    for (user, i) in uses {
        let Some(value) = (0..2).find(|&k| is_in_region(rw, regions[k], user)) else { continue };
        if constants[value].is_none() {
            constants[value] = Some(bool_constant(rw, value == 1)?);
        }
        rw.set_operand(user, i, constants[value]?);
    }
    (constants != [None, None]).then_some(())
}

/// A result whose yielded values are both defined outside of the conditional becomes a select.
fn yields_from_outside(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.results(rw).is_empty() {
        return None;
    }
    let yields = [op.then_yield(rw)?, op.else_yield(rw)?];
    let [thens, elses] = yields.map(|y| y.results(rw).collect::<Vec<Value>>());
    let outside = |v| rw.is_defined_outside(v, op.op());
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
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let new = IfOp::build(rw, condition, &super::kept(&types, &keep));
    for (from, to) in rw.regions(op.op()).to_vec().into_iter().zip(rw.regions(new.op()).to_vec()) {
        rw.move_blocks(from, to);
    }
    for (end, values) in yields.into_iter().zip([thens, elses]) {
        rw.set_operands(end.op(), &super::kept(&values, &keep));
        rw.touch(end);
    }
    super::replace_kept(rw, op.op(), new.op(), &keep);
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

/// A result that is the same on both sides, is the condition or its inverse.
fn yields_the_condition(op: IfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.results(rw).is_empty() {
        return None;
    }
    let yields = [op.then_yield(rw)?, op.else_yield(rw)?];
    let condition = op.condition(rw);
    let mut changed = None;
    for (i, result) in op.results(rw).to_vec().into_iter().enumerate() {
        if !rw.has_uses(result) {
            continue;
        }
        let [then, otherwise] = yields.map(|y| rw.operand(y.op(), i));
        let is_bool = rw.ty(result) == rw.cx().i1();
        let value = if then == otherwise && rw.is_defined_outside(then, op.op()) {
            then
        } else if is_bool {
            match (constant_bool(rw, then), constant_bool(rw, otherwise)) {
                (Some(true), Some(false)) => condition,
                (Some(false), Some(true)) => {
                    let one = bool_constant(rw, true)?;
                    let not = XOrIOp::build(rw, condition, one);
                    let def = rw.def_op(not)?;
                    rw.touch(def);
                    not
                }
                _ => continue,
            }
        } else {
            continue;
        };
        rw.replace_value(result, value);
        changed = Some(());
    }
    changed
}
