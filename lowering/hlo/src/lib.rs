//! Lowering of the HLO dialects to structured code.

pub mod stablehlo_to_linalg;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<stablehlo_to_linalg::LegalizeToLinalg>();
}
