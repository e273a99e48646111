//! Canonicalisation of `scf.forall`.

use strata_ir::{core::DYNAMIC, prelude::*};

use super::{copy_extra, inline, replace_kept};
use crate::{ForallOp, syntax::Mixed};

impl Canonicalize for ForallOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        constant_bounds(*self, rw).or_else(|| short_dims(*self, rw))
    }
}

/// Makes the op again with other bounds; the block keeps its arguments.
fn rebuild(
    op: ForallOp,
    rw: &mut Rewriter<'_>,
    [lower, upper, step]: [&[Mixed]; 3],
    mapping: Option<Attr>,
) -> ForallOp {
    let [lower, upper, step] = [lower, upper, step].map(Mixed::split);
    let attrs = [&lower, &upper, &step].map(|l| rw.cx().i64_array(&l.1));
    let outputs: Vec<Value> = op.outputs(rw).collect();
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let new = ForallOp::build(
        rw, &lower.0, &upper.0, &step.0, &outputs, attrs[0], attrs[1], attrs[2], mapping, &types,
    );
    copy_extra(rw, op.op(), new.op());
    let (from, to) = (op.body(rw), new.body(rw));
    rw.move_blocks(from, to);
    new
}

/// Bounds and steps that are constant ops are written as numbers.
fn constant_bounds(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let lists = [op.lower_bounds(rw), op.upper_bounds(rw), op.steps(rw)];
    let fixed = |m: &Mixed| match m.constant(rw).filter(|&v| v != DYNAMIC) {
        Some(v) => Mixed::Static(v),
        None => *m,
    };
    let new = [0, 1, 2].map(|i| lists[i].iter().map(fixed).collect::<Vec<_>>());
    if new == lists {
        return None;
    }
    let mapping = rw.attr(op.op(), "mapping");
    let new = rebuild(op, rw, [&new[0], &new[1], &new[2]], mapping);
    let all = vec![true; rw.results(op.op()).len()];
    replace_kept(rw, op.op(), new.op(), &all);
    Some(())
}

/// Dimensions that run once go, and with a dimension that runs never the loop goes.
fn short_dims(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let lists = [op.lower_bounds(rw), op.upper_bounds(rw), op.steps(rw)];
    let trips = |i: usize| match [lists[0][i], lists[1][i], lists[2][i]] {
        [Mixed::Static(l), Mixed::Static(u), Mixed::Static(s)] if s > 0 => {
            Some(if l >= u { 0 } else { u.abs_diff(l).div_ceil(s as u64) })
        }
        _ => None,
    };
    let counts: Vec<Option<u64>> = (0..lists[0].len()).map(trips).collect();
    if counts.contains(&Some(0)) {
        let outputs: Vec<Value> = op.outputs(rw).collect();
        rw.replace_op(op.op(), &outputs);
        return Some(());
    }
    let keep: Vec<bool> = counts.iter().map(|&c| c != Some(1)).collect();
    let mapping = rw.attr(op.op(), "mapping");
    if keep.iter().all(|&k| k) {
        return None;
    }
    if !keep.contains(&true) {
        // Writes to the outputs need a loop around them; a loop without outputs is its body.
        return if op.results(rw).is_empty() { only_iteration(op, rw, &lists[0]) } else { None };
    }
    let ivs = op.ivs(rw).to_vec();
    let lowers: Option<Vec<i64>> =
        (0..keep.len()).filter(|&i| !keep[i]).map(|i| lists[0][i].constant(rw)).collect();
    let dropped = (0..keep.len()).filter(|&i| !keep[i]);
    for (i, lower) in dropped.zip(lowers?) {
        let (attr, index) = (rw.cx().index_attr(lower), rw.cx().index());
        let value = rw.constant("arith", attr, index)?;
        rw.replace_value(ivs[i], value);
    }
    let block = op.body_block(rw);
    super::drop_args(rw, block, 0, &keep);
    let [lower, upper, step] = [0, 1, 2].map(|i| super::kept(&lists[i], &keep));
    let mapping = mapping.and_then(|m| rw.cx().attr_as::<ArrayAttr>(m)).map(|m| {
        let list = if m.0.len() == keep.len() { super::kept(&m.0, &keep) } else { m.0.clone() };
        rw.cx().array_attr(list)
    });
    let new = rebuild(op, rw, [&lower, &upper, &step], mapping);
    let all = vec![true; rw.results(op.op()).len()];
    replace_kept(rw, op.op(), new.op(), &all);
    Some(())
}

fn only_iteration(op: ForallOp, rw: &mut Rewriter<'_>, lower: &[Mixed]) -> Option<()> {
    let lower: Option<Vec<i64>> = lower.iter().map(|m| m.constant(rw)).collect();
    let mut args = Vec::new();
    for value in lower? {
        let (attr, index) = (rw.cx().index_attr(value), rw.cx().index());
        args.push(rw.constant("arith", attr, index)?);
    }
    let block = op.body_block(rw);
    inline(rw, op.op(), block, &args)
}
