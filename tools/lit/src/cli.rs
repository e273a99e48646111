//! The entry points: a test harness for `cargo test`, and the command line of `strata-lit`.

use crate::config::Suite;
use crate::runner::{self, Outcome, Status};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Runs a suite as the `main` of a test target with `harness = false`.
pub fn libtest_main(suite: Suite) -> ExitCode {
    let arguments = Arguments::from_args();
    let suite = Arc::new(suite);
    let tests = match runner::discover(&suite, &suite.root) {
        Ok(tests) => tests,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    };
    let trials = tests.into_iter().map(|path| {
        let ignored = runner::is_unsupported(&suite, &path);
        let shared = Arc::clone(&suite);
        let name = runner::name_of(&suite, &path);
        Trial::test(name, move || {
            let outcome = runner::run_test(&shared, &path);
            if outcome.status.is_failure() {
                return Err(Failed::from(format!("{}\n{}", outcome.status.name(), outcome.log)));
            }
            Ok(())
        })
        .with_ignored_flag(ignored)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    clean(&suite);
    conclusion.exit_code()
}

/// Removes the temporary files; those of a tool that is still running may stay.
fn clean(suite: &Suite) {
    let _ = std::fs::remove_dir_all(&suite.exec_root);
}

const HELP: &str = "\
usage: strata-lit [options] PATH...
  -v, --verbose        show the commands and outputs of failed tests (default)
  -a, --show-all       show those of every test
  -q, --quiet          show only failures
  -s, --succinct       show only the summary
  -j N                 run N tests at a time
  --timeout=SECONDS    the time one test may take
  --filter=TEXT        run only tests whose name contains the text
  --show-tests         list the tests
  --exec-root=DIR      where temporary files go
  --path=DIR           look for tools there
  -DNAME=VALUE         define the substitution %{NAME}
";

/// The command line of `strata-lit`, on the settings of `suite`. `args` come without the program's name.
pub fn main_with(mut suite: Suite, args: &[String]) -> ExitCode {
    let (mut all, mut quiet, mut succinct, mut list) = (false, false, false, false);
    let mut filter = String::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut keep_files = false;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, value),
            _ => (arg.as_str(), ""),
        };
        match name {
            "-v" | "-vv" | "--verbose" => {}
            "-a" | "--show-all" => all = true,
            "-q" | "--quiet" => quiet = true,
            "-s" | "--succinct" => succinct = true,
            "--show-tests" => list = true,
            "--filter" => filter = value.to_string(),
            "--path" => suite.tool_dirs.insert(0, PathBuf::from(value)),
            "--exec-root" => {
                suite.exec_root = PathBuf::from(value);
                keep_files = true;
            }
            "--timeout" => {
                match value.parse::<f64>().ok().and_then(|s| Duration::try_from_secs_f64(s).ok()) {
                    Some(timeout) if !timeout.is_zero() => suite.timeout = timeout,
                    _ => return usage(&format!("invalid timeout '{value}'")),
                }
            }
            "-j" => match args.next().and_then(|n| n.parse().ok()) {
                Some(n) => suite.threads = n,
                None => return usage("-j needs a number"),
            },
            "-h" | "--help" => {
                say(HELP);
                return ExitCode::SUCCESS;
            }
            _ if name.starts_with("-j") && name[2..].parse::<usize>().is_ok() => {
                suite.threads = name[2..].parse().unwrap_or(0);
            }
            _ if arg.starts_with("-D") && arg.contains('=') => {
                let (name, value) = arg[2..].split_once('=').unwrap_or((&arg[2..], ""));
                suite.substitutions.push((format!("%{{{name}}}"), value.to_string()));
            }
            _ if arg.starts_with('-') => return usage(&format!("unknown option '{arg}'")),
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    if paths.is_empty() {
        return usage("no paths given");
    }
    let suite = Arc::new(suite);
    let mut tests = Vec::new();
    for path in &paths {
        match runner::discover(&suite, path) {
            Ok(found) => tests.extend(found),
            Err(message) => return usage(&message),
        }
    }
    tests.retain(|t| runner::name_of(&suite, t).contains(&filter));
    if list {
        tests.iter().for_each(|t| say(&format!("{}\n", runner::name_of(&suite, t))));
        return ExitCode::SUCCESS;
    }
    if tests.is_empty() {
        return usage("did not discover any tests for the provided path(s)");
    }
    say(&format!("-- Testing: {} tests --\n", tests.len()));
    let outcomes = runner::run_all(&suite, &tests, &|path, outcome| {
        if !succinct && (!quiet || outcome.status.is_failure()) {
            say(&report(&suite, path, outcome, all));
        }
    });
    if !keep_files {
        clean(&suite);
    }
    say(&format!("\nTotal Discovered Tests: {}\n", tests.len()));
    let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
    for outcome in &outcomes {
        *counts.entry(outcome.status).or_default() += 1;
    }
    for (status, n) in &counts {
        let percent = *n as f64 * 100.0 / tests.len() as f64;
        say(&format!("  {:<12}: {n} ({percent:.2}%)\n", status.name()));
    }
    if counts.keys().any(|s| s.is_failure()) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Writes to the standard output. If the report cannot be written, the process ends with an error.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(e) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        eprintln!("strata-lit: error: cannot write the standard output: {e}");
        std::process::exit(1);
    }
}

fn usage(message: &str) -> ExitCode {
    eprintln!("strata-lit: error: {message}\n{HELP}");
    ExitCode::from(2)
}

fn report(suite: &Suite, path: &Path, outcome: &Outcome, all: bool) -> String {
    let (status, name) = (outcome.status.name(), runner::name_of(suite, path));
    let head = format!("{status}: {name} ({:.2}s)\n", outcome.elapsed.as_secs_f64());
    if !all && !outcome.status.is_failure() {
        return head;
    }
    format!(
        "{head}******************** TEST '{name}' {status} ********************\n{}\n********************\n",
        outcome.log
    )
}
