//! Rules about ops with regions: removal of unused parts of reductions, sorts and loops.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::effects::is_memory_effect_free, prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

pub const PATTERNS: &[PatternRow] = patterns! {
    ReduceOp => "reduce-of-nothing": reduce_of_nothing,
    ReduceOp => "reduce-to-value": reduce_to_value,
    ReduceOp => "reduce-unused": reduce_unused,
    SortOp => "sort-says-its-dimension": sort_says_its_dimension,
    SortOp => "sort-unused": sort_unused,
    WhileOp => "while-invariant": while_invariant,
};

/// `reduce(empty...) -> broadcast_in_dim(init, [])...`
fn reduce_of_nothing(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reduce = op.as_op::<ReduceOp>(rw)?;
    let inits: Vec<Value> = reduce.init_values(rw).collect();
    let results = rw.results(op).to_vec();
    let same = inits.iter().zip(&results).all(|(&i, &r)| elem(rw, i) == elem(rw, r));
    let fixed = results.iter().all(|&r| is_static(rw.cx(), rw.ty(r)));
    if !same || !fixed || count(rw, reduce.inputs(rw).next()?)? != 0 {
        return None;
    }
    let none = rw.cx().i64_array(&[]);
    let values: Vec<Value> = inits
        .iter()
        .zip(&results)
        .map(|(&init, &r)| {
            let ty = rw.ty(r);
            make::<BroadcastInDimOp>(rw, &[init], &[("broadcast_dimensions", none)], ty)
        })
        .collect();
    rw.replace_op(op, &values);
    Some(())
}

/// `reduce(X..., returns V...) -> broadcast_in_dim(V, [])... [if V is from outside, and it is computed at all]`
fn reduce_to_value(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reduce = op.as_op::<ReduceOp>(rw)?;
    let end = rw.last_op(reduce.body_block(rw))?;
    let returned: Vec<Value> = rw.operands(end).collect();
    let outside = |v: Value| rw.def_block(v).and_then(|k| rw.block_parent_op(k)).is_none_or(|o| o != op);
    let results = rw.results(op).to_vec();
    let fixed = results.iter().all(|&r| is_static(rw.cx(), rw.ty(r)));
    let same = returned.iter().zip(&results).all(|(&v, &r)| elem(rw, v) == elem(rw, r));
    // A single element is not necessarily combined with anything.
    let several = count(rw, reduce.inputs(rw).next()?)? >= 2 * count(rw, *results.first()?)?.max(1);
    if !fixed || !same || !several || !returned.iter().all(|&v| outside(v)) {
        return None;
    }
    let none = rw.cx().i64_array(&[]);
    let mut values = Vec::new();
    for (&v, &r) in returned.iter().zip(&results) {
        let ty = rw.ty(r);
        let attrs = [("broadcast_dimensions", none)];
        values.push(if rw.ty(v) == ty { v } else { make::<BroadcastInDimOp>(rw, &[v], &attrs, ty) });
    }
    rw.replace_op(op, &values);
    Some(())
}

/// `reduce(in_1, in_2, ...) -> reduce(in_1, ...) [if unused(in_2)]`
fn reduce_unused(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reduce = op.as_op::<ReduceOp>(rw)?;
    let n = rw.results(op).len();
    let block = reduce.body_block(rw);
    let end = rw.last_op(block)?;
    let used = Used::find(rw, op, block, &|arg| arg % n, &|i| vec![rw.operand(end, i)])?;
    let (inputs, inits) = (reduce.inputs(rw), reduce.init_values(rw));
    let operands: Vec<Value> = inputs
        .zip(0..)
        .chain(inits.zip(0..))
        .filter(|&(_, i): &(_, usize)| used.keep[i])
        .map(|(v, _)| v)
        .collect();
    let returned: Vec<Value> = (0..n).filter(|&i| used.keep[i]).map(|i| rw.operand(end, i)).collect();
    rw.body().set_operands(end, &returned);
    used.erase_dead(rw);
    for arg in (0..2 * n).rev().filter(|arg| !used.keep[arg % n]) {
        rw.body().erase_block_arg(block, arg);
    }
    rebuild(rw, op, &operands, &used.keep);
    Some(())
}

/// `sort(X) -> sort(X, dim = N)` where the last dimension is implied.
fn sort_says_its_dimension(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let sort = op.as_op::<SortOp>(rw)?;
    if int(rw, op, "dimension").is_some_and(|d| d >= 0) || sort.dim(rw) < 0 {
        return None;
    }
    let dim = rw.cx().i64_attr(sort.dim(rw));
    rw.body().set_attr(op, "dimension", Some(dim));
    Some(())
}

/// `sort(X, Y) -> sort(X) [if Y unused and unused in comparator]`
fn sort_unused(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let sort = op.as_op::<SortOp>(rw)?;
    let n = rw.results(op).len();
    let block = sort.comparator_block(rw);
    let end = rw.last_op(block)?;
    let used = Used::find(rw, op, block, &|arg| arg / 2, &|_| rw.operands(end).collect())?;
    let operands: Vec<Value> = (0..n).filter(|&i| used.keep[i]).map(|i| rw.operand(op, i)).collect();
    used.erase_dead(rw);
    for arg in (0..2 * n).rev().filter(|arg| !used.keep[arg / 2]) {
        rw.body().erase_block_arg(block, arg);
    }
    rebuild(rw, op, &operands, &used.keep);
    Some(())
}

/// `while -> while (loop invariants as implicit captures)`
fn while_invariant(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let while_op = op.as_op::<WhileOp>(rw)?;
    let blocks = [while_op.cond_block(rw), while_op.body_block(rw)];
    let end = rw.last_op(blocks[1])?;
    let n = rw.results(op).len();
    let keep: SmallVec<[bool; 8]> = (0..n)
        .map(|i| {
            let (first, next) = (rw.operand(op, i), rw.operand(end, i));
            let args = blocks.map(|k| rw.block_args(k)[i]);
            let ty = rw.ty(first);
            let same = args.iter().chain([&rw.results(op)[i]]).all(|&v| rw.ty(v) == ty);
            !(same && (next == args[1] || next == first))
        })
        .collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    let operands: Vec<Value> = (0..n).filter(|&i| keep[i]).map(|i| rw.operand(op, i)).collect();
    for i in (0..n).filter(|&i| !keep[i]) {
        let first = rw.operand(op, i);
        for value in [rw.block_args(blocks[0])[i], rw.block_args(blocks[1])[i], rw.result(op, i)] {
            rw.replace_value(value, first);
        }
    }
    let returned: Vec<Value> = (0..n).filter(|&i| keep[i]).map(|i| rw.operand(end, i)).collect();
    rw.body().set_operands(end, &returned);
    for i in (0..n).rev().filter(|&i| !keep[i]) {
        for block in blocks {
            rw.body().erase_block_arg(block, i);
        }
    }
    rebuild(rw, op, &operands, &keep);
    Some(())
}

/// The used parts of an op with one block.
struct Used {
    /// Whether each operand, with its result, is used.
    keep: SmallVec<[bool; 8]>,
    /// Ops of the block that no used value depends on, in order.
    dead: Vec<Op>,
}

impl Used {
    /// Starts at the results that are used, and adds what the values returned for them depend on. `None` when nothing,
    /// or everything, can go. `owner` tells to which operand a block argument belongs.
    fn find(
        b: &Body,
        op: Op,
        block: Block,
        owner: &dyn Fn(usize) -> usize,
        returned: &dyn Fn(usize) -> Vec<Value>,
    ) -> Option<Used> {
        let mut keep: SmallVec<[bool; 8]> = b.results(op).iter().map(|&r| b.has_uses(r)).collect();
        if keep.iter().all(|&k| k) || !keep.iter().any(|&k| k) {
            return None;
        }
        let mut needed: FxHashSet<Op> = FxHashSet::default();
        let mut todo: Vec<Value> = (0..keep.len()).filter(|&i| keep[i]).flat_map(returned).collect();
        while let Some(v) = todo.pop() {
            match b.def(v) {
                Def::Arg { block: of, index } if of == block => {
                    let i = owner(index as usize);
                    if !std::mem::replace(keep.get_mut(i)?, true) {
                        todo.extend(returned(i));
                    }
                }
                Def::Result { op: def, .. } => {
                    // An op in a region belongs to the op of the block around it.
                    if let Some(at) = b.ancestor_in(def, block).filter(|&o| needed.insert(o)) {
                        todo.extend(b.operands(at));
                        todo.extend(b.ops_in(at).into_iter().flat_map(|o| b.operands(o)));
                    }
                }
                _ => (),
            }
        }
        let end = b.last_op(block)?;
        let dead: Vec<Op> = b.block_ops(block).filter(|&o| o != end && !needed.contains(&o)).collect();
        let can_go = !keep.iter().all(|&k| k) && dead.iter().all(|&o| is_memory_effect_free(b, o));
        can_go.then_some(Used { keep, dead })
    }
    /// Erases the ops that no used value depends on; they have no other uses left.
    fn erase_dead(&self, rw: &mut Rewriter<'_>) {
        for &op in self.dead.iter().rev() {
            rw.erase_op(op);
        }
    }
}

/// Rebuilds an op with fewer operands and results. Its regions move to the new op.
fn rebuild(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], keep: &[bool]) {
    let mut state = OpState::new(rw.info(op), rw.loc(op));
    state.operands.extend_from_slice(operands);
    for slot in 0..rw.info(op).attrs.len() {
        state.attrs[slot] = rw.attr_slot(op, slot);
    }
    let results: Vec<Value> = rw.results(op).iter().zip(keep).filter(|(_, k)| **k).map(|(&r, _)| r).collect();
    state.result_types.extend(results.iter().map(|&r| rw.ty(r)));
    let new = rw.create(state);
    for (name, attr) in rw.extra_attrs(op).to_vec() {
        rw.body().set_extra_attr(new, name, Some(attr));
    }
    for i in 0..rw.regions(op).len() {
        let (from, to) = (rw.regions(op)[i], rw.regions(new)[i]);
        rw.body().move_blocks(from, to);
    }
    for (i, old) in results.into_iter().enumerate() {
        let value = rw.result(new, i);
        rw.replace_value(old, value);
    }
    rw.erase_op(op);
}
