//! [`Pass`], and [`PassCx`], through which a pass talks to its surroundings.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_core::{Body, Diagnostic, Location};
use strata_text::PrintOptions;

use crate::{
    PassInfo, PassOptions, PassRegistry,
    analysis::{Analysis, AnalysisCache},
};

/// A transformation or check of the body of one isolated op. [`macro@crate::pass`] implements it for a [`BodyPass`].
///
/// Passes are shared by threads, so they keep no state of a run.
pub trait Pass: Send + Sync + 'static {
    /// Its description.
    fn info(&self) -> &'static PassInfo;
    /// Does the work. `body` must stay usable even when an error is returned.
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult;
    /// The options with their values, as [`crate::PassOptions::print`] gives them.
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The work of a pass that [`macro@crate::pass`] defines.
pub trait BodyPass {
    /// Runs on `body`. A pass that is not `each_body` also handles the nested bodies that concern it. `body` must stay
    /// usable even when an error is returned.
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult;
}

/// A pass whose struct is its options, as [`macro@crate::pass`] makes it.
pub trait PassDef: Pass + PassOptions {
    /// Its description.
    const INFO: &'static PassInfo;
}

/// The pass failed. Its diagnostics are in here, or were emitted already.
#[derive(Debug, Default)]
#[must_use]
pub struct PassError(pub Vec<Diagnostic>);

impl From<Diagnostic> for PassError {
    fn from(d: Diagnostic) -> Self {
        Self(vec![d])
    }
}
impl From<Vec<Diagnostic>> for PassError {
    fn from(d: Vec<Diagnostic>) -> Self {
        Self(d)
    }
}

/// Result of a pass.
pub type PassResult = Result<(), PassError>;

/// Output of a pass or of the pass manager for the user, in order.
#[derive(Clone, Debug)]
pub enum Output {
    /// A diagnostic.
    Diagnostic(Diagnostic),
    /// Text for the standard output.
    Stdout(String),
    /// Text for the standard error output.
    Stderr(String),
    /// A file that the options of a pass ask for. Tools that do what others ask for do not write it.
    File {
        /// Where it is to be.
        path: std::path::PathBuf,
        /// Its contents.
        text: String,
    },
}

/// The analyses that a pass preserved although it changed the body.
#[derive(Default)]
pub(crate) struct Preserved {
    pub all: bool,
    pub some: Vec<std::any::TypeId>,
}

/// The services that a pass may use besides the IR.
pub struct PassCx<'a> {
    pub(crate) outputs: Vec<Output>,
    pub(crate) statistics: FxHashMap<&'static str, u64>,
    pub(crate) preserved: Preserved,
    pub(crate) analyses: &'a mut AnalysisCache,
    pub(crate) print: &'a PrintOptions,
    pub(crate) registry: Option<&'a Arc<PassRegistry>>,
    /// Versions of bodies that the pass would not change; `None` when nothing may be skipped.
    pub(crate) clean: Option<&'a mut CleanBodies>,
    /// Identifies the pass with its options.
    pub(crate) fingerprint: u64,
    /// Whether nothing is around the op that the pass manager was given.
    pub(crate) outermost: bool,
}

/// Pairs of the fingerprint of a pass and the version of a body that the pass would not change. A version also
/// identifies the body.
#[derive(Default)]
pub(crate) struct CleanBodies(FxHashSet<(u64, u64)>);

impl PassCx<'_> {
    /// Reports a diagnostic. An error does not make the pass fail by itself.
    pub fn emit(&mut self, diagnostic: Diagnostic) {
        self.outputs.push(Output::Diagnostic(diagnostic));
    }
    /// Reports an error; return the result from the pass: `return Err(cx.error(loc, "…"))`.
    pub fn error(&mut self, loc: Location, message: impl Into<String>) -> PassError {
        self.emit(Diagnostic::error(loc, message));
        PassError::default()
    }
    /// Reports a warning.
    pub fn warning(&mut self, loc: Location, message: impl Into<String>) {
        self.emit(Diagnostic::warning(loc, message));
    }
    /// Reports an optimization that was made or missed, with the reason.
    pub fn remark(&mut self, loc: Location, message: impl Into<String>) {
        self.emit(Diagnostic::remark(loc, message));
    }
    /// Prints to the standard output.
    pub fn print_stdout(&mut self, text: impl Into<String>) {
        self.outputs.push(Output::Stdout(text.into()));
    }
    /// Prints to the standard error output.
    pub fn print_stderr(&mut self, text: impl Into<String>) {
        self.outputs.push(Output::Stderr(text.into()));
    }
    /// Asks for a file.
    pub fn write_file(&mut self, path: impl Into<std::path::PathBuf>, text: impl Into<String>) {
        self.outputs.push(Output::File { path: path.into(), text: text.into() });
    }
    /// Passes on what a pass manager that the pass ran has to say.
    pub fn forward(&mut self, outputs: impl IntoIterator<Item = Output>) {
        self.outputs.extend(outputs);
    }
    /// Adds to a statistic that [`PassInfo::statistics`] names.
    pub fn count(&mut self, statistic: &'static str, n: u64) {
        *self.statistics.entry(statistic).or_default() += n;
    }
    /// An analysis of `body`, kept until the body changes.
    pub fn analysis<A: Analysis>(&mut self, body: &Body) -> Arc<A> {
        self.analyses.get(body)
    }
    /// Declares that the changes of the pass invalidate no analysis.
    pub fn preserve_all(&mut self) {
        self.preserved.all = true;
    }
    /// Declares that the changes of the pass do not invalidate analysis `A`.
    pub fn preserve<A: Analysis>(&mut self) {
        self.preserved.some.push(std::any::TypeId::of::<A>());
    }
    /// Whether the pass works on the outermost op, whose symbols have no uses outside.
    pub fn is_outermost(&self) -> bool {
        self.outermost
    }
    /// How the user wants IR to be printed.
    pub fn print_options(&self) -> &PrintOptions {
        self.print
    }
    /// Runs the passes of a pipeline, not its nested pipelines, on `body`.
    pub fn run_nested(&mut self, pipeline: &crate::OpPipeline, body: &mut Body) -> PassResult {
        let own = self.fingerprint;
        let result = pipeline.passes().into_iter().try_for_each(|pass| {
            self.fingerprint = pass.fingerprint;
            pass.pass.run(body, self)
        });
        self.fingerprint = own;
        result
    }
    /// Calls `f` for `body` and for all bodies nested in it, outermost first, except for those that `pass` would not
    /// change.
    pub fn on_each_body(
        &mut self,
        pass: &dyn Pass,
        body: &mut Body,
        f: &mut dyn FnMut(&mut Body, &mut Self) -> PassResult,
    ) -> PassResult {
        let before = body.version();
        let fingerprint = self.fingerprint;
        let known = |clean: &CleanBodies| clean.0.contains(&(fingerprint, before));
        let info = pass.info();
        if info.observes || !self.clean.as_deref().is_some_and(known) {
            f(body, self)?;
            if let Some(clean) = self.clean.as_deref_mut()
                && (info.idempotent || body.version() == before)
            {
                clean.0.insert((fingerprint, body.version()));
            }
        }
        for (_, child) in body.children_mut() {
            strata_core::writer::deep(|| self.on_each_body(pass, child, f))?;
        }
        Ok(())
    }
    /// The registered passes, for a pass that runs pipelines of its own.
    pub fn registry(&self) -> Option<&Arc<PassRegistry>> {
        self.registry
    }
}
