//! `sdy-apply-sharding-constraints`: a constraint that is the only one of its input is the sharding of the input.
//!
//! Before: `%1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]>`. After: the op of `%0` has this sharding too. That the dimensions are closed
//! does not spread by propagation.
//!
//! A chain of constraints, each the only use of the one before, says how later uses of its input are split: they use its end. So do all
//! uses of an input that is a place of an edge: to give it the sharding would restrict all places.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    DataFlowEdgeOp, ManualComputationOp, ShardingConstraintOp,
    attrs::{TensorSharding, TensorShardingPerValue},
    shardings,
};

use crate::nested::for_each_nested;

/// Applies constraints that dictate the sharding of their input.
#[pass(
    name = "sdy-apply-sharding-constraints",
    class = "ApplyShardingConstraintsPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct ApplyShardingConstraints;

impl BodyPass for ApplyShardingConstraints {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if let Some(constraint) = op.as_op::<ShardingConstraintOp>(b) {
                    redirect_to_tail(b, constraint);
                    let input = constraint.input(b);
                    let sharding = constraint.sharding(b).get(b.cx()).clone();
                    apply(b, input, &sharding, Some(op));
                } else if op.isa::<ManualComputationOp>(b) {
                    let all = in_shardings(b, op).cloned().unwrap_or_default();
                    let operands: Vec<Value> = b.operands(op).collect();
                    for (input, sharding) in operands.into_iter().zip(all.0) {
                        apply(b, input, &sharding, None);
                    }
                }
            }
            Ok(())
        })
    }
}

fn in_shardings(b: &Body, op: Op) -> Option<&TensorShardingPerValue> {
    let (inner, own) = b.inner(op);
    b.cx().attr_as(inner.attr(own, "in_shardings")?)
}

fn is_constraint(b: &Body, op: Op) -> bool {
    op.isa::<ShardingConstraintOp>(b) || op.isa::<ManualComputationOp>(b)
}

/// Whether a sharding can be attached to a value: not to the argument of a region that is no body.
fn is_shardable(b: &Body, value: Value) -> bool {
    match b.def(value) {
        Def::Arg { block, .. } => b.block_parent_op(block) == Some(Op::SELF),
        Def::Result { .. } => true,
        Def::Forward => false,
    }
}

/// Whether the sharding of a value is that of an edge.
fn is_on_edge(b: &Body, value: Value) -> bool {
    let is_edge = |op: Op| op.isa::<DataFlowEdgeOp>(b);
    b.def_op(value).is_some_and(is_edge) || b.users(value).any(is_edge)
}

/// The end of a chain of at least two constraints that begins with this one, and of whose input nothing else is known.
fn tail(b: &Body, head: ShardingConstraintOp) -> Option<Op> {
    let input = head.input(b);
    let first = b.def_op(input).is_none_or(|def| !def.isa::<ShardingConstraintOp>(b));
    let alone = b.users(input).all(|user| user == head.op() || !is_constraint(b, user));
    if !first || !alone || shardings::sharding(b, input).is_some() {
        return None;
    }
    let mut tail = head.op();
    while b.has_one_use(b.result(tail, 0)) {
        let next = b.users(b.result(tail, 0)).next().filter(|next| next.isa::<ShardingConstraintOp>(b));
        let Some(next) = next else { break };
        tail = next;
    }
    let is_last = b.users(b.result(tail, 0)).all(|user| !is_constraint(b, user));
    (tail != head.op() && is_last).then_some(tail)
}

fn redirect_to_tail(b: &mut Body, head: ShardingConstraintOp) {
    let Some(tail) = tail(b, head) else { return };
    let (input, end, block) = (head.input(b), b.result(tail, 0), b.parent_block(tail));
    b.replace_uses_if(input, end, |b, user| {
        user != head.op()
            && !user.isa::<strata_func::ReturnOp>(b)
            && b.parent_block(user) == block
            && b.is_before(tail, user)
    });
}

/// Gives a value the sharding of a constraint on it, if that is the only one. `constraint` is the op, if there is one that can be moved.
fn apply(b: &mut Body, input: Value, sharding: &TensorSharding, constraint: Option<Op>) {
    let closed = sharding.dim_shardings.iter().all(|dim| dim.is_closed);
    if !closed || !is_shardable(b, input) || shardings::sharding(b, input).is_some() {
        return;
    }
    let cx = b.cx_arc().clone();
    let other = b.uses_of(input).any(|(user, index)| {
        if let Some(constraint) = user.as_op::<ShardingConstraintOp>(b) {
            return constraint.sharding(b).get(&cx) != sharding;
        }
        let is_computation = user.isa::<ManualComputationOp>(b);
        is_computation && in_shardings(b, user).and_then(|all| all.0.get(index)) != Some(sharding)
    });
    if other {
        return;
    }
    if !is_on_edge(b, input) {
        shardings::set_sharding(b, input, sharding.clone());
        return;
    }
    let at = match b.def(input) {
        Def::Result { op, .. } => InsertPoint::after(b, op),
        Def::Arg { block, .. } => InsertPoint::at_start(b, block),
        Def::Forward => return,
    };
    let op = match constraint {
        Some(op) => {
            if at.before != Some(op) {
                b.move_op(op, at);
            }
            op
        }
        None => {
            let (loc, attr) = (b.value_loc(input), cx.attr(sharding.clone()));
            let new = ShardingConstraintOp::build(&mut Builder::new(b, at, loc), input, attr);
            let Some(op) = b.def_op(new) else { return };
            op
        }
    };
    let result = b.result(op, 0);
    b.replace_uses_if(input, result, |_, user| user != op);
}
