//! Structured control flow: every carried tensor has one buffer for the whole loop.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_passes_analysis::buffer_alias::base;
use strata_scf::{ConditionOp, ForOp, ForallOp, IfOp, IndexSwitchOp, WhileOp};
use strata_tensor::{OffsetSizeStride as _, ParallelInsertSliceOp};

use super::{
    bufferize_block,
    buffers::{Globals, State, allocate, buffer_type, copy_of, dynamic_sizes, is_tensor},
    functions::{give_away, take},
    in_place_analysis::in_place,
    partial_copies::copy_of_contents,
};
use crate::structured_op::subview_mixed;

/// A buffer that a loop may overwrite, holding the initial value of a carried tensor.
fn carried(body: &mut Body, state: &mut State, op: Op, init: Value) -> Value {
    let buffer = state.buffer(init);
    if in_place(body, state, op, init) {
        return buffer;
    }
    let ty = body.ty(init);
    copy_of_contents(&mut Builder::before(body, op), state, init, ty)
}

/// Copies `sources` into `targets`, as if all at once.
fn assign(body: &mut Body, state: &mut State, before: Op, sources: &[Value], targets: &[(Value, Type)]) {
    let moves: Vec<(Value, Value, Type)> =
        sources.iter().zip(targets).filter(|(s, t)| **s != t.0).map(|(&s, &(t, ty))| (s, t, ty)).collect();
    // A source that another copy overwrites first, or that may be a view of a target, goes through a temporary.
    let mut targets_of: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for m in &moves {
        targets_of.entry(base(body, m.1)).or_default().push(m.1);
    }
    let clobbered =
        |s: Value, t: Value| targets_of.get(&base(body, s)).is_some_and(|list| list.iter().any(|&m| m != t));
    let needs: Vec<bool> = moves.iter().map(|&(s, t, _)| clobbered(s, t)).collect();
    let mut b = Builder::before(body, before);
    let temporaries: Vec<Value> = moves
        .iter()
        .zip(&needs)
        .map(|(&(s, _, ty), &needed)| if needed { copy_of(&mut b, state, s, ty) } else { s })
        .collect();
    for (&(_, target, _), source) in moves.iter().zip(temporaries) {
        strata_memref::CopyOp::build(&mut b, source, target);
    }
    // `allocate` frees before the terminator, which is where the copies are too: keep the order.
    let block = b.point().block;
    let frees: Vec<Op> = b.block_ops(block).filter(|op| op.isa::<strata_memref::DeallocOp>(&b)).collect();
    let Some(end) = b.last_op(block) else { return };
    for op in frees {
        let at = InsertPoint::before(&b, end);
        b.body().move_op(op, at);
    }
}

/// Replaces the remaining results of `op` by those of `new`, and drops the tensors.
fn replace_results(body: &mut Body, state: &mut State, op: Op, new: Op, buffers: &[Option<Value>]) {
    let olds = body.results(op).to_vec();
    let mut news = body.results(new).to_vec().into_iter();
    for (old, buffer) in olds.into_iter().zip(buffers) {
        match buffer {
            Some(b) => state.set(old, *b),
            None => {
                let Some(v) = news.next() else { continue };
                if is_tensor(body.cx(), body.ty(old)) {
                    state.set(old, v);
                    take(body, state, v, op);
                } else {
                    body.replace_all_uses(old, v);
                }
            }
        }
    }
    state.dead.push(op);
}

pub(super) fn for_loop(body: &mut Body, state: &mut State, globals: &mut Globals, op: ForOp) {
    let cx = body.cx_arc().clone();
    let inits: Vec<Value> = op.init_args(body).collect();
    let block = op.body_block(body);
    let args = body.block_args(block).to_vec();
    let tensor = |body: &Body, v: Value| is_tensor(&cx, body.ty(v));
    let buffers: Vec<Option<Value>> = inits
        .iter()
        .map(|&v| if tensor(body, v) { Some(carried(body, state, op.op(), v)) } else { None })
        .collect();
    for (arg, buffer) in args[1..].iter().zip(&buffers) {
        if let Some(b) = buffer {
            state.set(*arg, *b);
        }
    }
    bufferize_block(body, state, globals, block);
    let Some(yield_op) = body.terminator(block) else { return };
    let (kept, targets, sources) = split_yield(body, state, yield_op, &buffers, &inits);
    assign(body, state, yield_op, &sources, &targets);
    if buffers.iter().all(Option::is_none) {
        return;
    }
    body.set_operands(yield_op, &kept);
    // The same loop without the tensors; its body moves over.
    let scalar_inits: Vec<Value> =
        inits.iter().zip(&buffers).filter(|(_, b)| b.is_none()).map(|(&v, _)| v).collect();
    let types: Vec<Type> = scalar_inits.iter().map(|&v| body.ty(v)).collect();
    let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
    let mut b = Builder::before(body, op.op());
    let new = ForOp::build(&mut b, lower, upper, step, &scalar_inits, None, &types);
    for (name, attr) in body.extra_attrs(op.op()).to_vec() {
        body.set_extra_attr(new.op(), name, Some(attr));
    }
    let region = body.regions(new.op())[0];
    body.move_block(block, region, None);
    drop_tensor_args(body, state, block, 1, &buffers);
    replace_results(body, state, op.op(), new.op(), &buffers);
}

/// Divides yielded values into remaining scalars, and buffers with the tensors to copy there.
fn split_yield(
    body: &Body,
    state: &State,
    yield_op: Op,
    buffers: &[Option<Value>],
    like: &[Value],
) -> (Vec<Value>, Vec<(Value, Type)>, Vec<Value>) {
    let (mut kept, mut targets, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let operands: Vec<Value> = body.operands(yield_op).collect();
    let skip = operands.len() - buffers.len();
    kept.extend_from_slice(&operands[..skip]);
    for ((&v, buffer), &like) in operands[skip..].iter().zip(buffers).zip(like) {
        match buffer {
            Some(b) => {
                targets.push((*b, body.ty(like)));
                sources.push(state.buffer(v));
            }
            None => kept.push(v),
        }
    }
    (kept, targets, sources)
}

/// Removes the block arguments that were tensors. Ops that still use them are dead and are erased at the end, so a placeholder takes
/// their place.
fn drop_tensor_args(
    body: &mut Body,
    state: &mut State,
    block: Block,
    first: usize,
    buffers: &[Option<Value>],
) {
    for (i, buffer) in buffers.iter().enumerate().rev() {
        if buffer.is_none() {
            continue;
        }
        let arg = body.block_args(block)[first + i];
        if body.has_uses(arg) {
            let ty = body.ty(arg);
            let at = InsertPoint::at_start(body, block);
            let mut b = Builder::new(body, at, Location::UNKNOWN);
            let like = static_like(b.cx(), ty);
            let value = strata_tensor::EmptyOp::build(&mut b, &[], like);
            if b.ty(value) != ty {
                b.body().set_type(value, ty);
            }
            let op = b.def_op(value);
            body.replace_all_uses(arg, value);
            // Erased after its users.
            state.dead.splice(0..0, op);
        }
        body.erase_block_arg(block, first + i);
    }
}

fn static_like(cx: &Context, ty: Type) -> Type {
    match cx.type_as::<TensorType>(ty) {
        Some(t) => cx.tensor(&t.shape.iter().map(|&d| d.max(0)).collect::<Vec<_>>(), t.elem),
        None => ty,
    }
}

/// An `scf.if` or `scf.index_switch`: each branch leaves its results in the same buffers.
pub(super) fn branches(body: &mut Body, state: &mut State, globals: &mut Globals, op: Op) {
    let cx = body.cx_arc().clone();
    let results = body.results(op).to_vec();
    let mut buffers = Vec::new();
    for &r in &results {
        let ty = body.ty(r);
        if !is_tensor(&cx, ty) {
            buffers.push(None);
            continue;
        }
        if cx.shaped(ty).is_none_or(|s| !s.is_static()) {
            // A branch that knows the size allocates it.
            buffers.push(None);
            continue;
        }
        let mut b = Builder::before(body, op);
        buffers.push(Some(allocate(&mut b, state, ty, &[])));
    }
    for region in body.regions(op).to_vec() {
        let Some(&block) = body.blocks(region).first() else { continue };
        bufferize_block(body, state, globals, block);
        let Some(end) = body.terminator(block) else { continue };
        let (mut kept, targets, sources) = split_yield(body, state, end, &buffers, &results);
        assign(body, state, end, &sources, &targets);
        for v in &mut kept {
            let ty = body.ty(*v);
            if is_tensor(&cx, ty) {
                let buffer = state.buffer(*v);
                *v = give_away(body, state, buffer, ty, end);
            }
        }
        body.set_operands(end, &kept);
    }
    if !results.iter().any(|&r| is_tensor(&cx, body.ty(r))) {
        return;
    }
    let types: Vec<Type> = results
        .iter()
        .zip(&buffers)
        .filter(|(_, b)| b.is_none())
        .map(|(&r, _)| buffer_type(&cx, body.ty(r)))
        .collect();
    let chooser = body.operand(op, 0);
    let cases = op.as_op::<IndexSwitchOp>(body).and_then(|switch| body.attr(switch.op(), "cases"));
    let regions = body.regions(op).to_vec();
    let mut b = Builder::before(body, op);
    let new = match cases {
        Some(cases) => IndexSwitchOp::build(&mut b, chooser, cases, regions.len() - 1, &types).op(),
        None => IfOp::build(&mut b, chooser, &types).op(),
    };
    for (i, from) in regions.into_iter().enumerate() {
        let to = body.regions(new)[i];
        body.move_blocks(from, to);
    }
    replace_results(body, state, op, new, &buffers);
}

/// An `scf.forall`: its iterations write parts of the buffers that they share.
pub(super) fn forall(body: &mut Body, state: &mut State, globals: &mut Globals, op: ForallOp) {
    let outputs: Vec<Value> = op.outputs(body).collect();
    let buffers: Vec<Value> = outputs.iter().map(|&v| carried(body, state, op.op(), v)).collect();
    let args = op.region_out_args(body).to_vec();
    for (&arg, &buffer) in args.iter().zip(&buffers) {
        state.set(arg, buffer);
    }
    let Some(&block) = body.blocks(body.regions(op.op())[0]).first() else { return };
    bufferize_block(body, state, globals, block);
    let Some(end) = op.terminator(body).map(|t| t.op()) else { return };
    let writes: Vec<Op> = body
        .regions(end)
        .iter()
        .flat_map(|&r| body.blocks(r).to_vec())
        .collect::<Vec<_>>()
        .into_iter()
        .flat_map(|block| body.block_ops(block).collect::<Vec<_>>())
        .collect();
    for write in writes {
        let Some(slice) = write.as_op::<ParallelInsertSliceOp>(body) else {
            state.fail(body, write, "no rule for it");
            continue;
        };
        let (source, dest) = (body.operand(write, 0), body.operand(write, 1));
        let source_ty = body.ty(source);
        let lists = (slice.mixed_offsets(body), slice.mixed_sizes(body), slice.mixed_strides(body));
        let (source, buffer) = (state.buffer(source), state.buffer(dest));
        // Before what the iteration allocated is freed.
        let first = body.block_ops(block).find(|op| op.isa::<strata_memref::DeallocOp>(body)).unwrap_or(end);
        let mut b = Builder::before(body, first);
        let target = subview_mixed(&mut b, buffer, &lists.0, &lists.1, &lists.2, Some(source_ty));
        strata_memref::CopyOp::build(&mut b, source, target);
        body.erase(write);
    }
    if outputs.is_empty() {
        return;
    }
    let (lower, upper, step) = (op.lower_bounds(body), op.upper_bounds(body), op.steps(body));
    let mapping = body.attr(op.op(), "mapping");
    let mut b = Builder::before(body, op.op());
    let new = ForallOp::create(&mut b, [&lower, &upper, &step], &[], mapping, |_, _, _| ());
    let region = body.regions(new.op())[0];
    for made in body.blocks(region).to_vec() {
        body.erase_block(made);
    }
    body.move_block(block, region, None);
    let rank = lower.len();
    let placed: Vec<Option<Value>> = buffers.iter().copied().map(Some).collect();
    drop_tensor_args(body, state, block, rank, &placed);
    replace_results(body, state, op.op(), new.op(), &placed);
}

/// The chosen one of two tensors, in a buffer of its own.
pub(super) fn select(body: &mut Body, state: &mut State, op: Op) -> Option<Value> {
    let result = body.result(op, 0);
    let ty = body.ty(result);
    let [condition, yes, no] = [0, 1, 2].map(|i| body.operand(op, i));
    if body.ty(condition) != body.cx().i1() {
        return None;
    }
    let sources = [yes, no].map(|v| state.buffer(v));
    let mut b = Builder::before(body, op);
    // Both have the same sizes.
    let sizes = dynamic_sizes(&mut b, sources[0]);
    let buffer = allocate(&mut b, state, ty, &sizes);
    let choice = IfOp::build(&mut b, condition, &[]).op();
    for (i, source) in sources.into_iter().enumerate() {
        b.region_block(choice, i, &[], |inner, _| {
            strata_memref::CopyOp::build(inner, source, buffer);
            strata_scf::YieldOp::build(inner, &[]);
        });
    }
    Some(buffer)
}

pub(super) fn while_loop(body: &mut Body, state: &mut State, globals: &mut Globals, op: WhileOp) {
    let cx = body.cx_arc().clone();
    let inits: Vec<Value> = body.operands(op.op()).collect();
    let results = body.results(op.op()).to_vec();
    let (before, after) = (body.regions(op.op())[0], body.regions(op.op())[1]);
    let (Some(&before_block), Some(&after_block)) = (body.blocks(before).first(), body.blocks(after).first())
    else {
        return;
    };
    let tensor = |body: &Body, v: Value| is_tensor(&cx, body.ty(v));
    let carried_buffers: Vec<Option<Value>> = inits
        .iter()
        .map(|&v| if tensor(body, v) { Some(carried(body, state, op.op(), v)) } else { None })
        .collect();
    for (arg, buffer) in body.block_args(before_block).to_vec().iter().zip(&carried_buffers) {
        if let Some(b) = buffer {
            state.set(*arg, *b);
        }
    }
    bufferize_block(body, state, globals, before_block);
    let Some(condition) = body.terminator(before_block).and_then(|t| t.as_op::<ConditionOp>(body)) else {
        return;
    };
    // A forwarded tensor stays in its buffer if that is one of the carried buffers. Otherwise it is copied to a buffer of its own,
    // because the loop body may overwrite the source.
    let forwarded: Vec<Value> = body.operands(condition.op()).skip(1).collect();
    let mut passed: Vec<Option<Value>> = Vec::new();
    for &v in &forwarded {
        if !tensor(body, v) {
            passed.push(None);
            continue;
        }
        let buffer = state.buffer(v);
        let is_carried = carried_buffers.contains(&Some(buffer)) && !passed.contains(&Some(buffer));
        if is_carried {
            passed.push(Some(buffer));
            continue;
        }
        let ty = body.ty(v);
        let mut b = Builder::before(body, op.op());
        let sizes = if cx.shaped(ty).is_some_and(|s| s.is_static()) {
            Vec::new()
        } else {
            dynamic_sizes(&mut b, buffer)
        };
        let own = allocate(&mut b, state, ty, &sizes);
        let mut b = Builder::before(body, condition.op());
        strata_memref::CopyOp::build(&mut b, buffer, own);
        passed.push(Some(own));
    }
    for (arg, buffer) in body.block_args(after_block).to_vec().iter().zip(&passed) {
        if let Some(b) = buffer {
            state.set(*arg, *b);
        }
    }
    bufferize_block(body, state, globals, after_block);
    let Some(yield_op) = body.terminator(after_block) else { return };
    let (kept, targets, sources) = split_yield(body, state, yield_op, &carried_buffers, &inits);
    assign(body, state, yield_op, &sources, &targets);
    if carried_buffers.iter().chain(&passed).all(Option::is_none) {
        return;
    }
    body.set_operands(yield_op, &kept);
    let keep = |values: &[Value], buffers: &[Option<Value>]| -> Vec<Value> {
        values.iter().zip(buffers).filter(|(_, b)| b.is_none()).map(|(&v, _)| v).collect()
    };
    let mut operands = vec![body.operand(condition.op(), 0)];
    operands.extend(keep(&forwarded, &passed));
    body.set_operands(condition.op(), &operands);
    let scalar_inits = keep(&inits, &carried_buffers);
    let types: Vec<Type> = keep(&results, &passed).into_iter().map(|v| body.ty(v)).collect();
    let mut b = Builder::before(body, op.op());
    let new = WhileOp::build(&mut b, &scalar_inits, &types);
    for i in 0..2 {
        let (from, to) = (body.regions(op.op())[i], body.regions(new.op())[i]);
        body.move_blocks(from, to);
    }
    drop_tensor_args(body, state, before_block, 0, &carried_buffers);
    drop_tensor_args(body, state, after_block, 0, &passed);
    replace_results(body, state, op.op(), new.op(), &passed);
}
