//! Compilation: from a module to LLVM IR, assembly, an object or a shared library.

use std::path::{Path, PathBuf};

use strata_codegen_llvm::{
    CodegenError, ExitContext, Linker, Target, TargetMachine, Threads, build_module, compile, compile_objects,
    link_relocatable, link_shared,
};
use strata_driver::{CompileCache, CompileOptions, Signature, entry, lower, program, signature::signature};
use strata_ir::prelude::*;

use crate::{Cli, Failure, Outcome, context, header, output, source::Source};

/// The settings of the command line, apart from the program.
struct Request<'a> {
    cli: &'a Cli,
    target: Target,
    threads: Threads,
    cache: Option<CompileCache>,
}

/// A compiled program and its C interface.
struct Compiled {
    /// Prefix and signature; `None` for a module that is in the `llvm` dialect already.
    interface: Option<(String, Signature)>,
    /// Whether it calls the runtime.
    runtime: bool,
    /// Object files, or one text.
    files: Vec<Vec<u8>>,
}

/// Compiles every part of the input and writes the results.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let target = Target::new(cli.mtriple.as_deref(), &cli.mcpu, &cli.mattr).map_err(codegen)?;
    let request = Request {
        cli,
        target: target.with_opt(cli.opt.unwrap_or_default()),
        threads: Threads::from_env().map_err(|e| format!("error: {e}\n"))?,
        cache: match &cli.compile_cache_dir {
            Some(folder) => Some(CompileCache::new(cwd.join(folder))),
            None => CompileCache::from_env(),
        },
    };
    let done = request.all(source, cwd, out);
    for warning in request.cache.iter().flat_map(CompileCache::take_warnings) {
        out.stderr.extend(format!("warning: {warning}\n").into_bytes());
    }
    done
}

fn codegen(e: CodegenError) -> String {
    format!("error: {e}\n")
}

impl Request<'_> {
    fn all(&self, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
        let cli = self.cli;
        let (mut result, mut errors) = (Vec::new(), String::new());
        for part in &source.parts {
            let compiled = match self.compile(source, part) {
                Ok(compiled) => compiled,
                Err(message) => {
                    errors.push_str(&message);
                    continue;
                }
            };
            let header = header_text(cli, &compiled)?;
            let files: Vec<&[u8]> = compiled.files.iter().map(Vec::as_slice).collect();
            if cli.mode.mlir_to_shared {
                self.shared(&compiled, &files, cwd, out)?;
            } else if cli.mode.mlir_to_obj {
                result.extend(link_relocatable(&files).map_err(codegen)?);
            } else {
                result.extend(files.concat());
            }
            if let (Some(path), Some(text), true) = (&cli.header, header, errors.is_empty()) {
                output::emit(path, cwd, text.as_bytes(), out)?;
            }
        }
        // As with mlir-translate, good parts are printed, but a file is written only if there are no errors.
        if !cli.mode.mlir_to_shared && (errors.is_empty() || cli.output.as_os_str() == "-") {
            output::emit(&cli.output, cwd, &result, out)?;
        }
        if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
    }

    /// Compiles a part of the input, or loads the result from the cache.
    fn compile(&self, source: &Source, part: &str) -> Result<Compiled, String> {
        let cx = program::context();
        let mut module = source.parse(&cx, part)?;
        let entry = &self.cli.entry;
        entry::drop_unused_arguments(&mut module, entry);
        let prefix = source.prefix(&module);
        let options = CompileOptions {
            entry: entry.clone(),
            prefix: prefix.clone(),
            pipeline: self.cli.pass_pipeline.clone(),
            scatter_out_of_bounds: self.cli.scatter(),
            ..CompileOptions::new(self.target.clone())
        };
        let interface = if lower::is_llvm(&module) {
            None
        } else {
            let c_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if entry.is_empty() || !entry.chars().all(c_name) {
                return Err(format!("error: '{entry}' cannot be part of the name of a C function\n"));
            }
            Some((prefix.clone(), signature(&module, entry).map_err(|d| d.render(&cx))?))
        };
        let key = self.cache.as_ref().map(|_| lower::cache_key(&module, &options, &[], self.what(), None));
        let key = key.transpose()?;
        // The first file of an entry says whether the program calls the runtime.
        let mut make = || {
            if interface.is_some() {
                lower::lower(&mut module, &options)?;
                context::hide(&mut module, &prefix, entry);
            }
            let runtime = context::needs_runtime(&module);
            match (interface.is_some(), runtime) {
                (true, true) => strata_lowering_llvm::entry::emit_context(&mut module, &prefix),
                (true, false) => context::emit(&mut module, &prefix),
                (false, _) => (),
            }
            let errors = module.verify();
            if !errors.is_empty() {
                return Err(strata_ir::core::diagnostics::render_all(&cx, &errors));
            }
            let mut files = vec![vec![u8::from(runtime)]];
            files.extend(self.files(&module, interface.is_none()).map_err(codegen)?);
            Ok(files)
        };
        let mut files = match (&self.cache, key) {
            (Some(cache), Some(key)) => cache.load_or(&key, make)?,
            _ => make()?,
        };
        let runtime = files.remove(0) == [1];
        Ok(Compiled { interface, runtime, files })
    }

    /// The kind of the files, for the key of the cache.
    fn what(&self) -> &'static str {
        match (&self.cli.mode, self.cli.opt) {
            (mode, None) if mode.mlir_to_llvmir => "LLVM IR",
            (mode, Some(_)) if mode.mlir_to_llvmir => "optimised LLVM IR",
            (mode, _) if mode.mlir_to_asm => "assembly",
            _ => "linkable objects",
        }
    }

    /// LLVM IR, assembly or object files.
    fn files(&self, module: &Body, as_it_is: bool) -> Result<Vec<Vec<u8>>, CodegenError> {
        let mode = &self.cli.mode;
        if mode.mlir_to_llvmir && as_it_is && self.cli.opt.is_none() {
            let exit = ExitContext::new();
            return Ok(vec![build_module(&exit, module)?.translate()?.to_text().into_bytes()]);
        }
        if !(mode.mlir_to_llvmir || mode.mlir_to_asm) {
            return compile_objects(module, &self.target, self.threads);
        }
        let machine = TargetMachine::new(&self.target)?;
        let ir = compile(module, &machine)?;
        let text = if mode.mlir_to_llvmir { ir.to_text() } else { machine.emit_assembly(&ir)? };
        Ok(vec![text.into_bytes()])
    }

    /// Writes a shared library.
    fn shared(
        &self,
        compiled: &Compiled,
        objects: &[&[u8]],
        cwd: &Path,
        out: &mut Outcome,
    ) -> Result<(), Failure> {
        let cli = self.cli;
        let libraries = if compiled.runtime { vec![runtime_library(&self.target)?] } else { Vec::new() };
        let linker = Linker::find().map_err(codegen)?;
        let link = |to: &Path| link_shared(&linker, objects, &libraries, to).map_err(codegen);
        if cli.output.as_os_str() != "-" && is_new_or_file(&cwd.join(&cli.output)) {
            return Ok(output::replace(&cwd.join(&cli.output), |partial| {
                link(partial).map_err(Problem::Link)
            })
            .map_err(|e| e.message(&cli.output))?);
        }
        // A linker seeks in its output, which streams and devices do not allow.
        let bytes = (|| {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("program.so");
            link(&path).map_err(Problem::Link)?;
            Ok(std::fs::read(&path)?)
        })();
        let bytes = bytes.map_err(|e: Problem| e.message(&cli.output))?;
        Ok(output::emit(&cli.output, cwd, &bytes, out)?)
    }
}

fn header_text(cli: &Cli, compiled: &Compiled) -> Result<Option<String>, Failure> {
    if cli.header.is_none() {
        return Ok(None);
    }
    let Some((prefix, signature)) = &compiled.interface else {
        let m = "error: a module of the llvm dialect is translated as it is, so that there is no C entry for --header\n";
        return Err(Failure::Input(m.to_owned()));
    };
    Ok(Some(header::text(prefix, &cli.entry, signature)))
}

fn is_new_or_file(path: &Path) -> bool {
    path.metadata().map_or(true, |m| m.is_file())
}

/// The reason why a library is not written.
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

/// The static library of the runtime: beside this program, in `../lib`, or in the folder `STRATA_RUNTIME_LIBRARY`. For another machine it
/// is in a folder named after Rust's target, inside of one of these or beside it, as cargo builds it.
fn runtime_library(target: &Target) -> Result<PathBuf, String> {
    const NAME: &str = "libstrata_runtime_cpu.a";
    if let Some(path) = std::env::var_os("STRATA_RUNTIME_LIBRARY") {
        return Ok(path.into());
    }
    let program = std::env::current_exe().map_err(|e| format!("error: {e}\n"))?;
    let folders: Vec<&Path> = program.ancestors().skip(1).take(2).collect();
    let places: Vec<PathBuf> = match target.foreign_rust_target() {
        None => folders.iter().flat_map(|f| [f.join(NAME), f.join("lib").join(NAME)]).collect(),
        Some(rust) => {
            let profile = folders.first().and_then(|f| f.file_name()).unwrap_or_default();
            let inside = folders.iter().flat_map(|f| [f.join(rust), f.join("lib").join(rust)]);
            let cargo = folders.last().map(|f| f.join(rust).join(profile));
            inside.chain(cargo).map(|f| f.join(NAME)).collect()
        }
    };
    places.into_iter().find(|p| p.is_file()).ok_or_else(|| {
        let build = target.foreign_rust_target().map(|rust| {
            format!(" (cargo build -p strata-runtime-cpu --target {rust} makes it)")
        });
        let build = build.unwrap_or_default();
        format!("error: the program needs {NAME}, which is not beside strata-translate{build}; STRATA_RUNTIME_LIBRARY may name it\n")
    })
}
