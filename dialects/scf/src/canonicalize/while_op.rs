//! Canonicalisation of `scf.while`.

use strata_arith::{CmpIOp, CmpIPredicate};
use strata_ir::prelude::*;

use super::{bool_constant, region_branch, replace_in_region};
use crate::{IfOp, WhileOp};

impl Canonicalize for WhileOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        condition_holds(op, rw)
            .or_else(|| comparison_holds(op, rw))
            .or_else(|| align(op, rw))
            .or_else(|| conditional_in_condition(op, rw))
            .or_else(|| region_branch::simplify(rw, op.op()))
    }
}

/// In the body the condition holds, also where it is passed on.
fn condition_holds(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition_op(rw)?;
    let value = condition.condition(rw);
    let passed: Vec<Value> = condition.args(rw).collect();
    let args = op.after_args(rw).to_vec();
    let known: Vec<Value> =
        passed.iter().zip(&args).filter(|&(&p, &a)| p == value && rw.has_uses(a)).map(|(_, &a)| a).collect();
    if known.is_empty() {
        return None;
    }
    let constant = bool_constant(rw, true)?;
    for arg in known {
        rw.replace_value(arg, constant);
    }
    Some(())
}

/// Where the condition is a comparison, its result is known in the body for the arguments that have the compared
/// values.
fn comparison_holds(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition_op(rw)?;
    let cmp = rw.def_as::<CmpIOp>(condition.condition(rw))?;
    let passed: Vec<Value> = condition.args(rw).collect();
    let args = op.after_args(rw).to_vec();
    let predicate = CmpIPredicate::from_attr(rw.cx(), rw.attr_slot(cmp.op(), 0)?)?;
    let mut known = Vec::new();
    for (&value, &arg) in passed.iter().zip(&args) {
        for side in (0..2).filter(|&side| rw.operand(cmp.op(), side) == value) {
            for user in rw.users(arg) {
                let Some(other) = user.as_op::<CmpIOp>(rw) else { continue };
                if rw.operand(user, 1 - side) != rw.operand(cmp.op(), 1 - side) {
                    continue;
                }
                let Some(own) = rw.attr_slot(user, 0).and_then(|a| CmpIPredicate::from_attr(rw.cx(), a))
                else {
                    continue;
                };
                if own == predicate || own == predicate.inverse() {
                    known.push((other, own == predicate));
                }
            }
        }
    }
    known.dedup();
    for &(other, truth) in &known {
        if !rw.is_live(other.op()) {
            continue;
        }
        let at = InsertPoint::before(rw, other.op());
        rw.goto(at);
        let constant = bool_constant(rw, truth)?;
        rw.replace_op(other.op(), &[constant]);
    }
    (!known.is_empty()).then_some(())
}

/// Operands of the condition that are a permutation of the arguments of its region are passed in the order of the
/// arguments.
fn align(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition_op(rw)?;
    let passed: Vec<Value> = condition.args(rw).collect();
    let args = op.before_args(rw).to_vec();
    if passed == args || passed.len() != args.len() {
        return None;
    }
    // Number of the result that gets each argument.
    let places: Vec<usize> =
        args.iter().map(|a| passed.iter().position(|p| p == a)).collect::<Option<_>>()?;
    let inits: Vec<Value> = op.inits(rw).collect();
    let types: Vec<Type> = args.iter().map(|&v| rw.ty(v)).collect();
    let (before, after) = (op.before(rw), op.after(rw));
    let old_args = op.after_args(rw).to_vec();
    let block = op.after_block(rw);
    let mut operands = vec![condition.condition(rw)];
    operands.extend(&args);
    rw.set_operands(condition.op(), &operands);
    let new = WhileOp::build(rw, &inits, &types);
    for &ty in &types {
        rw.add_block_arg(block, ty);
    }
    let new_args = rw.block_args(block)[old_args.len()..].to_vec();
    let mut results = rw.results(op.op()).to_vec();
    for (i, &place) in places.iter().enumerate() {
        rw.replace_value(old_args[place], new_args[i]);
        results[place] = rw.result(new.op(), i);
    }
    let mut number = 0;
    rw.retain_block_args(block, |_, _| {
        number += 1;
        number > old_args.len()
    });
    let (to_before, to_after) = (new.before(rw), new.after(rw));
    rw.move_blocks(before, to_before);
    rw.move_blocks(after, to_after);
    rw.replace_op(op.op(), &results);
    rw.touch(condition);
    rw.touch(new);
    Some(())
}

/// Moves a conditional at the end of the condition region, whose condition is that of the loop, to the start of the
/// body.
fn conditional_in_condition(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition_op(rw)?;
    let conditional = rw.prev_op(condition.op())?.as_op::<IfOp>(rw)?;
    let end = op.yield_op(rw)?;
    let empty_else =
        conditional.else_region_block(rw).is_none_or(|block| rw.first_op(block) == rw.last_op(block));
    if conditional.condition(rw) != condition.condition(rw) || !empty_else {
        return None;
    }
    let passed: Vec<Value> = condition.args(rw).collect();
    let args = op.after_args(rw).to_vec();
    let mut replaced = Vec::new();
    for (value, arg) in passed.into_iter().zip(args) {
        if let Def::Result { op: def, index } = rw.def(value)
            && def == conditional.op()
        {
            let thens = rw.operand(conditional.then_yield(rw)?.op(), index);
            let elses = rw.operand(conditional.else_yield(rw)?.op(), index);
            replaced.push((value, elses, arg, thens));
        }
    }
    for (value, elses, arg, thens) in replaced {
        rw.replace_value(value, elses);
        rw.replace_value(arg, thens);
    }
    // Values of the condition region that the conditional uses are passed on too.
    let then = conditional.then_region(rw);
    let mut used: Vec<Value> = Vec::new();
    for user in rw.region_ops(then).flat_map(|o| [o].into_iter().chain(rw.ops_in(o))).collect::<Vec<_>>() {
        for v in rw.operands(user) {
            let defined = rw.def_block(v).and_then(|block| rw.block_parent(block));
            if defined == Some(op.before(rw)) && !used.contains(&v) {
                used.push(v);
            }
        }
    }
    let inits: Vec<Value> = op.inits(rw).collect();
    let mut types: Vec<Type> = rw.result_types(op.op()).collect();
    let n = types.len();
    types.extend(used.iter().map(|&v| rw.ty(v)));
    let new = WhileOp::build(rw, &inits, &types);
    let [from_before, from_after] = [op.before(rw), op.after(rw)];
    let [to_before, to_after] = [new.before(rw), new.after(rw)];
    rw.move_blocks(from_before, to_before);
    rw.move_blocks(from_after, to_after);
    let mut operands: Vec<Value> = rw.operands(condition.op()).collect();
    operands.extend(&used);
    rw.set_operands(condition.op(), &operands);
    let block = rw.block_parent(rw.parent_block(end.op())?).and_then(|r| rw.blocks(r).first().copied())?;
    for &v in &used {
        let ty = rw.ty(v);
        let arg = rw.add_block_arg(block, ty);
        replace_in_region(rw, then, v, arg);
    }
    let body = conditional.then_region_block(rw);
    if let Some(end) = conditional.then_yield(rw) {
        rw.erase_op(end.op());
    }
    let at = InsertPoint::at_start(rw, block);
    rw.inline_block_before(body, at, &[]);
    rw.erase_op(conditional.op());
    let results = rw.results(new.op())[..n].to_vec();
    rw.replace_op(op.op(), &results);
    rw.touch(condition);
    rw.touch(new);
    Some(())
}
