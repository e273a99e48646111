//! The common part of the command lines of the tools: the frame of `main`, completions of shells, and manual pages.
//!
//! Every tool answers `--completions=SHELL` and `--man-page`, each as its only argument; `cargo xtask install` puts the texts in place.

mod beside;
mod documents;
mod log;

use std::{
    ffi::{CStr, OsString},
    io::Read,
};

use clap::Parser;
use strata_process::{FAILED, INTERNAL_ERROR, Output};

pub use beside::tool_beside;
pub use documents::{Documents, document};
pub use log::{LogFilter, LogText};

/// The output of a run that succeeded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// For the standard output.
    pub stdout: String,
    /// For the standard error output.
    pub stderr: String,
}

impl From<String> for Printed {
    fn from(stdout: String) -> Self {
        Self { stdout, stderr: String::new() }
    }
}

/// The reason why a run failed: what it prints to the standard error output, and the exit status.
pub type Failure = (String, u8);

/// The frame of a tool that is the only work of its process, and whose command line is one of `clap`: parses it, runs `work` on a stack of
/// `stack` bytes, and turns panics into internal errors. The caller writes the output.
pub fn main_with<C: Parser + Send + 'static>(
    tool: &'static CStr,
    args: Vec<OsString>,
    stack: usize,
    work: impl FnOnce(C, Vec<String>) -> Result<Printed, Failure> + Send + 'static,
) -> Output {
    let name = tool.to_str().unwrap_or_default();
    frame(tool, args, stack, C::command, move |args| {
        let words: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        let cli = match C::try_parse_from(std::iter::once(OsString::from(name)).chain(args)) {
            Ok(cli) => cli,
            Err(e) if e.use_stderr() => {
                return Output { stderr: e.to_string().into(), code: 2, ..Output::default() };
            }
            // The text of `--help` and `--version`.
            Err(e) => return Output { stdout: e.to_string().into(), ..Output::default() },
        };
        match work(cli, words) {
            Ok(printed) => Output { stdout: printed.stdout.into(), stderr: printed.stderr.into(), code: 0 },
            Err((stderr, code)) => Output { stderr: stderr.into(), code, ..Output::default() },
        }
    })
}

/// The frame of any tool: answers `--completions` and `--man-page` from `command`, runs `work` on the arguments on a stack of `stack`
/// bytes, and turns panics into internal errors. The caller writes the output.
pub fn frame(
    tool: &'static CStr,
    args: Vec<OsString>,
    stack: usize,
    command: impl FnOnce() -> clap::Command,
    work: impl FnOnce(Vec<OsString>) -> Output + Send + 'static,
) -> Output {
    strata_process::start(tool);
    let name = tool.to_str().unwrap_or_default();
    if let Some(output) = document(name, &args, command) {
        return output;
    }
    // A panic is reported as an internal error; the backtrace is printed on request only.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| ()));
    }
    match strata_process::with_stack(stack, move || work(args)) {
        Some(Ok(output)) => output,
        Some(Err(_)) => failed(format!("{name}: internal error\n"), INTERNAL_ERROR),
        None => failed(format!("{name}: error: out of memory: there is none for a stack\n"), FAILED),
    }
}

/// The standard input, if a tool wants it.
///
/// # Errors
/// The output of a tool that cannot read it.
pub fn standard_input(tool: &str, is_wanted: bool) -> Result<Vec<u8>, Output> {
    let mut bytes = Vec::new();
    if is_wanted && std::io::stdin().lock().read_to_end(&mut bytes).is_err() {
        return Err(failed(format!("{tool}: cannot read the standard input\n"), FAILED));
    }
    Ok(bytes)
}

fn failed(message: String, code: u8) -> Output {
    Output { stderr: message.into(), code, ..Output::default() }
}
