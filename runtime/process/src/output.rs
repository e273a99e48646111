//! The standard streams of a tool when it ends.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::FAILED;

/// The output of a run of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// For the standard output.
    pub stdout: Vec<u8>,
    /// For the standard error output.
    pub stderr: Vec<u8>,
    /// The exit status.
    pub code: u8,
}

/// Whether the process started without a standard output.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks the standard output before Rust's library, which opens `/dev/null` in place of a closed one: output would be lost there without
/// an error.
extern "C" fn look() {
    // SAFETY: the call reads a flag.
    if unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1 {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
#[used]
// SAFETY: the loader calls the functions in this section once, before `main`; this one calls nothing that needs Rust's library.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

/// An error if the process has no standard output.
fn open() -> io::Result<()> {
    match CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::from_raw_os_error(libc::EBADF)),
        false => Ok(()),
    }
}

/// Reports that the standard output cannot be written, and returns the exit status for that.
pub fn no_output(tool: &str, error: &io::Error) -> u8 {
    // The error cannot be reported if the standard error output cannot be written either.
    let _ = writeln!(io::stderr(), "{tool}: error: cannot write the standard output: {error}");
    FAILED
}

/// Writes the output of a run, diagnostics first, like a tool that writes its output at the end. Failure to write to the standard output
/// is an error.
pub fn finish(tool: &str, output: &Output) -> ExitCode {
    ExitCode::from(emit(tool, output))
}

/// As [`finish`], with the exit status as a number.
pub fn emit(tool: &str, output: &Output) -> u8 {
    let _ = io::stderr().write_all(&output.stderr);
    match write(|to| to.write_all(&output.stdout), output.stdout.is_empty()) {
        Ok(()) => output.code,
        Err(error) => no_output(tool, &error),
    }
}

/// Lets `put` write to the standard output, and flushes it; failure to write is reported.
pub fn to_stdout(put: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write(put, false)
}

fn write(put: impl FnOnce(&mut dyn Write) -> io::Result<()>, empty: bool) -> io::Result<()> {
    if empty {
        return Ok(());
    }
    open()?;
    let mut stdout = io::stdout().lock();
    put(&mut stdout)?;
    stdout.flush()
}
