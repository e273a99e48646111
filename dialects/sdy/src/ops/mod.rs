//! The ops.

mod collective;
mod computation;
mod sharding;

pub use collective::{
    AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, CollectivePermuteOp, ReduceScatterOp,
    ReplicatedToUnreducedOp, ShardedToUnreducedOp,
};
pub use computation::{ManualComputationOp, NamedComputationOp, ReturnOp};
pub use sharding::{
    ConstantOp, DataFlowEdgeOp, FuncDataFlowEdgeOp, MeshOp, PropagationBarrierOp, ReshardOp,
    ShardingConstraintOp, ShardingGroupOp,
};
