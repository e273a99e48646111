//! From source text to the `llvm` dialect: parsing and pipelines.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, Ordering},
};

use strata_codegen_llvm::{Key, KeyBuilder, Target};
use strata_ir::{
    core::diagnostics::render_all,
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, write_body},
};
use strata_pass::{
    BuildError, OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus,
    pipeline::PipelineElement,
};
use strata_registry::pipelines::with_scatter_out_of_bounds;
use strata_runtime_cpu::guard::Guard;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{
    backend::{self, Backend},
    resources,
};

/// How a program is compiled.
#[derive(Clone)]
pub struct CompileOptions {
    /// What code is made for.
    pub target: Target,
    /// The function that is called.
    pub entry: String,
    /// The prefix of the C functions.
    pub prefix: String,
    /// A pipeline instead of the default one; it must end in the `llvm` dialect.
    pub pipeline: Option<String>,
    /// What `scatter` does with windows that are partly outside, where no pipeline is given.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
}

/// Asks work to end: compiling ends before the next pass, and runs end where they look. Copies are one token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that asks nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
    /// Asks for the end, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }
    /// Whether the end was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
    /// What those look at who know nothing of tokens.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// The passes, made when the first pipeline is run.
static PASSES: LazyLock<Arc<PassRegistry>> = LazyLock::new(|| Arc::new(strata_registry::passes()));

/// A context with all dialects.
pub fn context() -> Arc<Context> {
    strata_registry::registry().freeze()
}

/// Parses a module; the error is the rendered diagnostics.
pub fn parse(cx: &Arc<Context>, name: &str, text: &str) -> Result<Box<Body>, String> {
    let options = ParseOptions { recover: true, ..ParseOptions::default() };
    checked(parse_module(cx, name, text, options).map_err(|e| render_all(cx, &e))?)
}

/// Reads a module from text, bytecode, a portable artifact or a file of `jax.export`; the error is the rendered
/// diagnostics.
pub fn load(cx: &Arc<Context>, name: &str, bytes: Vec<u8>) -> Result<Box<Body>, String> {
    if strata_lowering_vhlo::is_binary(&bytes) {
        return checked(strata_lowering_vhlo::load(cx, name, &bytes).map_err(|e| render_all(cx, &e))?);
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        format!("{name}: error: the input is not UTF-8 text (byte {at})\n")
    })?;
    parse(cx, name, &text)
}

fn checked(module: Box<Body>) -> Result<Box<Body>, String> {
    resources::check(&module).map_err(|d| d.render(module.cx()))?;
    Ok(module)
}

/// Takes from a program for one device what it says of others.
pub fn drop_shardings(module: &mut Body) -> Result<(), String> {
    run_pipeline(module, "sdy-drop-sharding-and-mesh")
}

/// Runs a pipeline; the error is the rendered diagnostics.
pub fn run_pipeline(module: &mut Body, text: &str) -> Result<(), String> {
    run_pipeline_until(module, text, None)
}

/// As [`run_pipeline`], unless it is cancelled.
pub fn run_pipeline_until(module: &mut Body, text: &str, cancel: Option<&CancelToken>) -> Result<(), String> {
    run_passes(module, OpPipeline::parse(&PASSES, &format!("builtin.module({text})"))?, cancel)
}

fn run_passes(module: &mut Body, pipeline: OpPipeline, cancel: Option<&CancelToken>) -> Result<(), String> {
    let registry = PASSES.clone();
    let cancel = cancel.map(CancelToken::flag);
    let config = PassManagerConfig { no_verify: !cfg!(debug_assertions), cancel, ..Default::default() };
    let report = PassManager::new(pipeline, config, Some(registry)).run(module);
    if report.status == RunStatus::Success {
        return Ok(());
    }
    let mut out = String::new();
    for o in &report.outputs {
        match o {
            Output::Diagnostic(d) => out.push_str(&d.render(module.cx())),
            Output::Stdout(s) | Output::Stderr(s) => out.push_str(s),
        }
    }
    if out.is_empty() {
        out.push_str("error: the pipeline failed\n");
    }
    Err(out)
}

/// Lowers a module to the `llvm` dialect with its C interface. A module that is there already is left as it is.
pub fn lower(module: &mut Body, options: &CompileOptions) -> Result<(), String> {
    lower_with_targets(module, options, &[])
}

/// As [`lower`], where custom calls may have these targets too.
pub fn lower_with_targets(
    module: &mut Body,
    options: &CompileOptions,
    targets: &[&str],
) -> Result<(), String> {
    lower_on(module, options, targets, None, None)
}

/// As [`lower_with_targets`], for what runs the kernels, which stay in the module, and unless it is cancelled.
pub fn lower_on(
    module: &mut Body,
    options: &CompileOptions,
    targets: &[&str],
    backend: Option<&dyn Backend>,
    cancel: Option<&CancelToken>,
) -> Result<(), String> {
    if is_llvm(module) {
        return Ok(());
    }
    run_pipeline_until(module, &pipeline_on(options, targets, backend), cancel)?;
    emit_entry(module, options)
}

/// The pipeline for what runs the kernels, or for processors.
fn pipeline_on(options: &CompileOptions, targets: &[&str], backend: Option<&dyn Backend>) -> String {
    match backend.filter(|_| options.pipeline.is_none()) {
        Some(backend) => backend::pipeline(backend, targets, options.scatter_out_of_bounds),
        None => pipeline(options, targets),
    }
}

/// Gives a module of the `llvm` dialect its C interface.
pub(crate) fn emit_entry(module: &mut Body, options: &CompileOptions) -> Result<(), String> {
    if options.prefix.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        return Err(format!("error: '{}' cannot be the prefix of C functions\n", options.prefix));
    }
    // The name is the user's, and no piece of a pipeline's text.
    let options = [("entry", &options.entry), ("prefix", &options.prefix)];
    let element = PipelineElement {
        name: "llvm-emit-entry".to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.clone())).into(),
        children: None,
    };
    let mut pipeline = OpPipeline::new(Some("builtin.module"));
    pipeline.add_element(&PASSES, &element, false).map_err(|e| match e {
        BuildError::Unknown(name) => format!("error: '{name}' is not a registered pass\n"),
        BuildError::Other(message) => message,
    })?;
    run_passes(module, pipeline, None)
}

/// The pipeline to the `llvm` dialect.
fn pipeline(options: &CompileOptions, targets: &[&str]) -> String {
    let bits = options.target.vector_bits().clamp(128, 512);
    let default = || {
        let text = strata_registry::pipelines::cpu_with_targets(bits, targets);
        let text = with_scatter_out_of_bounds(&text, options.scatter_out_of_bounds);
        let caches = options.target.caches();
        let [l1, l2] = [caches.l1, caches.l2].map(|c| (c.bytes, c.ways));
        let text = strata_registry::pipelines::with_caches(&text, l1, l2);
        let text =
            if options.target.has_fma() { text } else { strata_registry::pipelines::without_fma(&text) };
        let text = match options.target.has_f16_casts() {
            true => text,
            false => strata_registry::pipelines::without_f16_casts(&text),
        };
        if !options.target.has_bf16_products() {
            return text;
        }
        strata_registry::pipelines::with_bf16_products(&text)
    };
    let text = options.pipeline.clone().unwrap_or_else(default);
    match Guard::of_environment() {
        Some(_) => strata_registry::pipelines::with_separate_buffers(&text),
        None => text,
    }
}

/// The pipeline for a program that says when its parts run.
pub(crate) fn profiled(options: &CompileOptions) -> String {
    strata_registry::pipelines::with_profile_marks(&pipeline(options, &[]))
}

/// The pipeline for a program whose loops look whether the run was cancelled.
pub fn cancellable(options: &CompileOptions) -> String {
    strata_registry::pipelines::with_cancellation(&pipeline(options, &[]))
}

/// The pipeline that a program is compiled with, for what runs its kernels.
pub fn pipeline_text(options: &CompileOptions, backend: Option<&dyn Backend>) -> String {
    pipeline_on(options, &[], backend)
}

/// The stages of the default pipeline: the name of a file for what comes out, and the passes.
pub(crate) fn stages(options: &CompileOptions) -> Vec<(&'static str, String)> {
    let text = pipeline(options, &[]);
    let first =
        with_scatter_out_of_bounds(strata_registry::pipelines::TO_LINALG, options.scatter_out_of_bounds);
    let last = "convert-complex-to-standard";
    let middle = text.strip_prefix(&first).and_then(|rest| rest.split_once(last));
    match middle {
        Some((middle, end)) => vec![
            ("1-linalg.mlir", first),
            ("2-loops.mlir", middle.trim_matches(',').to_owned()),
            ("3-llvm.mlir", format!("{last}{end}")),
        ],
        None => vec![("3-llvm.mlir", text)],
    }
}

/// What a program that is compiled to `what` is found by in a compile cache, with what runs its kernels. The module has not been lowered
/// yet.
pub fn cache_key(
    module: &Body,
    options: &CompileOptions,
    targets: &[&str],
    what: &str,
    backend: Option<&dyn Backend>,
) -> Key {
    let mut key = KeyBuilder::new(&options.target);
    key.add("what", what.as_bytes());
    // The text is hashed while it is printed: with its constants it may be large. Hashing does not fail.
    _ = key.add_written("program", |to| {
        write_body(module, &PrintOptions { generic: true, ..PrintOptions::default() }, to)
    });
    key.add("pipeline", pipeline_on(options, targets, backend).as_bytes());
    for (name, fact) in backend.and_then(Backend::keeps).map(|keeps| keeps.facts()).unwrap_or_default() {
        key.add(name, fact.as_bytes());
    }
    key.add("entry", options.entry.as_bytes()).add("prefix", options.prefix.as_bytes());
    key.finish()
}

/// Whether all ops of a module are of the `llvm` dialect, or kernels, so that there is nothing to lower.
pub fn is_llvm(module: &Body) -> bool {
    let Some(block) = module.entry() else { return true };
    module.block_ops(block).all(|op| matches!(module.info(op).dialect(), "llvm" | "gpu"))
}
