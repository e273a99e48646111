//! The `func` dialect: functions, calls and references to functions as values.
//!
//! [`function_syntax`] is the textual form and the verification of functions, shared with the other dialects that
//! define an op like `func.func`.

use strata_ir::prelude::*;

mod donation;
pub mod function_syntax;
mod ops;

pub use donation::Donation;
pub use ops::{CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp, verify_call};

dialect! {
    /// The dialect of functions and calls.
    func {
        ops: [CallOp, CallIndirectOp, ConstantOp, FuncOp, ReturnOp],
        constant: ops::materialize,
    }
}
