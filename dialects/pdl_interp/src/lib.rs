//! The `pdl_interp` dialect: matchers and rewriters of patterns as programs.
//!
//! A matcher is a function that asks an op for what it is made of, branches on the answers, and records matches; a rewriter is a function
//! that makes the change of one pattern. `convert-pdl-to-pdl-interp` makes them of patterns. Nothing here runs them; `apply-pdl-patterns` applies patterns
//! of `pdl` directly.

use strata_ir::prelude::*;

mod attrs;
mod checks;
mod create;
mod flow;
mod function;
mod navigate;
mod switches;

pub use checks::{
    ApplyConstraintOp, AreEqualOp, CheckAttributeOp, CheckOperandCountOp, CheckOperationNameOp,
    CheckResultCountOp, CheckTypeOp, CheckTypesOp, IsNotNullOp,
};
pub use create::{
    ApplyRewriteOp, CreateAttributeOp, CreateOperationOp, CreateRangeOp, CreateTypeOp, CreateTypesOp,
    EraseOp, ReplaceOp,
};
pub use flow::{BranchOp, ContinueOp, FinalizeOp, ForEachOp, RecordMatchOp};
pub use function::FuncOp;
pub use navigate::{
    ExtractOp, GetAttributeOp, GetAttributeTypeOp, GetDefiningOpOp, GetOperandOp, GetOperandsOp, GetResultOp,
    GetResultsOp, GetUsersOp, GetValueTypeOp,
};
pub use switches::{
    SwitchAttributeOp, SwitchOperandCountOp, SwitchOperationNameOp, SwitchResultCountOp, SwitchTypeOp,
    SwitchTypesOp,
};

dialect! {
    /// Matchers and rewriters of patterns as programs.
    pdl_interp {
        execution: Annotation,
        ops: [
            ApplyConstraintOp, ApplyRewriteOp, AreEqualOp, BranchOp, CheckAttributeOp, CheckOperandCountOp,
            CheckOperationNameOp, CheckResultCountOp, CheckTypeOp, CheckTypesOp, ContinueOp, CreateAttributeOp,
            CreateOperationOp, CreateRangeOp, CreateTypeOp, CreateTypesOp, EraseOp, ExtractOp, FinalizeOp, ForEachOp,
            FuncOp, GetAttributeOp, GetAttributeTypeOp, GetDefiningOpOp, GetOperandOp, GetOperandsOp, GetResultOp,
            GetResultsOp, GetUsersOp, GetValueTypeOp, IsNotNullOp, RecordMatchOp, ReplaceOp, SwitchAttributeOp,
            SwitchOperandCountOp, SwitchOperationNameOp, SwitchResultCountOp, SwitchTypeOp, SwitchTypesOp,
        ],
    }
}
