//! Canonicalisation of `scf.index_switch`.

use strata_ir::prelude::*;

use super::{inline, region_branch};
use crate::IndexSwitchOp;

impl Canonicalize for IndexSwitchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        constant(*self, rw).or_else(|| region_branch::simplify(rw, self.op()))
    }
}

/// A constant chooses one region.
fn constant(op: IndexSwitchOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let value = rw.cx().attr_i64(constant_value(rw, op.arg(rw))?)?;
    let block = *rw.blocks(op.region_for(rw, value)).first()?;
    inline(rw, op.op(), block, &[])
}
