//! Kernels of GPUs: structured ops on buffers become launches, and these functions in a module of kernels.
//!
//! - `gpu-map-*` divide structured ops, copies and loops among blocks and threads, the more special ones first: rows, reductions along
//!   columns, transposes, loops of the host, and what is left element by element. Attention and products of matrices come before these, by
//!   passes for the matrix units of a device (`passes/nvgpu`).
//! - What such passes share is public: [`contractions`] reads products, [`launch`] makes launches, [`loop_nest`] code of threads.
//! - [`memory`] is which memory the buffers of the host and of kernels are in, and what is copied between them.
//! - Outlining makes functions of launches, merging makes one of launches that follow each other.
//! - `gpu-expand-*` write ops of kernels with simpler ones.
//!
//! Inside of kernels the passes read `linalg`, `memref`, `vector`, `scf` and `arith`, and write these and `gpu`; the conversions to the
//! dialects of devices are those of `lowering/gpu`.
//!
//! **Architecture invariant.** What is inside of a launch decides nothing about what is outside of it. No dialect of one maker of devices
//! is used.

mod async_region;
mod chip_option;
pub mod contractions;
mod cooperative;
mod decompose_memrefs;
mod eliminate_barriers;
mod expand_gathers;
mod expand_reductions;
pub mod host_ops;
mod iteration_space;
pub mod launch;
pub mod loop_nest;
mod loops;
pub mod memory;
mod merge_kernels;
mod outline;
mod parallel;
mod parallel_loops;
mod parallelize_loops;
mod reduction_init;
mod reductions;
mod row_fusion;
mod simpler_ops;
mod single_block;
mod transposes;
pub mod vector_access;
mod vector_width;
pub mod warp_shuffle;

use strata_pass::PassRegistry;

pub use async_region::AsyncRegion;
pub use chip_option::ChipOption;
pub use decompose_memrefs::DecomposeMemrefs;
pub use eliminate_barriers::{ELIMINATE_BARRIERS, EliminateBarriers};
pub use expand_gathers::ExpandGathers;
pub use expand_reductions::ExpandReductions;
pub use loops::MapLoops;
pub use memory::{DeviceMemory, MarkKernelArguments};
pub use merge_kernels::MergeKernels;
pub use outline::{KernelOutlining, SinkIndexComputations};
pub use parallel::MapParallel;
pub use reductions::MapReductions;
pub use row_fusion::MapRows;
pub use simpler_ops::{SIMPLER_OPS, reduce_blocks};
pub use transposes::MapTransposes;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    parallel_loops::register(registry);
    registry
        .add::<MapLoops>()
        .add::<MapParallel>()
        .add::<MapRows>()
        .add::<MapReductions>()
        .add::<MapTransposes>()
        .add::<AsyncRegion>()
        .add::<DecomposeMemrefs>()
        .add::<DeviceMemory>()
        .add::<EliminateBarriers>()
        .add::<ExpandGathers>()
        .add::<ExpandReductions>()
        .add::<KernelOutlining>()
        .add::<MarkKernelArguments>()
        .add::<MergeKernels>()
        .add::<SinkIndexComputations>();
}
