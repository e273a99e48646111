//! `--validate-passes`: runs a pipeline one pass at a time and interprets the program after each pass that changed it.
//!
//! Every public function with arguments of known sizes is called with the same random inputs before and after. The
//! first pass after which a result differs is named, and the run stops there. Where the interpreter cannot run a
//! function any more, as in the `llvm` dialect, a remark says so and the passes are not validated for it.

use std::sync::Arc;

use strata_interp::{Data, Elem, Interpreter, MemRef, Num, Options, Tensor, Value, validate::random_value};
use strata_ir::{
    core::{Body, Context, Diagnostic, Op, symbols::SymbolTable},
    prelude::{FunctionType, MemRefType, Trait, Type, TypeAttr},
};
use strata_pass::{
    OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, PipelineItem, RunReport, RunStatus,
    Statistics, Timer, stamp,
};

/// Steps of one call, after which it counts as one that cannot be run.
const MAX_STEPS: u64 = 400_000_000;

/// How far floats may be apart; see [`allowed`].
const TOLERANCE: f64 = 1e-5;

/// The results of a function for each seed; `Err` for a program that is undefined for these inputs.
type Results = Vec<Result<Vec<Value>, String>>;

/// A function that is called before and after passes.
struct Entry {
    name: String,
    /// The results that it must keep.
    want: Results,
    /// Passes after which it could not be called, since the results were computed.
    unchecked: Vec<&'static str>,
}

/// Runs `pipeline` on `body` and validates each of its passes with `n` random inputs.
pub fn run(
    pipeline: &OpPipeline,
    config: &PassManagerConfig,
    registry: &Arc<PassRegistry>,
    body: &mut Body,
    n: u64,
) -> RunReport {
    let mut report = RunReport {
        status: RunStatus::Success,
        outputs: Vec::new(),
        timing: Timer::default(),
        statistics: Statistics::default(),
        skipped: 0,
    };
    // The manager would see the order of passes only one by one.
    if let Err(message) = pipeline.check_order(registry) {
        report.outputs.push(Output::Diagnostic(Diagnostic::error(body.loc(Op::SELF), message)));
        report.status = RunStatus::Failed;
        return report;
    }
    let mut entries = entries(body, n, &mut report.outputs);
    for (pass, single) in singles(pipeline) {
        let before = stamp(body);
        let step = PassManager::new(single, config.clone(), Some(registry.clone())).run(body);
        report.timing.absorb(step.timing);
        report.statistics.merge(step.statistics);
        report.outputs.extend(step.outputs);
        report.skipped += step.skipped;
        if step.status != RunStatus::Success {
            report.status = step.status;
            return report;
        }
        if stamp(body) == before {
            continue;
        }
        for entry in &mut entries {
            if let Err(d) = entry.check(body, pass, n, &mut report.outputs) {
                report.outputs.push(Output::Diagnostic(*d));
                report.status = RunStatus::Failed;
                return report;
            }
        }
    }
    report
}

/// Each pass with a pipeline of its own that has the anchors around the pass.
fn singles(pipeline: &OpPipeline) -> Vec<(&'static str, OpPipeline)> {
    let wrap = |item| OpPipeline { anchor: pipeline.anchor.clone(), items: vec![item] };
    let mut out = Vec::new();
    for item in &pipeline.items {
        match item {
            PipelineItem::Pass(p) => out.push((p.pass.info().name, wrap(item.clone()))),
            PipelineItem::Nested(nested) => {
                out.extend(singles(nested).into_iter().map(|(name, p)| (name, wrap(PipelineItem::Nested(p)))))
            }
        }
    }
    out
}

/// The public functions that can be called, with their results.
fn entries(module: &Body, n: u64, outputs: &mut Vec<Output>) -> Vec<Entry> {
    let cx = module.cx();
    let mut out = Vec::new();
    for (name, op) in SymbolTable::new(module).iter() {
        let is_entry = module.has_trait(op, Trait::FunctionLike)
            && module.symbol_visibility(op) == "public"
            && module.child(op).is_some_and(|b| b.entry().is_some());
        if !is_entry {
            continue;
        }
        let name = cx.str(name).to_owned();
        match call(module, &name, n) {
            Ok(want) => out.push(Entry { name, want, unchecked: Vec::new() }),
            Err(why) => {
                let message = format!("passes are not validated for @{name}: {why}");
                outputs.push(Output::Diagnostic(Diagnostic::remark(module.loc(op), message)));
            }
        }
    }
    out
}

impl Entry {
    /// Compares the results after a pass with those before.
    fn check(
        &mut self,
        module: &Body,
        pass: &'static str,
        n: u64,
        outputs: &mut Vec<Output>,
    ) -> Result<(), Box<Diagnostic>> {
        let op = SymbolTable::new(module).get(module.cx().intern(&self.name)).unwrap_or(Op::SELF);
        let loc = module.loc(op);
        let got = match call(module, &self.name, n) {
            Ok(got) => got,
            Err(why) => {
                // The passes that follow most likely meet the same obstacle, so it is said once.
                if self.unchecked.is_empty() {
                    let message = format!(
                        "pass '{pass}' is not validated for @{}, nor are later ones: {why}",
                        self.name
                    );
                    outputs.push(Output::Diagnostic(Diagnostic::remark(loc, message)));
                }
                self.unchecked.push(pass);
                return Ok(());
            }
        };
        for (k, (got, want)) in got.iter().zip(&self.want).enumerate() {
            // What is undefined before may become anything.
            let Ok(want) = want else { continue };
            let difference = match got {
                Ok(got) => compare(got, want).err(),
                Err(e) => Some(format!("the program fails: {e}")),
            };
            if let Some(difference) = difference {
                let who = match self.unchecked.first() {
                    None => format!("pass '{pass}'"),
                    Some(first) => format!("one of the passes from '{first}' to '{pass}'"),
                };
                let message = format!("{who} changed a result of @{}: input #{k}: {difference}", self.name);
                return Err(Box::new(Diagnostic::error(loc, message)));
            }
        }
        (self.want, self.unchecked) = (got, Vec::new());
        Ok(())
    }
}

/// Calls a function with `n` inputs; the error says why it cannot be called.
fn call(module: &Body, name: &str, n: u64) -> Result<Results, String> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(n as usize).max(1);
    let mut out = Vec::new();
    for first in (0..n).step_by(workers) {
        let seeds = first..n.min(first + workers as u64);
        let batch: Vec<_> = std::thread::scope(|s| {
            let jobs: Vec<_> = seeds.map(|seed| s.spawn(move || call_once(module, name, seed))).collect();
            jobs.into_iter().map(|j| j.join()).collect()
        });
        for result in batch {
            out.push(result.map_err(|_| "the interpreter panicked".to_owned())??);
        }
    }
    Ok(out)
}

/// Calls a function with the inputs of one seed. The outer error says why it cannot be called, the inner one is an
/// error of the program.
fn call_once(module: &Body, name: &str, seed: u64) -> Result<Result<Vec<Value>, String>, String> {
    let cx = module.cx();
    let op = SymbolTable::new(module).get(cx.intern(name)).ok_or("there is no such function any more")?;
    let ty = module.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let ty = ty.and_then(|t| cx.type_as::<FunctionType>(t.0));
    let ty = ty.ok_or_else(|| format!("'{}' op is not interpreted", module.op_name(op)))?;
    // After bufferization the results are memref arguments after the inputs.
    let inputs = module.attr(op, "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    let inputs = inputs.and_then(|n| usize::try_from(n).ok()).unwrap_or(ty.inputs.len()).min(ty.inputs.len());
    let mut args = Vec::with_capacity(ty.inputs.len());
    for (i, &t) in ty.inputs.iter().enumerate() {
        let value = if i < inputs { random_value(cx, t, seed_of(seed, i)) } else { output(cx, t) };
        args.push(value.ok_or_else(|| format!("there are no random values for argument #{i}"))?);
    }
    let outputs: Vec<Value> = args[inputs..].to_vec();
    let options = Options { max_steps: Some(MAX_STEPS), seed, ..Options::default() };
    match Interpreter::new(cx).with_options(options).interpret(module, name, args) {
        Ok(mut results) => {
            results.extend(outputs);
            Ok(Ok(results))
        }
        Err(d) if is_limit(&d.message) => Err(d.message),
        Err(d) => Ok(Err(d.message)),
    }
}

/// Whether an error is one of the interpreter, not of the program.
fn is_limit(message: &str) -> bool {
    [
        "takes more than",
        "is not supported by the interpreter",
        "not interpreted",
        "makes a value of more than",
    ]
    .iter()
    .any(|m| message.contains(m))
}

/// The seed of an argument. Every third seed of [`random_value`] mixes in infinities and huge numbers, with which
/// passes that reorder sums, as they may, give other results; those seeds are left out.
fn seed_of(seed: u64, arg: usize) -> u64 {
    (seed * 1009 + arg as u64) * 3 + 1
}

/// A buffer for a result, filled with what no program computes, so that a missing store is seen.
fn output(cx: &Context, ty: Type) -> Option<Value> {
    let m = cx.type_as::<MemRefType>(ty)?;
    let elem = Elem::of(cx, m.elem)?;
    let shape: Option<Vec<usize>> = m.shape.iter().map(|&d| usize::try_from(d).ok()).collect();
    let shape = shape?;
    let n = strata_interp::tensor::count(&shape).filter(|&n| n <= Options::default().max_elements)?;
    let poison =
        if elem.is_int() { Num::from_i64(elem, -0x5A5A_5A5B) } else { Num::from_f64(elem, f64::NAN) };
    Some(Value::MemRef(MemRef::from_tensor(&Tensor::new(elem, shape, Data::splat(poison, n)))))
}

/// Compares results; memory counts as the tensor that it holds.
fn compare(got: &[Value], want: &[Value]) -> Result<(), String> {
    if got.len() != want.len() {
        return Err(format!("there are {} results instead of {}", got.len(), want.len()));
    }
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let (Some(g), Some(w)) = (elements(got), elements(want)) else { continue };
        if g.shape != w.shape || g.elem != w.elem {
            return Err(format!("result #{i} is {} instead of {}", got.describe(), want.describe()));
        }
        let allowed = allowed(&w);
        if let Some(k) = (0..w.len()).find(|&k| !is_close(g.at(k), w.at(k), allowed)) {
            let (g, w) = (show(w.elem, g.at(k)), show(w.elem, w.at(k)));
            return Err(format!("element {k} of result #{i} is {g} instead of {w}"));
        }
    }
    Ok(())
}

fn elements(v: &Value) -> Option<Tensor> {
    match v {
        Value::Scalar(e, n) => Some(Tensor::scalar(*e, *n)),
        Value::Tensor(t) | Value::Vector(t) => Some(t.clone()),
        Value::MemRef(m) => m.to_tensor().ok(),
        _ => None,
    }
}

/// A number of a result for people.
fn show(elem: Elem, n: Num) -> String {
    match (n, elem) {
        (Num::Int(v), _) => v.to_string(),
        (n, Elem::Complex(_)) => n.complex().to_string(),
        (n, _) => n.real().to_string(),
    }
}

/// How far an element may be from the expected one: [`TOLERANCE`] absolutely, and relative to the largest element. One
/// element alone says too little about the numbers that were summed up to it, since those may have cancelled out.
fn allowed(want: &Tensor) -> f64 {
    let (Elem::Float(f) | Elem::Complex(f)) = want.elem else { return 0.0 };
    // Of types too narrow for the tolerance the last three bits may differ.
    let bits = 8.0 * 0.5f64.powi(f.precision() as i32 - 1);
    let tolerance = if f.precision() < 20 { bits.max(TOLERANCE) } else { TOLERANCE };
    let sizes = (0..want.len()).map(|k| want.at(k).complex()).map(|c| c.re.abs().max(c.im.abs()));
    tolerance + tolerance * sizes.filter(|s| s.is_finite()).fold(0.0, f64::max)
}

fn is_close(got: Num, want: Num, allowed: f64) -> bool {
    if let (Num::Int(g), Num::Int(w)) = (got, want) {
        return g == w;
    }
    let near =
        |g: f64, w: f64| g == w || g.is_nan() && w.is_nan() || w.is_finite() && (g - w).abs() <= allowed;
    let (g, w) = (got.complex(), want.complex());
    near(g.re, w.re) && near(g.im, w.im)
}
