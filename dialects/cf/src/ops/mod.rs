//! The ops of the dialect.

mod assert;
mod branch;
mod switch;

pub use assert::AssertOp;
pub use branch::{BranchOp, CondBranchOp};
pub use switch::{SwitchOp, Target};
