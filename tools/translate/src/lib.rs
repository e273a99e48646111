//! `strata-translate` as a library: translates programs to other formats, or runs them.
//!
//! ```text
//! MLIR text ──► llvm dialect + C entry ──► LLVM IR · assembly · object · shared library, with a C header
//!          ├──► gpu.module ──► PTX · cubin
//!          ├──► reference interpreter ──► results as text
//!          ├──► portable artifact of StableHLO ──► MLIR text
//!          ├──► a graph for Graphviz
//!          └──► pictures of shardings, as HTML or text
//! LLVM IR ──► llvm dialect
//! ```
//! Tests call [`run`] without a process; [`main`] is the program.

use std::{ffi::OsString, path::Path, process::ExitCode};

use clap::CommandFactory;
use strata_diagnostics::Color;
use strata_driver::border::Border;
use strata_process::{Output, Progress, Stage};

mod cli;
mod compile;
mod context;
mod dot;
mod header;
mod import;
mod interpret;
mod kernels;
mod output;
mod request;
mod runtime_library;
mod serialize;
mod sharding;
mod source;
mod verify;

pub use cli::Cli;
use request::Request;

/// Stack for parsing, passes and code generation; deep recursion grows it further where needed.
const STACK: usize = 256 << 20;

/// The outcome of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Exit code: 0 for success, 1 for an error in the input or the request, 2 for a bad command line, 3 for an internal error.
    pub code: u8,
}

/// The reason why there is no result.
pub(crate) enum Failure {
    /// An error in the input or the request; the text is printed as it is.
    Input(String),
    /// The flags exclude each other.
    Usage(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Input(message)
    }
}

/// The whole program, with the arguments and standard streams of the process.
pub fn main() -> ExitCode {
    strata_process::finish("strata-translate", &main_with(std::env::args_os().skip(1).collect()))
}

/// The program on arguments, as the only work of this process; the caller writes the output.
pub fn main_with(args: Vec<OsString>) -> Output {
    strata_cli::frame(c"strata-translate", args, STACK, Cli::command, |args| {
        let args: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        let wants_stdin = cli::parse(&args).is_ok_and(|cli| cli.reads_stdin());
        let stdin = match strata_cli::standard_input("strata-translate", wants_stdin) {
            Ok(stdin) => stdin,
            Err(output) => return output,
        };
        let progress = Some(Progress::new("strata-translate", 1));
        let Outcome { stdout, stderr, code } = run_here(&args, &stdin, Path::new(""), progress);
        Output { stdout, stderr, code }
    })
}

fn failed(message: &str, code: u8) -> Outcome {
    Outcome { stderr: message.into(), code, ..Outcome::default() }
}

/// Runs with arguments without the program's name; relative paths are relative to `cwd`.
pub fn run(args: &[String], stdin: &[u8], cwd: &Path) -> Outcome {
    stacker::maybe_grow(STACK / 2, STACK, || run_here(args, stdin, cwd, None))
}

/// A run; its progress is told to the line of a terminal, which is removed at its end.
fn run_here(args: &[String], stdin: &[u8], cwd: &Path, progress: Option<Progress>) -> Outcome {
    let cli = match cli::parse(args) {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => return failed(&e.to_string(), 2),
        // The text of `--help` and `--version`.
        Err(e) => return Outcome { stdout: e.to_string().into_bytes(), ..Outcome::default() },
    };
    let stage = progress.as_ref().map(Progress::stage).unwrap_or_default();
    let mut out = Outcome::default();
    let name = cli.file.display().to_string();
    let file = (!cli.reads_stdin()).then_some(name.as_str());
    let border = Border { tool: "strata-translate", args, file, pipeline: cli.pipeline() };
    let bytes = || match file {
        Some(_) => std::fs::read(cwd.join(&cli.file)).unwrap_or_default(),
        None => stdin.to_vec(),
    };
    let terminal = progress.as_ref().and_then(|_| strata_process::error_terminal());
    let terminal = terminal.map(|t| Color::from_support(t.colors));
    let input = || cli.input(stdin, cwd, terminal);
    let work = || match dispatch(&cli, input, cwd, &stage, &mut out) {
        Ok(()) => Ok(Ok(())),
        Err(Failure::Input(message)) => Err(message),
        Err(Failure::Usage(message)) => Ok(Err(message)),
    };
    match border.run(&bytes, work) {
        Ok(Ok(())) => {}
        Ok(Err(message)) => {
            out.stderr.extend(format!("error: {message}\n").into_bytes());
            out.code = 2;
        }
        Err((message, code)) => {
            out.stderr.extend(message.into_bytes());
            out.code = code;
        }
    }
    out
}

fn dispatch<'a>(
    cli: &'a Cli,
    input: impl FnOnce() -> source::Input<'a>,
    cwd: &Path,
    stage: &Stage,
    out: &mut Outcome,
) -> Result<(), Failure> {
    if cli.wants_names() {
        let names = strata_codegen_llvm::Target::help(cli.mtriple.as_deref());
        out.stdout.extend(names.map_err(|e| format!("error: {e}\n"))?.into_bytes());
        return Ok(());
    }
    cli.check()?;
    if cli.mode.embed_runtime {
        return Ok(runtime_library::embed(&cli.output, cwd)?);
    }
    if cli.mode.import_llvm {
        return import::run(&input(), cli.mlir_print_debuginfo, &cli.output, out);
    }
    let source = source::Source::read(&input())?;
    match cli.request()? {
        Request::Compile(options) => compile::run(&options, &source, cwd, stage, out),
        Request::Kernels(options) => kernels::run(&options, &source, cwd, stage, out),
        Request::Interpret(options) => interpret::run(&options, &source, cwd, out),
        Request::Serialize(options) => serialize::run(&options, &source, cwd, out),
    }
}
