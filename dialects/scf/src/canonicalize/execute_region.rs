//! Canonicalisation of `scf.execute_region`.

use strata_ir::prelude::*;

use super::inline;
use crate::{ExecuteRegionOp, YieldOp};

impl Canonicalize for ExecuteRegionOp {
    /// A region of one block is inlined.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let [block] = *rw.blocks(self.region(rw)) else { return None };
        if self.no_inline(rw).is_some() || !rw.last_op(block)?.isa::<YieldOp>(rw) {
            return None;
        }
        inline(rw, self.op(), block, &[])
    }
}
