//! Kernels for the matrix units of NVIDIA's GPUs: products of matrices and attention, as launches.
//!
//! - [`MapAttention`]: a product, a softmax and a second product as one kernel.
//! - [`MapContractions`]: products with tiles in shared memory, which are copied asynchronously and multiplied by `mma.sync`, by warp
//!   groups with bulk copies, or, in 32 bits, by threads.
//! - [`OptimizeSharedMemory`]: another order of the vectors in the rows of buffers in shared memory.
//! - [`ConvertVectorToGpu`]: products of vectors as those of a warp.
//!
//! The passes read `linalg`, `memref` and `arith`, and write kernels of `memref`, `vector`, `scf`, `arith`, `gpu`, `nvgpu`, and of `nvvm`
//! and `llvm` where `nvgpu` has no op. What a product is, and what is done with its sums, is `passes/gpu`'s.
//!
//! **Architecture invariant.** No other crate of `passes/` names a dialect of NVIDIA, and none depends on this one.

mod attention;
mod contractions;
mod optimize_shared_memory;
mod vector_to_gpu;

use strata_pass::PassRegistry;

pub use attention::MapAttention;
pub use contractions::MapContractions;
pub use optimize_shared_memory::OptimizeSharedMemory;
pub use vector_to_gpu::ConvertVectorToGpu;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<MapAttention>()
        .add::<MapContractions>()
        .add::<OptimizeSharedMemory>()
        .add::<ConvertVectorToGpu>();
}
