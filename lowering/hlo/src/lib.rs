//! Lowering of the HLO dialects to structured code.

pub mod approx_top_k;
pub mod chlo_to_stablehlo;
pub mod collectives;
pub mod dynamic_calls;
mod outline_shapes;
pub mod runtime_calls;
mod shape_constraints;
mod shape_to_shape;
pub mod shape_to_stablehlo;
pub mod shape_to_std;
pub mod stablehlo_to_linalg;

use strata_pass::PassRegistry;

/// The discardable attribute of a `stablehlo.multiply`, and of an `add` or `subtract` of its result, that may be rounded as one operation. Only the expansions of
/// `chlo` write it, whose polynomials are then fused multiply-adds where a target has them; what a program computes is rounded op by op.
pub(crate) const CONTRACT: &str = "strata.contract";

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<approx_top_k::ApproxTopKExpander>();
    registry.add::<chlo_to_stablehlo::ChloLegalizeToStablehlo>();
    registry.add::<collectives::LegalizeCollectives>();
    registry.add::<dynamic_calls::LegalizeDynamicCalls>();
    registry.add::<outline_shapes::OutlineShapeComputation>();
    registry.add::<runtime_calls::LegalizeToRuntimeCalls>();
    registry.add::<shape_constraints::ConvertShapeConstraints>();
    registry.add::<shape_constraints::RemoveShapeConstraints>();
    registry.add::<shape_to_shape::ShapeToShapeLowering>();
    registry.add::<shape_to_std::ConvertShapeToStd>();
    registry.add::<shape_to_stablehlo::ShapeLegalizeToStablehlo>();
    registry.add::<stablehlo_to_linalg::LegalizeToLinalg>();
}
