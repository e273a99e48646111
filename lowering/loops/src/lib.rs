//! Lowerings of structured code: to loops, and from loops to branches.

pub mod affine_expr;
pub mod affine_to_scf;
pub mod linalg_to_scf;
mod named;
mod reduction;
pub mod scf_to_cf;
pub mod vector_to_scf;

pub use affine_expr::{expand_affine_expr, expand_affine_map};

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    affine_to_scf::register(registry);
    linalg_to_scf::register(registry);
    scf_to_cf::register(registry);
    vector_to_scf::register(registry);
}
