//! Canonicalisation of `scf.forall`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{CastOp, DimOp, InsertSliceOp};

use super::{copy_extra, index_constant, kept, replace_kept};
use crate::{ForallOp, syntax::Mixed};

impl Canonicalize for ForallOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        sizes_of_results(op, rw)
            .or_else(|| cast_outputs(op, rw))
            .or_else(|| constant_bounds(op, rw))
            .or_else(|| superfluous_outputs(op, rw))
            .or_else(|| short_dims(op, rw))
            .or_else(|| constant_ivs(op, rw))
    }
}

/// The op at the end of an iteration that writes a part of a tensor.
const INSERT: &str = "tensor.parallel_insert_slice";

/// The ops that write to an output.
fn writers(op: ForallOp, b: &Body, out: Value) -> Vec<Op> {
    let Some(end) = op.terminator(b) else { return Vec::new() };
    b.region_ops(end.region(b)).filter(|&w| destinations(b, w).contains(&out)).collect()
}

fn destinations(b: &Body, writer: Op) -> SmallVec<[Value; 1]> {
    writer.cast::<dyn ParallelCombining>(b).map_or_else(SmallVec::new, |w| w.updated_destinations(b))
}

/// Makes the op again with other bounds and outputs; the block keeps its arguments.
fn rebuild(
    op: ForallOp,
    rw: &mut Rewriter<'_>,
    [lower, upper, step]: [&[Mixed]; 3],
    outputs: &[Value],
) -> ForallOp {
    let [lower, upper, step] = [lower, upper, step].map(Mixed::split);
    let attrs = [&lower, &upper, &step].map(|l| rw.cx().i64_array(&l.1));
    let types: Vec<Type> = outputs.iter().map(|&v| rw.ty(v)).collect();
    let mapping = rw.attr(op.op(), "mapping");
    let new = ForallOp::build(
        rw, &lower.0, &upper.0, &step.0, outputs, attrs[0], attrs[1], attrs[2], mapping, &types,
    );
    let (from, to) = (op.body(rw), new.body(rw));
    rw.move_blocks(from, to);
    new
}

/// The sizes of a result are those of the output.
fn sizes_of_results(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let outputs: Vec<Value> = op.outputs(rw).collect();
    let mut changed = None;
    for (result, output) in op.results(rw).to_vec().into_iter().zip(outputs) {
        let dims: Vec<Op> = rw.users(result).filter(|user| user.isa::<DimOp>(rw)).collect();
        for dim in dims {
            rw.set_operand(dim, 0, output);
            changed = Some(());
        }
    }
    changed
}

/// An output that is cast before the loop is written with its own type, and cast where the loop reads it.
fn cast_outputs(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old: Vec<Value> = op.outputs(rw).collect();
    let new: Vec<Value> = old.iter().map(|&v| strata_tensor::cast_source(rw, v).unwrap_or(v)).collect();
    if new == old || writers_are_unknown(op, rw) {
        return None;
    }
    let lists = [op.lower_bounds(rw), op.upper_bounds(rw), op.steps(rw)];
    let args = op.region_out_args(rw).to_vec();
    let rank = lists[0].len();
    let block = op.body_block(rw);
    let replacement = rebuild(op, rw, [&lists[0], &lists[1], &lists[2]], &new);
    let mut results = rw.results(replacement.op()).to_vec();
    for i in (0..new.len()).filter(|&i| new[i] != old[i]) {
        let (old_type, new_type) = (rw.ty(old[i]), rw.ty(new[i]));
        let arg = rw.insert_block_arg(block, rank + i, new_type);
        // Writes go to the argument itself.
        for writer in writers(replacement, rw, args[i]) {
            let at = rw.operands(writer).position(|v| v == args[i])?;
            rw.set_operand(writer, at, arg);
        }
        let at = InsertPoint::at_start(rw, block);
        rw.goto(at);
        let inside = CastOp::build(rw, arg, old_type);
        rw.replace_value(args[i], inside);
        rw.erase_block_arg(block, rank + i + 1);
        let at = InsertPoint::after(rw, replacement.op());
        rw.goto(at);
        results[i] = CastOp::build(rw, results[i], old_type);
        for v in [inside, results[i]] {
            let def = rw.def_op(v)?;
            rw.touch(def);
        }
    }
    rw.replace_op(op.op(), &results);
    rw.touch(replacement);
    Some(())
}

fn writers_are_unknown(op: ForallOp, b: &Body) -> bool {
    op.terminator(b).is_none_or(|end| b.region_ops(end.region(b)).any(|w| b.op_name(w) != INSERT))
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
    let defs: Vec<Op> = rw.operands(op.op()).filter_map(|v| rw.def_op(v)).collect();
    for (i, list) in new.iter().enumerate() {
        let (dynamic, numbers) = Mixed::split(list);
        let attr = rw.cx().i64_array(&numbers);
        rw.body().set_operand_group(op.op(), i, &dynamic);
        rw.set_attr_slot(op.op(), i, Some(attr));
    }
    for def in defs {
        rw.touch(def);
    }
    rw.touch(op);
    Some(())
}

/// Removes outputs that are not written or whose result is unused.
fn superfluous_outputs(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (args, results) = (op.region_out_args(rw).to_vec(), op.results(rw).to_vec());
    let outputs: Vec<Value> = op.outputs(rw).collect();
    let keep: Vec<bool> =
        (0..args.len()).map(|i| rw.has_uses(results[i]) && !writers(op, rw, args[i]).is_empty()).collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    for i in (0..args.len()).filter(|&i| !keep[i]) {
        for writer in writers(op, rw, args[i]) {
            rw.erase_op(writer);
        }
        rw.replace_value(args[i], outputs[i]);
        rw.replace_value(results[i], outputs[i]);
    }
    let lists = [op.lower_bounds(rw), op.upper_bounds(rw), op.steps(rw)];
    let block = op.body_block(rw);
    super::drop_args(rw, block, lists[0].len(), &keep);
    let new = rebuild(op, rw, [&lists[0], &lists[1], &lists[2]], &kept(&outputs, &keep));
    replace_kept(rw, op.op(), new.op(), &keep);
    Some(())
}

/// The value of a bound.
fn bound_value(rw: &mut Rewriter<'_>, bound: Mixed) -> Option<Value> {
    match bound {
        Mixed::Static(v) => index_constant(rw, v),
        Mixed::Dynamic(v) => Some(v),
    }
}

/// Removes dimensions with one iteration, and a loop that has a dimension without iterations.
fn short_dims(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    // Iterations that are mapped to devices stay.
    if rw
        .attr(op.op(), "mapping")
        .is_some_and(|m| rw.cx().attr_as::<ArrayAttr>(m).is_some_and(|m| !m.0.is_empty()))
    {
        return None;
    }
    let counts = op.trip_counts(rw);
    let outputs: Vec<Value> = op.outputs(rw).collect();
    if counts.contains(&Some(0)) {
        rw.replace_op(op.op(), &outputs);
        return Some(());
    }
    let keep: Vec<bool> = counts.iter().map(|&c| c != Some(1)).collect();
    if !keep.contains(&true) {
        return only_iteration(op, rw);
    }
    if keep.iter().all(|&k| k) {
        return None;
    }
    let lists = [op.lower_bounds(rw), op.upper_bounds(rw), op.steps(rw)];
    let ivs = op.ivs(rw).to_vec();
    for i in (0..keep.len()).filter(|&i| !keep[i]) {
        let value = bound_value(rw, lists[0][i])?;
        rw.replace_value(ivs[i], value);
    }
    let block = op.body_block(rw);
    super::drop_args(rw, block, 0, &keep);
    let [lower, upper, step] = [0, 1, 2].map(|i| kept(&lists[i], &keep));
    let new = rebuild(op, rw, [&lower, &upper, &step], &outputs);
    copy_extra(rw, op.op(), new.op());
    let all = vec![true; outputs.len()];
    replace_kept(rw, op.op(), new.op(), &all);
    Some(())
}

/// A loop of one iteration is replaced by its body, and its parallel insertions become sequential ones.
fn only_iteration(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if writers_are_unknown(op, rw) {
        return None;
    }
    let end = op.terminator(rw)?;
    let writers: Vec<Op> = rw.region_ops(end.region(rw)).collect();
    let outs = op.region_out_args(rw).to_vec();
    let mut results: Vec<Value> = op.outputs(rw).collect();
    // The output that each of them writes to.
    let places: Vec<usize> = writers
        .iter()
        .map(|&w| outs.iter().position(|o| destinations(rw, w).contains(o)))
        .collect::<Option<_>>()?;
    let mut args = Vec::new();
    for lower in op.lower_bounds(rw) {
        args.push(bound_value(rw, lower)?);
    }
    args.extend(&results);
    let block = op.body_block(rw);
    let at = InsertPoint::before(rw, op.op());
    rw.inline_block_before(block, at, &args);
    for (writer, place) in writers.into_iter().zip(places) {
        let mut state = OpState::new(InsertSliceOp::info(), rw.loc(writer));
        state.operands = rw.operands(writer).collect();
        state.operands[1] = results[place];
        state.result_types.push(rw.ty(results[place]));
        for spec in InsertSliceOp::info().attrs {
            if let Some(attr) = rw.attr(writer, spec.name) {
                state.set_attr(rw.cx(), spec.name, attr);
            }
        }
        rw.goto(at);
        let insert = rw.create(state);
        results[place] = rw.result(insert, 0);
    }
    rw.replace_op(op.op(), &results);
    rw.erase_op(end.op());
    Some(())
}

/// An induction variable that takes one value only is that value.
fn constant_ivs(op: ForallOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (counts, lowers, ivs) = (op.trip_counts(rw), op.lower_bounds(rw), op.ivs(rw).to_vec());
    let mut changed = None;
    for i in 0..ivs.len() {
        if counts[i] == Some(1) && rw.has_uses(ivs[i]) {
            let value = bound_value(rw, lowers[i])?;
            rw.replace_value(ivs[i], value);
            changed = Some(());
        }
    }
    changed
}
