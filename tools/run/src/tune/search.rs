//! The search: one option of one function after the other, starting from what the database has.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use strata_driver::{
    CompileOptions, Compiler, Program, Target, TensorRef, Threads, TuningDb, lower,
    tuning::{Function, Schedule, functions},
};
use strata_interp::Value;
use strata_ir::text::{PrintOptions, print_body};
use strata_pass::schedule::SCHEDULE_ATTR;

use super::{
    Cli,
    space::{Knob, Level, knobs, with_value},
    timing::{Aligned, Clock, Outputs, Timed, compare},
};
use crate::{
    arguments,
    compare::{Tolerance, compare as compare_results},
};

/// How far results may be from those with usual options.
const CLOSE: Tolerance = Tolerance { relative: Some(1e-3), absolute: Some(1e-3), ulps: None };

/// A function whose schedule made the program faster.
pub(super) struct Change {
    pub function: Function,
    pub pipeline: String,
    pub before_us: f64,
    pub after_us: f64,
}

/// The outcome of a search.
#[derive(Default)]
pub(super) struct Found {
    /// Functions with different contents.
    pub functions: usize,
    pub timed: usize,
    /// Alternatives that made the code of the best one so far.
    pub same: usize,
    pub usual_us: f64,
    pub best_us: f64,
    pub changes: Vec<Change>,
    pub out_of_time: bool,
}

/// Compiles alternatives of a program.
struct Alternatives<'a> {
    program: &'a Program,
    options: &'a CompileOptions,
    compiler: Compiler,
    inputs: &'a [TensorRef<'a>],
    outputs: Outputs,
    clock: Clock,
}

impl<'a> Alternatives<'a> {
    /// The program in the `llvm` dialect, as text: equal texts are equal programs.
    fn lowered(&self, db: &TuningDb) -> Result<String, String> {
        let mut module = Box::new(self.program.module().clone());
        lower::lower(&mut module, &db.apply(self.options.clone()))?;
        for op in module.all_ops() {
            module.set_attr(op, SCHEDULE_ATTR, None);
        }
        Ok(print_body(&module, &PrintOptions { generic: true, ..PrintOptions::default() }))
    }
    fn timed(&self, db: &TuningDb) -> Result<Timed<'a>, String> {
        let compiler = self.compiler.clone().with_options(db.apply(self.options.clone()));
        Timed::new(
            self.program.module().cx(),
            compiler.compile(self.program)?,
            self.inputs,
            &self.outputs,
            self.clock,
        )
    }
}

/// Searches schedules for the functions of a program, and puts them into the database.
pub(super) fn search(
    cli: &Cli,
    program: &Program,
    options: &CompileOptions,
    threads: Threads,
    db: &mut TuningDb,
) -> Result<Found, String> {
    let (begin, before) = (Instant::now(), db.clone());
    let signature = program.signature()?;
    let cx = program.module().cx_arc().clone();
    let arrays = arguments::random_arrays(&cx, &signature, cli.random_inputs, cli.random_size)?;
    let sizes: Vec<Vec<i64>> = arrays.iter().map(|a| a.shape.iter().map(|&d| d as i64).collect()).collect();
    let aligned: Vec<Aligned> = arrays.iter().map(|a| Aligned::new(&a.data)).collect();
    let inputs: Vec<TensorRef<'_>> =
        aligned.iter().zip(&sizes).map(|(a, sizes)| TensorRef { bytes: a.bytes(), sizes }).collect();
    let compiler = Compiler::new(Target::Cpu(options.target.clone()))
        .with_threads(threads)
        .with_run_threads(cli.threads);
    let clock = if cli.threads == 1 { Clock::Processor } else { Clock::Wall };
    let all =
        Alternatives { program, options, compiler, inputs: &inputs, outputs: Outputs::default(), clock };
    let mut usual = all.timed(&TuningDb::default())?;
    let reference = usual.results.clone();
    let mut best = (all.timed(db)?, all.lowered(db)?);
    let mut found = Found::default();
    let knobs = knobs(&options.cpu_pipeline(&[]));
    for (level, index) in [(Level::Program, 0), (Level::Kernel, 1)] {
        // The schedules of the first level decide what the kernels are.
        let here = functions(program, &db.apply(options.clone()))?;
        let distinct: BTreeMap<&str, &Function> = here[index].iter().map(|f| (f.hash.as_str(), f)).collect();
        // Functions of the program are among the kernels, too, as what is left of them.
        found.functions = found.functions.max(distinct.len());
        let in_order = here[index].iter().filter(|f| distinct.get(f.hash.as_str()).is_some_and(|d| *d == *f));
        for function in in_order {
            for knob in knobs.iter().filter(|knob| knob.level == level) {
                for &value in &knob.values {
                    if begin.elapsed() > Duration::from_secs(cli.time_limit) {
                        found.out_of_time = true;
                        continue;
                    }
                    let step = Step { function, knob, value, reference: &reference };
                    try_one(cli, &all, db, &mut best, &step, &mut found)?;
                }
            }
        }
    }
    let end = compare(&mut usual, &mut best.0, 2 * cli.rounds)?;
    (found.usual_us, found.best_us) = (end.fastest[0] * 1e6, end.fastest[1] * 1e6);
    if found.changes.is_empty() || end.gain() < cli.min_gain {
        // Together they gain nothing.
        found.changes.clear();
        *db = before;
    }
    Ok(found)
}

/// An alternative: a value of an option for a function.
struct Step<'a> {
    function: &'a Function,
    knob: &'a Knob,
    value: u64,
    /// The results with usual options.
    reference: &'a [Value],
}

/// Times an alternative against the best program so far, which it replaces if it is faster.
fn try_one<'a>(
    cli: &Cli,
    all: &Alternatives<'a>,
    db: &mut TuningDb,
    best: &mut (Timed<'a>, String),
    step: &Step<'_>,
    found: &mut Found,
) -> Result<(), String> {
    let (function, target) = (step.function, &all.options.target);
    let so_far =
        db.schedules(target).find(|(hash, _)| *hash == function.hash).map(|(_, schedule)| schedule.clone());
    let now = so_far.as_ref().map_or("", |schedule| schedule.pipeline.as_str());
    let pipeline = with_value(now, step.knob, step.value);
    let mut other = db.clone();
    other.insert(target, &function.hash, Schedule { pipeline: pipeline.clone(), gain: 1.0 });
    let text = all.lowered(&other)?;
    if text == best.1 {
        found.same += 1;
        return Ok(());
    }
    let mut timed = all.timed(&other)?;
    found.timed += 1;
    // Sums may be added in another order; otherwise no option changes what a program computes.
    let ours = [std::mem::take(&mut timed.results)];
    compare_results(CLOSE, &ours, &[step.reference.to_vec()], "usual options").map_err(|why| {
        format!("strata-tune: error: '@{}' computes something else with {pipeline}\n{why}", function.name)
    })?;
    let mut comparison = compare(&mut best.0, &mut timed, cli.rounds)?;
    // An alternative that looks faster is timed again: among many alternatives, one is the fastest by chance.
    if comparison.gain() >= cli.min_gain {
        comparison = compare(&mut best.0, &mut timed, 2 * cli.rounds)?;
    }
    if comparison.gain() < cli.min_gain {
        return Ok(());
    }
    let [before, after] = comparison.fastest;
    let gain = so_far.map_or(1.0, |schedule| schedule.gain) * before / after;
    db.insert(target, &function.hash, Schedule { pipeline: pipeline.clone(), gain });
    *best = (timed, text);
    found.changes.push(Change {
        function: function.clone(),
        pipeline,
        before_us: before * 1e6,
        after_us: after * 1e6,
    });
    Ok(())
}
