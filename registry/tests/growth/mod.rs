//! Compile time grows in proportion to the program: shapes of programs of two sizes, and the time of each pass of the pipelines.
//!
//! The exponent of growth is that of the least times of several runs, in which no other process had the processor; on a machine that is too
//! busy for such runs, nothing is reported. Quadratic growth of a pass is 2, and 1.65 is an error, if it is as much for larger programs: work
//! that is bounded, as that on a payload or on the ops around another one, grows until it reaches its bound. Times that are too short to be
//! measured are no errors.

mod chains;
mod flow;
mod functions;
mod operands;
mod program;

use std::{collections::HashMap, fmt::Write as _, sync::Arc, time::Duration};

use strata_ir::{
    core::{Context, diagnostics::render_all},
    text::{ParseOptions, parse_module},
};
use strata_pass::{
    OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus,
    pipeline::{PipelineElement, print_pipeline},
};

/// A kind of program of any size.
struct Shape {
    name: &'static str,
    /// The text of a program of size `n`.
    text: fn(n: usize) -> String,
}

/// How many times larger the large program is.
const FACTOR: usize = 8;
/// The greatest exponent.
const MOST: f64 = 1.65;
/// A pass that takes less for the large program is not looked at.
const SHORTEST: Duration = Duration::from_millis(8);
/// A pass that seems to grow faster is measured again at most so often.
const ATTEMPTS: usize = 3;
/// Runs, with those in which other threads had the processor, too: they only show that a pass is fast.
const MOST_RUNS: usize = 8;
/// How many times larger the programs are on which a fault is confirmed.
const LARGER: usize = 4;

/// The least times of passes, by name.
type Times = HashMap<String, Duration>;

struct Pipelines {
    cx: Arc<Context>,
    passes: Arc<PassRegistry>,
}

impl Pipelines {
    fn new() -> Self {
        Self { cx: strata_registry::registry().freeze(), passes: Arc::new(strata_registry::passes()) }
    }
    /// Runs a pipeline on a program once more, and keeps the lesser times. Returns whether the thread had a processor all the time.
    fn measure(&self, pipeline: &str, shape: &Shape, n: usize, least: &mut Times) -> bool {
        let (text, name) = ((shape.text)(n), shape.name);
        let mut module = parse_module(&self.cx, "t.mlir", &text, ParseOptions::default())
            .unwrap_or_else(|e| panic!("{name}: {}", render_all(&self.cx, &e)));
        // Functions are split from fewer ops on: what begins at a size in between would seem to grow without bound.
        let named =
            self.passes.pipeline(pipeline).unwrap_or_else(|| panic!("no pipeline is called {pipeline}"));
        let mut elements = named.elements(&[]).unwrap_or_else(|e| panic!("{pipeline}: {e}"));
        for element in elements.iter_mut().filter(|element| element.name == "split-large-functions") {
            *element =
                PipelineElement::pass(&element.name).option("max-ops", 200_u64).option("part-ops", 50_u64);
        }
        let all = print_pipeline(&elements);
        let parsed = OpPipeline::parse(&self.passes, &format!("builtin.module({all})"))
            .unwrap_or_else(|e| panic!("{pipeline}: {e}"));
        let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
        let before = waited();
        let report = PassManager::new(parsed, config, None).run(&mut module);
        let undisturbed =
            waited().saturating_sub(before) * 20 <= report.timing.by_name().iter().map(|t| t.1).sum();
        let errors: Vec<_> = (report.outputs.into_iter())
            .filter_map(|o| if let Output::Diagnostic(d) = o { Some(d) } else { None })
            .collect();
        assert!(report.status == RunStatus::Success, "{name}: {}", render_all(&self.cx, &errors));
        for (pass, time) in report.timing.by_name() {
            // A pipeline is the sum of its passes.
            if !pass.ends_with("Pipeline") {
                least.entry(pass).and_modify(|known| *known = time.min(*known)).or_insert(time);
            }
        }
        undisturbed
    }
    /// The passes that grow too fast for a shape, with their exponents.
    fn faults(&self, pipeline: &str, shape: &Shape, n: usize) -> Vec<(String, f64)> {
        let (mut small, mut large) = (Times::new(), Times::new());
        let (mut faults, mut undisturbed) = (Vec::new(), 0);
        for _ in 0..MOST_RUNS {
            self.measure(pipeline, shape, n, &mut small);
            undisturbed += usize::from(self.measure(pipeline, shape, FACTOR * n, &mut large));
            faults = (large.iter())
                .filter(|&(_, time)| *time >= SHORTEST)
                .map(|(pass, time)| (pass.clone(), exponent(small.get(pass).copied(), *time)))
                .filter(|(_, exponent)| *exponent > MOST)
                .collect();
            if faults.is_empty() || undisturbed == ATTEMPTS {
                return faults;
            }
        }
        let name = shape.name;
        eprintln!(
            "{pipeline}: the machine is too busy for measuring '{name}' of size {n}; it may have {faults:?}"
        );
        Vec::new()
    }
}

/// How long this thread has waited for a processor, as far as the system tells.
fn waited() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
}

/// The exponent of a power law between two times.
fn exponent(small: Option<Duration>, large: Duration) -> f64 {
    // Shorter times are not measured exactly.
    let small = small.unwrap_or_default().max(Duration::from_micros(20));
    (large.as_secs_f64() / small.as_secs_f64()).ln() / (FACTOR as f64).ln()
}

/// Checks all shapes of a group with a pipeline.
fn check(pipeline: &str, shapes: &[Shape], n: usize) {
    let pipelines = Pipelines::new();
    let mut found = String::new();
    for shape in shapes {
        let faults = pipelines.faults(pipeline, shape, n);
        if faults.is_empty() {
            continue;
        }
        for (pass, exponent) in pipelines.faults(pipeline, shape, LARGER * n) {
            if faults.iter().any(|(known, _)| *known == pass) {
                let _ = writeln!(found, "{}: {pass} grows with exponent {exponent:.2}", shape.name);
            }
        }
    }
    assert!(found.is_empty(), "{pipeline}, {n} and {} times as large:\n{found}", FACTOR);
}

/// Sizes of small programs.
const ON_CPU: usize = 48;
const ON_GPU: usize = 24;

macro_rules! tests {
    ($($name:ident: $pipeline:literal, $shapes:ident, $size:ident;)*) => {$(
        #[test]
        fn $name() {
            check($pipeline, $shapes::SHAPES, $size);
        }
    )*};
}

tests! {
    chains_on_cpu: "strata-cpu-pipeline", chains, ON_CPU;
    operands_on_cpu: "strata-cpu-pipeline", operands, ON_CPU;
    functions_on_cpu: "strata-cpu-pipeline", functions, ON_CPU;
    control_flow_on_cpu: "strata-cpu-pipeline", flow, ON_CPU;
    chains_on_gpu: "strata-gpu-pipeline", chains, ON_GPU;
    operands_on_gpu: "strata-gpu-pipeline", operands, ON_GPU;
    functions_on_gpu: "strata-gpu-pipeline", functions, ON_GPU;
    control_flow_on_gpu: "strata-gpu-pipeline", flow, ON_GPU;
}
