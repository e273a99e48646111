//! Compilation: from a module to LLVM IR, assembly, an object or a shared library.

use std::path::{Path, PathBuf};

use strata_codegen_llvm::{
    CodegenError, ExitContext, Linker, LlvmModule, Target, TargetMachine, build_module, compile, link_shared,
};
use strata_ir::prelude::*;
use strata_run::{
    driver::{self, CompileOptions},
    signature::{Signature, signature},
};

use crate::{Cli, Failure, Outcome, context, header, output, source::Source};

/// A module of the `llvm` dialect, and the C interface that it got.
struct Lowered {
    module: Box<Body>,
    /// Prefix and signature; none for a module that was in the `llvm` dialect from the start.
    interface: Option<(String, Signature)>,
    /// Whether it calls the runtime.
    runtime: bool,
}

/// Compiles every part of the input and writes the results.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let target = Target::new(None, &cli.mcpu, &cli.mattr).map_err(codegen)?;
    let target = target.with_opt(cli.opt.unwrap_or_default());
    let (mut result, mut errors) = (Vec::new(), String::new());
    for part in &source.parts {
        let lowered = match lower(cli, source, part, &target) {
            Ok(lowered) => lowered,
            Err(message) => {
                errors.push_str(&message);
                continue;
            }
        };
        let header = header_text(cli, &lowered)?;
        if cli.mode.mlir_to_shared {
            shared(cli, &lowered, &target, cwd, out)?;
        } else {
            match translate(cli, &lowered, &target) {
                Ok(bytes) => result.extend(bytes),
                Err(e) => errors.push_str(&codegen(e)),
            }
        }
        if let (Some(path), Some(text), true) = (&cli.header, header, errors.is_empty()) {
            output::emit(path, cwd, text.as_bytes(), out)?;
        }
    }
    // As with mlir-translate, good parts are printed, but a file is written only when all is well.
    if !cli.mode.mlir_to_shared && (errors.is_empty() || cli.output.as_os_str() == "-") {
        output::emit(&cli.output, cwd, &result, out)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
}

fn codegen(e: CodegenError) -> String {
    format!("error: {e}\n")
}

fn lower(cli: &Cli, source: &Source, part: &str, target: &Target) -> Result<Lowered, String> {
    let cx = driver::context();
    let mut module = source.parse(&cx, part)?;
    if driver::is_llvm(&module) {
        let runtime = context::needs_runtime(&module);
        return Ok(Lowered { module, interface: None, runtime });
    }
    let c_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if cli.entry.is_empty() || !cli.entry.chars().all(c_name) {
        return Err(format!("error: '{}' cannot be part of the name of a C function\n", cli.entry));
    }
    let signature = signature(&module, &cli.entry).map_err(|d| d.render(&cx))?;
    let prefix = source.prefix(&module);
    let options = CompileOptions {
        target: target.clone(),
        entry: cli.entry.clone(),
        prefix: prefix.clone(),
        pipeline: cli.pass_pipeline.clone(),
    };
    driver::lower(&mut module, &options)?;
    context::hide(&mut module, &prefix, &cli.entry);
    let runtime = context::needs_runtime(&module);
    if runtime {
        strata_lowering_llvm::entry::emit_context(&mut module, &prefix);
    } else {
        context::emit(&mut module, &prefix);
    }
    let errors = module.verify();
    if !errors.is_empty() {
        return Err(strata_ir::core::diagnostics::render_all(&cx, &errors));
    }
    Ok(Lowered { module, interface: Some((prefix, signature)), runtime })
}

fn header_text(cli: &Cli, lowered: &Lowered) -> Result<Option<String>, Failure> {
    if cli.header.is_none() {
        return Ok(None);
    }
    let Some((prefix, signature)) = &lowered.interface else {
        let m = "error: a module of the llvm dialect is translated as it is, so that there is no C entry for --header\n";
        return Err(Failure::Input(m.to_owned()));
    };
    Ok(Some(header::text(prefix, &cli.entry, signature)))
}

/// LLVM IR, assembly or an object file.
fn translate(cli: &Cli, lowered: &Lowered, target: &Target) -> Result<Vec<u8>, CodegenError> {
    if cli.mode.mlir_to_llvmir && lowered.interface.is_none() && cli.opt.is_none() {
        let exit = ExitContext::new();
        return Ok(build_module(&exit, &lowered.module)?.translate()?.to_text().into_bytes());
    }
    let machine = TargetMachine::new(target)?;
    let ir: LlvmModule = compile(&lowered.module, &machine)?;
    if cli.mode.mlir_to_llvmir {
        Ok(ir.to_text().into_bytes())
    } else if cli.mode.mlir_to_asm {
        Ok(machine.emit_assembly(&ir)?.into_bytes())
    } else {
        machine.emit_object(&ir)
    }
}

/// Writes a shared library.
fn shared(
    cli: &Cli,
    lowered: &Lowered,
    target: &Target,
    cwd: &Path,
    out: &mut Outcome,
) -> Result<(), Failure> {
    let object = translate(cli, lowered, target).map_err(codegen)?;
    let libraries = if lowered.runtime { vec![runtime_library()?] } else { Vec::new() };
    let linker = Linker::find().map_err(codegen)?;
    let link = |to: &Path| link_shared(&linker, &[&object], &libraries, to).map_err(codegen);
    if cli.output.as_os_str() != "-" && is_new_or_file(&cwd.join(&cli.output)) {
        return Ok(output::replace(&cwd.join(&cli.output), |partial| link(partial).map_err(Problem::Link))
            .map_err(|e| e.message(&cli.output))?);
    }
    // A linker seeks in what it writes, which streams and devices do not allow.
    let bytes = (|| {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("program.so");
        link(&path).map_err(Problem::Link)?;
        Ok(std::fs::read(&path)?)
    })();
    let bytes = bytes.map_err(|e: Problem| e.message(&cli.output))?;
    Ok(output::emit(&cli.output, cwd, &bytes, out)?)
}

fn is_new_or_file(path: &Path) -> bool {
    path.metadata().map_or(true, |m| m.is_file())
}

/// Why a library is not written.
enum Problem {
    Link(String),
    Io(std::io::Error),
}

impl From<std::io::Error> for Problem {
    fn from(e: std::io::Error) -> Self {
        Problem::Io(e)
    }
}

impl Problem {
    fn message(self, path: &Path) -> String {
        match self {
            Problem::Link(message) => message,
            Problem::Io(e) => output::cannot_write(path, &e),
        }
    }
}

/// The static library of the runtime: beside this program, in `../lib`, or where `STRATA_RUNTIME_LIBRARY` says.
fn runtime_library() -> Result<PathBuf, String> {
    const NAME: &str = "libstrata_runtime_cpu.a";
    if let Some(path) = std::env::var_os("STRATA_RUNTIME_LIBRARY") {
        return Ok(path.into());
    }
    let program = std::env::current_exe().map_err(|e| format!("error: {e}\n"))?;
    let folders = program.ancestors().skip(1).take(2).flat_map(|f| [f.join(NAME), f.join("lib").join(NAME)]);
    folders.into_iter().find(|p| p.is_file()).ok_or_else(|| {
        format!("error: the program needs {NAME}, which is not beside strata-translate; STRATA_RUNTIME_LIBRARY may name it\n")
    })
}
