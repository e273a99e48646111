//! The properties of every program: it parses and verifies, its text and its artifact read back to it, it runs, and no pass changes its
//! results.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock},
};

use strata_interp::{Elem, Interpreter, Num, Options, ScatterOutOfBounds, Value, validate};
use strata_ir::{
    core::{Body, Context, Diagnostic, Op, diagnostics::render_all, symbols::SymbolTable},
    prelude::{CallableOp, Type},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus};
use strata_reducer::{Options as Reducing, Sequential, reduce};

use super::noise;

/// The entry function of programs.
pub const ENTRY: &str = "main";
/// Ops that one run may execute.
pub const MAX_STEPS: u64 = 2_000_000;
/// Inputs of each program; those of seed 0 have infinities and NaN among them.
const INPUTS: [u64; 2] = [0, 1];

/// A violated property.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The property.
    pub stage: &'static str,
    /// The difference or the error.
    pub why: String,
}

/// The required equality of results before and after a pass.
#[derive(Clone, Copy, PartialEq)]
enum Equal {
    /// Bit-identical; NaN equals NaN.
    Exactly,
    /// Equal up to rounding, and to the part of a complex number that becomes NaN first.
    Nearly,
}

/// Passes that must preserve the results of programs.
const PIPELINES: &[(&str, Equal)] = &[
    ("canonicalize", Equal::Exactly),
    ("cse,sccp,canonicalize,symbol-dce", Equal::Exactly),
    ("inline,canonicalize,cse", Equal::Exactly),
    ("func.func(stablehlo-aggressive-simplification)", Equal::Exactly),
    ("func.func(stablehlo-aggressive-folder)", Equal::Exactly),
    ("func.func(stablehlo-target-independent-optimization),canonicalize,cse", Equal::Exactly),
    ("func.func(stablehlo-legalize-composite-to-call),inline,canonicalize", Equal::Exactly),
    ("func.func(stablehlo-canonicalize-dynamism),stablehlo-refine-shapes", Equal::Exactly),
    (
        "func.func(stablehlo-legalize-deprecated-ops{fail-on-unused=false}),stablehlo-compatibility-expander{target=1.0.0}",
        Equal::Nearly,
    ),
    (
        "func.func(stablehlo-legalize-einsum-to-dot-general,stablehlo-legalize-torch-index-select-to-gather,\
         stablehlo-rng-bit-generator-expander)",
        Equal::Nearly,
    ),
    ("func.func(chlo-legalize-to-stablehlo)", Equal::Nearly),
    ("func.func(stablehlo-complex-math-expander)", Equal::Nearly),
];

static PASSES: LazyLock<Arc<PassRegistry>> = LazyLock::new(|| Arc::new(strata_registry::passes()));

/// A context with all dialects.
pub fn context() -> Arc<Context> {
    strata_registry::registry().freeze()
}

/// Checks all properties of the program with this text.
pub fn check_text(cx: &Arc<Context>, text: &str) -> Result<(), Failure> {
    let module = parse(cx, text)?;
    check(&module)
}

/// Parses a program.
pub fn parse(cx: &Arc<Context>, text: &str) -> Result<Box<Body>, Failure> {
    parse_module(cx, "random.mlir", text, ParseOptions::default())
        .map_err(|errors| Failure { stage: "parse", why: render_all(cx, &errors) })
}

/// Checks all properties of a program.
pub fn check(module: &Body) -> Result<(), Failure> {
    guarded("print", || round_trip(module))?;
    let want =
        guarded("interpret", || INPUTS.iter().map(|&seed| run(module, seed)).collect::<Result<Vec<_>, _>>())?;
    guarded("artifact", || artifact(module, &want))?;
    PIPELINES.iter().try_for_each(|&(pipeline, equal)| {
        guarded(pipeline, || {
            let mut after = Box::new(module.clone());
            run_passes(&mut after, pipeline)?;
            for (&seed, want) in INPUTS.iter().zip(&want) {
                let got = run(&after, seed).map_err(|why| format!("the result does not run: {why}"))?;
                compare(&got, want, equal)
                    .map_err(|why| format!("inputs of seed {seed}: {why}\n{}", text(&after)))?;
            }
            Ok(())
        })
    })
}

/// Runs a stage; a panic is a failure.
fn guarded<T>(stage: &'static str, run: impl FnOnce() -> Result<T, String>) -> Result<T, Failure> {
    let outcome = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("a panic".to_owned()));
    outcome.map_err(|why| Failure { stage, why })
}

/// The text of a program.
pub fn text(module: &Body) -> String {
    print_body(module, &PrintOptions::default())
}

/// The text of a program in generic form.
pub fn generic(module: &Body) -> String {
    print_body(module, &PrintOptions { generic: true, ..PrintOptions::default() })
}

fn both_forms(module: &Body) -> [String; 2] {
    [text(module), generic(module)]
}

/// Checks that both forms read back to the same program.
fn round_trip(module: &Body) -> Result<(), String> {
    let want = both_forms(module);
    for text in &want {
        let again = parse(module.cx_arc(), text)
            .map_err(|e| format!("what is printed is rejected: {}\n{text}", e.why))?;
        same_text(&both_forms(&again), &want)?;
    }
    Ok(())
}

/// Checks that the portable artifact reads back to the same program, without attributes that have their defaults. Programs without a
/// portable form are skipped.
fn artifact(module: &Body, want: &[Vec<Value>]) -> Result<(), String> {
    let cx = module.cx_arc();
    if generic(module).contains("\"chlo.") {
        return Ok(());
    }
    let rendered = |errors: Vec<Diagnostic>| render_all(cx, &errors);
    let through = |module: &Body| {
        let bytes =
            strata_lowering_vhlo::serialize(module, strata_vhlo::Version::CURRENT).map_err(rendered)?;
        strata_lowering_vhlo::deserialize(cx, "random.mlirbc", &bytes).map_err(rendered)
    };
    let once = through(module)?;
    same_text(&both_forms(&*through(&once)?), &both_forms(&once))?;
    INPUTS.iter().zip(want).try_for_each(|(&seed, want)| compare(&run(&once, seed)?, want, Equal::Exactly))
}

fn same_text(got: &[String; 2], want: &[String; 2]) -> Result<(), String> {
    let lines = |text: &[String; 2]| text[1].lines().map(str::to_owned).collect::<Vec<_>>();
    let (got_lines, want_lines) = (lines(got), lines(want));
    if let Some((g, w)) = got_lines.iter().zip(&want_lines).find(|(g, w)| g != w) {
        return Err(format!("another program:\n  {g}\ninstead of\n  {w}"));
    }
    if got == want { Ok(()) } else { Err("another program, longer or printed in another way".to_owned()) }
}

/// Runs a pipeline on a module.
pub fn run_passes(module: &mut Body, pipeline: &str) -> Result<(), String> {
    let pipeline = OpPipeline::parse(&PASSES, &format!("builtin.module({pipeline})"))?;
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, Some(PASSES.clone())).run(module);
    if report.status == RunStatus::Success {
        return Ok(());
    }
    let of = |output: &Output| match output {
        Output::Diagnostic(d) => d.render(module.cx()),
        Output::Stdout(s) | Output::Stderr(s) | Output::File { text: s, .. } => s.clone(),
    };
    Err(format!("the pipeline fails: {}", report.outputs.iter().map(of).collect::<String>()))
}

/// The types of the arguments of a program.
pub fn inputs(module: &Body) -> Option<Vec<Type>> {
    let op: Op = SymbolTable::new(module).get(module.cx().intern(ENTRY))?;
    Some(op.cast::<dyn CallableOp>(module)?.signature(module).0.to_vec())
}

/// Random arguments of a program.
pub fn arguments(module: &Body, seed: u64) -> Result<Vec<Value>, String> {
    let cx = module.cx();
    let types = inputs(module).ok_or("there is no entry")?;
    let value = |(i, &ty): (usize, &Type)| {
        // Every third seed generates special numbers; seed 0 does so for all arguments.
        let seed = seed + 3 * (seed * 1009 + i as u64);
        validate::random_value(cx, ty, seed).ok_or_else(|| format!("there are no values for argument #{i}"))
    };
    types.iter().enumerate().map(value).collect()
}

/// The results of a program for the arguments of a seed.
pub fn run(module: &Body, seed: u64) -> Result<Vec<Value>, String> {
    run_by(module, seed, ScatterOutOfBounds::default())
}

/// The results of a program by a rule of `scatter`.
pub fn run_by(
    module: &Body,
    seed: u64,
    scatter_out_of_bounds: ScatterOutOfBounds,
) -> Result<Vec<Value>, String> {
    let cx = module.cx();
    let options = Options { max_steps: Some(MAX_STEPS), scatter_out_of_bounds, ..Options::default() };
    let args = arguments(module, seed)?;
    Interpreter::new(cx).with_options(options).interpret(module, ENTRY, args).map_err(|d| d.render(cx))
}

fn compare(got: &[Value], want: &[Value], equal: Equal) -> Result<(), String> {
    if equal == Equal::Nearly {
        return validate::compare(&noise::settle(got, want, &[]).0, want);
    }
    if got.len() != want.len() {
        return Err(format!("there are {} results instead of {}", got.len(), want.len()));
    }
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let (Some(g), Some(w)) = (got.elements(), want.elements()) else { continue };
        if (&g.shape, g.elem) != (&w.shape, w.elem) {
            return Err(format!("result #{i} is {} instead of {}", got.describe(), want.describe()));
        }
        if let Some(k) = (0..w.len()).find(|&k| !is_same(g.elem, g.at(k), w.at(k))) {
            return Err(format!("element {k} of result #{i} is {:?} instead of {:?}", g.at(k), w.at(k)));
        }
    }
    Ok(())
}

fn is_same(elem: Elem, got: Num, want: Num) -> bool {
    let same = |g: f64, w: f64| g.to_bits() == w.to_bits() || g.is_nan() && w.is_nan();
    match elem {
        Elem::Int { .. } | Elem::Index => got == want,
        _ => {
            let (g, w) = (got.complex(), want.complex());
            same(g.re, w.re) && same(g.im, w.im)
        }
    }
}

/// The smallest program with the same failure, and that failure.
pub fn shrink(module: &Body, failure: &Failure) -> (Box<Body>, Failure) {
    shrink_by(module, failure, check)
}

/// As [`shrink`], for a failure of another check.
pub fn shrink_by(
    module: &Body,
    failure: &Failure,
    check: impl Fn(&Body) -> Result<(), Failure>,
) -> (Box<Body>, Failure) {
    let mut last = failure.clone();
    let mut keeps = Sequential(|candidate: &Body| match check(candidate) {
        Err(found) if found.stage == failure.stage && kind(&found.why) == kind(&failure.why) => {
            last = found;
            true
        }
        _ => false,
    });
    let options = Reducing { keep: vec![ENTRY.to_owned()], max_candidates: 4_000, ..Reducing::default() };
    let small = reduce(module, &options, &mut keeps).module;
    (small, last)
}

/// The kind of a failure: its first words, without numbers and names.
fn kind(why: &str) -> String {
    let line = why.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let words = line.split_whitespace().filter(|w| w.chars().all(|c| c.is_ascii_alphabetic()));
    words.take(6).collect::<Vec<_>>().join(" ")
}
