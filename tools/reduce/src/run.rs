//! Runs of the script or command on one candidate.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::Cli;

/// The program that is run on candidates.
pub(crate) enum Test {
    /// A program, which tells by its status whether a candidate is interesting.
    Script { program: PathBuf, args: Vec<String>, timeout: Duration },
    /// A command for the shell that has to end as on the whole module.
    Fails { command: String, timeout: Duration },
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The exit status, or the signal, negative.
    pub(crate) status: i32,
    /// The words of the first error message, without names, numbers and places.
    pub(crate) words: Vec<String>,
}

impl Test {
    pub(crate) fn new(cli: &Cli, is_reproducer: bool) -> Result<Self, String> {
        let timeout = Duration::from_secs(cli.test_timeout);
        if let Some(program) = &cli.test {
            let program = std::path::absolute(program).unwrap_or_else(|_| program.clone());
            return Ok(Self::Script { program, args: cli.test_args.clone(), timeout });
        }
        let command = match &cli.fails {
            Some(command) => command.clone(),
            None if is_reproducer || cli.pass_pipeline.is_some() => {
                format!("{} --run-reproducer {{}}", strata_opt())
            }
            None => {
                return Err(
                    "strata-reduce: error: --test or --fails is needed, or a reproducer with a pipeline\n"
                        .into(),
                );
            }
        };
        if !command.contains("{}") {
            return Err(format!("strata-reduce: error: the command '{command}' has no {{}} for the file\n"));
        }
        Ok(Self::Fails { command, timeout })
    }

    /// Runs it on a file. `None` after the timeout.
    ///
    /// # Errors
    /// If it cannot be run.
    pub(crate) fn run(&self, file: &Path) -> Result<Option<Ending>, String> {
        let (mut command, timeout) = match self {
            Self::Script { program, args, timeout } => {
                let mut command = Command::new(program);
                command.args(args).arg(file);
                (command, *timeout)
            }
            Self::Fails { command: text, timeout } => {
                let mut command = Command::new("/bin/sh");
                command.arg("-c").arg(text.replace("{}", &quoted(file)));
                (command, *timeout)
            }
        };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(match self {
            Self::Script { .. } => Stdio::null(),
            Self::Fails { .. } => Stdio::piped(),
        });
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|e| {
            format!("strata-reduce: error: cannot run '{}': {e}\n", command.get_program().display())
        })?;
        Ok(wait(child, timeout))
    }

    /// Whether a run that ended so is interesting, when one on the whole module ended as `usual`.
    pub(crate) fn is_interesting(&self, ending: &Ending, usual: &Ending) -> bool {
        match self {
            Self::Script { .. } => ending.status > 0,
            Self::Fails { .. } => ending == usual,
        }
    }

    /// Whether the whole module is interesting.
    pub(crate) fn is_failure(&self, ending: &Ending) -> bool {
        match self {
            Self::Script { .. } => ending.status > 0,
            Self::Fails { .. } => ending.status != 0,
        }
    }

    /// The program or command, for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Script { program, .. } => program.display().to_string(),
            Self::Fails { command, .. } => command.clone(),
        }
    }
}

/// `strata-opt` beside this program, or the one of the search path.
fn strata_opt() -> String {
    strata_cli::tool_beside("strata-opt").map_or_else(|_| "strata-opt".to_owned(), |path| quoted(&path))
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Waits for the end of a process and all its output; ends its group after the timeout.
fn wait(mut child: Child, timeout: Duration) -> Option<Ending> {
    use std::os::unix::process::ExitStatusExt;
    let deadline = Instant::now() + timeout;
    let output = child.stderr.take().map(|mut pipe| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            // Only the beginning is of interest, but a full pipe would stop the process.
            let _ = pipe.by_ref().take(1 << 20).read_to_end(&mut text);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
            text
        })
    });
    let mut pause = Duration::from_micros(200);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(pause),
            _ => {
                end_group(&mut child);
                return None;
            }
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let text = output.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let status = status.code().unwrap_or_else(|| -status.signal().unwrap_or(1));
    Some(Ending { status, words: words(&String::from_utf8_lossy(&text)) })
}

/// Ends a process and those it started.
fn end_group(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}

/// The words of the first error message.
fn words(text: &str) -> Vec<String> {
    let is_error = |line: &&str| ["error", "panicked", "fatal", "assert"].iter().any(|w| line.contains(w));
    let line = text.lines().find(is_error).or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    let message = line.map_or("", |line| line.split_once("error: ").map_or(line, |(_, message)| message));
    let is_word =
        |w: &&str| !w.is_empty() && w.chars().all(|c| c.is_ascii_alphabetic() || "-'.,:;`".contains(c));
    message.split_whitespace().filter(is_word).take(12).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_message() {
        let text =
            "note: x\na.mlir:3:5: error: 'arith.addi' op operand #0 must be integer, but got 'f32'\n  more\n";
        assert_eq!(words(text), ["'arith.addi'", "op", "operand", "must", "be", "integer,", "but", "got"]);
        assert_eq!(
            words("thread 'main' panicked at src/a.rs:4:1:\nindex 5"),
            ["thread", "'main'", "panicked", "at"]
        );
        assert!(words("").is_empty());
    }
}
