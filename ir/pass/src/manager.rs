//! [`PassManager`]: runs a pipeline on a body.
//!
//! Functions of a module are worked on in parallel. Every function has its own outputs, statistics and timers, which
//! are joined in program order, so that the result does not depend on the number of threads.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use strata_core::{Body, Diagnostic, Op, Trait};
use strata_text::PrintOptions;

use crate::{
    OpPipeline, Output, PassInfo, PassRegistry,
    analysis::AnalysisCache,
    build::{PassInstance, PipelineItem},
    clock::Stopwatch,
    instrument::{Frame, IrPrinting, Shared},
    pass::CleanBodies,
    statistics::Statistics,
    timing::Timer,
};

/// How a pipeline is run.
#[derive(Clone, Default)]
pub struct PassManagerConfig {
    /// Do not verify after passes that changed something.
    pub no_verify: bool,
    /// Use one thread.
    pub single_threaded: bool,
    /// Number of threads; 0 is as many as there are cores.
    pub threads: usize,
    /// Never skip a pass on a body that has not changed since it last ran.
    pub no_skipping: bool,
    /// Before and after which passes IR is printed, and which IR.
    pub printing: IrPrinting,
    /// How IR is printed.
    pub print: PrintOptions,
    /// Where a reproducer is written when a pass fails.
    pub crash_reproducer: Option<PathBuf>,
    /// The reproducer holds the IR before the failing pass and only that pass. Passes are run one after the other.
    pub local_reproducer: bool,
    /// Ends the pipeline with an error before the next pass, once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Is told the name of each pass before it runs, by the thread that runs it.
    pub on_pass: Option<PassObserver>,
}

/// A function that is told the names of passes.
pub type PassObserver = Arc<dyn Fn(&'static str) + Send + Sync>;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// All passes succeeded.
    Success,
    /// A pass failed; a diagnostic has the reason.
    Failed,
    /// A pass panicked: an error of the compiler.
    Crashed,
}

/// Everything learned from a run.
pub struct RunReport {
    /// How it ended.
    pub status: RunStatus,
    /// Diagnostics and printed text in order.
    pub outputs: Vec<Output>,
    /// Where time went.
    pub timing: Timer,
    /// The statistics of the passes.
    pub statistics: Statistics,
    /// How many runs of passes were skipped because nothing had changed.
    pub skipped: u64,
}

/// Runs a pipeline.
pub struct PassManager {
    /// The pipeline.
    pub pipeline: OpPipeline,
    /// How it is run.
    pub config: PassManagerConfig,
    registry: Option<Arc<PassRegistry>>,
}

/// State of a body that is kept between passes.
#[derive(Default)]
pub(crate) struct BodyState {
    /// For each pass with options, the version of the body on which running it again changes nothing.
    clean: FxHashMap<u64, u64>,
    /// The same for single bodies of those nested in it.
    clean_bodies: CleanBodies,
    analyses: AnalysisCache,
    children: FxHashMap<Op, BodyState>,
    /// Properties established so far in this run.
    properties: Vec<&'static str>,
    /// Numbers the files of an IR tree.
    pub steps: u32,
}

/// The output of the passes on one body.
#[derive(Default)]
pub(crate) struct Produced {
    pub outputs: Vec<Output>,
    pub timing: Timer,
    pub statistics: Statistics,
    pub skipped: u64,
    pub status: Option<RunStatus>,
}

impl Produced {
    fn fail(&mut self, status: RunStatus) {
        if self.status != Some(RunStatus::Crashed) {
            self.status = Some(status);
        }
    }
    fn error(&mut self, d: Diagnostic) {
        self.outputs.push(Output::Diagnostic(d));
        self.fail(RunStatus::Failed);
    }
    fn absorb(&mut self, other: Produced) {
        self.outputs.extend(other.outputs);
        self.timing.absorb(other.timing);
        self.statistics.absorb(other.statistics);
        self.skipped += other.skipped;
        if let Some(status) = other.status {
            self.fail(status);
        }
    }
}

impl PassManager {
    /// A manager for `pipeline`.
    pub fn new(pipeline: OpPipeline, config: PassManagerConfig, registry: Option<Arc<PassRegistry>>) -> Self {
        Self { pipeline, config, registry }
    }
    /// Runs the pipeline on `body`.
    pub fn run(&self, body: &mut Body) -> RunReport {
        let mut out = Produced::default();
        if let Some(registry) = &self.registry
            && let Err(message) = self.pipeline.check_order(registry)
        {
            out.error(Diagnostic::error(body.loc(Op::SELF), message));
        } else if let Some(want) = &self.pipeline.anchor
            && want != body.op_name(Op::SELF)
        {
            let message = format!("can't run '{want}' pass manager on '{}' op", body.op_name(Op::SELF));
            out.error(Diagnostic::error(body.loc(Op::SELF), message));
        } else {
            let whole = self.config.crash_reproducer.is_some() && !self.config.local_reproducer;
            let before = whole.then(|| self.reproducer_text(body));
            let root = body.op_name(Op::SELF).to_owned();
            let shared = Shared {
                config: &self.config,
                root: &root,
                path: Vec::new(),
                around: None,
                parallel: !self.config.single_threaded,
            };
            let mut state = BodyState::default();
            self.pipeline(&self.pipeline, body, &mut state, &shared, &mut out);
            if out.status.is_some()
                && let (Some(text), Some(path)) = (before, &self.config.crash_reproducer)
            {
                let passes: Vec<String> =
                    self.pipeline.passes().iter().map(|p| format!("`{}`", p.pass.info().class)).collect();
                let on = format!("'{}' operation", body.op_name(Op::SELF));
                out.outputs.push(write_reproducer(body, path, &text, &passes.join(", "), &on));
            }
        }
        RunReport {
            status: out.status.unwrap_or(RunStatus::Success),
            outputs: out.outputs,
            timing: out.timing,
            statistics: out.statistics,
            skipped: out.skipped,
        }
    }
    fn reproducer_text(&self, body: &Body) -> String {
        let module = strata_text::print_body(body, &self.reproducer_print());
        self.reproducer(&module, &self.pipeline.text())
    }
    fn reproducer_print(&self) -> PrintOptions {
        PrintOptions { generic: self.config.print.generic, ..Default::default() }
    }
    fn reproducer(&self, module: &str, pipeline: &str) -> String {
        let one_thread = self.config.single_threaded || self.config.local_reproducer;
        crate::reproducer::text(module, pipeline, one_thread, !self.config.no_verify)
    }
    /// The reproducer of one pass on `body`, if one is wanted.
    fn local_reproducer(&self, instance: &PassInstance, frame: &Frame<'_>, body: &Body) -> Option<String> {
        if !self.config.local_reproducer || self.config.crash_reproducer.is_none() {
            return None;
        }
        let module = frame.outermost_text(body, &self.reproducer_print());
        Some(self.reproducer(&module, &frame.nested_pipeline(&instance.text())))
    }
    fn write_local(&self, info: &PassInfo, body: &Body, text: Option<String>, out: &mut Produced) {
        if let (Some(text), Some(path)) = (text, &self.config.crash_reproducer) {
            let mut on = format!("'{}' operation", body.op_name(Op::SELF));
            if let Some(name) = body.attr(Op::SELF, "sym_name").and_then(|a| body.cx().attr_str(a)) {
                on.push_str(&format!(": @{name}"));
            }
            out.outputs.push(write_reproducer(body, path, &text, &format!("`{}`", info.class), &on));
        }
    }
    fn pipeline(
        &self,
        pipeline: &OpPipeline,
        body: &mut Body,
        state: &mut BodyState,
        shared: &Shared<'_>,
        out: &mut Produced,
    ) {
        let mut at = 0;
        while at < pipeline.items.len() && out.status.is_none() {
            match &pipeline.items[at] {
                PipelineItem::Pass(pass) => {
                    self.pass(pass, body, state, shared, out);
                    at += 1;
                }
                PipelineItem::Nested(_) => {
                    // Neighbouring nested pipelines are run together, each op through the first that fits.
                    let nested: Vec<&OpPipeline> = pipeline.items[at..]
                        .iter()
                        .map_while(|i| match i {
                            PipelineItem::Nested(n) => Some(n),
                            PipelineItem::Pass(_) => None,
                        })
                        .collect();
                    at += nested.len();
                    self.nested(&merge(&nested), body, state, shared, out);
                }
            }
            state.steps += 1;
            state.children.retain(|op, _| body.is_live(*op));
            body.recycle();
        }
    }
    /// Runs pipelines on the ops directly in `body`.
    fn nested(
        &self,
        pipelines: &[OpPipeline],
        body: &mut Body,
        state: &mut BodyState,
        shared: &Shared<'_>,
        out: &mut Produced,
    ) {
        let pick = |name: &str| {
            let exact = pipelines.iter().find(|p| p.anchor.as_deref() == Some(name));
            exact.or_else(|| pipelines.iter().find(|p| p.anchor.is_none()))
        };
        let mut order: FxHashMap<Op, usize> = FxHashMap::default();
        for &region in body.regions(Op::SELF) {
            for op in body.region_ops(region) {
                let name = body.op_name(op);
                let Some(pipeline) = pick(name) else { continue };
                if body.is_shell(op) {
                    order.insert(op, order.len());
                } else if pipeline.anchor.is_some() {
                    let message = format!(
                        "'{name}' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"
                    );
                    out.error(Diagnostic::error(body.loc(op), message));
                    return;
                }
            }
        }
        let steps = state.steps;
        let started = Stopwatch::start();
        let run = |job: &mut Job<'_>, parent: Option<(&Body, Op)>| {
            let name = job.child.op_name(Op::SELF).to_owned();
            let Some(pipeline) = pick(&name) else { return };
            let inner = shared.enter(job.child, steps, parent);
            self.pipeline(pipeline, job.child, &mut job.state, &inner, &mut job.out);
        };
        let n_ops = body.children().map(|(_, c)| c.num_ops()).sum::<usize>();
        let mut jobs: Vec<Job<'_>> = Vec::with_capacity(order.len());
        // Printing the whole module around a function needs the module, so functions are then processed one by one.
        let scope = self.config.printing.module_scope && self.config.printing.is_on();
        if scope || self.config.local_reproducer {
            for op in in_order(&order) {
                let Some(mut child) = body.take_child(op) else { continue };
                let states = state.children.remove(&op).unwrap_or_default();
                let mut job = Job { op, child: &mut child, state: states, out: Produced::default() };
                run(&mut job, Some((body, op)));
                let Job { state: child_state, out: produced, .. } = job;
                body.put_child(op, child);
                state.children.insert(op, child_state);
                out.absorb(produced);
            }
        } else {
            let shells = body.children_mut().filter(|(op, _)| order.contains_key(op));
            jobs.extend(shells.map(|(op, child)| Job {
                op,
                child,
                state: state.children.remove(&op).unwrap_or_default(),
                out: Produced::default(),
            }));
            jobs.sort_by_key(|j| order.get(&j.op).copied());
        }
        let pool = (shared.parallel && jobs.len() > 1 && n_ops > 2000 && self.thread_count() > 1)
            .then(|| self.pool())
            .flatten();
        match pool {
            Some(pool) => pool.install(|| jobs.par_iter_mut().for_each(|j| run(j, None))),
            None => jobs.iter_mut().for_each(|j| run(j, None)),
        }
        let mut timer = Timer::default();
        for Job { op, state: child_state, out: mut produced, .. } in jobs {
            timer.absorb(std::mem::take(&mut produced.timing));
            out.absorb(produced);
            state.children.insert(op, child_state);
        }
        timer.wall = started.elapsed();
        let names: Vec<String> = pipelines.iter().map(|p| format!("'{}'", p.anchor_name())).collect();
        out.timing.add_child(&format!("{} Pipeline", names.join(", ")), timer);
    }
    fn pool(&self) -> Option<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new().num_threads(self.thread_count()).stack_size(64 << 20).build().ok()
    }
    fn thread_count(&self) -> usize {
        match self.config.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
    fn pass(
        &self,
        instance: &PassInstance,
        body: &mut Body,
        state: &mut BodyState,
        shared: &Shared<'_>,
        out: &mut Produced,
    ) {
        let info = instance.pass.info();
        if self.config.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            let message = format!("compilation was cancelled before pass '{}'", info.name);
            return out.error(Diagnostic::error(body.loc(Op::SELF), message));
        }
        let before = crate::stamp(body);
        if !self.config.no_skipping
            && !info.observes
            && state.clean.get(&instance.fingerprint) == Some(&before)
        {
            out.skipped += 1;
            state.properties.retain(|p| !info.destroys.contains(p));
            state.properties.extend(info.establishes);
            return;
        }
        if let Some(on_pass) = &self.config.on_pass {
            on_pass(info.name);
        }
        for &need in info.requires {
            if let Some(d) = self.missing_property(info.name, need, body, state) {
                return out.error(d);
            }
        }
        tracing::debug!(target: "pass-manager", "running '{}' on '{}'", info.name, body.op_name(Op::SELF));
        let frame = Frame::new(info, body, shared, state.steps);
        frame.before(body, &mut out.outputs);
        let reproducer = self.local_reproducer(instance, &frame, body);
        let started = Stopwatch::start();
        let (result, cx) = {
            let mut cx = crate::PassCx {
                outputs: Vec::new(),
                statistics: FxHashMap::default(),
                preserved: Default::default(),
                analyses: &mut state.analyses,
                print: &self.config.print,
                registry: self.registry.as_ref(),
                clean: (!self.config.no_skipping).then_some(&mut state.clean_bodies),
                fingerprint: instance.fingerprint,
                outermost: shared.path.is_empty(),
            };
            let result =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| instance.pass.run(body, &mut cx)));
            (result, (cx.outputs, cx.statistics, cx.preserved))
        };
        let (outputs, statistics, preserved) = cx;
        out.outputs.extend(outputs);
        out.timing.add(info.class, started.elapsed());
        out.statistics.add(&shared.path, info, &statistics);
        let failed = match result {
            Ok(Ok(())) => false,
            Ok(Err(e)) => {
                out.outputs.extend(e.0.into_iter().map(Output::Diagnostic));
                out.fail(RunStatus::Failed);
                true
            }
            Err(payload) => {
                let what = payload
                    .downcast_ref::<&str>()
                    .map(|s| (*s).to_owned())
                    .or_else(|| payload.downcast_ref::<String>().cloned())
                    .unwrap_or_else(|| "unknown reason".to_owned());
                let message = format!("internal error: pass '{}' panicked: {what}", info.name);
                out.error(Diagnostic::error(body.loc(Op::SELF), message));
                out.fail(RunStatus::Crashed);
                return self.write_local(info, body, reproducer, out);
            }
        };
        let now = crate::stamp(body);
        state.analyses.after_pass(before, now, preserved.all, &preserved.some);
        frame.after(body, before != now, failed, &mut out.outputs);
        if failed {
            return self.write_local(info, body, reproducer, out);
        }
        if before != now && !self.config.no_verify {
            let started = Stopwatch::start();
            let errors = body.verify();
            out.timing.add("(V) Verifier", started.elapsed());
            if !errors.is_empty() {
                out.outputs.extend(errors.into_iter().map(Output::Diagnostic));
                out.fail(RunStatus::Failed);
                return self.write_local(info, body, reproducer, out);
            }
        }
        state.properties.retain(|p| !info.destroys.contains(p));
        state.properties.extend(info.establishes);
        if before == now || info.idempotent {
            state.clean.insert(instance.fingerprint, now);
        }
    }
    fn missing_property(
        &self,
        pass: &str,
        need: &'static str,
        body: &Body,
        state: &BodyState,
    ) -> Option<Diagnostic> {
        if state.properties.contains(&need) {
            return None;
        }
        let registry = self.registry.as_ref()?;
        let d = (registry.property(need)?)(body).err()?;
        let who = registry.establishing(need);
        let hint =
            if who.is_empty() { String::new() } else { format!("; run '{}' before it", who.join("' or '")) };
        let message = format!("pass '{pass}' requires '{need}'{hint}");
        Some(Diagnostic::error(body.loc(Op::SELF), message).note(d.loc, d.message))
    }
}

/// Writes a reproducer of the failure; the diagnostic names its file.
fn write_reproducer(body: &Body, path: &std::path::Path, text: &str, passes: &str, on: &str) -> Output {
    let loc = body.loc(Op::SELF);
    let d = Diagnostic::error(loc, "Failures have been detected while processing an MLIR pass pipeline");
    Output::Diagnostic(match std::fs::write(path, text) {
        Ok(()) => d.note(
            loc,
            format!(
                "Pipeline failed while executing [{passes} on {on}]: reproducer generated at `{}`",
                path.display()
            ),
        ),
        Err(e) => d.note(loc, format!("failed to write reproducer to `{}`: {e}", path.display())),
    })
}

/// The work on one child body.
struct Job<'b> {
    op: Op,
    child: &'b mut Body,
    state: BodyState,
    out: Produced,
}

/// The ops of a map to positions, in the order of those.
fn in_order(order: &FxHashMap<Op, usize>) -> Vec<Op> {
    let mut ops: Vec<(usize, Op)> = order.iter().map(|(&op, &at)| (at, op)).collect();
    ops.sort_unstable();
    ops.into_iter().map(|o| o.1).collect()
}

/// Joins neighbouring pipelines with one anchor.
fn merge(pipelines: &[&OpPipeline]) -> Vec<OpPipeline> {
    let mut out: Vec<OpPipeline> = Vec::new();
    for p in pipelines {
        match out.iter_mut().find(|q| q.anchor == p.anchor) {
            Some(q) => q.items.extend(p.items.iter().cloned()),
            None => out.push((*p).clone()),
        }
    }
    out
}

/// Whether the op of a body can hold a pass pipeline.
pub fn is_isolated(body: &Body) -> bool {
    body.has_trait(Op::SELF, Trait::IsolatedFromAbove)
}
