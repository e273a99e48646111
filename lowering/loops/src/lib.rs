//! Lowerings of structured code: to loops, and from loops to branches.

pub mod affine_expr;
pub mod linalg_to_scf;
mod named;
pub mod scf_to_cf;

pub use affine_expr::{expand_affine_expr, expand_affine_map};

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register_passes(registry: &mut PassRegistry) {
    linalg_to_scf::register(registry);
    scf_to_cf::register(registry);
}
