//! The ops of the dialect.

mod call;
mod constant;
mod function;

pub use call::{CallIndirectOp, CallOp, verify_call};
pub use constant::{ConstantOp, materialize};
pub use function::{FuncOp, ReturnOp};
