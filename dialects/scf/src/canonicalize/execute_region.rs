//! Canonicalisation of `scf.execute_region`.

use strata_ir::prelude::*;

use super::{inline, region_branch};
use crate::{ExecuteRegionOp, YieldOp};

impl Canonicalize for ExecuteRegionOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        one_block(op, rw).or_else(|| many_blocks(op, rw)).or_else(|| region_branch::simplify(rw, op.op()))
    }
}

/// A region of one block is inlined.
fn one_block(op: ExecuteRegionOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let [block] = *rw.blocks(op.region(rw)) else { return None };
    if op.no_inline(rw).is_some() || !rw.last_op(block)?.isa::<YieldOp>(rw) {
        return None;
    }
    inline(rw, op.op(), block, &[])
}

/// Inlines a region of several blocks into the function: the block is split at the op, and the yielded values are
/// passed to the arguments of its second part.
fn many_blocks(op: ExecuteRegionOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let in_function = rw.parent_op(op.op())? == Op::SELF && rw.has_trait(Op::SELF, Trait::FunctionLike);
    let entry = *rw.blocks(op.region(rw)).first()?;
    // Only `cf` ops can be made where functions have many blocks.
    if !in_function || op.no_inline(rw).is_some() || rw.cx().dialect("cf").is_none() {
        return None;
    }
    let block = rw.parent_block(op.op())?;
    let own = rw.block_parent(block)?;
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let after = rw.body().split_block(block, Some(op.op()));
    let blocks = rw.blocks(op.region(rw)).to_vec();
    for &inner in &blocks {
        let at = rw.block_number(own, after)?;
        rw.body().move_block(inner, own, Some(at));
    }
    let (info, loc) = (rw.cx().op_info("cf.br")?, rw.loc(op.op()));
    let branch = |to: Block, values: &[Value]| {
        let mut state = OpState::new(info, loc);
        state.operands = values.into();
        state.successors.push(to);
        state
    };
    for &inner in &blocks {
        let Some(last) = rw.last_op(inner).filter(|l| l.isa::<YieldOp>(rw)) else { continue };
        let values: Vec<Value> = rw.operands(last).collect();
        let at = InsertPoint::before(rw, last);
        rw.goto(at);
        rw.create(branch(after, &values));
        rw.erase_op(last);
    }
    let results: Vec<Value> = types.into_iter().map(|ty| rw.add_block_arg(after, ty)).collect();
    rw.goto(InsertPoint::at_end(block));
    rw.create(branch(entry, &[]));
    rw.replace_op(op.op(), &results);
    Some(())
}
