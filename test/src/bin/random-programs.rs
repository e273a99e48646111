//! Checks random programs of StableHLO, and reduces failing ones to minimal programs.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser;
use strata_interp::{NpyArray, Value, write_npy};
use strata_ir::core::Body;
use strata_test::random::{Level, check, moving, noise, program, seeds, sharding};

#[derive(Parser)]
#[command(name = "random-programs", about)]
struct Options {
    /// The programs to check
    #[arg(long, value_name = "A..B", default_value = "0..1000", value_parser = seeds)]
    seeds: Range<u64>,
    /// The approximate number of ops of a program
    #[arg(long, value_name = "N", default_value_t = 24)]
    size: usize,
    /// The reference for results, which determines the ops that may depend on rounding
    #[arg(long, value_enum, default_value_t = Level::Own)]
    level: Level,
    /// Writes each program to this folder instead, with its inputs and the interpreter's results, for comparison with other
    /// implementations (`test/jax/random_programs.py`)
    #[arg(long, value_name = "DIR")]
    emit: Option<PathBuf>,
    /// Divides each program among the devices of a random mesh, and compares its results with those on one device
    #[arg(long)]
    sharded: bool,
    /// Only ops that move elements along dimensions that can be divided
    #[arg(long)]
    moving: bool,
    /// Only prints programs; with --sharded, with their meshes and shardings
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    // A panic is a failure, which is printed with its program.
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let mut failed = 0u64;
    for seed in options.seeds.clone() {
        let text = match options.moving {
            true => moving::program(seed, options.size),
            false => program(seed, options.size, options.level),
        };
        if options.show {
            let text = if options.sharded { annotated(&text, seed) } else { text };
            println!("// seed {seed}\n{text}");
            continue;
        }
        let outcome = match &options.emit {
            Some(dir) => emit(&text, seed, options.level, dir),
            None if options.sharded => judge_sharded(&text, seed),
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

/// Checks a program; the error contains the reduced one.
fn judge(text: &str) -> Result<(), String> {
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let Err(failure) = check::check(&module) else { return Ok(()) };
    let (small, failure) = check::shrink(&module, &failure);
    Err(format!("{}: {}\n{}", failure.stage, failure.why, check::text(&small)))
}

/// The program with a random mesh and random shardings.
fn annotated(text: &str, seed: u64) -> String {
    let module = check::parse(&check::context(), text);
    module.map_or_else(
        |f| format!("// {}: {}", f.stage, f.why),
        |module| check::text(&sharding::annotated(&noise::tame(&module), seed)),
    )
}

/// Divides a program among devices; the error contains the reduced one.
fn judge_sharded(text: &str, seed: u64) -> Result<(), String> {
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let Err(failure) = sharding::check(&module, seed) else { return Ok(()) };
    let (_, failure) =
        check::shrink_by(&module, &failure, |module| sharding::check(module, seed).map(|_| ()));
    Err(format!("{}: {}", failure.stage, failure.why))
}

/// Writes a program, its inputs, its results and which of their elements rounding does not change much.
fn emit(text: &str, seed: u64, level: Level, dir: &Path) -> Result<(), String> {
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let module = &*noise::tame(&module);
    let place = dir.join(seed.to_string());
    let io = |e: std::io::Error| format!("{}: {e}", place.display());
    std::fs::create_dir_all(&place).map_err(io)?;
    std::fs::write(place.join("program.mlir"), check::text(module)).map_err(io)?;
    std::fs::write(place.join("generic.mlir"), check::generic(module)).map_err(io)?;
    let args = check::arguments(module, 1)?;
    let run = |module: &Body| check::run_by(module, 1, level.scatter());
    let results = run(module)?;
    let settled = noise::settled(&results, &noise::runs(module, run)?);
    for (kind, values) in [("in", &args), ("out", &results), ("settled", &settled)] {
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
