//! The `scf` dialect: loops and conditionals whose bodies are regions.

use strata_ir::prelude::*;

mod canonicalize;
pub mod cases;
mod ops;
pub mod syntax;
mod trip_count;
mod verify;

pub use canonicalize::replace_carried;
pub use ops::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp, ReduceOp,
    ReduceReturnOp, WhileOp, YieldOp,
};

/// The discardable attribute of a loop that carries a value through combinations which may be regrouped, such as a cumulative sum:
/// `reduce_window` and `chlo.scan` of an associative computation leave their order open.
pub const REASSOC: &str = "strata.reassoc";

dialect! {
    /// The dialect of structured control flow.
    scf {
        ops: [
            ConditionOp, ExecuteRegionOp, ForOp, ForallOp, InParallelOp, IfOp, IndexSwitchOp, ParallelOp, ReduceOp,
            ReduceReturnOp, WhileOp, YieldOp,
        ],
    }
}
