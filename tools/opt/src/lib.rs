//! `strata-opt` as a library: a tool that runs named passes and pipelines on MLIR and prints the result.
//!
//! A tool with dialects of a third party is one call of [`main`]; tests call [`run`] without a process.

use std::{ffi::OsString, path::Path, process::ExitCode, sync::Arc};

use strata_cli::LogFilter;
use strata_diagnostics::Color;
use strata_ir::core::Registry;
use strata_pass::PassRegistry;
use strata_process::Output;

mod cli;
#[cfg(feature = "bundled")]
mod device_code;
mod driver;
pub mod expect;
mod files;
mod help;
mod irdl;
mod routines;
mod upstream;
pub mod validate;

use driver::Process;

/// The outcome of a run: standard output, standard error output, exit code.
pub type Outcome = (Vec<u8>, Vec<u8>, i32);

/// Stack for parsing and passes; deep recursion grows it further where needed.
const STACK: usize = 64 << 20;

/// The whole program, with the arguments and standard streams of the process.
pub fn main(registry: Registry, passes: PassRegistry) -> ExitCode {
    strata_process::finish("strata-opt", &main_with(registry, passes, std::env::args_os().skip(1).collect()))
}

/// The program on arguments, as the only work of this process; the caller writes the rest of the output.
pub fn main_with(registry: Registry, passes: PassRegistry, args: Vec<OsString>) -> Output {
    let passes = Arc::new(passes);
    let described = passes.clone();
    strata_cli::frame(
        c"strata-opt",
        args,
        STACK,
        || help::command(&described),
        move |args| {
            let args: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
            let stdin = match strata_cli::standard_input("strata-opt", cli::reads_stdin(&args, &passes)) {
                Ok(stdin) => stdin,
                Err(output) => return output,
            };
            let process = match process() {
                Ok(process) => process,
                Err(message) => {
                    let stderr = format!("strata-opt: {message}\n").into_bytes();
                    return Output { stderr, code: 2, ..Output::default() };
                }
            };
            let outcome = run_here(registry, passes, &args, &stdin, Path::new("."), Some(process));
            let (stdout, stderr, code) = outcome;
            Output { stdout, stderr, code: code as u8 }
        },
    )
}

#[cfg(feature = "bundled")]
/// Runs with all dialects and passes of this repository. Relative paths are relative to `cwd`.
pub fn run(args: &[String], stdin: &[u8], cwd: &Path) -> Outcome {
    run_with(strata_registry::registry(), strata_registry::passes(), args, stdin, cwd)
}

/// Runs with the given dialects and passes. Relative paths are relative to `cwd`.
pub fn run_with(
    registry: Registry,
    passes: PassRegistry,
    args: &[String],
    stdin: &[u8],
    cwd: &Path,
) -> Outcome {
    let passes = Arc::new(passes);
    stacker::maybe_grow(STACK / 2, STACK, || run_here(registry, passes, args, stdin, cwd, None))
}

/// The terminal and the environment of this process.
fn process() -> Result<Process, String> {
    let log = std::env::var_os("STRATA_LOG").filter(|filter| !filter.is_empty());
    let log = log.map(|filter| LogFilter::parse(&filter.to_string_lossy())).transpose();
    let terminal = strata_process::error_terminal().map(|t| Color::from_support(t.colors));
    Ok(Process { terminal, log: log.map_err(|e| format!("STRATA_LOG: {e}"))? })
}

/// A run, which writes its output to the streams of its process where possible, if it has one of its own.
fn run_here(
    registry: Registry,
    passes: Arc<PassRegistry>,
    args: &[String],
    stdin: &[u8],
    cwd: &Path,
    process: Option<Process>,
) -> Outcome {
    let cli = match cli::parse(args, &passes) {
        Ok(cli) => cli,
        Err(message) => return (Vec::new(), format!("strata-opt: {message}\n").into_bytes(), 2),
    };
    driver::Driver::new(registry, passes, cli, cwd, process).run(stdin)
}
