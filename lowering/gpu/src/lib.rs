//! Lowers structured ops on buffers to GPU kernels, and these to the `nvvm` dialect.

mod arguments;
mod attach;
mod attention;
mod contractions;
mod cooperative;
mod device_memory;
mod gather;
mod independent;
mod iterations;
mod launch;
mod loops;
mod merge;
mod nest;
pub mod nvgpu;
mod nvvm;
mod nvvm_to_llvm;
mod outline;
mod parallel;
mod private;
mod reduce;
mod reductions;
mod rows;
mod sink;
mod small;
mod starts;
mod transposes;
mod warp;
mod wide;

use strata_pass::PassRegistry;

pub use arguments::MarkKernelArguments;
pub use attach::AttachTarget;
pub use attention::MapAttention;
pub use contractions::MapContractions;
pub use device_memory::DeviceMemory;
pub use gather::ExpandGathers;
pub use loops::MapLoops;
pub use merge::MergeKernels;
pub use nvgpu::ConvertNvgpuToNvvm;
pub use nvvm::ConvertGpuToNvvm;
pub use nvvm_to_llvm::ConvertNvvmToLlvm;
pub use outline::{KernelOutlining, SinkIndexComputations};
pub use parallel::MapParallel;
pub use reductions::MapReductions;
pub use rows::MapRows;
pub use transposes::MapTransposes;

pub use reduce::ExpandReductions;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<MapAttention>()
        .add::<MapContractions>()
        .add::<MapLoops>()
        .add::<MapParallel>()
        .add::<MapRows>()
        .add::<MapReductions>()
        .add::<MapTransposes>()
        .add::<DeviceMemory>()
        .add::<ConvertGpuToNvvm>()
        .add::<ConvertNvgpuToNvvm>()
        .add::<ConvertNvvmToLlvm>()
        .add::<AttachTarget>()
        .add::<ExpandGathers>()
        .add::<ExpandReductions>()
        .add::<KernelOutlining>()
        .add::<MarkKernelArguments>()
        .add::<MergeKernels>()
        .add::<SinkIndexComputations>();
}
