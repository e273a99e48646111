//! Brings a program into the form that propagation works on.

mod apply_constraints;
mod constant_splitter;
mod data_flow_edges;
mod func_calls;
mod manual_axes_cleanup;
mod maximal_shardings;
mod meshes;
mod sharding_groups;
mod size_one_axes;

pub use apply_constraints::ApplyShardingConstraints;
pub use constant_splitter::{ConstantOrScalarSplitter, ConstantSplitter};
pub use data_flow_edges::AddDataFlowEdges;
pub use func_calls::ImportFuncCalls;
pub use manual_axes_cleanup::ManualAxesCleanup;
pub use maximal_shardings::ImportMaximalShardings;
pub use meshes::{InlineMeshes, LiftInlinedMeshes};
pub use sharding_groups::ShardingGroupImport;
pub use size_one_axes::RemoveSizeOneAxes;

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry
        .add::<AddDataFlowEdges>()
        .add::<ApplyShardingConstraints>()
        .add::<ConstantOrScalarSplitter>()
        .add::<ConstantSplitter>()
        .add::<ImportFuncCalls>()
        .add::<ImportMaximalShardings>()
        .add::<InlineMeshes>()
        .add::<LiftInlinedMeshes>()
        .add::<ManualAxesCleanup>()
        .add::<RemoveSizeOneAxes>()
        .add::<ShardingGroupImport>();
}
