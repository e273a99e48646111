//! NVIDIA's GPUs as a backend.

use std::{fmt, sync::Arc};

use strata_codegen_llvm::assembler_identity;
use strata_gpu::Chip;
use strata_ir::prelude::*;
use strata_runtime_cpu::{collective::DeviceEngine, device::Device};
use strata_runtime_cuda::{Gpu, Kernels, Options};
use strata_runtime_exec::Connect;
use strata_runtime_nccl::{Library, Nccl};

use crate::backend::{Backend, Keeps, image};

/// A GPU of this machine.
pub struct Cuda {
    gpu: Arc<Gpu>,
    arch: String,
    runs_cubins: bool,
}

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.gpu.name(), self.arch)
    }
}

impl Cuda {
    /// The first GPU. Code is compiled for its own architecture, or for `arch`. `STRATA_CUDA_WAIT` makes the host wait for each kernel,
    /// so that errors name the right one.
    ///
    /// # Errors
    /// If there is no driver or no GPU.
    pub fn open(arch: Option<&str>) -> Result<Self, String> {
        let wait_for_kernels =
            std::env::var_os("STRATA_CUDA_WAIT").is_some_and(|v| !v.is_empty() && v != "0");
        let gpu = Gpu::open(&Options { wait_for_kernels, ..Options::default() })?;
        let (major, minor) = gpu.capability();
        // Architecture-specific features exist on that architecture only; the baseline features exist on all later ones.
        let own = match (major, minor) {
            (9, 0) => "sm_90a",
            (10, 0) => "sm_100a",
            _ => "sm_80",
        };
        let arch = arch.unwrap_or(own).to_owned();
        // Machine code runs on GPUs of one generation; PTX is compiled by the driver of any later one.
        let runs_cubins =
            Chip::parse(&arch).is_some_and(|chip| i64::from(chip.generation()) == i64::from(major));
        Ok(Self { gpu, arch, runs_cubins })
    }

    /// The GPU.
    #[must_use]
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }
}

impl Backend for Cuda {
    fn arch(&self) -> &str {
        &self.arch
    }
    fn device(&self, module: &Body) -> Result<Arc<dyn Device>, String> {
        self.load(&self.code(module)?)
    }
    fn memory(&self) -> Option<Arc<dyn Device>> {
        Some(Kernels::none(&self.gpu))
    }
    fn connect(&self) -> Option<Arc<Connect>> {
        // Without NCCL, collectives go through memory of the host.
        let library = Library::load(None).ok()?;
        Some(Arc::new(move |world, processes, other| {
            Ok(Arc::new(Nccl::new(Arc::clone(&library), world, processes, other)?) as Arc<dyn DeviceEngine>)
        }))
    }
    fn keeps(&self) -> Option<&dyn Keeps> {
        Some(self)
    }
}

/// The files are the image and the names of its kernels, or none without kernels.
impl Keeps for Cuda {
    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("arch", self.arch.clone()),
            ("cubins", self.runs_cubins.to_string()),
            ("driver", self.gpu.driver_version().unwrap_or_default()),
            ("assembler", assembler_identity()),
        ]
    }
    fn code(&self, module: &Body) -> Result<Vec<Vec<u8>>, String> {
        let Some(image) = image(module, &self.arch)? else { return Ok(Vec::new()) };
        let names = image.kernels.iter().flat_map(|k| [k.kernel.module.as_bytes(), k.kernel.name.as_bytes()]);
        let names: Vec<Vec<u8>> = names.map(<[u8]>::to_vec).collect();
        // The driver compiles PTX where there is no assembler.
        let code = image.cubin.filter(|_| self.runs_cubins).unwrap_or_else(|| image.ptx.into_bytes());
        Ok([vec![code], names].concat())
    }
    fn load(&self, code: &[Vec<u8>]) -> Result<Arc<dyn Device>, String> {
        let Some((image, names)) = code.split_first() else { return Ok(Kernels::none(&self.gpu)) };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let pairs = names.chunks_exact(2).map(|pair| (text(&pair[0]), text(&pair[1])));
        let names: Vec<_> = pairs.map(|(module, name)| (format!("{module}::{name}"), name)).collect();
        let kernels = Kernels::load(&self.gpu, image, &names);
        kernels.map(|k| k as Arc<dyn Device>).map_err(|why| format!("error: {why}\n"))
    }
}
