//! Calls programs with adversarial sizes, and compares native code with the interpreter: see [`strata_test_native::sizes`].
//!
//! `STRATA_GUARD_PAGES=before hostile-sizes --seeds 0..100 --calls 1000` runs longer.

use std::{ops::Range, path::PathBuf, process::ExitCode};

use clap::Parser;
use strata_driver::CompileCache;
use strata_test::random::seeds;
use strata_test_native::{
    Runner,
    sizes::{Counts, How, PROGRAMS, check},
};

#[derive(Parser)]
#[command(name = "hostile-sizes", about)]
struct Options {
    /// The seeds of the random numbers and their types
    #[arg(long, value_name = "A..B", default_value = "0..1", value_parser = seeds)]
    seeds: Range<u64>,
    /// The number of lists of random numbers for each program, seed and type
    #[arg(long, value_name = "N", default_value_t = 60)]
    calls: usize,
    /// The number of integer types that each program is compiled for
    #[arg(long, value_name = "N", default_value_t = 2)]
    types: usize,
    /// Only the programs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The device that runs the programs
    #[arg(long, value_enum, default_value = "cpu")]
    target: Runner,
    /// The folder of the compile cache
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let cache = options.cache.map(CompileCache::new);
    let (mut counts, mut failed) = (Counts::default(), 0);
    for seed in options.seeds {
        for (i, program) in PROGRAMS.iter().enumerate().filter(|(_, p)| p.name.contains(&options.only)) {
            let how = How { seed, calls: options.calls, runner: options.target, cache: cache.as_ref() };
            let n = program.types.len();
            // The widest type, which can represent all the numbers, is always used; the others are used in turn.
            let others = (0..n.saturating_sub(1)).map(|k| 1 + (i + seed as usize + k) % (n - 1));
            for k in std::iter::once(0).chain(others).take(options.types.min(n)) {
                match check(program, program.types[k], how) {
                    Ok(done) => counts.add(done),
                    Err(why) => {
                        failed += 1;
                        println!("{why}");
                    }
                }
            }
        }
    }
    let Counts { programs, equal, refused, large } = counts;
    println!(
        "{programs} programs, {} calls: {equal} equal, {refused} refused, {large} too large; {failed} failed",
        equal + refused + large
    );
    if failed == 0 && programs > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
