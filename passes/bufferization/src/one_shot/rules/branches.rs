//! Branches between blocks: what they pass to a block has the buffer of its argument.

use strata_ir::{core::interfaces::BranchOp, prelude::*};

use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Types, Use, View};

/// The ops that branch to a block, each with the number of the successor.
pub(super) fn callers(body: &Body, block: Block) -> Vec<(Op, usize)> {
    let Some(region) = body.block_parent(block) else { return Vec::new() };
    let mut out = Vec::new();
    for &from in body.blocks(region) {
        let Some(end) = body.last_op(from) else { continue };
        for (i, &to) in body.successors(end).iter().enumerate() {
            if to == block {
                out.push((end, i));
            }
        }
    }
    out
}

/// The operands that become an argument of a block.
pub(super) fn operands_of(body: &Body, block: Block, arg: Value) -> Vec<Use> {
    let Some(number) = body.block_args(block).iter().position(|&a| a == arg) else { return Vec::new() };
    let mut out = Vec::new();
    for (end, i) in callers(body, block) {
        let Some(branch) = end.cast::<dyn BranchOp>(body) else { continue };
        if let Some(operand) = branch.successor_operands(body, i).nth(number) {
            out.push((end, operand));
        }
    }
    out
}

/// The operands that become an argument of a block, as aliases of it.
pub(super) fn forwarded(v: &View<'_>, block: Block, arg: Value) -> Vec<Alias<Use>> {
    operands_of(v.body, block, arg).into_iter().map(Alias::maybe_equivalent).collect()
}

/// The type of the buffer of an argument of a block.
pub(super) fn argument_type(
    t: &Types<'_>,
    op: Op,
    block: Block,
    arg: Value,
    around: &mut Vec<Value>,
) -> Outcome<Type> {
    let mut types = Vec::new();
    for (end, i) in operands_of(t.view.body, block, arg) {
        let operand = t.view.operand(end, i);
        // A value that depends on the argument itself adds nothing.
        if !around.contains(&operand) {
            types.push(t.within(operand, around)?);
        }
    }
    if types.is_empty() {
        return Err(t.error(op, "could not infer buffer type of block argument"));
    }
    t.join(op, t.view.ty(arg), &types, "incoming operands of block argument have inconsistent memory spaces")
}

/// A branch.
pub(super) struct Branch;

impl Rule for Branch {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, operand): Use) -> Vec<Alias<Value>> {
        let Some(branch) = op.cast::<dyn BranchOp>(v.body) else { return Vec::new() };
        let mut out = Vec::new();
        for (i, &block) in v.body.successors(op).iter().enumerate() {
            let operands = branch.successor_operands(v.body, i);
            if operands.contains(&operand)
                && let Some(&arg) = v.body.block_args(block).get(operand - operands.start)
            {
                out.push(Alias::maybe_equivalent(arg));
            }
        }
        out
    }
    /// Its operands are rewritten with the arguments of the block.
    fn bufferize(&self, _: &mut Editor<'_>, _: Op) -> Outcome {
        Ok(())
    }
}
