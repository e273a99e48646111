//! The standard streams of a tool at its end.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::FAILED;

/// What a run of a tool gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// For the standard output.
    pub stdout: Vec<u8>,
    /// For the standard error output.
    pub stderr: Vec<u8>,
    /// The exit status.
    pub code: u8,
}

/// Whether the process began without a standard output.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at the standard output before Rust's library does, which opens `/dev/null` in the place of a closed one: what is written
/// there would be lost without an error.
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

/// An error where the process has no standard output.
fn open() -> io::Result<()> {
    match CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::from_raw_os_error(libc::EBADF)),
        false => Ok(()),
    }
}

/// Says that the standard output cannot be written, and gives the status for that.
pub fn no_output(tool: &str, error: &io::Error) -> ExitCode {
    // Nothing can be told where the standard error output cannot be written either.
    let _ = writeln!(io::stderr(), "{tool}: error: cannot write the standard output: {error}");
    ExitCode::from(FAILED)
}

/// Writes what a run gave, diagnostics first, as a tool does that writes its output at the end. What cannot be written to the standard
/// output is an error.
pub fn finish(tool: &str, output: &Output) -> ExitCode {
    let _ = io::stderr().write_all(&output.stderr);
    match write(|to| to.write_all(&output.stdout), output.stdout.is_empty()) {
        Ok(()) => ExitCode::from(output.code),
        Err(error) => no_output(tool, &error),
    }
}

/// Lets `put` write to the standard output, to its end; nothing that is written gets lost without an error.
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
