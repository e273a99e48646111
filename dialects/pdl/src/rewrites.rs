//! Changes of matched ops.

use strata_ir::prelude::*;

use crate::types::{OperationHandle, ValueOrRange};

/// Erases an op.
#[op(name = "pdl.erase", parents = ["pdl.rewrite"], asm = "$opValue attr-dict")]
pub struct EraseOp {
    /// The op.
    #[ir_name = "opValue"]
    pub op_value: Operand<OperationHandle>,
}

/// Replaces the results of an op, and erases it.
#[op(
    name = "pdl.replace",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    parents = ["pdl.rewrite"],
    asm = "$opValue `with` (`(` $replValues^ `:` type($replValues) `)`)? ($replOperation^)? attr-dict",
)]
pub struct ReplaceOp {
    /// The op.
    #[ir_name = "opValue"]
    pub op_value: Operand<OperationHandle>,
    /// The op whose results replace its results.
    #[ir_name = "replOperation"]
    pub repl_operation: OptOperand<OperationHandle>,
    /// The values that replace its results.
    #[ir_name = "replValues"]
    pub repl_values: Variadic<ValueOrRange>,
}

impl Verify for ReplaceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.repl_operation(b).is_none() || self.repl_values(b).len() == 0,
            "expected no replacement values to be provided when the replacement operation is present"
        );
        Ok(())
    }
}
