//! Canonicalisation of `scf.index_switch`.

use strata_ir::prelude::*;

use super::{copy_extra, inline, keep_yielded, kept, replace_kept, used_results};
use crate::IndexSwitchOp;

impl Canonicalize for IndexSwitchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        constant(*self, rw).or_else(|| unused_results(*self, rw))
    }
}

/// A constant chooses one region.
fn constant(op: IndexSwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let value = rw.cx().attr_i64(constant_value(rw, op.arg(rw))?)?;
    let block = *rw.blocks(op.region_for(rw, value)).first()?;
    inline(rw, op.op(), block, &[])
}

/// Results that nothing uses are not yielded.
fn unused_results(op: IndexSwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let keep = used_results(rw, op.op());
    if keep.iter().all(|&k| k) {
        return None;
    }
    let types: Vec<Type> = rw.result_types(op.op()).collect();
    let (arg, cases, old) = (op.arg(rw), rw.attr_slot(op.op(), 0)?, rw.regions(op.op()).to_vec());
    let new = IndexSwitchOp::build(rw, arg, cases, old.len() - 1, &kept(&types, &keep));
    copy_extra(rw, op.op(), new.op());
    keep_yielded(rw, &old, &keep);
    for (from, to) in old.into_iter().zip(rw.regions(new.op()).to_vec()) {
        rw.move_blocks(from, to);
    }
    replace_kept(rw, op.op(), new.op(), &keep);
    Some(())
}
