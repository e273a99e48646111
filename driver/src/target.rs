//! A target: the interpreter, the processor that programs are compiled for, or this and the GPU that runs their kernels.

use std::sync::Arc;

use strata_codegen_llvm::Target as Processor;
use strata_interp::Options as InterpreterOptions;

use crate::{
    backend::Backend,
    cuda::Cuda,
    error::{Error, ErrorKind, Result},
    simulator::Simulator,
};

/// The machine that runs programs.
#[derive(Clone, Debug)]
pub enum Target {
    /// The interpreter, which runs programs of every level as they are; no code is made.
    Interpreter(InterpreterOptions),
    /// A processor.
    Cpu(Processor),
    /// A processor, and something that runs kernels.
    Gpu(Processor, Arc<dyn Backend>),
}

impl Target {
    /// This machine's processor.
    ///
    /// # Errors
    /// If there is no code generator for it.
    pub fn host() -> Result<Self> {
        Ok(Self::Cpu(processor("native", "")?))
    }
    /// The interpreter, with its usual limits.
    #[must_use]
    pub fn interpreter() -> Self {
        Self::Interpreter(InterpreterOptions::default())
    }
    /// A processor with the first GPU of this machine. Kernels are made for its own architecture, or for `arch`.
    ///
    /// # Errors
    /// When there is no driver or no GPU.
    pub fn cuda(processor: Processor, arch: Option<&str>) -> Result<Self> {
        let gpu = Cuda::open(arch).map_err(|e| Error::new(ErrorKind::Target, e))?;
        Ok(Self::Gpu(processor, Arc::new(gpu)))
    }
    /// A processor with a simulated GPU.
    #[must_use]
    pub fn simulator(processor: Processor, arch: Option<&str>) -> Self {
        Self::Gpu(processor, Arc::new(Simulator::new(arch)))
    }
    /// A processor with a simulated GPU whose memory all programs share, as they share that of a real one.
    #[must_use]
    pub fn shared_simulator(processor: Processor, arch: Option<&str>) -> Self {
        Self::Gpu(processor, Arc::new(Simulator::new(arch).with_shared_memory()))
    }
    /// The processor that programs, or the host's part of them, are compiled for; none where nothing is compiled.
    #[must_use]
    pub fn processor(&self) -> Option<&Processor> {
        match self {
            Self::Interpreter(_) => None,
            Self::Cpu(processor) | Self::Gpu(processor, _) => Some(processor),
        }
    }
    /// The backend that runs kernels.
    #[must_use]
    pub fn backend(&self) -> Option<&dyn Backend> {
        match self {
            Self::Gpu(_, backend) => Some(&**backend),
            Self::Interpreter(_) | Self::Cpu(_) => None,
        }
    }
}

/// This machine as if its processor were another one with these features, as `+avx2,-avx512f`; `native` is its own one.
///
/// # Errors
/// When there is no such processor or feature.
pub fn processor(cpu: &str, features: &str) -> Result<Processor> {
    Processor::new(None, cpu, features).map_err(|e| Error::new(ErrorKind::Target, e))
}

impl From<Processor> for Target {
    fn from(processor: Processor) -> Self {
        Self::Cpu(processor)
    }
}
