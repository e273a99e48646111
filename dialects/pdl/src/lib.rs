//! The `pdl` dialect: rewrite patterns as programs.
//!
//! A pattern has ops that describe what is matched, and ends in `pdl.rewrite`, whose ops describe what it becomes. `apply-pdl-patterns` applies
//! patterns.

use strata_ir::prelude::*;

mod inputs;
mod native;
mod operation;
mod pattern;
mod results;
mod rewrites;
pub mod text;
pub mod types;
mod verify;

pub use inputs::{AttributeOp, OperandOp, OperandsOp, TypeOp, TypesOp};
pub use native::{ApplyNativeConstraintOp, ApplyNativeRewriteOp};
pub use operation::{OperationOp, infers_types};
pub use pattern::{PatternOp, RewriteOp};
pub use results::{RangeOp, ResultOp, ResultsOp};
pub use rewrites::{EraseOp, ReplaceOp};
pub use types::{AttributeType, OperationType, RangeType, TypeType, ValueType};

dialect! {
    /// Rewrite patterns as programs.
    pdl {
        execution: Annotation,
        ops: [
            ApplyNativeConstraintOp, ApplyNativeRewriteOp, AttributeOp, EraseOp, OperandOp, OperandsOp, OperationOp, PatternOp,
            RangeOp, ReplaceOp, ResultOp, ResultsOp, RewriteOp, TypeOp, TypesOp,
        ],
        types: [AttributeType, OperationType, RangeType, TypeType, ValueType],
    }
}
