//! Kernels in loadable form: PTX, a cubin if `ptxas` is installed, and the resources of each kernel.

use std::path::Path;

use strata_codegen_ptxas::{Assembler, KernelUse, Occupancy, Packer, Report, occupancy};
use strata_gpu::GpuTarget;
use strata_ir::core::Body;

use crate::error::{CodegenError, Result};
use crate::ptx::{Kernel, Ptx, PtxOptions, compile_ptx};

/// The choice of the assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ptxas<'a> {
    /// The one that is found; without one there is no cubin, and the driver compiles the PTX.
    IfFound,
    /// The one that is found; it is an error if there is none.
    Found,
    /// This file.
    At(&'a Path),
    /// None: PTX only.
    Unused,
}

/// Code for a device.
#[derive(Clone, Debug)]
pub struct KernelImage {
    /// The architecture.
    pub arch: String,
    /// PTX text.
    pub ptx: String,
    /// The ELF file for the device, if there is an assembler.
    pub cubin: Option<Vec<u8>>,
    /// The kernels.
    pub kernels: Vec<CompiledKernel>,
    /// Warnings of the assembler.
    pub warnings: Vec<String>,
}

/// A kernel of an image.
#[derive(Clone, Debug)]
pub struct CompiledKernel {
    /// Properties that are known without the assembler.
    pub kernel: Kernel,
    /// Registers, shared memory and spills, if there is an assembler.
    pub takes: Option<KernelUse>,
    /// Resident blocks of a multiprocessor, if the kernel declares the number of threads in a block. Dynamic shared memory is counted if
    /// the kernel declares its size.
    pub occupancy: Option<Occupancy>,
}

/// Compiles the `gpu.module`s of a module for an architecture.
///
/// `ptxas` is the path of the assembler; without one it is searched for, and if there is none, the image has PTX only.
pub fn compile_kernels(module: &Body, arch: &str, ptxas: Option<&Path>) -> Result<KernelImage> {
    let options = PtxOptions::new(arch);
    let ptx = compile_ptx(module, &options)?;
    assemble_kernels(ptx, &options, ptxas.map_or(Ptxas::IfFound, Ptxas::At))
}

/// The identity of the assembler that [`Ptxas::IfFound`] uses, for cache keys; empty if there is none.
#[must_use]
pub fn assembler_identity() -> String {
    Assembler::find(None).map(|assembler| assembler.identity()).unwrap_or_default()
}

/// Assembles PTX.
pub fn assemble_kernels(ptx: Ptx, options: &PtxOptions, ptxas: Ptxas<'_>) -> Result<KernelImage> {
    let device = |e: &dyn std::fmt::Display| CodegenError::Device(e.to_string());
    let assembler = match ptxas {
        Ptxas::Unused => None,
        Ptxas::IfFound if std::env::var_os("STRATA_PTXAS").is_none() => Assembler::find(None).ok(),
        // An environment variable with the path of a missing file is an error.
        Ptxas::IfFound | Ptxas::Found => Some(Assembler::find(None).map_err(|e| device(&e))?),
        Ptxas::At(path) => Some(Assembler::find(Some(path)).map_err(|e| device(&e))?),
    };
    let level = options.opt as u8;
    let assembled = assembler
        .map(|a| {
            let a = a.with_options(&options.assembler_options);
            a.assemble(&ptx.text, &options.arch, level, options.line_info)
        })
        .transpose()
        .map_err(|e| device(&e))?;
    let (cubin, report) = assembled.map_or((None, Report::default()), |a| (Some(a.cubin), a.report));
    let kernels = ptx.kernels.into_iter().map(|k| facts(k, &report, &options.arch)).collect();
    Ok(KernelImage { arch: options.arch.clone(), ptx: ptx.text, cubin, kernels, warnings: report.warnings })
}

/// The PTX and the cubin of an image as one file; `ptxas` is the path of the assembler, beside which the program for this is.
///
/// # Errors
/// If the image has no cubin, or the program is not there or fails.
pub fn pack_kernels(image: &KernelImage, ptxas: Option<&Path>) -> Result<Vec<u8>> {
    let device = |e: &dyn std::fmt::Display| CodegenError::Device(e.to_string());
    let cubin = image.cubin.as_deref().ok_or_else(|| device(&"there is no cubin to pack"))?;
    let packer = Packer::find(ptxas).map_err(|e| device(&e))?;
    packer.pack(&image.ptx, cubin, &image.arch).map_err(|e| device(&e))
}

fn facts(kernel: Kernel, report: &Report, arch: &str) -> CompiledKernel {
    let takes = report.kernel(&kernel.name).cloned();
    let occupancy = takes.as_ref().zip(kernel.threads).and_then(|(takes, threads)| {
        let shared = takes.shared.saturating_add(kernel.dynamic_bytes.unwrap_or(0));
        occupancy(GpuTarget::for_arch(arch)?, threads, takes.registers, shared)
    });
    CompiledKernel { kernel, takes, occupancy }
}

impl CompiledKernel {
    /// A description of the kernel's resources.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let takes = self.takes.as_ref()?;
        let mut text = format!(
            "kernel '{}': {} registers, {} bytes of shared memory",
            self.kernel.name, takes.registers, takes.shared
        );
        match self.kernel.dynamic_bytes {
            Some(bytes) => text.push_str(&format!(" and {bytes} that the launch adds")),
            None if self.kernel.dynamic_shared => text.push_str(" and what the launch adds"),
            None => {}
        }
        if takes.uses_local_memory() {
            text.push_str(&format!(
                ", {} bytes of local memory, {} bytes of spill stores, {} bytes of spill loads",
                takes.stack, takes.spill_stores, takes.spill_loads
            ));
        } else {
            text.push_str(", no spills");
        }
        if let (Some(occupancy), Some(threads)) = (self.occupancy, self.kernel.threads) {
            text.push_str(&format!("; of {threads} threads, {occupancy}"));
        }
        Some(text)
    }
}
