//! From structured ops on buffers to kernels of NVIDIA GPUs, and these to the `nvvm` dialect.

mod access;
mod cooperative;
mod independent;
mod iterations;
mod launch;
mod loops;
mod nest;
mod nvvm;
mod outline;
mod parallel;
mod private;
mod sink;
mod small;
mod wide;

use strata_pass::PassRegistry;

pub use loops::MapLoops;
pub use nvvm::ConvertGpuToNvvm;
pub use outline::{KernelOutlining, SinkIndexComputations};
pub use parallel::MapParallel;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<MapLoops>()
        .add::<MapParallel>()
        .add::<ConvertGpuToNvvm>()
        .add::<KernelOutlining>()
        .add::<SinkIndexComputations>();
}
