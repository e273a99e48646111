//! The `sdy` dialect of Shardy: shardings of tensors on meshes of devices.
//!
//! Shardings describe the placement of data and do not change results. Attributes named `sdy.sharding` are on ops of other
//! dialects and on the arguments and results of functions; they are verified against the mesh that they name.

use strata_ir::prelude::*;

pub mod attrs;
pub mod axes;
mod bytecode;
pub mod canonicalize;
mod collectives;
mod inline;
mod ops;
pub mod shardings;
pub mod tiling;
mod verify;

pub use inline::inline_computation;
pub use ops::*;

use attrs::{
    AllToAllParam, AllToAllParamList, AxisRef, AxisRefList, DimMapping, DimensionSharding,
    ListOfAxisRefLists, ManualAxes, Mesh, MeshAxis, OpShardingRule, SubAxisInfo, TensorMapping,
    TensorSharding, TensorShardingPerValue,
};

dialect! {
    /// Shardings of tensors on meshes of devices.
    sdy {
        bytecode: bytecode::CODEC,
        verify_attr: verify::attribute,
        ops: [
            AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, CollectivePermuteOp, ConstantOp, DataFlowEdgeOp,
            FuncDataFlowEdgeOp, ManualComputationOp, MeshOp, NamedComputationOp, PropagationBarrierOp,
            ReduceScatterOp, ReplicatedToUnreducedOp, ReshardOp, ReturnOp, ShardedToUnreducedOp,
            ShardingConstraintOp, ShardingGroupOp,
        ],
        attrs: [
            AllToAllParam, AllToAllParamList, AxisRef, AxisRefList, DimMapping, DimensionSharding,
            ListOfAxisRefLists, ManualAxes, Mesh, MeshAxis, OpShardingRule, SubAxisInfo, TensorMapping,
            TensorSharding, TensorShardingPerValue,
        ],
    }
}
