//! Compilation: from a module to LLVM IR, assembly, an object or a shared library.

use std::path::{Path, PathBuf};

use strata_codegen_llvm::{
    CodegenError, ExitContext, Linker, OptLevel, Target, TargetMachine, Threads, build_module, compile,
    compile_objects, link_relocatable, link_shared,
};
use strata_driver::{
    CompileCache, CompileOptions, Monitor, Program, Signature, Stage, TuningDb, lower,
    program::Source as Part,
};
use strata_ir::prelude::*;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{Failure, Outcome, context, header, output, runtime_library::RuntimeLibrary, source::Source};

/// The code that a program becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// LLVM IR as text.
    LlvmIr,
    /// Assembly.
    Assembly,
    /// A relocatable object file.
    Object,
    /// A shared library.
    SharedLibrary,
}

/// How programs are compiled.
pub(crate) struct Options<'a> {
    /// The form of their code.
    pub form: Form,
    /// The processor.
    pub target: Target,
    /// How much LLVM optimises, where it is said; LLVM IR is left as it is translated where it is not.
    pub opt: Option<OptLevel>,
    /// The function that is called.
    pub entry: &'a str,
    /// The prefix of the C functions, where it is not the name of the module or the file.
    pub prefix: Option<&'a str>,
    /// A pipeline instead of `strata-cpu-pipeline`.
    pub pipeline: Option<&'a str>,
    /// The schedules that a tuner found.
    pub tuning: Option<TuningDb>,
    /// The rule of `scatter` for windows that are partly outside.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// The threads that parallel loops are divided for.
    pub max_threads: Option<u64>,
    /// Where a C header goes.
    pub header: Option<&'a Path>,
    /// The folder of the compile cache, where it is said.
    pub cache: Option<&'a Path>,
    /// Where the code goes.
    pub output: &'a Path,
}

/// The options, and what programs share.
struct Request<'a> {
    options: &'a Options<'a>,
    stage: &'a Stage,
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
pub(crate) fn run(
    options: &Options<'_>,
    source: &Source,
    cwd: &Path,
    stage: &Stage,
    out: &mut Outcome,
) -> Result<(), Failure> {
    let request = Request {
        options,
        stage,
        threads: Threads::from_env().map_err(|e| format!("error: {e}\n"))?,
        cache: match options.cache {
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
        let options = self.options;
        let (mut result, mut errors) = (Vec::new(), String::new());
        for part in &source.parts {
            self.stage.set("reading the program");
            let compiled = match self.compile(source, part) {
                Ok(compiled) => compiled,
                Err(message) => {
                    errors.push_str(&message);
                    continue;
                }
            };
            let header = header_text(options, &compiled)?;
            let files: Vec<&[u8]> = compiled.files.iter().map(Vec::as_slice).collect();
            match options.form {
                Form::SharedLibrary => self.shared(&compiled, &files, cwd, out)?,
                Form::Object => result.extend(link_relocatable(&files).map_err(codegen)?),
                Form::LlvmIr | Form::Assembly => result.extend(files.concat()),
            }
            if let (Some(path), Some(text), true) = (options.header, header, errors.is_empty()) {
                output::emit(path, cwd, text.as_bytes(), out)?;
            }
        }
        // As with mlir-translate, good parts are printed, but a file is written only when all is well.
        let whole = errors.is_empty() || options.output.as_os_str() == "-";
        if options.form != Form::SharedLibrary && whole {
            output::emit(options.output, cwd, &result, out)?;
        }
        if errors.is_empty() { Ok(()) } else { Err(Failure::Input(errors)) }
    }

    /// Compiles a part of the input, or finds what it was compiled to before.
    fn compile(&self, source: &Source, part: &Part) -> Result<Compiled, String> {
        let cx = source.context();
        let entry = self.options.entry;
        let mut program = Program::new(source.parse(&cx, part)?, entry)?;
        let prefix = self.options.prefix.map_or_else(|| source.prefix(program.module()), str::to_owned);
        let options = CompileOptions {
            entry: entry.to_owned(),
            prefix: prefix.clone(),
            pipeline: self.options.pipeline.map(str::to_owned),
            scatter_out_of_bounds: self.options.scatter_out_of_bounds,
            max_threads: self.options.max_threads,
            ..CompileOptions::new(self.options.target.clone())
        };
        let options = match &self.options.tuning {
            Some(db) => db.apply(options),
            None => options,
        };
        let interface = if lower::is_llvm(program.module()) {
            if self.options.prefix.is_some() {
                return Err(no_entry("--c-prefix"));
            }
            None
        } else {
            let c_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if entry.is_empty() || !entry.chars().all(c_name) {
                return Err(format!("error: '{entry}' cannot be part of the name of a C function\n"));
            }
            Some((prefix.clone(), program.signature()?))
        };
        let key =
            self.cache.as_ref().map(|_| lower::cache_key(program.module(), &options, &[], self.kind(), None));
        let key = key.transpose()?;
        let module = program.module_mut();
        // The first file says whether the runtime is called.
        let mut make = || {
            if interface.is_some() {
                let monitor = Monitor { stage: Some(self.stage), ..Monitor::default() };
                lower::lower_on(module, &options, &[], None, monitor)?;
                context::hide(module, &prefix, entry);
            }
            let runtime = context::needs_runtime(module);
            if interface.is_some() {
                strata_lowering_llvm::entry::emit_version(module, &prefix);
            }
            match (interface.is_some(), runtime) {
                (true, true) => strata_lowering_llvm::entry::emit_context(module, &prefix),
                (true, false) => context::emit(module, &prefix),
                (false, _) => (),
            }
            let errors = module.verify();
            if !errors.is_empty() {
                return Err(strata_ir::core::diagnostics::render_all(&cx, &errors));
            }
            self.stage.set("code generation by LLVM");
            let mut files = vec![vec![u8::from(runtime)]];
            files.extend(self.files(module, interface.is_none()).map_err(codegen)?);
            Ok(files)
        };
        let mut files = match (&self.cache, key) {
            (Some(cache), Some(key)) => cache.load_or(&key, make)?,
            _ => make()?,
        };
        let runtime = files.remove(0) == [1];
        Ok(Compiled { interface, runtime, files })
    }

    /// The kind of the files, for the key in the cache.
    fn kind(&self) -> &'static str {
        match (self.options.form, self.options.opt) {
            (Form::LlvmIr, None) => "LLVM IR",
            (Form::LlvmIr, Some(_)) => "optimised LLVM IR",
            (Form::Assembly, _) => "assembly",
            (Form::Object | Form::SharedLibrary, _) => "linkable objects",
        }
    }

    /// LLVM IR, assembly or object files.
    fn files(&self, module: &Body, as_it_is: bool) -> Result<Vec<Vec<u8>>, CodegenError> {
        let Options { form, target, opt, .. } = self.options;
        if *form == Form::LlvmIr && as_it_is && opt.is_none() {
            let exit = ExitContext::new();
            return Ok(vec![build_module(&exit, module)?.translate()?.to_text().into_bytes()]);
        }
        if matches!(form, Form::Object | Form::SharedLibrary) {
            return compile_objects(module, target, self.threads);
        }
        let machine = TargetMachine::new(target)?;
        let ir = compile(module, &machine)?;
        let text = if *form == Form::LlvmIr { ir.to_text() } else { machine.emit_assembly(&ir)? };
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
        let to = self.options.output;
        let runtime = compiled.runtime.then(|| RuntimeLibrary::find(&self.options.target)).transpose()?;
        let libraries: Vec<PathBuf> = runtime.iter().map(|library| library.path.clone()).collect();
        self.stage.set("linking");
        let linker = Linker::find().map_err(codegen)?;
        let soname = to.file_name().and_then(|name| name.to_str()).filter(|name| *name != "-");
        let link =
            |partial: &Path| link_shared(&linker, objects, &libraries, partial, soname).map_err(codegen);
        if to.as_os_str() != "-" && is_new_or_file(&cwd.join(to)) {
            let linked = output::replace(&cwd.join(to), |partial| link(partial).map_err(Problem::Link));
            return Ok(linked.map_err(|e| e.message(to))?);
        }
        // A linker seeks in its output, which streams and devices do not allow.
        let bytes = (|| {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("program.so");
            link(&path).map_err(Problem::Link)?;
            Ok(std::fs::read(&path)?)
        })();
        let bytes = bytes.map_err(|e: Problem| e.message(to))?;
        Ok(output::emit(to, cwd, &bytes, out)?)
    }
}

fn header_text(options: &Options<'_>, compiled: &Compiled) -> Result<Option<String>, Failure> {
    if options.header.is_none() {
        return Ok(None);
    }
    let Some((prefix, signature)) = &compiled.interface else {
        return Err(Failure::Input(no_entry("--header")));
    };
    Ok(Some(header::text(prefix, options.entry, signature)))
}

/// The message for an option of the C interface with a module that has none.
fn no_entry(option: &str) -> String {
    format!(
        "error: a module of the llvm dialect is translated as it is, so that there is no C entry for {option}\n"
    )
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
