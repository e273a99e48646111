//! `cargo xtask jax`: compares the programs of JAX's own tests with the printer of jaxlib and the results of XLA.
//!
//! `test/jax` does the work; this finds a Python with JAX and starts it. The suite runs both commands.

use crate::python::{self, MISSING};
use crate::shell::{self, Outcome};
use std::path::PathBuf;
use std::process::Command;

/// Runs the sample of the suite, or, with `--all`, every program; arguments after it are passed to `test/jax/run.py`.
pub fn run(arguments: &[&str]) -> Outcome {
    let Some(python) = python::python_with_jax() else { return Err(MISSING.into()) };
    shell::run(&mut shell::cargo(&[
        "build",
        "--quiet",
        "--package",
        "strata-run",
        "--package",
        "strata-opt",
        "--package",
        "strata-test",
    ]))?;
    match arguments {
        [] => {
            let others =
                [text(&python), accuracy(&python), models(&python), scatters(&python), random(&python)]
                    .map(|mut command| shell::run(&mut command));
            others.into_iter().fold(shell::run(&mut results(&python)), Outcome::and)
        }
        ["--all", rest @ ..] => {
            shell::run(&mut script(&python, "run.py", rest))?;
            shell::run(&mut script(&python, "text_corpus.py", &["--number", "0"]))?;
            shell::run(&mut script(&python, "run_models.py", &["--validate"]))
        }
        _ => Err("expected nothing, or --all and arguments of test/jax/run.py".into()),
    }
}

/// At least 1,000 programs, printed as jaxlib prints them.
pub fn text(python: &PathBuf) -> Command {
    script(python, "text_corpus.py", &[])
}

/// The functions that chlo-legalize-to-stablehlo expands, compared with exact values.
pub fn accuracy(python: &PathBuf) -> Command {
    script(python, "chlo_accuracy.py", &[])
}

/// Whole models with their gradients, on the interpreter and as native code, compared with the results of XLA.
pub fn models(python: &PathBuf) -> Command {
    script(python, "run_models.py", &[])
}

/// Random scatters whose windows reach over the edges, on the interpreter, as native code and as kernels on the simulator.
fn scatters(python: &PathBuf) -> Command {
    script(python, "scatters.py", &[])
}

/// Random programs, parsed and printed by jaxlib, with the interpreter's results compared with those of XLA.
pub fn random(python: &PathBuf) -> Command {
    script(python, "random_programs.py", &["--level", "compiler", "--seeds", "0..60"])
}

/// 2,000 programs on the interpreter and as native code, compared with the results of XLA.
pub fn results(python: &PathBuf) -> Command {
    script(python, "run.py", &["--sample", "--expected"])
}

/// Some of these programs as native code, with an inaccessible page directly after (`after`) or before (`before`) each buffer.
pub fn guarded(python: &PathBuf, place: &str) -> Command {
    let mut command = script(python, "run.py", &["--sample", "400", "--targets", "cpu"]);
    command.env("STRATA_GUARD_PAGES", place);
    command
}

/// Some of these programs compiled for GPUs, and their kernels assembled, where NVIDIA's assembler is installed.
pub fn kernels(python: &PathBuf) -> Command {
    script(python, "run.py", &["--sample", "400", "--targets", "sm_80,sm_90a"])
}

/// The same for the models.
pub fn kernels_of_models(python: &PathBuf) -> Command {
    script(python, "run_models.py", &["--targets", "sm_80,sm_90a"])
}

/// Some of these programs compiled and run by jaxlib through the PJRT plugin.
pub fn plugin(python: &PathBuf) -> Command {
    script(python, "run.py", &["--sample", "400", "--targets", "plugin"])
}

/// Programs on meshes of eight devices, through the plugin.
pub fn sharded(python: &PathBuf) -> Command {
    script(python, "sharded_programs.py", &[])
}

/// Programs in two and four processes, by Open MPI.
pub fn processes(python: &PathBuf) -> Command {
    script(python, "several_processes.py", &[])
}

/// The same on simulated GPUs.
pub fn sharded_on_gpus(python: &PathBuf) -> Command {
    script(python, "sharded_programs.py", &["--platform", "strata_gpusim"])
}

/// Some models on such meshes.
pub fn sharded_models(python: &PathBuf) -> Command {
    script(python, "sharded_models.py", &["--sample"])
}

/// The bytes of collectives of these programs and models beside XLA's.
pub fn communication(python: &PathBuf) -> Command {
    script(python, "communication.py", &["--sample"])
}

/// Fewer of them on the simulator of GPUs, in whose memory the arrays stay.
pub fn plugin_on_gpu(python: &PathBuf) -> Command {
    script(python, "run.py", &["--sample", "100", "--targets", "plugin:gpusim"])
}

/// Traces the programs of [`results`] and runs them with XLA, which takes longer than all other steps.
pub fn prepare(python: &PathBuf) -> Outcome {
    shell::run(&mut script(python, "run.py", &["--sample", "--targets="]))
}

fn script(python: &PathBuf, name: &str, arguments: &[&str]) -> Command {
    let file = format!("test/jax/{name}");
    let mut command = shell::command(python, &[&[file.as_str()], arguments].concat());
    command.env("STRATA_TOOLS_DIR", shell::target_dir().join("debug"));
    command
}
