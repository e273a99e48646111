//! Kernels: from a module to PTX text or a cubin.

use std::path::Path;
use strata_driver::{entry, lower, program};

use strata_codegen_llvm::{
    CodegenError, KernelImage, OptLevel, PtxOptions, Ptxas, assemble_kernels, compile_ptx,
};
use strata_ir::{core::diagnostics::render_all, prelude::*};
use strata_pass::PipelineDef;
use strata_registry::pipelines::{Arch, GpuPipeline};

use crate::{Cli, Failure, Outcome, output, source::Source};

/// Compiles every part of the input and writes the results.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let (mut result, mut errors) = (Vec::new(), String::new());
    for part in &source.parts {
        match compile(cli, source, part, cwd, out) {
            Ok(bytes) => result.extend(bytes),
            Err(message) => errors.push_str(&message),
        }
    }
    // As with mlir-translate, good parts are printed, but a file is written only if there are no errors.
    if errors.is_empty() || cli.output.as_os_str() == "-" {
        output::emit(&cli.output, cwd, &result, out)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
}

fn compile(cli: &Cli, source: &Source, part: &str, cwd: &Path, out: &mut Outcome) -> Result<Vec<u8>, String> {
    let cx = program::context();
    let mut module = source.parse(&cx, part)?;
    if !is_ready(&module) {
        entry::drop_unused_arguments(&mut module, &cli.entry);
        let pipeline = GpuPipeline {
            arch: mapped_for(&cli.mcpu),
            scatter_out_of_bounds: cli.scatter().into(),
            ..GpuPipeline::default()
        };
        let text = cli.pass_pipeline.clone().unwrap_or_else(|| pipeline.text());
        lower::run_pipeline(&mut module, &text).map_err(|e| with_newline("", e.text()))?;
    }
    let options = PtxOptions {
        arch: cli.mcpu.clone(),
        features: cli.mattr.clone(),
        opt: cli.opt.unwrap_or(OptLevel::O3),
        line_info: cli.line_info,
    };
    let codegen = |e: CodegenError| match e.diagnostics() {
        [] => with_newline("error: ", &e.to_string()),
        _ => with_newline("", &e.diagnostics().iter().map(|d| format!("{d}\n")).collect::<String>()),
    };
    let ptx = compile_ptx(&module, &options).map_err(codegen)?;
    let path = cli.ptxas.as_ref().map(|path| cwd.join(path));
    let ptxas = match (&path, cli.mode.mlir_to_cubin || cli.remarks) {
        (Some(path), true) => Ptxas::At(path),
        (None, true) => Ptxas::Found,
        (_, false) => Ptxas::Unused,
    };
    let image = assemble_kernels(ptx, &options, ptxas).map_err(codegen)?;
    report(cli, &module, &image, out);
    Ok(match image.cubin {
        Some(cubin) if cli.mode.mlir_to_cubin => cubin,
        _ => image.ptx.into_bytes(),
    })
}

/// Prints the warnings of the assembler, and the resources of the kernels if requested.
fn report(cli: &Cli, module: &Body, image: &KernelImage, out: &mut Outcome) {
    for warning in &image.warnings {
        out.stderr.extend(with_newline("warning: ", warning).into_bytes());
    }
    if !cli.remarks {
        return;
    }
    let remark =
        |k: &strata_codegen_llvm::CompiledKernel| Some(Diagnostic::remark(k.kernel.location, k.remark()?));
    let remarks: Vec<Diagnostic> = image.kernels.iter().filter_map(remark).collect();
    out.stderr.extend(render_all(module.cx(), &remarks).into_bytes());
}

/// The architecture that programs are lowered for: the greatest one whose kernels run on `arch`.
fn mapped_for(arch: &str) -> Arch {
    let number = arch.trim_start_matches("sm_").trim_end_matches(['a', 'f']).parse::<u32>();
    match number {
        Ok(90) if arch.ends_with('a') => Arch::SM_90A,
        Ok(100..120) if arch.ends_with(['a', 'f']) => Arch::SM_100A,
        _ => Arch::SM_80,
    }
}

/// Whether the device code of a module is in the `llvm` and `nvvm` dialects: no other ops occur in the `gpu.module`s that contain
/// functions, or, if there are none, in the module.
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
