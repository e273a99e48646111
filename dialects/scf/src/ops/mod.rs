//! The ops of the dialect.

mod execute_region;
mod for_op;
mod forall;
mod if_op;
mod index_switch;
mod parallel;
mod while_op;

pub use execute_region::{ExecuteRegionOp, YieldOp};
pub use for_op::ForOp;
pub use forall::{ForallOp, InParallelOp};
pub use if_op::IfOp;
pub use index_switch::IndexSwitchOp;
pub use parallel::{ParallelOp, ReduceOp, ReduceReturnOp};
pub use while_op::{ConditionOp, WhileOp};
