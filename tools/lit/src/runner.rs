//! Finds the tests of a suite and runs them.

use crate::bless;
use crate::config::Suite;
use crate::directives::{Directives, condition};
use crate::shell::exec::{CheckHook, Shell, Stop};
use crate::subst::{TestPaths, expand};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The stack of a test: tools run on it, and some of them recurse.
const STACK_SIZE: usize = 64 << 20;

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It passed.
    Pass,
    /// It failed.
    Fail,
    /// It failed, as expected.
    Xfail,
    /// It passed, though it should fail.
    Xpass,
    /// The machine does not satisfy its requirements.
    Unsupported,
    /// It could not be run.
    Unresolved,
    /// It took too long.
    Timeout,
}

impl Status {
    /// Whether the result fails the whole run.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fail | Self::Xpass | Self::Unresolved | Self::Timeout)
    }

    /// The name as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::Xfail => "XFAIL",
            Self::Xpass => "XPASS",
            Self::Unsupported => "UNSUPPORTED",
            Self::Unresolved => "UNRESOLVED",
            Self::Timeout => "TIMEOUT",
        }
    }
}

/// The outcome of a test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The status.
    pub status: Status,
    /// The commands and their output, or the reason.
    pub log: String,
    /// How long it took.
    pub elapsed: Duration,
}

/// Finds the tests below a path, sorted.
///
/// # Errors
/// Fails when the path does not exist or cannot be read.
pub fn discover(suite: &Suite, path: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |p: &Path, e: std::io::Error| format!("{}: {e}", p.display());
    let path = path.canonicalize().map_err(|e| fail(path, e))?;
    if path.is_file() {
        return Ok(vec![path]);
    }
    let mut found = Vec::new();
    let mut pending = vec![path];
    while let Some(dir) = pending.pop() {
        for entry in std::fs::read_dir(&dir).map_err(|e| fail(&dir, e))? {
            let entry = entry.map_err(|e| fail(&dir, e))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || suite.excludes.contains(&name) {
                continue;
            }
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if suite.suffixes.iter().any(|s| name.ends_with(s.as_str())) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a test: its path below the suite.
pub fn name_of(suite: &Suite, path: &Path) -> String {
    path.strip_prefix(&suite.root).unwrap_or(path).to_string_lossy().into_owned()
}

/// Returns, without running it, whether a test is unsupported on this machine.
pub fn is_unsupported(suite: &Suite, path: &Path) -> bool {
    let Ok(text) = std::fs::read(path) else { return false };
    let Ok(directives) = Directives::parse(&String::from_utf8_lossy(&text)) else { return false };
    matches!(applies(suite, &directives), Ok(Some(_)))
}

/// Runs one test within its time limit. With `STRATA_BLESS=1` in the environment, the `CHECK` lines of a file with a `BLESS` line are
/// regenerated first.
pub fn run_test(suite: &Arc<Suite>, path: &Path) -> Outcome {
    let bless = std::env::var_os("STRATA_BLESS").is_some_and(|v| v == "1");
    run_test_with(suite, path, bless)
}

/// Runs one test; `bless` says whether to regenerate its `CHECK` lines.
pub fn run_test_with(suite: &Arc<Suite>, path: &Path, bless: bool) -> Outcome {
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let (shared, test) = (Arc::clone(suite), path.to_path_buf());
    let deadline = start + suite.timeout;
    // A separate thread can be abandoned if a tool in this process never returns.
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        // After the time limit the receiver is gone.
        let _ = sender.send(execute(&shared, &test, bless, deadline));
    });
    let (status, log) = match worker {
        Err(e) => (Status::Unresolved, format!("could not start a thread: {e}\n")),
        // External commands are killed at the deadline; the extra time is for reporting that.
        Ok(_) => match receiver.recv_timeout(suite.timeout + Duration::from_millis(500)) {
            Ok(result) => result,
            Err(mpsc::RecvTimeoutError::Timeout) => (Status::Timeout, timeout_message(suite)),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                (Status::Fail, "the test's thread panicked\n".to_string())
            }
        },
    };
    Outcome { status, log, elapsed: start.elapsed() }
}

fn timeout_message(suite: &Suite) -> String {
    format!("Reached timeout of {} seconds\n", suite.timeout.as_secs_f64())
}

/// The reason why a test is unsupported on this machine, if it is.
fn applies(suite: &Suite, directives: &Directives) -> Result<Option<String>, String> {
    let mut missing = Vec::new();
    for text in &directives.requires {
        if !condition(text, &suite.features)? {
            missing.push(text.as_str());
        }
    }
    if !missing.is_empty() {
        return Ok(Some(format!(
            "Test requires the following unavailable features: {}\n",
            missing.join(", ")
        )));
    }
    for text in &directives.unsupported {
        if condition(text, &suite.features)? {
            return Ok(Some(format!("Test does not support the following features: {text}\n")));
        }
    }
    Ok(None)
}

fn execute(suite: &Suite, path: &Path, bless: bool, deadline: Instant) -> (Status, String) {
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(e) => return (Status::Unresolved, format!("{}: {e}\n", path.display())),
    };
    let prepared = Directives::parse(&text).and_then(|directives| {
        let reason = applies(suite, &directives)?;
        let mut xfail = false;
        for text in &directives.xfail {
            xfail |= condition(text, &suite.features)?;
        }
        Ok((directives, reason, xfail))
    });
    let (directives, reason, xfail) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => return (Status::Unresolved, message + "\n"),
    };
    if let Some(reason) = reason {
        return (Status::Unsupported, reason);
    }
    if bless && bless::is_blessed(&text) {
        let recorder = bless::Recorder::new(path);
        let hook = |args: &[String], stdin: &[u8]| recorder.record(args, stdin);
        let (status, log) = run_lines(suite, path, &directives, deadline, Some(&hook));
        if status != Status::Pass {
            return (status, log);
        }
        if let Err(message) = recorder.write(&text) {
            return (Status::Fail, log + &message);
        }
    }
    let (status, log) = run_lines(suite, path, &directives, deadline, None);
    let status = match (status, xfail) {
        (Status::Pass, true) => Status::Xpass,
        (Status::Fail, true) => Status::Xfail,
        (status, _) => status,
    };
    (status, log)
}

fn run_lines(
    suite: &Suite,
    path: &Path,
    directives: &Directives,
    deadline: Instant,
    hook: Option<CheckHook<'_>>,
) -> (Status, String) {
    let paths = TestPaths::new(suite, path);
    if let Err(e) = std::fs::create_dir_all(&paths.temp_dir) {
        return (Status::Unresolved, format!("{}: {e}\n", paths.temp_dir.display()));
    }
    let mut shell = Shell::new(suite, paths.temp_dir.clone(), deadline, hook);
    for line in &directives.run {
        let result = match expand(&line.text, suite, &paths) {
            Ok(text) => {
                shell.log.push_str(&format!("# RUN: at line {}\n{text}\n", line.line));
                shell.run(&text)
            }
            Err(message) => Err(Stop::Syntax(message)),
        };
        match result {
            Ok(0) => {}
            Ok(_) => return (Status::Fail, shell.log),
            Err(Stop::Syntax(message)) => {
                let log = format!("{}# shell parser error on RUN line {}: {message}\n", shell.log, line.line);
                return (Status::Unresolved, log);
            }
            Err(Stop::Timeout) => return (Status::Timeout, shell.log + &timeout_message(suite)),
        }
        if Instant::now() > deadline {
            return (Status::Timeout, shell.log + &timeout_message(suite));
        }
    }
    (Status::Pass, shell.log)
}

/// Runs tests on the suite's number of threads and calls `done` after each; the outcomes are in the order of the tests.
pub fn run_all(
    suite: &Arc<Suite>,
    tests: &[PathBuf],
    done: &(dyn Fn(&Path, &Outcome) + Sync),
) -> Vec<Outcome> {
    let n_threads = match suite.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<(usize, Outcome)>> = Mutex::new(Vec::with_capacity(tests.len()));
    std::thread::scope(|scope| {
        for _ in 0..n_threads.min(tests.len()) {
            scope.spawn(|| {
                while let Some((i, test)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, tests.get(i)?)))
                {
                    let outcome = run_test(suite, test);
                    done(test, &outcome);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((i, outcome));
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(i, _)| *i);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
