//! The `cf` dialect: branches between the blocks of a region.

use strata_ir::prelude::*;

mod canonicalize;
mod ops;

pub use ops::{AssertOp, BranchOp, CondBranchOp, SwitchOp, Target};

dialect! {
    /// The dialect of unstructured control flow.
    cf {
        ops: [AssertOp, BranchOp, CondBranchOp, SwitchOp],
    }
}
