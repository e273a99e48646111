//! Every registered pass alone, and the pipelines, on programs that they were not made for: programs of all dialects, with ops of unknown
//! dialects among them, and mutated ones. A pass transforms the program, leaves it alone, or reports an error; it never panics, and its
//! output verifies.
//!
//! The test takes a sample. `STRATA_SWEEP=N` takes all programs and N mutations of each for every pass, with the seed
//! `STRATA_SWEEP_SEED`; failures are written below `STRATA_SWEEP_DIR`.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use strata_ir::{
    core::{Body, Context},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus};

#[path = "support/mutate.rs"]
mod mutate;

use mutate::{Random, mutate, mutate_all};

static PASSES: LazyLock<Arc<PassRegistry>> = LazyLock::new(|| Arc::new(strata_registry::passes()));

/// For a program of a few lines, a pass that takes longer than this hangs.
const HANGS: Duration = Duration::from_secs(60);
/// Longer programs are for other tests.
const MAX_PROGRAM_BYTES: usize = 6000;

fn context() -> Arc<Context> {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    registry.freeze()
}

/// The parts of all `.mlir` files below the folders of the repository that have programs, in the order of their names.
fn programs() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["dialects", "test", "examples"].iter().map(|f| root.join(f)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "mlir") {
                files.push(path);
            }
        }
    }
    files.sort();
    let texts = files.iter().filter_map(|f| fs::read_to_string(f).ok());
    let parts = texts.flat_map(|t| t.split("// -----").map(str::to_owned).collect::<Vec<_>>());
    parts.filter(|p| p.len() < MAX_PROGRAM_BYTES && p.contains('%')).collect()
}

fn parsed(cx: &Arc<Context>, text: &str) -> Option<Box<Body>> {
    parse_module(cx, "sweep.mlir", text, ParseOptions::default()).ok()
}

/// The program in generic form with some of its ops replaced by ops of an unknown dialect.
fn with_unknown_ops(body: &Body, random: &mut Random) -> String {
    let text = print_body(body, &PrintOptions { generic: true, ..PrintOptions::default() });
    let mut out = String::with_capacity(text.len());
    for (i, part) in text.split("\"(").enumerate() {
        if i != 0 {
            out.push_str("\"(");
        }
        match part.rsplit_once('"') {
            Some((before, name)) if name.contains('.') && random.below(6) == 0 => {
                out.push_str(before);
                out.push_str("\"unknown.op");
            }
            _ => out.push_str(part),
        }
    }
    out
}

/// One of several kinds of changes.
fn changed(cx: &Arc<Context>, text: &str, random: &mut Random) -> Option<String> {
    let bytes = text.as_bytes().to_vec();
    match random.below(4) {
        0 => String::from_utf8(mutate(bytes, random)).ok(),
        1 => String::from_utf8(mutate_all(bytes, random)).ok(),
        _ => Some(with_unknown_ops(&*parsed(cx, text)?, random)),
    }
}

/// The counts and failures of a sweep.
#[derive(Default)]
struct Sweep {
    runs: usize,
    errors: usize,
    failures: Vec<String>,
    /// The current run, and its start time.
    now: Arc<Mutex<Option<(Instant, String)>>>,
}

impl Sweep {
    fn run(&mut self, pipeline: &str, body: &Body, text: &str) {
        let Ok(pipeline) = OpPipeline::parse(&PASSES, pipeline) else {
            return self.failed(pipeline, text, "the pipeline is rejected");
        };
        let name = pipeline.text();
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), format!("{name}\n{text}")));
        let mut body = body.clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
            let report = PassManager::new(pipeline, config, Some(PASSES.clone())).run(&mut body);
            let text: Vec<String> = report
                .outputs
                .iter()
                .map(|o| match o {
                    Output::Diagnostic(d) => d.render(body.cx()),
                    Output::Stdout(s) | Output::Stderr(s) | Output::File { text: s, .. } => s.clone(),
                })
                .collect();
            if report.status == RunStatus::Success {
                print_body(&body, &PrintOptions::default());
            }
            (report.status, text.concat())
        }));
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.runs += 1;
        match outcome {
            Ok((RunStatus::Success, _)) => {}
            Ok((RunStatus::Failed, said)) if said.contains("error: ") => self.errors += 1,
            Ok((_, said)) => self.failed(&name, text, &said),
            Err(payload) => self.failed(&name, text, &strata_process::panic_message(&*payload)),
        }
    }

    fn failed(&mut self, pipeline: &str, text: &str, why: &str) {
        let why = why.lines().find(|l| l.contains("panicked")).or(why.lines().next()).unwrap_or("no reason");
        let report = format!("// {pipeline}\n// {why}\n{text}\n");
        if let Some(folder) = std::env::var_os("STRATA_SWEEP_DIR") {
            let path = Path::new(&folder).join(format!("{}.mlir", self.failures.len()));
            _ = fs::write(path, &report);
        }
        println!("---- {pipeline}\n{why}");
        self.failures.push(report);
    }

    /// Ends the test and reports the program if a pass does not terminate.
    fn watch(&self) {
        let now = Arc::clone(&self.now);
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let now = now.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((since, what)) = &*now
                    && since.elapsed() > HANGS
                {
                    println!("---- hangs\n{what}");
                    std::process::exit(1);
                }
            }
        });
    }

    fn finish(self) {
        println!("{} runs, {} with errors, {} failures", self.runs, self.errors, self.failures.len());
        assert!(
            self.failures.is_empty(),
            "{} failures; the first is\n{}",
            self.failures.len(),
            self.failures[0]
        );
    }
}

/// The requested number of mutations of each program, and the seed.
fn wanted() -> (Option<usize>, u64) {
    let number = |name| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    (number("STRATA_SWEEP").map(|n| n as usize), number("STRATA_SWEEP_SEED").unwrap_or(1))
}

/// The pipelines that run a registered pass alone, on any kind of op that it supports.
fn alone() -> Vec<String> {
    let text = |p: &strata_pass::PassEntry| match p.info.anchor {
        None | Some("builtin.module") => format!("builtin.module({})", p.info.name),
        Some(anchor) => format!("builtin.module({anchor}({}))", p.info.name),
    };
    PASSES.passes().map(text).collect()
}

fn sweep(pipelines: &[String], sample: usize, stack: usize) {
    let (mutations, seed) = wanted();
    let pipelines = pipelines.to_vec();
    let work = move || {
        std::panic::set_hook(Box::new(|_| ()));
        let (mut random, mut sweep) = (Random(seed), Sweep::default());
        let programs = programs();
        assert!(programs.len() > 500, "{} programs", programs.len());
        sweep.watch();
        let one = |sweep: &mut Sweep, random: &mut Random, pipeline: &str, text: &str, change: bool| {
            // A context keeps everything that it has interned, so each program gets its own.
            let cx = context();
            let text = if change { changed(&cx, text, random) } else { Some(text.to_owned()) };
            let Some(text) = text else { return };
            if let Ok(Some(body)) = catch_unwind(AssertUnwindSafe(|| parsed(&cx, &text))) {
                sweep.run(pipeline, &body, &text);
            }
        };
        match mutations {
            Some(n) => {
                for text in &programs {
                    let cx = context();
                    let variants = std::iter::once(Some(text.clone()))
                        .chain((0..n).map(|_| changed(&cx, text, &mut random)).collect::<Vec<_>>());
                    for text in variants.flatten() {
                        let Ok(body) = catch_unwind(AssertUnwindSafe(|| parsed(&cx, &text))) else {
                            sweep.failed("parse", &text, "the parser panicked");
                            continue;
                        };
                        let Some(body) = body else { continue };
                        pipelines.iter().for_each(|p| sweep.run(p, &body, &text));
                    }
                }
            }
            None => {
                for pipeline in &pipelines {
                    // Some programs are invalid, as are some mutations of the others.
                    let (before, mut tries) = (sweep.runs, 0);
                    while sweep.runs - before < sample && tries < 8 * sample {
                        let text = &programs[random.below(programs.len())];
                        one(&mut sweep, &mut random, pipeline, text, tries % 4 != 0);
                        tries += 1;
                    }
                }
            }
        }
        sweep.finish();
    };
    let thread = std::thread::Builder::new().stack_size(stack).spawn(work).expect("a thread");
    if let Err(payload) = thread.join() {
        std::panic::resume_unwind(payload);
    }
}

#[test]
fn every_pass_alone() {
    sweep(&alone(), 4, 16 << 20);
}

#[test]
fn pipelines() {
    let pipelines =
        ["strata-cpu-pipeline", "strata-gpu-pipeline{arch=sm_90a}", "strata-gpu-pipeline{arch=sm_80}"];
    sweep(&pipelines.map(|p| format!("builtin.module({p})")), 25, 16 << 20);
}
