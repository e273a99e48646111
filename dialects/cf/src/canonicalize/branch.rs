//! Canonicalisation of `cf.br`.

use strata_ir::prelude::*;

use super::collapse;
use crate::{BranchOp, Target};

impl Canonicalize for BranchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        merge(*self, rw).or_else(|| pass_through(*self, rw))
    }
}

/// A block that only this branch leads to is a part of its own block.
fn merge(op: BranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (block, dest) = (rw.parent_block(op.op())?, op.dest(rw));
    if block == dest || rw.single_predecessor(dest).is_none() {
        return None;
    }
    let operands: Vec<Value> = op.dest_operands(rw).collect();
    // Only in code that cannot be reached does a block depend on itself.
    if operands.iter().any(|v| rw.block_args(dest).contains(v)) {
        return None;
    }
    rw.erase_op(op.op());
    rw.inline_block_before(dest, InsertPoint::at_end(block), &operands);
    Some(())
}

/// A branch to a block that only branches on goes there at once.
fn pass_through(op: BranchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = Target { block: op.dest(rw), operands: op.dest_operands(rw).collect() };
    let new = collapse(rw, &old)?;
    rw.set_operands(op.op(), &new.operands);
    rw.set_successor(op.op(), 0, new.block);
    rw.touch(op);
    Some(())
}
