//! The compiler as the options of a compilation want it: those of this compiler begin with `strata_`, and those of XLA mean nothing here.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use strata_driver::{CompileOptions as Settings, Compiler, OptLevel, RunThreads, TuningDb};

use crate::compile_options::{CompileOptions, Override};
use crate::error::{Error, Result};

/// The beginning of the names of our options.
const PREFIX: &str = "strata_";

/// XLA's `ExecutionOptions.EffortLevel` for the levels that `jax_optimization_level` has; others leave it to the compiler.
const EFFORTS: [(i64, OptLevel); 4] =
    [(9, OptLevel::O0), (19, OptLevel::O1), (29, OptLevel::O2), (39, OptLevel::O3)];

/// The compiler with the options of a compilation.
///
/// # Errors
/// If there is no such option of ours, or no such value of it.
pub(crate) fn configured(compiler: &Compiler, options: &CompileOptions) -> Result<Compiler> {
    let mut compiler = compiler.clone();
    if let Some(&(_, level)) = EFFORTS.iter().find(|row| row.0 == options.effort) {
        compiler = compiler.with_opt_level(level);
    }
    let mut settings = compiler.options().cloned();
    for (name, value) in &options.overrides {
        let Some(own) = name.strip_prefix(PREFIX) else {
            say_ignored(name);
            continue;
        };
        compiler = match own {
            "num_threads" => {
                let threads = number(name, value, i64::from(i32::MAX))?;
                compiler.with_shared_threads(RunThreads::new(threads as i32))
            }
            "opt_level" => {
                let level = number(name, value, 3)?.to_string().parse();
                compiler.with_opt_level(level.map_err(|why| Error::invalid(format!("{name}: {why}")))?)
            }
            "tuning_db" => {
                let db = TuningDb::read(Path::new(&value.to_string()));
                let db = db.map_err(|why| Error::invalid(format!("{name}: {why}")))?;
                settings = settings.map(|settings| db.apply(settings));
                compiler
            }
            _ => {
                set(settings.as_mut(), own, value);
                compiler
            }
        };
    }
    Ok(match settings {
        // The processor of the target has the level that was set above.
        Some(settings) => compiler.with_options(settings),
        None => compiler,
    })
}

/// Sets the pipeline, or one of its options, which the driver checks.
fn set(settings: Option<&mut Settings>, name: &str, value: &Override) {
    let Some(settings) = settings else { return };
    match name {
        "pass_pipeline" => settings.pipeline = Some(value.to_string()),
        _ => settings.pipeline_options.push((name.replace('_', "-"), value.to_string())),
    }
}

/// A number from zero to a largest one.
fn number(name: &str, value: &Override, most: i64) -> Result<i64> {
    let given = match value {
        Override::Int(n) => Some(*n),
        Override::Text(text) => text.trim().parse().ok(),
        _ => None,
    };
    given.filter(|n| (0..=most).contains(n)).ok_or_else(|| {
        Error::invalid(format!("the compile option '{name}' is a number from 0 to {most}, not '{value}'"))
    })
}

/// Says once in a process that an option has no effect.
fn say_ignored(name: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.len() < 64 && said.insert(name.to_owned()) {
        eprintln!("strata: the compile option '{name}' is not one of Strata and has no effect");
    }
}
