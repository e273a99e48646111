//! From shardings of all tensors to the program of one device.

mod cleanup;
mod close_shardings;
mod collectives;
pub(crate) mod combiner;
mod constant_merger;
mod constraint_to_reshard;
mod divisible_inputs_outputs;
mod divisible_shardings;
mod drop_sharding_and_mesh;
mod explicit_reshards;
mod global_to_local;
mod halo;
mod named_computations;
mod padding;
mod place;
mod scalars;
mod sdy_canonicalize;
mod select;
mod sink_data_flow_edges;
mod sub_axes_inputs_outputs;
mod verify_unreduced;
mod whole_dimensions;

pub use cleanup::{DropShardingRules, RemoveShardingGroups};
pub use close_shardings::CloseShardings;
pub use collectives::ReshardToCollectives;
pub use constant_merger::ConstantOrScalarMerger;
pub use constraint_to_reshard::ShardingConstraintToReshard;
pub use divisible_inputs_outputs::UpdateNonDivisibleInputOutputShardings;
pub use divisible_shardings::RemoveNonDivisibleAxes;
pub use drop_sharding_and_mesh::DropShardingAndMesh;
pub use explicit_reshards::InsertExplicitReshards;
pub use global_to_local::ConvertGlobalToLocal;
pub use halo::ResolvePermutationFactors;
pub use named_computations::ExportNamedComputations;
pub use padding::PadForDivisibility;
pub use sdy_canonicalize::{Kind, SdyCanonicalize};
pub use sink_data_flow_edges::SinkDataFlowEdges;
pub use sub_axes_inputs_outputs::RemoveSubAxesInInputOutputShardings;
pub use verify_unreduced::VerifyUnreducedAxes;
pub use whole_dimensions::divisible_rule;

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry
        .add::<CloseShardings>()
        .add::<ConstantOrScalarMerger>()
        .add::<ConvertGlobalToLocal>()
        .add::<DropShardingAndMesh>()
        .add::<DropShardingRules>()
        .add::<ExportNamedComputations>()
        .add::<InsertExplicitReshards>()
        .add::<PadForDivisibility>()
        .add::<RemoveNonDivisibleAxes>()
        .add::<RemoveShardingGroups>()
        .add::<RemoveSubAxesInInputOutputShardings>()
        .add::<ReshardToCollectives>()
        .add::<ResolvePermutationFactors>()
        .add::<SdyCanonicalize>()
        .add::<ShardingConstraintToReshard>()
        .add::<SinkDataFlowEdges>()
        .add::<UpdateNonDivisibleInputOutputShardings>()
        .add::<VerifyUnreducedAxes>();
}
