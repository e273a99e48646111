//! Kernels: from a module to PTX text, a cubin, both in one file, or bitcode.

use std::path::{Path, PathBuf};
use strata_codegen_llvm::{
    CodegenError, KernelImage, Library, PtxOptions, Ptxas, assemble_kernels, compile_bitcode, compile_ptx,
    pack_kernels,
};
use strata_driver::{Monitor, Program, Stage, lower, program::Source as Part};
use strata_gpu::Chip;
use strata_ir::{core::diagnostics::render_all, prelude::*};
use strata_pass::PipelineDef;
use strata_registry::pipelines::{Arch, GpuPipeline};
use strata_stablehlo::ScatterOutOfBounds;

use crate::{Failure, Outcome, output, source::Source};

/// The code that kernels become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// PTX.
    Text,
    /// Machine code.
    Cubin,
    /// Machine code and PTX in one file.
    Fatbin,
    /// Bitcode of LLVM.
    Bitcode,
}

/// How kernels are compiled.
pub(crate) struct Options<'a> {
    /// The form of their code.
    pub form: Form,
    /// Architecture, features, level and lines.
    pub ptx: PtxOptions,
    /// The function of the host that is called.
    pub entry: &'a str,
    /// A pipeline instead of `strata-gpu-pipeline`.
    pub pipeline: Option<&'a str>,
    /// The rule of `scatter` for windows that are partly outside.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// NVIDIA's assembler, where it is named.
    pub ptxas: Option<&'a Path>,
    /// Files that kernels are linked with.
    pub libraries: &'a [PathBuf],
    /// Whether is said what each kernel takes of a GPU.
    pub remarks: bool,
    /// Where the code goes.
    pub output: &'a Path,
}

/// Compiles every part of the input and writes the results.
pub(crate) fn run(
    options: &Options<'_>,
    source: &Source,
    cwd: &Path,
    stage: &Stage,
    out: &mut Outcome,
) -> Result<(), Failure> {
    let (mut result, mut errors) = (Vec::new(), String::new());
    for part in &source.parts {
        match compile(options, source, part, cwd, stage, out) {
            Ok(bytes) => result.extend(bytes),
            Err(message) => errors.push_str(&message),
        }
    }
    // As with mlir-translate, good parts are printed, but a file is written only when all is well.
    if errors.is_empty() || options.output.as_os_str() == "-" {
        output::emit(options.output, cwd, &result, out)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
}

fn compile(
    options: &Options<'_>,
    source: &Source,
    part: &Part,
    cwd: &Path,
    stage: &Stage,
    out: &mut Outcome,
) -> Result<Vec<u8>, String> {
    let cx = source.context();
    let mut program = Program::new(source.parse(&cx, part)?, options.entry)?;
    if !is_ready(program.module()) {
        let pipeline = GpuPipeline {
            arch: Chip::parse(&options.ptx.arch).map(Arch::for_chip).unwrap_or_default(),
            scatter_out_of_bounds: options.scatter_out_of_bounds.into(),
            ..GpuPipeline::default()
        };
        let text = options.pipeline.map_or_else(|| pipeline.text(), str::to_owned);
        let monitor = Monitor { stage: Some(stage), ..Monitor::default() };
        lower::run_pipeline_until(program.module_mut(), &text, monitor)
            .map_err(|e| with_newline("", e.text()))?;
    }
    let module = program.module();
    let codegen = |e: CodegenError| match e.diagnostics() {
        [] => with_newline("error: ", &e.to_string()),
        _ => with_newline("", &e.diagnostics().iter().map(|d| format!("{d}\n")).collect::<String>()),
    };
    stage.set("code generation by LLVM");
    let libraries = options.libraries.iter().map(|path| library(path, cwd)).collect::<Result<_, _>>()?;
    let ptx_options = PtxOptions { libraries, ..options.ptx.clone() };
    if options.form == Form::Bitcode {
        return compile_bitcode(module, &ptx_options).map_err(codegen);
    }
    let ptx = compile_ptx(module, &ptx_options).map_err(codegen)?;
    let path = options.ptxas.map(|path| cwd.join(path));
    let ptxas = match (&path, options.form != Form::Text || options.remarks) {
        (Some(path), true) => Ptxas::At(path),
        (None, true) => Ptxas::Found,
        (_, false) => Ptxas::Unused,
    };
    let image = assemble_kernels(ptx, &options.ptx, ptxas).map_err(codegen)?;
    report(options, module, &image, out);
    if options.form == Form::Fatbin {
        return pack_kernels(&image, path.as_deref()).map_err(codegen);
    }
    Ok(match image.cubin {
        Some(cubin) if options.form == Form::Cubin => cubin,
        _ => image.ptx.into_bytes(),
    })
}

/// Reads a library.
fn library(path: &Path, cwd: &Path) -> Result<Library, String> {
    let name = path.display().to_string();
    match std::fs::read(cwd.join(path)) {
        Ok(bytes) => Ok(Library { name, bytes }),
        Err(e) => Err(with_newline("error: ", &format!("cannot read the library '{name}': {e}"))),
    }
}

/// Shows what the assembler warns of, and what the kernels take where that is asked for.
fn report(options: &Options<'_>, module: &Body, image: &KernelImage, out: &mut Outcome) {
    for warning in &image.warnings {
        out.stderr.extend(with_newline("warning: ", warning).into_bytes());
    }
    if !options.remarks {
        return;
    }
    let remark =
        |k: &strata_codegen_llvm::CompiledKernel| Some(Diagnostic::remark(k.kernel.location, k.remark()?));
    let remarks: Vec<Diagnostic> = image.kernels.iter().filter_map(remark).collect();
    out.stderr.extend(render_all(module.cx(), &remarks).into_bytes());
}

/// Whether a module's code for the device is of the `llvm` and `nvvm` dialects: there are no other ops where functions are in the
/// `gpu.module`s, or, without any, in the module.
fn is_ready(module: &Body) -> bool {
    let Some(block) = module.entry() else { return true };
    let mut modules = module.block_ops(block).filter(|&op| module.info(op).name == "gpu.module").peekable();
    if modules.peek().is_none() {
        return lower::is_llvm(module);
    }
    modules.all(|op| module.child(op).is_none_or(lower::is_llvm))
}

fn with_newline(start: &str, message: &str) -> String {
    format!("{start}{}\n", message.trim_end())
}
