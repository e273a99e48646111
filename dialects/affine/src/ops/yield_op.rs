//! `affine.yield`.

use strata_ir::prelude::*;

use crate::{ForOp, IfOp, ParallelOp};

/// Ends a region of an affine op and yields its values.
#[op(
    name = "affine.yield",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct YieldOp {
    /// The values.
    pub operands: Variadic<AnyType>,
}

impl Verify for YieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let parent = b
            .parent_op(self.op())
            .filter(|p| p.isa::<ForOp>(b) || p.isa::<IfOp>(b) || p.isa::<ParallelOp>(b));
        let Some(parent) = parent else {
            return Err("only terminates affine.if/for/parallel regions".into());
        };
        ensure!(
            b.results(parent).len() == b.num_operands(self.op()),
            "parent of yield must have same number of results as the yield operands"
        );
        ensure!(
            b.result_types(parent).eq(b.operand_types(self.op())),
            "types mismatch between yield op and its parent"
        );
        Ok(())
    }
}
