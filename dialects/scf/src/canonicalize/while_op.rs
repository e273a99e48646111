//! Canonicalisation of `scf.while`.

use strata_ir::prelude::*;

use super::{copy_extra, drop_args, is_outside, kept, replace_kept};
use crate::WhileOp;

impl Canonicalize for WhileOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        passed_values(op, rw).or_else(|| carried_values(op, rw)).or_else(|| condition_holds(op, rw))
    }
}

/// Makes the op again with fewer carried values and fewer results.
fn rebuild(op: WhileOp, rw: &mut Rewriter<'_>, keep_inits: &[bool], keep_results: &[bool]) -> Option<()> {
    let (condition, last) = (op.condition_op(rw)?, op.yield_op(rw)?);
    let (before, after) = (op.before_block(rw), op.after_block(rw));
    let inits: Vec<Value> = op.inits(rw).collect();
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let new = WhileOp::build(rw, &kept(&inits, keep_inits), &kept(&types, keep_results));
    copy_extra(rw, op.op(), new.op());
    let mut operands = vec![condition.condition(rw)];
    let passed: Vec<Value> = condition.args(rw).collect();
    operands.extend(kept(&passed, keep_results));
    rw.set_operands(condition.op(), &operands);
    let yielded: Vec<Value> = last.results(rw).collect();
    rw.set_operands(last.op(), &kept(&yielded, keep_inits));
    drop_args(rw, before, 0, keep_inits);
    drop_args(rw, after, 0, keep_results);
    for (from, to) in rw.regions(op.op()).to_vec().into_iter().zip(rw.regions(new.op()).to_vec()) {
        rw.move_blocks(from, to);
    }
    let defs: Vec<Op> = passed.iter().chain(&yielded).filter_map(|&v| rw.def_op(v)).collect();
    replace_kept(rw, op.op(), new.op(), keep_results);
    for def in defs {
        rw.touch(def);
    }
    Some(())
}

/// What the condition passes on is left out where it comes from outside, is passed twice, or is not used.
fn passed_values(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    op.yield_op(rw)?;
    let passed: Vec<Value> = op.condition_op(rw)?.args(rw).collect();
    let (args, results) = (op.after_args(rw).to_vec(), op.results(rw).to_vec());
    let mut keep = vec![true; passed.len()];
    for i in 0..passed.len() {
        let outside = is_outside(rw, op.op(), passed[i]);
        let first = (0..i).find(|&k| keep[k] && passed[k] == passed[i]);
        let unused = !rw.has_uses(args[i]) && !rw.has_uses(results[i]);
        if !outside && first.is_none() && !unused {
            continue;
        }
        keep[i] = false;
        let (arg, result) = match first {
            _ if outside => (passed[i], passed[i]),
            Some(k) => (args[k], results[k]),
            None => continue,
        };
        rw.replace_value(args[i], arg);
        rw.replace_value(results[i], result);
    }
    if keep.iter().all(|&k| k) {
        return None;
    }
    let inits = vec![true; op.inits(rw).len()];
    rebuild(op, rw, &inits, &keep)
}

/// Carried values that do not change, or that nothing uses, are not carried.
fn carried_values(op: WhileOp, rw: &mut Rewriter<'_>) -> Option<()> {
    op.condition_op(rw)?;
    let yielded: Vec<Value> = op.yield_op(rw)?.results(rw).collect();
    let inits: Vec<Value> = op.inits(rw).collect();
    let args = op.before_args(rw).to_vec();
    let passed: Vec<Value> = op.condition_op(rw)?.args(rw).collect();
    let after = op.after_args(rw).to_vec();
    let same = |i: usize| {
        // The argument comes back through the condition.
        let back = after.iter().position(|&a| a == yielded[i]).is_some_and(|k| passed[k] == args[i]);
        yielded[i] == inits[i] || yielded[i] == args[i] || back
    };
    let keep: Vec<bool> = (0..inits.len()).map(|i| !same(i) && rw.has_uses(args[i])).collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    for i in (0..keep.len()).filter(|&i| !keep[i]) {
        rw.replace_value(args[i], inits[i]);
    }
    let results = vec![true; passed.len()];
    rebuild(op, rw, &keep, &results)
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
    let (attr, i1) = (rw.cx().bool_attr(true), rw.cx().i1());
    let constant = rw.constant("arith", attr, i1)?;
    for arg in known {
        rw.replace_value(arg, constant);
    }
    Some(())
}
