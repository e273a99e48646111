//! `strata-reduce`: reduces a module to the smallest part that keeps a failure.
//!
//! ```text
//! module, pipeline ──► passes of the pipeline that are needed ──► edits of the module (`strata-reducer`) ──► the pipeline again
//!                                      each candidate ──► a file ──► the script or command, several at once
//! ```

use std::{
    ffi::OsString,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use strata_bytecode::{ReadOptions, is_bytecode, read_module};
use strata_cli::Printed;
use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::{ParseOptions, parse_module},
};
use strata_pass::reproducer;
use strata_process::{FAILED, Output};
use strata_reducer::{Options, extent, reduce};

mod cli;
mod judge;
mod pipeline;
mod run;

pub use cli::Cli;
use judge::Judge;
use run::Test;

/// Stack for parsing and edits.
const STACK: usize = 64 << 20;

/// Runs the tool on the arguments of the process.
pub fn main() -> ExitCode {
    strata_process::finish("strata-reduce", &main_with(std::env::args_os().skip(1).collect()))
}

/// Runs the tool on arguments as the only work of this process; the caller writes the output.
pub fn main_with(args: Vec<OsString>) -> Output {
    strata_cli::main_with(c"strata-reduce", args, STACK, |cli: Cli, _| match run(&cli) {
        Ok((stdout, stderr)) => Ok(Printed { stdout, stderr }),
        Err(message) => Err((message, FAILED)),
    })
}

/// Reduces a module; returns what goes to the standard output, and a report.
///
/// # Errors
/// A message, if the file cannot be read or is not interesting, or the script cannot run.
pub fn run(cli: &Cli) -> Result<(String, String), String> {
    let started = Instant::now();
    check_names(&cli.without)?;
    let (module, asked) = load(cli)?;
    let pipeline = cli.pass_pipeline.clone().or_else(|| asked.as_ref().map(|r| r.pipeline.clone()));
    let test = Test::new(cli, asked.is_some())?;
    let deadline = started + Duration::from_secs(cli.time_limit);
    let jobs = cli.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let mut judge = Judge::new(test, pipeline, jobs.max(1), deadline)?;
    judge.accept(&module, &cli.file)?;

    let before = extent(&module).0;
    judge.reduce_pipeline(&module)?;
    let options = Options { keep: cli.keep.clone(), without: cli.without.clone(), ..Options::default() };
    let reduction = reduce(&module, &options, &mut judge);
    judge.reduce_pipeline(&reduction.module)?;
    if let Some(why) = judge.failure() {
        return Err(why);
    }
    let text = judge.text(&reduction.module);
    let report = format!(
        "{before} ops to {}, {} candidates, {:.1} s{}\n",
        extent(&reduction.module).0,
        reduction.candidates,
        started.elapsed().as_secs_f64(),
        if reduction.is_minimal { "" } else { ", ended by a limit" },
    );
    match &cli.output {
        None => Ok((text, report)),
        Some(path) => {
            std::fs::write(path, text).map_err(|e| format!("strata-reduce: {}: {e}\n", path.display()))?;
            Ok((String::new(), report))
        }
    }
}

fn check_names(without: &[String]) -> Result<(), String> {
    let names: Vec<&str> = strata_reducer::edits().iter().map(|edit| edit.name).chain(["sizes"]).collect();
    match without.iter().find(|name| !names.contains(&name.as_str())) {
        Some(name) => {
            Err(format!("strata-reduce: error: there is no edit '{name}'; there are {}\n", names.join(", ")))
        }
        None => Ok(()),
    }
}

/// The text of a module, and the run that a reproducer asks for, which candidates get with a pipeline of their own. A reproducer with
/// resources stays as it is.
fn separated(mut text: String) -> (String, Option<reproducer::Reproducer>) {
    let asked = reproducer::parse(&text).filter(|_| !text.contains("dialect_resources"));
    if let Some(at) = text.rfind("{-#").filter(|_| asked.is_some()) {
        text.truncate(at);
    }
    (text, asked)
}

/// The module of the file, and the run that it asks for.
fn load(cli: &Cli) -> Result<(Box<Body>, Option<reproducer::Reproducer>), String> {
    let name = cli.file.display().to_string();
    let bytes = std::fs::read(&cli.file).map_err(|e| format!("strata-reduce: {name}: {e}\n"))?;
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(cli.allow_unregistered_dialect);
    let cx: Arc<Context> = registry.freeze();
    // An invalid module is reduced, too: the output of a pass may be what fails.
    let (module, asked) = if is_bytecode(&bytes) {
        (read_module(&cx, &name, &bytes, ReadOptions { skip_verify: true, ..ReadOptions::default() }), None)
    } else {
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("strata-reduce: {name}: the input is not UTF-8\n"))?;
        let (text, asked) = separated(text);
        (parse_module(&cx, &name, text, ParseOptions { skip_verify: true, ..ParseOptions::default() }), asked)
    };
    Ok((module.map_err(|errors| render_all(&cx, &errors))?, asked))
}
