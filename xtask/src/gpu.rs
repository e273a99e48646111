//! `cargo xtask gpu-pack`, `gpu-test` and `gpu-bench`: Strata on a machine with a GPU.
//!
//! The machine may have no cargo and no network: the pack is a folder with the tools, programs, inputs and results, and its `run.sh` does
//! the same as the other two commands. The scripts are in `bench/gpu`.

use crate::python::{self, MISSING};
use crate::shell::{self, Outcome};
use std::path::{Path, PathBuf};

/// The default folder of the pack.
fn default_folder() -> PathBuf {
    shell::target_dir().join("gpu-pack")
}

/// Makes the pack: `[--debug] [--sample N] [FOLDER]`.
pub fn pack(arguments: &[&str]) -> Outcome {
    let Some(python) = python::python_with_jax() else { return Err(MISSING.into()) };
    let mut folder = default_folder();
    let (mut profile, mut sample) = ("release", "600");
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--debug" => profile = "debug",
            "--sample" => sample = rest.next().copied().ok_or("--sample needs a number")?,
            name if !name.starts_with('-') => folder = PathBuf::from(name),
            other => return Err(format!("unknown argument {other}")),
        }
    }
    let mut build = vec!["build", "--quiet", "--package", "strata-run"];
    if profile == "release" {
        build.push("--release");
    }
    shell::run(&mut shell::cargo(&build))?;
    let revision = shell::output(&mut shell::command("git", &["rev-parse", "--short", "HEAD"]));
    let revision = revision.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned());
    let mut command = shell::command(&python, &["bench/gpu/pack.py"]);
    command.arg(&folder).arg("--tools").arg(shell::target_dir().join(profile));
    command.args(["--sample", sample, "--revision", &revision]);
    shell::run(&mut command)
}

/// Runs the conformance tests of the pack, which is made first if it does not exist.
pub fn test(arguments: &[&str]) -> Outcome {
    run("test", arguments)
}

/// Runs the benchmarks, and writes the table to `docs/benchmarks`.
pub fn bench(arguments: &[&str]) -> Outcome {
    if arguments.contains(&"--output") || arguments.contains(&"--tiny") {
        return run("bench", arguments);
    }
    let folder = shell::root().join("docs/benchmarks");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let date = shell::output(&mut shell::command("date", &["+%Y-%m-%d"])).unwrap_or_default();
    let file = folder.join(format!("{}-gpu.md", date.trim()));
    run("bench", &[arguments, &["--output", &file.to_string_lossy()]].concat())
}

fn run(what: &str, arguments: &[&str]) -> Outcome {
    let folder = default_folder();
    let script = folder.join("run.sh");
    if !Path::new(&script).exists() {
        pack(&[])?;
    }
    shell::run(&mut shell::command(&script, &[&[what], arguments].concat()))
}
