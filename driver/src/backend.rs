//! A back end runs the kernels of a program: a GPU, or its simulator.
//!
//! ```text
//! StableHLO ── strata-gpu-pipeline ──► llvm.func of the host ──► JIT ──┐
//!                                      gpu.module ──► PTX, cubin ──► device of the runtime
//! ```

use std::{fmt, sync::Arc};

use strata_codegen_llvm::{KernelImage, PtxOptions, Ptxas, assemble_kernels, compile_ptx};
use strata_ir::prelude::*;
use strata_runtime_cpu::device::Device;
use strata_runtime_exec::Connect;

/// Creates devices for programs.
pub trait Backend: fmt::Debug + Send + Sync {
    /// The architecture that kernels are compiled for.
    fn arch(&self) -> &str;

    /// The device that runs the kernels of a lowered module.
    ///
    /// # Errors
    /// Rendered diagnostics if they cannot be compiled or loaded.
    fn device(&self, module: &Body) -> Result<Arc<dyn Device>, String>;

    /// The memory that all programs of the backend share, as that of a device without kernels; `None` if each has its own.
    fn memory(&self) -> Option<Arc<dyn Device>> {
        None
    }

    /// Makes the engine of collectives of the backend's devices; `None` if these are done in memory of the host.
    fn connect(&self) -> Option<Arc<Connect>> {
        None
    }

    /// The backend as one whose code can be cached, if it is one; kernels of other backends are compiled each time.
    fn keeps(&self) -> Option<&dyn Keeps> {
        None
    }

    /// The counters of the kernels that ran; `None` if the backend does not count.
    fn report(&self) -> Option<String> {
        None
    }
}

/// A backend whose compiled kernels can be kept in a compile cache.
pub trait Keeps {
    /// The names and values of everything that the code depends on, apart from the program and its pipeline.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// The compiled kernels of a lowered module, as files.
    ///
    /// # Errors
    /// Rendered diagnostics if they cannot be compiled.
    fn code(&self, module: &Body) -> Result<Vec<Vec<u8>>, String>;

    /// The device that runs the kernels in such files.
    ///
    /// # Errors
    /// If they cannot be loaded.
    fn load(&self, code: &[Vec<u8>]) -> Result<Arc<dyn Device>, String>;
}

/// Whether a module has kernels.
#[must_use]
pub fn has_kernels(module: &Body) -> bool {
    module.children().any(|(op, child)| module.info(op).name == "gpu.module" && child.num_ops() > 0)
}

/// The compiled kernels of a module, if it has any.
pub fn image(module: &Body, arch: &str) -> Result<Option<KernelImage>, String> {
    if !has_kernels(module) {
        return Ok(None);
    }
    let options = PtxOptions::new(arch);
    let ptx = compile_ptx(module, &options).map_err(|e| format!("error: {e}\n"))?;
    // The driver may compile PTX that an older assembler rejects, and otherwise reports the errors.
    let assembled = assemble_kernels(ptx.clone(), &options, Ptxas::IfFound);
    let image = assembled.or_else(|_| assemble_kernels(ptx, &options, Ptxas::Unused));
    image.map(Some).map_err(|e| format!("error: {e}\n"))
}
