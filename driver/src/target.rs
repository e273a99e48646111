//! A target: the processor that programs are compiled for, and the GPU that runs their kernels.

use std::sync::Arc;

use strata_codegen_llvm::Target as Processor;

use crate::{
    backend::Backend,
    cuda::Cuda,
    error::{Error, ErrorKind, Result},
    simulator::Simulator,
};

/// A processor, and a GPU if there is a backend.
#[derive(Clone, Debug)]
pub struct Target {
    processor: Processor,
    backend: Option<Arc<dyn Backend>>,
}

impl Target {
    /// This machine's processor.
    ///
    /// # Errors
    /// If there is no code generator for it.
    pub fn host() -> Result<Self> {
        Self::processor_named("native", "")
    }
    /// This machine with another processor and these features, such as `+avx2,-avx512f`.
    ///
    /// # Errors
    /// If there is no such processor or feature.
    pub fn processor_named(cpu: &str, features: &str) -> Result<Self> {
        let processor = Processor::new(None, cpu, features).map_err(|e| Error::new(ErrorKind::Target, e))?;
        Ok(processor.into())
    }
    /// Adds a GPU: the first one of this machine. Kernels are compiled for its own architecture, or for `arch`.
    ///
    /// # Errors
    /// If there is no driver or no GPU.
    pub fn with_cuda(self, arch: Option<&str>) -> Result<Self> {
        let gpu = Cuda::open(arch).map_err(|e| Error::new(ErrorKind::Target, e))?;
        Ok(self.with_backend(Arc::new(gpu)))
    }
    /// Adds a simulated GPU.
    #[must_use]
    pub fn with_simulator(self, arch: Option<&str>) -> Self {
        self.with_backend(Arc::new(Simulator::new(arch)))
    }
    /// Adds a backend.
    #[must_use]
    pub fn with_backend(self, backend: Arc<dyn Backend>) -> Self {
        Self { backend: Some(backend), ..self }
    }
    /// The processor that the host code of a program is compiled for.
    #[must_use]
    pub fn processor(&self) -> &Processor {
        &self.processor
    }
    /// The backend that runs kernels.
    #[must_use]
    pub fn backend(&self) -> Option<&dyn Backend> {
        self.backend.as_deref()
    }
}

impl From<Processor> for Target {
    fn from(processor: Processor) -> Self {
        Self { processor, backend: None }
    }
}
