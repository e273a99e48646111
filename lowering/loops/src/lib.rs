//! Lowerings of structured code: to loops, and from loops to branches.

pub mod affine_to_scf;
pub mod linalg_to_scf;
mod linalg_to_std;
mod named;
mod reduction;
pub mod scf_to_cf;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<affine_to_scf::LowerAffine>()
        .add::<linalg_to_scf::ConvertLinalgToAffineLoops>()
        .add::<linalg_to_scf::ConvertLinalgToLoops>()
        .add::<linalg_to_std::ConvertLinalgToStd>()
        .add::<linalg_to_scf::ConvertLinalgToParallelLoops>()
        .add::<scf_to_cf::ConvertScfToCf>();
}
