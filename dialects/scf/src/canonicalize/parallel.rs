//! Canonicalisation of `scf.parallel`.

use strata_ir::prelude::*;

use super::kept;
use crate::{
    ParallelOp,
    trip_count::{Order, trip_count},
};

impl Canonicalize for ParallelOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        short_dims(*self, rw).or_else(|| nested(*self, rw))
    }
}

/// Removes dimensions with one iteration, and a loop that has a dimension without iterations.
fn short_dims(op: ParallelOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let lower: Vec<Value> = op.lower_bound(rw).collect();
    let upper: Vec<Value> = op.upper_bound(rw).collect();
    let step: Vec<Value> = op.step(rw).collect();
    let trips = |i: usize| trip_count(rw, lower[i], upper[i], step[i], Order::Signed);
    let counts: Vec<Option<u64>> = (0..lower.len()).map(trips).collect();
    let inits: Vec<Value> = op.init_vals(rw).collect();
    if counts.contains(&Some(0)) {
        rw.replace_op(op.op(), &inits);
        return Some(());
    }
    let keep: Vec<bool> = counts.iter().map(|&c| c != Some(1)).collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    if !keep.contains(&true) {
        return once(op, rw, &lower, &inits);
    }
    let ivs = op.ivs(rw).to_vec();
    for i in (0..keep.len()).filter(|&i| !keep[i]) {
        rw.replace_value(ivs[i], lower[i]);
    }
    let block = op.body_block(rw);
    super::drop_args(rw, block, 0, &keep);
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let [lower, upper, step] = [&lower, &upper, &step].map(|list| kept(list, &keep));
    let new = ParallelOp::build(rw, &lower, &upper, &step, &inits, &types);
    let (from, to) = (op.body(rw), new.body(rw));
    rw.move_blocks(from, to);
    let all = vec![true; types.len()];
    super::replace_kept(rw, op.op(), new.op(), &all);
    Some(())
}

/// The only iteration, with its reductions of the initial values.
fn once(op: ParallelOp, rw: &mut Rewriter<'_>, lower: &[Value], inits: &[Value]) -> Option<()> {
    let reduce = op.reduce_op(rw)?;
    let regions = rw.regions(reduce.op()).to_vec();
    let ends: Option<Vec<(Block, Op)>> = regions
        .iter()
        .map(|&r| {
            let block = *rw.blocks(r).first()?;
            Some((block, rw.terminator(block)?))
        })
        .collect();
    let ends = ends?;
    let block = op.body_block(rw);
    let at = InsertPoint::before(rw, op.op());
    rw.inline_block_before(block, at, lower);
    let values: Vec<Value> = rw.operands(reduce.op()).collect();
    let mut results = Vec::new();
    for ((&init, value), (block, end)) in inits.iter().zip(values).zip(ends) {
        rw.inline_block_before(block, at, &[init, value]);
        results.push(rw.operand(end, 0));
        rw.erase_op(end);
    }
    rw.replace_op(op.op(), &results);
    rw.erase_op(reduce.op());
    Some(())
}

/// A loop that is all that another one does adds its dimensions to it.
fn nested(op: ParallelOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let block = op.body_block(rw);
    let inner = rw.first_op(block)?.as_op::<ParallelOp>(rw)?;
    let last = rw.terminator(block)?;
    let reduces = !op.results(rw).is_empty() || !inner.results(rw).is_empty();
    if reduces || rw.next_op(inner.op()) != Some(last) {
        return None;
    }
    let ivs = op.ivs(rw);
    if rw.operands(inner.op()).any(|v| ivs.contains(&v)) {
        return None;
    }
    let lower: Vec<Value> = op.lower_bound(rw).chain(inner.lower_bound(rw)).collect();
    let upper: Vec<Value> = op.upper_bound(rw).chain(inner.upper_bound(rw)).collect();
    let step: Vec<Value> = op.step(rw).chain(inner.step(rw)).collect();
    let new = ParallelOp::build(rw, &lower, &upper, &step, &[], &[]);
    let (from, to) = (op.body(rw), new.body(rw));
    let index = rw.cx().index();
    let ivs: Vec<Value> = inner.ivs(rw).to_vec().iter().map(|_| rw.add_block_arg(block, index)).collect();
    let inner_block = inner.body_block(rw);
    let at = InsertPoint::before(rw, inner.op());
    rw.inline_block_before(inner_block, at, &ivs);
    rw.erase_op(inner.op());
    rw.erase_op(last);
    rw.move_blocks(from, to);
    rw.erase_op(op.op());
    rw.touch(new);
    Some(())
}
