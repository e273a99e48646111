//! `cargo xtask test`: all checks that must succeed before a change is committed, with a closing line `N passed, N failed`.
//!
//! Cheap checks come first. A failed step does not stop the others, except that nothing is run if the build failed. `.ci/run` calls this
//! and nothing else.

use crate::setup::{self, LLVM_BIN, Wanted};
use crate::shell::{self, Outcome};
use crate::tally::{self, Tally};
use crate::{doc_tests, explorer, fuzz, jax, lint, outside, python, tidy, wheel};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

/// The feature that links upstream MLIR completely.
const UPSTREAM: &str = "strata-opt/upstream";
/// The number of inputs that the suite runs for each fuzz target, which are always the same.
const FUZZ_RUNS: &str = "4000";

/// Runs the suite; fails if any step failed. Steps that need JAX are skipped only on request.
pub fn run(wanted: Wanted) -> Outcome {
    let mut suite = Suite { steps: Vec::new(), python: None };
    suite.check("setup", || setup::run(wanted));
    if wanted == Wanted::LlvmAndJax {
        suite.python = python::python_with_jax();
    }
    suite.check("tidy", tidy::run);
    suite.check("fmt", || shell::run(&mut shell::cargo(&["fmt", "--all", "--check"])));
    let built = suite.check("build and clippy", build);
    if built {
        suite.tests("tests", test_command(&[]));
        // The whole workspace is named, although only one test runs, so that its dependencies are not built a second time with other
        // features.
        suite.tests("upstream", test_command(&["--features", UPSTREAM, "--test", "upstream"]));
        suite.prepared("doc tests", doc_tests::command());
        suite.lit();
        suite.jax(wanted);
        suite.check("outside", outside::run);
        suite.check("explorer", || explorer::test(&[]));
        suite.check("fuzz", || fuzz::run(&["--runs", FUZZ_RUNS]));
    }
    suite.close()
}

/// Builds everything that later steps run, so that their times do not include it.
///
/// Libraries are named explicitly, as no crate depends on the static library that compiled programs are linked with.
fn build() -> Outcome {
    // One command, as the features of some crates depend on whether tests are built; with two these crates, and all above them, are
    // built twice. Not `--all-targets`, which builds a library without tests a second time as if it had some.
    let targets = ["--lib", "--bins", "--tests", "--examples", "--bench", "*"];
    shell::run(&mut lint::cargo(&[&["build", "--quiet", "--workspace"], &targets[..]].concat()))?;
    if setup::has_aarch64() {
        // The runtime for programs for AArch64, which a test runs.
        let runtime = ["build", "--quiet", "-p", "strata-runtime-cpu", "--target", setup::AARCH64_TARGET];
        shell::run(&mut lint::cargo(&runtime))?;
    }
    Ok(())
}

/// Runs the tests of the workspace, all of them or those that `selection` names.
fn test_command(selection: &[&str]) -> std::process::Command {
    if shell::output(&mut shell::cargo(&["nextest", "--version"])).is_some() {
        let nextest = ["nextest", "run", "--workspace", "--no-fail-fast", "--status-level=fail"];
        return lint::cargo(&[&nextest[..], selection].concat());
    }
    // Targets with tests alone: `--lib` would name the others, too.
    let every: &[&str] = if selection.is_empty() { &["--tests"] } else { selection };
    lint::cargo(&[&["test", "--workspace", "--no-fail-fast"], every].concat())
}

struct Suite {
    steps: Vec<Step>,
    /// A Python with JAX, for the tests that need one.
    python: Option<PathBuf>,
}

struct Step {
    name: &'static str,
    seconds: f64,
    tally: Tally,
    note: String,
}

impl Suite {
    /// A step that succeeds or fails as a whole.
    fn check(&mut self, name: &'static str, action: impl FnOnce() -> Outcome) -> bool {
        let start = begin(name);
        let outcome = action();
        let holds = outcome.is_ok();
        self.end(name, start, Tally::of_check(holds), outcome.err().unwrap_or_default());
        holds
    }

    /// A step that runs tests and prints the number that passed.
    fn tests(&mut self, name: &'static str, mut command: std::process::Command) {
        let start = begin(name);
        if let Some(python) = &self.python {
            command.env("STRATA_JAX_PYTHON", python);
        }
        let (outcome, output) = shell::run_captured(&mut command);
        let (tally, mut note) = judge(outcome, tally::read(&output));
        if tally.failed > 0 {
            note += &tally::failures(&output);
        }
        self.end(name, start, tally, note);
    }

    /// A step that runs tests, where its preparation did not fail.
    fn prepared(&mut self, name: &'static str, command: Result<std::process::Command, String>) {
        match command {
            Ok(command) => self.tests(name, command),
            Err(why) => _ = self.check(name, || Err(why)),
        }
    }

    /// The lit tests with LLVM's own runner and FileCheck; `cargo test` has run them in process already.
    fn lit(&mut self) {
        let lit = PathBuf::from(LLVM_BIN).join("lit");
        let folder = shell::root().join("test");
        if !lit.exists() || !folder.join("lit.cfg.py").exists() {
            return self.skip("lit", "LLVM's lit or test/lit.cfg.py is not there");
        }
        let tools = shell::target_dir().join("debug");
        let mut command = shell::command("python3", &[&lit.to_string_lossy(), "--succinct", "test"]);
        command
            .env("PATH", path_with([tools.clone(), PathBuf::from(LLVM_BIN)]))
            .env("STRATA_TOOLS_DIR", tools);
        self.tests("lit", command);
    }

    /// Programs traced by JAX: their text compared with jaxlib's, and their results with XLA's.
    fn jax(&mut self, wanted: Wanted) {
        match self.python.clone() {
            Some(python) => {
                self.tests("jax text", jax::text(&python));
                self.tests("jax chlo", jax::accuracy(&python));
                self.tests("models", jax::models(&python));
                self.tests("jax, random programs", jax::random(&python));
                self.tests("jax", jax::results(&python));
                self.tests("jax, kernels", jax::kernels(&python));
                self.tests("models, kernels", jax::kernels_of_models(&python));
                self.tests("jax, plugin", jax::plugin(&python));
                self.tests("jax, many devices", jax::sharded(&python));
                self.tests("jax, several processes", jax::processes(&python));
                self.tests("jax, many GPUs", jax::sharded_on_gpus(&python));
                self.tests("jax, models on many devices", jax::sharded_models(&python));
                self.tests("jax, communication", jax::communication(&python));
                self.tests("jax, plugin on GPUs", jax::plugin_on_gpu(&python));
                self.prepared("python", wheel::test(&python));
                self.tests("jax, pages behind buffers", jax::guarded(&python, "after"));
                self.tests("jax, pages before buffers", jax::guarded(&python, "before"));
            }
            None if wanted == Wanted::Llvm => self.skip("jax", "left out by --without-jax"),
            None => _ = self.check("jax", || Err(python::MISSING.into())),
        }
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.steps.push(Step {
            name,
            seconds: 0.0,
            tally: Tally::default(),
            note: format!("not run: {why}"),
        });
    }

    fn end(&mut self, name: &'static str, start: Instant, tally: Tally, note: String) {
        if !note.is_empty() {
            eprintln!("error: {name}: {note}");
        }
        self.steps.push(Step { name, seconds: start.elapsed().as_secs_f64(), tally, note });
    }

    fn close(&self) -> Outcome {
        let mut sum = Tally::default();
        println!("\n{:<16} {:>8} {:>8} {:>8} {:>8}", "step", "seconds", "passed", "failed", "skipped");
        for step in &self.steps {
            sum.add(step.tally);
            let Tally { passed, failed, skipped } = step.tally;
            let row = format!(
                "{:<16} {:>8.1} {passed:>8} {failed:>8} {skipped:>8}  {}",
                step.name, step.seconds, step.note
            );
            println!("{}", row.trim_end());
        }
        println!("\n{} passed, {} failed", sum.passed, sum.failed);
        if sum.failed == 0 { Ok(()) } else { Err("the suite failed".into()) }
    }
}

fn begin(name: &str) -> Instant {
    println!("== {name}");
    Instant::now()
}

/// A runner that crashed without counting a failure counts as a failure.
fn judge(outcome: Outcome, counted: Option<Tally>) -> (Tally, String) {
    match (outcome, counted) {
        (Ok(()), Some(tally)) => (tally, String::new()),
        (Ok(()), None) => (Tally::of_check(false), "the runner printed no result".into()),
        (Err(why), counted) => {
            let mut tally = counted.unwrap_or_default();
            tally.failed = tally.failed.max(1);
            (tally, why)
        }
    }
}

fn path_with<const N: usize>(first: [PathBuf; N]) -> OsString {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = first.into_iter().chain(std::env::split_paths(&rest));
    std::env::join_paths(all).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_that_dies_is_a_failure() {
        let all_passed = Tally { passed: 3, failed: 0, skipped: 0 };
        assert_eq!(
            judge(Err("killed".into()), Some(all_passed)).0,
            Tally { passed: 3, failed: 1, skipped: 0 }
        );
        assert_eq!(judge(Err("killed".into()), None).0.failed, 1);
        assert_eq!(judge(Ok(()), None).0.failed, 1);
        assert_eq!(judge(Ok(()), Some(all_passed)).0, all_passed);
    }

    #[test]
    fn own_tools_come_first_on_the_path() {
        let path = path_with([PathBuf::from("/first"), PathBuf::from("/second")]);
        let dirs: Vec<PathBuf> = std::env::split_paths(&path).take(2).collect();
        assert_eq!(dirs, [PathBuf::from("/first"), PathBuf::from("/second")]);
    }
}
