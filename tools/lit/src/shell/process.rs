//! External commands.

use crate::tool::ToolOutput;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs a program to its end, or kills it at the deadline.
///
/// # Errors
/// Fails when the program cannot be started, or with `None` as reason at the deadline.
pub fn run(
    program: &Path,
    args: &[String],
    stdin: &[u8],
    cwd: &Path,
    env: &[(String, Option<String>)],
    deadline: Instant,
) -> Result<ToolOutput, Option<String>> {
    let mut command = Command::new(program);
    command.args(args).current_dir(cwd).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, value) in env {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut child = command.spawn().map_err(|e| Some(format!("{}: {e}", program.display())))?;
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        // Separate threads serve the streams: a program may fill one while it waits for another.
        scope.spawn(move || {
            if let Some(mut input) = input {
                // A program that does not read its input closes the pipe, which is no failure.
                let _ = input.write_all(stdin);
            }
        });
        let stdout = scope.spawn(move || drain(output));
        let stderr = scope.spawn(move || drain(errors));
        let mut pause = Duration::from_micros(200);
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(10));
                }
                _ => {
                    // Both fail only when the program has already ended.
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
            }
        };
        let stdout = stdout.join().unwrap_or_default();
        let stderr = stderr.join().unwrap_or_default();
        let status = status.ok_or(None)?;
        Ok(ToolOutput { stdout, stderr, exit_code: status.code().unwrap_or_else(|| signal_code(status)) })
    })
}

fn drain(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // The text read before an error is still shown.
        let _ = stream.read_to_end(&mut bytes);
    }
    bytes
}

#[cfg(unix)]
fn signal_code(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    128 + status.signal().unwrap_or(0)
}

#[cfg(not(unix))]
fn signal_code(_: std::process::ExitStatus) -> i32 {
    1
}
