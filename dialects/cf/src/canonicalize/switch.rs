//! Canonicalisation of `cf.switch`.

use strata_ir::{core::interfaces::BranchOp as _, prelude::*};

use super::{collapse, replace_by_branch};
use crate::{SwitchOp, Target};

impl Canonicalize for SwitchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        constant(op, rw)
            .or_else(|| superfluous(op, rw))
            .or_else(|| pass_through(op, rw))
            .or_else(|| known_from_predecessor(op, rw))
            .or_else(|| excluded_by_predecessor(op, rw))
    }
}

fn default(op: SwitchOp, b: &Body) -> Target {
    op.target(b, 0)
}

fn cases(op: SwitchOp, b: &Body) -> Vec<(Attr, Target)> {
    let values = op.cases(b);
    values.into_iter().enumerate().map(|(i, v)| (v, op.target(b, i + 1))).collect()
}

fn replace(rw: &mut Rewriter<'_>, op: SwitchOp, default: &Target, cases: &[(Attr, Target)]) {
    let flag = op.flag(rw);
    let new = SwitchOp::create(rw, flag, default, cases);
    rw.touch(new);
    rw.erase_op(op.op());
}

/// A constant flag chooses one block.
fn constant(op: SwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let value = constant_value(rw, op.flag(rw))?;
    let taken = op.successor_for(rw, &[Some(value)])?;
    let target = op.target(rw, taken);
    replace_by_branch(rw, op.op(), &target);
    Some(())
}

/// Drops cases with the target of the default; a switch without cases becomes a branch.
fn superfluous(op: SwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (default, mut all) = (default(op, rw), cases(op, rw));
    let n = all.len();
    all.retain(|c| c.1 != default);
    if all.is_empty() {
        replace_by_branch(rw, op.op(), &default);
    } else if all.len() < n {
        replace(rw, op, &default, &all);
    } else {
        return None;
    }
    Some(())
}

/// Blocks that only branch on are skipped.
fn pass_through(op: SwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut default = default(op, rw);
    let mut all = cases(op, rw);
    let mut found = false;
    for target in all.iter_mut().map(|c| &mut c.1).chain([&mut default]) {
        if let Some(new) = collapse(rw, target) {
            (*target, found) = (new, true);
        }
    }
    if !found {
        return None;
    }
    replace(rw, op, &default, &all);
    Some(())
}

/// The switch whose only edge leads to the block of `op`, on the same flag.
fn predecessor(op: SwitchOp, b: &Body) -> Option<(SwitchOp, Block)> {
    let block = b.parent_block(op.op())?;
    let before = b.single_predecessor(block)?.as_op::<SwitchOp>(b)?;
    (before != op && before.flag(b) == op.flag(b)).then_some((before, block))
}

/// A case of the switch before has decided the value already.
fn known_from_predecessor(op: SwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (before, block) = predecessor(op, rw)?;
    let (value, _) = cases(before, rw).into_iter().find(|c| c.1.block == block)?;
    let taken = op.successor_for(rw, &[Some(value)])?;
    let target = op.target(rw, taken);
    replace_by_branch(rw, op.op(), &target);
    Some(())
}

/// The default of the switch before excludes its cases.
fn excluded_by_predecessor(op: SwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (before, block) = predecessor(op, rw)?;
    if before.default_destination(rw) != block {
        return None;
    }
    let excluded = before.cases(rw);
    let mut all = cases(op, rw);
    let n = all.len();
    all.retain(|c| !excluded.contains(&c.0));
    if all.len() == n {
        return None;
    }
    let default = default(op, rw);
    replace(rw, op, &default, &all);
    Some(())
}
