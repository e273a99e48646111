//! `strata-tune`: finds the options of passes with which the functions of a program run fastest on this machine.
//!
//! ```text
//! program ─► functions with hashes ─► for each: alternatives of options, timed against the best so far ─► database
//! ```
//! The search space is the options of the passes themselves (`space`); a schedule is a pipeline text that a user could write. Nothing
//! but the database carries what was found, so programs that are compiled with it are the same on every machine.

mod cli;
mod search;
mod space;
mod timing;

use std::{ffi::OsString, process::ExitCode};

use strata_cli::Printed;
use strata_driver::{CompileOptions, Program, Target, Threads, TuningDb, tuning::key};
use strata_process::{FAILED, Output};

pub use cli::Cli;

use crate::session::STACK;

/// Runs the tool on the arguments of the process.
pub fn main() -> ExitCode {
    strata_process::finish("strata-tune", &main_with(std::env::args_os().skip(1).collect()))
}

/// Runs the tool on arguments as the only work of this process; the caller writes the output.
pub fn main_with(args: Vec<OsString>) -> Output {
    strata_cli::main_with(c"strata-tune", args, STACK, |cli: Cli, _| {
        run(&cli).map(Printed::from).map_err(|message| (message, FAILED))
    })
}

/// Tunes a program, writes the database, and returns a report.
///
/// # Errors
/// A message, if a file cannot be read or written, or the program does not compile or run.
pub fn run(cli: &Cli) -> Result<String, String> {
    let name = cli.file.display().to_string();
    let bytes = std::fs::read(&cli.file).map_err(|e| format!("strata-tune: {name}: {e}\n"))?;
    let mut db = read_db(cli)?;
    let program = Program::load(&name, bytes).map_err(|e| e.text().to_owned())?.with_entry(&cli.entry);
    let Target::Cpu(processor) = Target::host().map_err(|e| e.text().to_owned())? else {
        return Err("strata-tune: error: there is no processor to tune for\n".to_owned());
    };
    let options = CompileOptions {
        entry: cli.entry.clone(),
        prefix: "strata_tune".to_owned(),
        ..CompileOptions::new(processor.clone())
    };
    let threads = Threads::from_env().map_err(|e| format!("error: {e}\n"))?;
    let found = search::search(cli, &program, &options, threads, &mut db)?;
    std::fs::write(&cli.tuning_db, db.to_string())
        .map_err(|e| format!("strata-tune: {}: {e}\n", cli.tuning_db.display()))?;
    Ok(report(&key(&processor), &found, cli))
}

/// The database so far; an empty one where there is no file.
fn read_db(cli: &Cli) -> Result<TuningDb, String> {
    let name = cli.tuning_db.display().to_string();
    match std::fs::read_to_string(&cli.tuning_db) {
        Ok(text) => TuningDb::parse(&name, &text).map_err(|e| e.text().to_owned()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(TuningDb::default()),
        Err(e) => Err(format!("strata-tune: {name}: {e}\n")),
    }
}

fn report(target: &str, found: &search::Found, cli: &Cli) -> String {
    let mut text = format!(
        "target {target}; {} functions, {} alternatives timed, {} made the same code\n{:.1} us with usual options, ",
        found.functions, found.timed, found.same, found.usual_us,
    );
    text += &match found.changes[..] {
        [] => format!("and nothing faster by {:.0} %\n", cli.min_gain * 100.0),
        _ => format!(
            "{:.1} us with the schedules of {} ({:.2} times as fast)\n",
            found.best_us,
            cli.tuning_db.display(),
            found.usual_us / found.best_us,
        ),
    };
    for change in &found.changes {
        text += &format!(
            "{} {}: {:.1} us to {:.1} us ({:.2}): {}\n",
            change.function.hash,
            change.function.name,
            change.before_us,
            change.after_us,
            change.before_us / change.after_us,
            change.pipeline,
        );
    }
    if found.out_of_time {
        text +=
            &format!("stopped after {} s (--time-limit); not all alternatives were timed\n", cli.time_limit);
    }
    text
}
