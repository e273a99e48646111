//! `random-programs [--seeds=A..B] [--size N] [--level own|reference|compiler] [--emit DIR] [--show]`: checks random
//! programs of StableHLO, and shrinks what fails to a minimal program.
//!
//! With `--emit` it writes each program to DIR instead, with its inputs and what the interpreter computes from them,
//! for comparison with other implementations (`test/jax/random_programs.py`). `--show` prints programs and no more.

use std::{ops::Range, path::Path, process::ExitCode};

use strata_interp::{NpyArray, Value, write_npy};
use strata_test::random::{Level, check, program};

struct Options {
    seeds: Range<u64>,
    size: usize,
    level: Level,
    emit: Option<String>,
    show: bool,
}

fn main() -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("random-programs: {why}");
            return ExitCode::from(2);
        }
    };
    // A panic is a failure that is shown with its program.
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let mut failed = 0u64;
    for seed in options.seeds.clone() {
        let text = program(seed, options.size, options.level);
        if options.show {
            println!("// seed {seed}\n{text}");
            continue;
        }
        let outcome = match &options.emit {
            Some(dir) => emit(&text, seed, Path::new(dir)),
            None => judge(&text),
        };
        if let Err(why) = outcome {
            failed += 1;
            println!("seed {seed}: {why}");
        }
    }
    let total = options.seeds.end.saturating_sub(options.seeds.start);
    println!("{} passed, {failed} failed", total - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { seeds: 0..1000, size: 24, level: Level::Own, emit: None, show: false };
    while let Some(name) = args.next() {
        if name == "--show" {
            options.show = true;
            continue;
        }
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (name.clone(), args.next().ok_or_else(|| format!("{name} needs a value"))?),
        };
        let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{name}: {text}: {e}"));
        match name.as_str() {
            "--seeds" => {
                let (from, to) = value.split_once("..").ok_or("--seeds takes A..B")?;
                options.seeds = number(from)?..number(to)?;
            }
            "--size" => options.size = number(&value)? as usize,
            "--emit" => options.emit = Some(value),
            "--level" => {
                options.level = match value.as_str() {
                    "own" => Level::Own,
                    "reference" => Level::Reference,
                    "compiler" => Level::Compiler,
                    other => return Err(format!("there is no level {other}")),
                }
            }
            other => return Err(format!("there is no option {other}")),
        }
    }
    Ok(options)
}

/// Checks a program; the error has the minimal one.
fn judge(text: &str) -> Result<(), String> {
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let Err(failure) = check::check(&module) else { return Ok(()) };
    let (small, failure) = check::shrink(&module, &failure);
    Err(format!("{}: {}\n{}", failure.stage, failure.why, check::text(&small)))
}

/// Writes a program, its inputs and its results.
fn emit(text: &str, seed: u64, dir: &Path) -> Result<(), String> {
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let place = dir.join(seed.to_string());
    let io = |e: std::io::Error| format!("{}: {e}", place.display());
    std::fs::create_dir_all(&place).map_err(io)?;
    std::fs::write(place.join("program.mlir"), check::text(&module)).map_err(io)?;
    std::fs::write(place.join("generic.mlir"), check::generic(&module)).map_err(io)?;
    let args = check::arguments(&module, 1)?;
    let results = check::run(&module, 1)?;
    for (kind, values) in [("in", &args), ("out", &results)] {
        for (i, value) in values.iter().enumerate() {
            let array = array(value).ok_or("a value without elements")?;
            std::fs::write(place.join(format!("{kind}_{i}.npy")), array).map_err(io)?;
        }
    }
    Ok(())
}

fn array(value: &Value) -> Option<Vec<u8>> {
    NpyArray::from_value(value).map(|array| write_npy(&array))
}
