//! `cargo xtask fuzz`: builds the libFuzzer targets of `fuzz/` and runs each for its share of the time, as many at once as there are cores.
//!
//! The toolchain is the one of the project. Coverage instrumentation is not stable, hence `RUSTC_BOOTSTRAP`, for this build only. Runs
//! start from the committed seeds in `fuzz/seeds/TARGET` with a fixed random seed; failing inputs are written to `fuzz/artifacts/TARGET`.

use crate::shell::{self, Outcome};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

const HOST: &str = "x86_64-unknown-linux-gnu";
const FLAGS: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cdebug-assertions=on",
    "-Cdebuginfo=line-tables-only",
];
/// Every valid input stays within these limits; exceeding one is a finding.
const LIMITS: [&str; 4] = ["-rss_limit_mb=1024", "-timeout=10", "-max_len=8192", "-seed=1"];

/// Targets with slow inputs, and the number of inputs that each of them counts as.
const SLOW: [(&str, u64); 1] = [("gpu_pipeline", 20)];

/// Runs the targets named in `args`, or all of them.
pub fn run(args: &[&str]) -> Outcome {
    let (budget, named) = match args {
        [] => (Budget::Seconds(60), None),
        ["--seconds", n] => (Budget::Seconds(parse(n)?), None),
        ["--seconds", n, target] => (Budget::Seconds(parse(n)?), Some(*target)),
        ["--runs", n] => (Budget::Runs(parse(n)?), None),
        ["--runs", n, target] => (Budget::Runs(parse(n)?), Some(*target)),
        [target] if !target.starts_with('-') => (Budget::Seconds(60), Some(*target)),
        _ => return Err("usage: cargo xtask fuzz [--seconds N | --runs N] [TARGET]".into()),
    };
    let folder = shell::root().join("fuzz");
    let all = targets(&folder);
    let chosen: Vec<&String> = all.iter().filter(|target| named.is_none_or(|name| name == *target)).collect();
    match (named, chosen.len()) {
        (Some(name), 0) => {
            return Err(format!("there is no fuzz target `{name}`; there are: {}", all.join(", ")));
        }
        (None, 0) => {
            println!("fuzz: no targets in fuzz/targets");
            return Ok(());
        }
        _ => {}
    }
    let mut build = shell::cargo(&["build", "--quiet", "--release", "--bins", "--target", HOST]);
    build.args(["--manifest-path", "fuzz/Cargo.toml", "--target-dir", "fuzz/target"]);
    shell::run(build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS.join(" ")))?;

    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(chosen.len());
    let each = match budget {
        Budget::Seconds(n) => Budget::Seconds((n * workers as u64 / chosen.len() as u64).max(1)),
        runs => runs,
    };
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&target) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = run_one(&folder, target, each.of_target(target)) {
                        eprintln!("fuzz: {target}: {why}");
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(target.as_str());
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort_unstable();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failing inputs in fuzz/artifacts for: {}", failed.join(", ")))
    }
}

/// The amount of work of a target.
#[derive(Clone, Copy, Debug)]
enum Budget {
    /// A share of this time; new inputs are kept in `fuzz/corpus` for the next run.
    Seconds(u64),
    /// This many inputs from the seeds alone, which are the same every time.
    Runs(u64),
}

impl Budget {
    /// Slow targets get fewer inputs.
    fn of_target(self, target: &str) -> Self {
        match (self, SLOW.iter().find(|(slow, _)| *slow == target)) {
            (Self::Runs(n), Some(&(_, counts))) => Self::Runs(n.div_ceil(counts)),
            _ => self,
        }
    }
}

/// Runs a target, and shows its output in one piece once it is through, as others run beside it.
fn run_one(folder: &Path, target: &str, budget: Budget) -> Outcome {
    let found = folder.join("artifacts").join(target);
    let (corpus, limit) = match budget {
        Budget::Seconds(n) => (folder.join("corpus").join(target), format!("-max_total_time={n}")),
        Budget::Runs(n) => {
            let fresh = folder.join("target/fresh").join(target);
            if fresh.is_dir() {
                std::fs::remove_dir_all(&fresh).map_err(|why| format!("{}: {why}", fresh.display()))?;
            }
            (fresh, format!("-runs={n}"))
        }
    };
    for dir in [&corpus, &found] {
        std::fs::create_dir_all(dir).map_err(|why| format!("{}: {why}", dir.display()))?;
    }
    let program = folder.join("target").join(HOST).join("release").join(target);
    let mut command = shell::command(program, &LIMITS);
    command.arg(limit).arg("-print_final_stats=1").arg("-verbosity=0");
    command.arg(format!("-artifact_prefix={}/", found.display())).arg(&corpus);
    let seeds = folder.join("seeds").join(target);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    let output = command.output().map_err(|why| format!("`{target}` did not start: {why}"))?;
    let text = [output.stdout, output.stderr].concat();
    println!("fuzz: {target}, {budget:?}\n{}", String::from_utf8_lossy(&text).trim_end());
    if output.status.success() { Ok(()) } else { Err(format!("`{target}` failed: {}", output.status)) }
}

/// The targets: one for each file.
fn targets(folder: &Path) -> Vec<String> {
    let files = shell::files_below(&folder.join("targets"));
    let names = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    names.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
}

fn parse(number: &str) -> Result<u64, String> {
    number.parse().map_err(|_| format!("`{number}` is no number"))
}
