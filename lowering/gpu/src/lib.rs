//! Modules of kernels: from the `gpu` and `nvgpu` dialects to `nvvm`, and from there to `llvm`.

mod attach;
pub mod device_code;
pub mod nvgpu;
mod nvvm;
mod nvvm_to_llvm;
mod optimize_for_nvvm;
mod spv;
mod to_binary;

use strata_pass::PassRegistry;

pub use attach::AttachTarget;
pub use nvgpu::ConvertNvgpuToNvvm;
pub use nvvm::ConvertGpuToNvvm;
pub use nvvm_to_llvm::ConvertNvvmToLlvm;
pub use optimize_for_nvvm::OptimizeForNvvm;
pub use spv::ConvertGpuToLlvmSpv;
pub use to_binary::GpuModuleToBinary;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<ConvertGpuToNvvm>()
        .add::<ConvertGpuToLlvmSpv>()
        .add::<ConvertNvgpuToNvvm>()
        .add::<ConvertNvvmToLlvm>()
        .add::<AttachTarget>()
        .add::<OptimizeForNvvm>()
        .add::<GpuModuleToBinary>();
}
