//! Compiles random programs of StableHLO, runs them and compares them with the interpreter. Programs that differ are reduced to minimal
//! ones.
//!
//! Processes of the same binary do the work and report one seed at a time: if one crashes or hangs, its seed is known, and the others
//! continue.

use std::{
    io::{BufRead, BufReader, Write},
    num::NonZero,
    ops::Range,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use clap::Parser;
use strata_test::random::{Level, check, program, seeds};
use strata_test_native::Runner;

/// The time limit of one program; the slowest takes about two seconds, and reducing it takes longer.
const LIMIT: Duration = Duration::from_secs(300);
/// The number of programs that a process checks before it ends, so that a crash loses little work.
const CHUNK: u64 = 50;

#[derive(Parser)]
#[command(name = "compiled-programs", about)]
struct Options {
    /// The programs to check
    #[arg(long, value_name = "A..B", default_value = "0..300", value_parser = seeds)]
    seeds: Range<u64>,
    /// The approximate number of ops of a program
    #[arg(long, value_name = "N", default_value_t = 24)]
    size: usize,
    /// The number of concurrent processes; by default one for each processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// The device that runs the programs
    #[arg(long, value_enum, default_value = "cpu")]
    target: Runner,
    /// Print failing programs without reducing them
    #[arg(long)]
    no_shrink: bool,
    /// The folder for failing programs and their inputs
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Reports each seed, for another process of this program
    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.worker {
        work(&options);
        return ExitCode::SUCCESS;
    }
    let (passed, failed) = supervise(&options);
    println!("{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks the seeds in order. Each is announced, and its outcome is one line, with `
/// ` for line breaks.
fn work(options: &Options) {
    // A panic is a failure, which is printed with its program.
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let mut out = std::io::stdout();
    for seed in options.seeds.clone() {
        let outcome = match judge(seed, options) {
            Ok(()) => "passed".to_owned(),
            Err(why) => why.replace('\\', "\\\\").replace('\n', "\\n"),
        };
        // This fails if the supervisor has ended.
        if writeln!(out, "{seed} {outcome}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// Checks a program; the error contains the reduced one.
fn judge(seed: u64, options: &Options) -> Result<(), String> {
    let text = &program(seed, options.size, Level::Own);
    let cx = check::context();
    let module = check::parse(&cx, text).map_err(|f| format!("{}: {}\n{text}", f.stage, f.why))?;
    let native = |module: &strata_ir::core::Body| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            strata_test_native::check(module, options.target)
        }))
        .unwrap_or_else(|_| Err(check::Failure { stage: "compile", why: "a panic".to_owned() }))
    };
    let Err(failure) = native(&module) else { return Ok(()) };
    let (small, failure) = match options.no_shrink {
        true => (module, failure),
        false => check::shrink_by(&module, &failure, native),
    };
    if let Some(folder) = &options.keep {
        strata_test_native::keep(&small, &folder.join(seed.to_string()))?;
    }
    Err(format!("{}: {}\n{}", failure.stage, failure.why, check::text(&small)))
}

/// Distributes chunks of the seeds to processes, and counts the outcomes.
fn supervise(options: &Options) -> (u64, u64) {
    let next = Mutex::new(options.seeds.start);
    let claim = || {
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        let from = *next;
        *next = from.saturating_add(CHUNK).min(options.seeds.end);
        (from < *next).then_some(from..*next)
    };
    let (sender, outcomes) = mpsc::channel::<(u64, String)>();
    let mut counts = (0, 0);
    let jobs = options.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let claim = &claim;
            scope.spawn(move || {
                while let Some(seeds) = claim() {
                    watch(options, seeds, &sender);
                }
            });
        }
        drop(sender);
        for (seed, outcome) in outcomes {
            if outcome == "passed" {
                counts.0 += 1;
            } else {
                counts.1 += 1;
                println!("seed {seed}: {}", outcome.replace("\\n", "\n").replace("\\\\", "\\"));
            }
        }
    });
    counts
}

/// Runs processes until all seeds have an outcome.
fn watch(options: &Options, mut seeds: Range<u64>, sender: &mpsc::Sender<(u64, String)>) {
    while !seeds.is_empty() {
        let failed = match chunk(options, &mut seeds, sender) {
            Ok(()) => continue,
            Err(why) => why,
        };
        // A process that crashed failed on its current seed.
        let _ = sender.send((seeds.start, failed));
        seeds.start += 1;
    }
}

/// Runs one process, and removes the seeds that it has completed from `seeds`.
fn chunk(
    options: &Options,
    seeds: &mut Range<u64>,
    sender: &mpsc::Sender<(u64, String)>,
) -> Result<(), String> {
    let io = |e: std::io::Error| format!("the process does not run: {e}");
    let mut command = Command::new(std::env::current_exe().map_err(io)?);
    command.args(["--worker", "--seeds", &format!("{}..{}", seeds.start, seeds.end)]);
    command.args(["--size", &options.size.to_string()]).stdout(Stdio::piped());
    if options.target == Runner::Gpusim {
        command.args(["--target", "gpusim"]);
    }
    if options.no_shrink {
        command.arg("--no-shrink");
    }
    if let Some(folder) = &options.keep {
        command.arg("--keep").arg(folder);
    }
    let mut child = command.spawn().map_err(io)?;
    let Some(stdout) = child.stdout.take() else { return Err("the process has no output".into()) };
    let (lines, line) = mpsc::channel();
    let reader = thread::spawn(move || {
        for text in BufReader::new(stdout).lines().map_while(Result::ok) {
            if lines.send(text).is_err() {
                return;
            }
        }
    });
    let mut late = false;
    while !seeds.is_empty() {
        match line.recv_timeout(LIMIT) {
            Ok(text) => {
                let (seed, outcome) = text.split_once(' ').unwrap_or((&text, ""));
                if seed != seeds.start.to_string() {
                    break;
                }
                // This fails if the supervisor has ended.
                let _ = sender.send((seeds.start, outcome.to_owned()));
                seeds.start += 1;
            }
            Err(error) => {
                late = error == mpsc::RecvTimeoutError::Timeout;
                break;
            }
        }
    }
    if !seeds.is_empty() {
        // It may have ended already.
        let _ = child.kill();
    }
    let status = child.wait().map_err(io)?;
    drop(line);
    let _ = reader.join();
    match (seeds.is_empty(), late) {
        (true, _) => Ok(()),
        (false, true) => Err(format!("no end within {} s", LIMIT.as_secs())),
        (false, false) => Err(format!("the process ends with {status}")),
    }
}
