//! Canonicalisation of branches.
//!
//! Blocks that become unreachable stay; the driver removes them before its next iteration.

use strata_ir::prelude::*;

use crate::{BranchOp, Target};

mod branch;
mod cond_branch;
mod switch;

/// The target of the branch in the block of `from`, if that block only branches to another one.
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
    if is_endless(b, from.block, dest) {
        return None;
    }
    let operands = branch.dest_operands(b).map(|v| match args.iter().position(|&a| a == v) {
        Some(i) => from.operands[i],
        None => v,
    });
    Some(Target { block: dest, operands: operands.collect() })
}

/// Whether unconditional branches lead from `first`, which goes on to `next`, into a cycle. It compares with a block
/// further and further back (Brent's algorithm), so that a long way costs no memory.
fn is_endless(b: &Body, first: Block, next: Block) -> bool {
    let (mut mark, mut at) = (first, next);
    let (mut steps, mut limit) = (1u64, 1u64);
    while at != mark {
        if steps == limit {
            (mark, steps, limit) = (at, 0, limit * 2);
        }
        let Some(branch) = b.last_op(at).and_then(|op| op.as_op::<BranchOp>(b)) else { return false };
        at = branch.dest(b);
        steps += 1;
    }
    true
}

/// Replaces a branch by an unconditional one.
fn replace_by_branch(rw: &mut Rewriter<'_>, op: Op, target: &Target) {
    let branch = BranchOp::build(rw, &target.operands, target.block);
    rw.touch(branch);
    rw.erase_op(op);
}
