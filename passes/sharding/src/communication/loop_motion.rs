//! `stablehlo-while-loop-all-reduce-code-motion`: what a loop adds up on all devices is added up on each device, and reduced behind the loop.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.while(%sum = %zero) … do {
//!   %1 = "stablehlo.all_reduce"(%x) … add …
//!   %2 = stablehlo.add %sum, %1 : tensor<4xf32>
//!   stablehlo.return %2 : tensor<4xf32>
//! }
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.while(%sum = %zero) … do {
//!   %2 = stablehlo.add %sum, %x : tensor<4xf32>
//!   stablehlo.return %2 : tensor<4xf32>
//! }
//! %1 = "stablehlo.all_reduce"(%0) … add …
//! ```
//! - The same for slices of a tensor of zeros that a loop sets one after the other, as it does with the gradients of layers.
//! - Nothing else in the loop may read the sum. A sum that does not begin with zero is added behind the reduction.
//! - Inner loops come first: what is reduced behind one may be a sum of the outer one.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_stablehlo as hlo;

use super::{
    key,
    simplify::{move_reductions, reduce_like},
};
use crate::export::combiner::Combiner;

/// Moves all-reduces of sums that a loop accumulates behind the loop.
#[pass(
    name = "stablehlo-while-loop-all-reduce-code-motion",
    class = "WhileLoopAllReduceCodeMotion",
    on = "func.func",
    produces = [stablehlo],
    statistics = ["num-moved": "Number of operations that moved behind a loop"]
)]
pub struct WhileLoopAllReduceCodeMotion;

impl BodyPass for WhileLoopAllReduceCodeMotion {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let loops: Vec<Op> = body.all_ops().into_iter().filter(|op| op.isa::<hlo::WhileOp>(body)).collect();
        // An op is behind those that it is nested in.
        for op in loops.into_iter().rev() {
            cx.count("num-moved", of_loop(body, op));
        }
        Ok(())
    }
}

/// A sum or a tensor that a loop carries, and the reduction of what it adds.
struct Carried {
    index: usize,
    /// The op that adds, and which of its operands is reduced.
    update: (Op, usize),
    reduce: Op,
    starts_with_zero: bool,
}

fn of_loop(b: &mut Body, op: Op) -> u64 {
    let Some(repeated) = b.regions(op).get(1).and_then(|&region| b.blocks(region).first().copied()) else {
        return 0;
    };
    move_reductions(b, repeated);
    let mut moved = 0;
    for index in 0..b.results(op).len() {
        if let Some(carried) = carried(b, op, index) {
            rewrite(b, op, &carried);
            moved += 1;
        }
    }
    moved
}

fn carried(b: &Body, op: Op, index: usize) -> Option<Carried> {
    let [cond, step] = *b.regions(op) else { return None };
    let (cond, step) = (*b.blocks(cond).first()?, *b.blocks(step).first()?);
    let argument = *b.block_args(step).get(index)?;
    if b.has_uses(*b.block_args(cond).get(index)?) || !b.has_one_use(argument) {
        return None;
    }
    let next = b.operands(b.terminator(step)?).nth(index)?;
    let (user, place) = b.uses_of(argument).next()?;
    if b.def_op(next) != Some(user) || !b.has_one_use(next) || b.parent_block(user) != Some(step) {
        return None;
    }
    let starts_with_zero = is_zero(b, b.operand(op, index));
    let at = match b.op_name(user) {
        "stablehlo.add" => 1 - place,
        "stablehlo.dynamic_update_slice" if place == 0 && starts_with_zero => 1,
        _ => return None,
    };
    let value = b.operand(user, at);
    let reduce = b.def_op(value).filter(|def| def.isa::<hlo::AllReduceOp>(b))?;
    let is_sum = key(b, reduce)?.reduction.is_some_and(|(combiner, _)| combiner == Combiner::Add);
    let is_alone =
        b.num_operands(reduce) == 1 && b.has_one_use(value) && b.parent_block(reduce) == Some(step);
    let same_type = b.ty(b.operand(reduce, 0)) == b.ty(value);
    (is_sum && is_alone && same_type).then_some(Carried {
        index,
        update: (user, at),
        reduce,
        starts_with_zero,
    })
}

/// Whether a value is a constant of zeros, or a broadcast of one.
fn is_zero(b: &Body, value: Value) -> bool {
    let Some(op) = b.def_op(value) else { return false };
    if op.isa::<hlo::BroadcastInDimOp>(b) {
        return is_zero_constant(b, b.operand(op, 0));
    }
    is_zero_constant(b, value)
}

fn is_zero_constant(b: &Body, value: Value) -> bool {
    let constant = b.def_op(value).filter(|op| op.isa::<hlo::ConstantOp>(b));
    let attr = constant.and_then(|op| b.attr(op, "value"));
    let dense = attr.and_then(|attr| b.cx().attr_as::<DenseElementsAttr>(attr));
    dense.is_some_and(|dense| dense.splat && dense.data.iter().all(|&byte| byte == 0))
}

fn rewrite(b: &mut Body, op: Op, carried: &Carried) {
    let &Carried { index, update: (update, at), reduce, starts_with_zero } = carried;
    let partial = b.operand(reduce, 0);
    b.set_operand(update, at, partial);
    let start = b.operand(op, index);
    if !starts_with_zero {
        let (loc, ty) = (b.loc(op), b.ty(start));
        let mut builder = Builder::before(b, op);
        builder.set_cur_loc(loc);
        let cx = builder.cx_arc().clone();
        let elem = cx.elem_or_self(ty);
        let zero = if cx.as_float(elem).is_some() { cx.float_attr(0.0, elem) } else { cx.int_attr(0, elem) };
        let zeros = HloBuilder { b: &mut builder }.splat(zero, ty);
        b.set_operand(op, index, zeros);
    }
    let result = b.result(op, index);
    let reduced = reduce_like(b, op, result, reduce);
    b.erase(reduce);
    if starts_with_zero {
        return;
    }
    let Some(made) = b.def_op(reduced) else { return };
    let loc = b.loc(op);
    let mut builder = Builder::after(b, made);
    builder.set_cur_loc(loc);
    let total = HloBuilder { b: &mut builder }.like::<hlo::AddOp>(&[start, reduced]);
    b.replace_uses_if(reduced, total, |b, user| b.def_op(total) != Some(user));
}
