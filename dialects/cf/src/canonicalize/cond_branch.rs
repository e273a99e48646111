//! Canonicalisation of `cf.cond_br`.

use strata_arith::SelectOp;
use strata_ir::prelude::*;

use super::{collapse, replace_by_branch};
use crate::{CondBranchOp, Target};

impl Canonicalize for CondBranchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        constant(op, rw)
            .or_else(|| pass_through(op, rw))
            .or_else(|| identical(op, rw))
            .or_else(|| known_from_predecessor(op, rw))
            .or_else(|| propagate_truth(op, rw))
            .or_else(|| unreachable(op, rw))
    }
}

fn targets(op: CondBranchOp, b: &Body) -> [Target; 2] {
    [
        Target { block: op.true_dest(b), operands: op.true_dest_operands(b).collect() },
        Target { block: op.false_dest(b), operands: op.false_dest_operands(b).collect() },
    ]
}

/// A constant condition chooses one block.
fn constant(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let value = constant_value(rw, op.condition(rw))?;
    let is_false = rw.cx().attr_as::<IntegerAttr>(value)?.value.is_zero();
    let target = targets(op, rw)[is_false as usize].clone();
    replace_by_branch(rw, op.op(), &target);
    Some(())
}

/// Blocks that only branch on are skipped.
fn pass_through(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = targets(op, rw);
    let new = [collapse(rw, &old[0]), collapse(rw, &old[1])];
    if new == [None, None] {
        return None;
    }
    let weights = rw.attr(op.op(), "branch_weights");
    let condition = op.condition(rw);
    let [t, f] = [0, 1].map(|i| new[i].as_ref().unwrap_or(&old[i]));
    let branch = CondBranchOp::build(rw, condition, &t.operands, &f.operands, weights, t.block, f.block);
    rw.touch(branch);
    rw.erase_op(op.op());
    Some(())
}

/// If both targets are the same block, the branch becomes unconditional, and arguments that differ become selects.
fn identical(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let [t, f] = targets(op, rw);
    if t.block != f.block {
        return None;
    }
    if t.operands == f.operands {
        replace_by_branch(rw, op.op(), &t);
        return Some(());
    }
    // With other predecessors the block keeps its arguments, and the choice is better made by the branch.
    if rw.num_predecessors(t.block) > 2 {
        return None;
    }
    let condition = op.condition(rw);
    let choose = |(&t, &f)| if t == f { t } else { SelectOp::build(rw, condition, t, f) };
    let operands = t.operands.iter().zip(&f.operands).map(choose).collect();
    replace_by_branch(rw, op.op(), &Target { block: t.block, operands });
    Some(())
}

/// The branch that leads to this block has decided the condition already.
fn known_from_predecessor(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let block = rw.parent_block(op.op())?;
    let before = rw.single_predecessor(block)?.as_op::<CondBranchOp>(rw)?;
    if before == op || before.condition(rw) != op.condition(rw) {
        return None;
    }
    let taken = (block != before.true_dest(rw)) as usize;
    let target = targets(op, rw)[taken].clone();
    replace_by_branch(rw, op.op(), &target);
    Some(())
}

/// In a block that only this branch leads to the condition is a constant.
fn propagate_truth(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let condition = op.condition(rw);
    let mut changed = None;
    for (block, value) in [(op.true_dest(rw), true), (op.false_dest(rw), false)] {
        let users = rw
            .uses_of(condition)
            .filter(|&(user, _)| rw.parent_block(user) == Some(block) && user != op.op());
        let users: Vec<(Op, usize)> = users.collect();
        if users.is_empty() || rw.single_predecessor(block).is_none() {
            continue;
        }
        let attr = rw.cx().bool_attr(value);
        let i1 = rw.cx().i1();
        let Some(constant) = rw.constant("arith", attr, i1) else { continue };
        for (user, i) in users {
            rw.set_operand(user, i, constant);
        }
        changed = Some(());
    }
    changed
}

/// Control does not reach a block that consists of `ub.unreachable` only.
fn unreachable(op: CondBranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let dead = |block| rw.first_op(block).is_some_and(|first| rw.op_name(first) == "ub.unreachable");
    let [t, f] = targets(op, rw);
    let target = if dead(t.block) {
        f
    } else if dead(f.block) {
        t
    } else {
        return None;
    };
    replace_by_branch(rw, op.op(), &target);
    Some(())
}
