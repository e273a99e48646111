//! Canonicalisation of branches.
//!
//! Blocks that become unreachable stay, except those that only pass control on; removing them is the task of a
//! pass that simplifies regions.

use std::collections::BTreeSet;

use strata_ir::prelude::*;

use crate::{BranchOp, Target};

mod branch;
mod cond_branch;
mod switch;

/// The branches that lead to a block, once for each edge, up to the given number.
fn edges(b: &Body, block: Block, limit: usize) -> SmallVec<[Op; 2]> {
    let Some(region) = b.block_parent(block) else { return SmallVec::new() };
    let ends = b.blocks(region).iter().filter_map(|&from| b.last_op(from));
    let all = ends.flat_map(|op| b.successors(op).iter().filter(|&&to| to == block).map(move |_| op));
    all.take(limit).collect()
}

/// The branch to a block, where exactly one edge leads to it.
fn single_edge(b: &Body, block: Block) -> Option<Op> {
    match edges(b, block, 2)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Where control goes on when the block of `from` does nothing but branch to another one.
fn collapse(b: &Body, from: &Target) -> Option<Target> {
    let only = b.first_op(from.block)?;
    let branch = only.as_op::<BranchOp>(b)?;
    let args = b.block_args(from.block);
    if args.iter().any(|&a| b.users(a).any(|user| user != only)) {
        return None;
    }
    // Nothing is gained in an endless loop.
    let dest = branch.dest(b);
    if dest == from.block {
        return None;
    }
    let mut visited = BTreeSet::from([from.block, dest]);
    let mut next = b.last_op(dest).and_then(|op| op.as_op::<BranchOp>(b));
    while let Some(branch) = next {
        let block = branch.dest(b);
        if !visited.insert(block) {
            return None;
        }
        next = b.last_op(block).and_then(|op| op.as_op::<BranchOp>(b));
    }
    let operands = branch.dest_operands(b).map(|v| match args.iter().position(|&a| a == v) {
        Some(i) => from.operands[i],
        None => v,
    });
    Some(Target { block: dest, operands: operands.collect() })
}

/// Erases a block that [`collapse`] made superfluous, when nothing leads to it any more.
fn erase_if_unreachable(rw: &mut Rewriter<'_>, block: Block) {
    let entry = rw.block_parent(block).and_then(|r| rw.blocks(r).first().copied());
    if entry != Some(block) && edges(rw, block, 1).is_empty() {
        rw.body().erase_block(block);
    }
}

/// Replaces a branch by an unconditional one.
fn replace_by_branch(rw: &mut Rewriter<'_>, op: Op, target: &Target) {
    let branch = BranchOp::build(rw, &target.operands, target.block);
    rw.touch(branch);
    rw.erase_op(op);
}
