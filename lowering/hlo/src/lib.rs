//! Lowering of the HLO dialects to structured code.

pub mod chlo_to_stablehlo;
pub mod stablehlo_to_linalg;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<chlo_to_stablehlo::ChloLegalizeToStablehlo>();
    registry.add::<stablehlo_to_linalg::LegalizeToLinalg>();
}
