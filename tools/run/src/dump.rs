//! `--dump-dir`: writes the program at each stage of its compilation to files.
//!
//! ```text
//! DIR/0-input.mlir   1-linalg.mlir   2-loops.mlir   3-llvm.mlir   program.ll   program.s   program.0.o …
//! ```
//! Programs with kernels also get `kernels.ptx` and `kernels.cubin`, and their pipeline has no stages. A user's pipeline has no stages
//! either: its result is `3-llvm.mlir`.

use std::path::Path;

use strata_codegen_llvm::{TargetMachine, Threads, compile, compile_objects};
use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body},
};
use strata_pass::pipeline::print_pipeline;

use strata_driver::{Backend, CompileOptions, Monitor, backend, lower, names::EntryNames};

/// Compiles a copy of the program stage by stage and writes each.
pub(crate) fn dump(
    module: &Body,
    options: &CompileOptions,
    backend: Option<&dyn Backend>,
    folder: &Path,
) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("error: {}: {e}\n", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).map_err(failed);
    let text = |module: &Body| print_body(module, &PrintOptions::default()).into_bytes();
    let mut module = Box::new(module.clone());
    let names = EntryNames::from_module(&module, &options.entry);
    write("0-input.mlir", &text(&module))?;
    let is_lowered = lower::prepare(&mut module, options)?;
    if !is_lowered && options.pipeline.is_none() && backend.is_none() && !lower::is_llvm(&module) {
        for (number, stage) in (1..).zip(options.cpu_pipeline_as_set(&[])?.stages()) {
            lower::run_pipeline(&mut module, &print_pipeline(&stage.elements))?;
            write(&format!("{number}-{}.mlir", stage.name), &text(&module))?;
        }
        lower::emit_entry(&mut module, options, &names)?;
    } else {
        lower::lower_on(&mut module, options, &[], backend, Monitor::default())?;
    }
    write("3-llvm.mlir", &text(&module))?;
    if let Some(image) = backend.map(|b| backend::image(&module, b.arch())).transpose()?.flatten() {
        write("kernels.ptx", image.ptx.as_bytes())?;
        if let Some(cubin) = &image.cubin {
            write("kernels.cubin", cubin)?;
        }
    }
    let codegen = |e: strata_codegen_llvm::CodegenError| format!("error: {e}\n");
    let machine = TargetMachine::new(&options.target).map_err(codegen)?;
    let ir = compile(&module, &machine).map_err(codegen)?;
    write("program.ll", ir.to_text().as_bytes())?;
    write("program.s", machine.emit_assembly(&ir).map_err(codegen)?.as_bytes())?;
    let objects = compile_objects(&module, &options.target, Threads::default()).map_err(codegen)?;
    for (i, object) in objects.iter().enumerate() {
        write(&format!("program.{i}.o"), object)?;
    }
    Ok(())
}
