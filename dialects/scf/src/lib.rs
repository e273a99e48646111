//! The `scf` dialect: loops and conditionals whose bodies are regions.

use strata_ir::prelude::*;

mod canonicalize;
mod ops;
pub mod syntax;
mod trip_count;
mod verify;

pub use ops::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp, ReduceOp,
    ReduceReturnOp, WhileOp, YieldOp,
};

dialect! {
    /// The dialect of structured control flow.
    scf {
        ops: [
            ConditionOp, ExecuteRegionOp, ForOp, ForallOp, InParallelOp, IfOp, IndexSwitchOp, ParallelOp, ReduceOp,
            ReduceReturnOp, WhileOp, YieldOp,
        ],
    }
}
