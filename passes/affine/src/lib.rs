//! Passes on programs of the `affine` dialect: loops whose bounds and accesses are affine functions, of which dependences are known exactly.
//!
//! - [`analysis`]: iteration domains, accesses, dependences between these, reductions.
//! - [`loops`]: what the passes do with loops — trip counts, bands, unrolling, tiling, promotion of single iterations.
//! - The passes themselves are files with the names of what they do.
//!
//! They read and write `affine`, `memref` and `arith`; `affine-super-vectorize` writes `vector`.

pub mod analysis;
pub mod loops;

mod data_copy_generate;
mod expand_index_ops;
mod expand_index_ops_as_affine;
mod for_to_gpu;
mod loop_coalescing;
mod loop_fusion;
mod loop_invariant_code_motion;
mod loop_normalize;
mod loop_tile;
mod loop_unroll;
mod loop_unroll_jam;
mod parallelize;
mod pipeline_data_transfer;
mod raise_from_memref;
mod scalar_replacement;
mod simplify_min_max;
mod simplify_structures;
mod super_vectorize;

pub use simplify_min_max::drop_superfluous;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<data_copy_generate::AffineDataCopyGenerate>()
        .add::<expand_index_ops::AffineExpandIndexOps>()
        .add::<expand_index_ops_as_affine::AffineExpandIndexOpsAsAffine>()
        .add::<for_to_gpu::ConvertAffineForToGpu>()
        .add::<loop_coalescing::AffineLoopCoalescing>()
        .add::<loop_fusion::AffineLoopFusion>()
        .add::<loop_invariant_code_motion::AffineLoopInvariantCodeMotion>()
        .add::<loop_normalize::AffineLoopNormalize>()
        .add::<loop_tile::AffineLoopTile>()
        .add::<loop_unroll::AffineLoopUnroll>()
        .add::<loop_unroll_jam::AffineLoopUnrollJam>()
        .add::<parallelize::AffineParallelize>()
        .add::<pipeline_data_transfer::AffinePipelineDataTransfer>()
        .add::<raise_from_memref::AffineRaiseFromMemref>()
        .add::<scalar_replacement::AffineScalarReplacement>()
        .add::<simplify_min_max::AffineSimplifyMinMax>()
        .add::<simplify_structures::AffineSimplifyStructures>()
        .add::<super_vectorize::AffineSuperVectorize>();
}
