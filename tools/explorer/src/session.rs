//! A program on its way through a pipeline.

use std::{collections::BTreeMap, sync::Arc};

use strata_ir::{
    core::{Body, Context, Diagnostic, Registry},
    text::{ParseOptions, parse_module},
};
use strata_pass::{
    OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus, pipeline::anchored, stamp,
};

use crate::{
    events::Log,
    numbering::{Changes, Numbering},
    validation::Validation,
    version::Version,
};

/// The name that the program has in messages.
pub const SOURCE: &str = "program.mlir";

/// A pass of the pipeline.
pub struct Planned {
    /// Its name.
    pub name: &'static str,
    /// It with its options and the anchors around it.
    pub text: String,
    /// Its summary.
    pub summary: &'static str,
    single: OpPipeline,
}

/// The outcome of a pass.
pub struct Step {
    /// Whether it succeeded.
    pub status: RunStatus,
    /// Its reports.
    pub outputs: Vec<Output>,
    /// The version that it led to.
    pub version: usize,
    /// Whether it changed anything.
    pub changed: bool,
    /// Ops that it created, erased, moved and changed, and values that others took the place of.
    pub events: EventCounts,
}

/// How many events of each kind a pass caused.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct EventCounts {
    /// Ops that were created and still exist.
    pub created: u64,
    /// Ops that were erased.
    pub erased: u64,
    /// Ops that were taken out of their blocks, to be erased or moved.
    pub moved: u64,
    /// Ops that were changed in place.
    pub touched: u64,
    /// Values that others took the place of.
    pub replaced: u64,
}

impl std::ops::AddAssign<&Log> for EventCounts {
    fn add_assign(&mut self, log: &Log) {
        self.created += log.created.len() as u64;
        self.erased += log.erased;
        self.moved += log.moved;
        self.touched += log.touched.len() as u64;
        self.replaced += log.replaced.len() as u64;
    }
}

/// Why a session cannot begin.
pub enum OpenError {
    /// The program is not valid.
    Program(Arc<Context>, Vec<Diagnostic>),
    /// The pipeline is not.
    Pipeline(String),
}

/// A program, the passes before it, and the versions so far.
pub struct Session {
    /// The passes of the pipeline in order.
    pub passes: Vec<Planned>,
    /// The outcomes of those that ran.
    pub steps: Vec<Step>,
    /// The versions of the program, the first as it was read.
    pub versions: Vec<Version>,
    /// The results of its functions, if passes are validated.
    pub validation: Option<Validation>,
    module: Box<Body>,
    numbering: Numbering,
    registry: Arc<PassRegistry>,
}

impl Session {
    /// Reads a program and a pipeline: the text of one, or the name of a named one.
    ///
    /// # Errors
    /// If either is not valid.
    pub fn open(
        dialects: &Registry,
        registry: &Arc<PassRegistry>,
        source: &str,
        pipeline: &str,
    ) -> Result<Self, OpenError> {
        let cx = dialects.clone().freeze();
        let options = ParseOptions { recover: true, ..ParseOptions::default() };
        let module = parse_module(&cx, SOURCE, source.to_owned(), options)
            .map_err(|diagnostics| OpenError::Program(cx.clone(), diagnostics))?;
        let passes = plan(registry, pipeline).map_err(OpenError::Pipeline)?;
        let numbering = Numbering::new(&module);
        let first = Version::new(module.clone(), &numbering, &Changes::default(), None);
        Ok(Self {
            passes,
            steps: Vec::new(),
            versions: vec![first],
            validation: None,
            module,
            numbering,
            registry: registry.clone(),
        })
    }
    /// The context of the program.
    pub fn cx(&self) -> &Context {
        self.module.cx()
    }
    /// The program as it is now.
    pub fn module(&self) -> &Body {
        &self.module
    }
    /// Whether no pass is left that can run.
    pub fn is_done(&self) -> bool {
        self.steps.len() >= self.passes.len()
            || self.steps.last().is_some_and(|step| step.status != RunStatus::Success)
    }
    /// Runs the next pass, if one is left.
    pub fn step(&mut self) -> Option<&Step> {
        if self.is_done() {
            return None;
        }
        let planned = self.passes.get(self.steps.len())?;
        let before = stamp(&self.module);
        let logs = self.numbering.listen(&mut self.module);
        let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
        let manager = PassManager::new(planned.single.clone(), config, Some(self.registry.clone()));
        let report = manager.run(&mut self.module);
        let changes = self.numbering.finish(&mut self.module, logs);
        let changed = stamp(&self.module) != before;
        let mut events = EventCounts::default();
        changes.logs.values().for_each(|log| events += log);
        if changed {
            let version = Version::new(self.module.clone(), &self.numbering, &changes, self.versions.last());
            self.versions.push(version);
        }
        let version = self.versions.len() - 1;
        self.steps.push(Step { status: report.status, outputs: report.outputs, version, changed, events });
        self.steps.last()
    }
    /// The version after so many passes.
    pub fn version_after(&self, passes: usize) -> Option<usize> {
        match passes.checked_sub(1) {
            None => Some(0),
            Some(last) => self.steps.get(last).map(|step| step.version),
        }
    }
}

/// The passes of a pipeline, named ones written out.
///
/// # Errors
/// The message of the parser of pipelines.
pub fn plan(registry: &PassRegistry, pipeline: &str) -> Result<Vec<Planned>, String> {
    let whole = OpPipeline::parse(registry, &anchored("builtin.module", pipeline))?;
    whole.check_order(registry)?;
    let planned = |(pass, single): (&strata_pass::PassInstance, OpPipeline)| {
        let info = pass.pass.info();
        Planned { name: info.name, text: shortened(&single, registry), summary: info.summary, single }
    };
    Ok(whole.singles().into_iter().map(planned).collect())
}

/// The text of the only pass of a pipeline with its anchors, and those of its options that are not at their defaults.
fn shortened(single: &OpPipeline, registry: &PassRegistry) -> String {
    let text = single.text();
    let Some(pass) = single.passes().first().copied() else { return text };
    let defaults: BTreeMap<&str, String> = registry
        .pass(pass.pass.info().name)
        .and_then(|entry| entry.make(&[]).ok())
        .map(|pass| pass.options().into_iter().collect())
        .unwrap_or_default();
    let given = pass.pass.options().into_iter().filter(|(key, value)| defaults.get(key) != Some(value));
    let options = given.map(|(key, value)| (key.to_owned(), value)).collect();
    let name = pass.pass.info().name.to_owned();
    let element = strata_pass::pipeline::PipelineElement { name, options, children: None };
    text.replace(&pass.text(), &element.to_string())
}

/// The number of ops of each kind, by name.
pub fn kinds(version: &Version) -> BTreeMap<String, u64> {
    let bodies = version.bodies();
    let mut out = BTreeMap::new();
    for op in &version.ops {
        if let Some(body) = bodies.get(&op.body) {
            *out.entry(body.op_name(op.op).to_owned()).or_default() += 1;
        }
    }
    out
}
