//! Lowerings of structured code: to loops, and from loops to branches.

pub mod scf_to_cf;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register_passes(registry: &mut PassRegistry) {
    scf_to_cf::register(registry);
}
