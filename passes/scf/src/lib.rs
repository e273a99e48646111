//! Passes over the loops of `scf`, by upstream's names.
//!
//! They read and write `scf`, and, as bounds and indices, `arith` and `affine`. The loops that pass memory to each other are those on
//! buffers (`memref`); sizes of tensors that loops carry are followed too.
//!
//! **Architecture invariants.** Loops stay loops: lowering them to branches is `lowering/loops`'s. The opposite direction,
//! `lift-cf-to-scf`, is here.

mod for_to_while;
mod forall_to_loops;
mod lift;
mod linear_system;
mod loop_canonicalization;
mod loop_range_folding;
mod min_max;
mod nest;
mod parallel_fusion;
mod parallel_tiling;
mod parallel_to_for;
mod peeling;
mod specialization;

pub use forall_to_loops::{forall_to_nest, forall_to_parallel};
pub use loop_canonicalization::PATTERNS as LOOP_CANONICALIZATIONS;
pub use min_max::simplify_bounded;
pub use parallel_to_for::parallel_to_nest;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<for_to_while::ForToWhile>()
        .add::<forall_to_loops::ForallToFor>()
        .add::<forall_to_loops::ForallToParallel>()
        .add::<lift::LiftControlFlowToScf>()
        .add::<loop_canonicalization::ForLoopCanonicalization>()
        .add::<peeling::ForLoopPeeling>()
        .add::<loop_range_folding::ForLoopRangeFolding>()
        .add::<parallel_fusion::ParallelLoopFusion>()
        .add::<parallel_tiling::ParallelLoopTiling>()
        .add::<parallel_to_for::ParallelForToNestedFors>()
        .add::<specialization::ForLoopSpecialization>()
        .add::<specialization::ParallelLoopSpecialization>();
}
