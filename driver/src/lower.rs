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
    BuildError, OpPipeline, OptionValue, Output, PassManager, PassManagerConfig, PassRegistry, PipelineDef,
    RunStatus,
    pipeline::{PipelineElement, anchored},
};
use strata_registry::pipelines::{Arch, CpuPipeline, GpuPipeline, VectorBits};
use strata_runtime_cpu::guard::Guard;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{backend::Backend, resources};

/// How a program is compiled.
#[derive(Clone)]
pub struct CompileOptions {
    /// What code is made for.
    pub target: Target,
    /// The function that is called.
    pub entry: String,
    /// The prefix of the C functions.
    pub prefix: String,
    /// A pipeline instead of that of the target; it must end in the `llvm` dialect. What follows is for that of the target.
    pub pipeline: Option<String>,
    /// What `scatter` does with windows that are partly outside.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// Whether loops look at each turn whether the run was cancelled.
    pub cancellable: bool,
    /// Whether the program says which of its parts begins and ends when.
    pub profile: bool,
}

impl CompileOptions {
    /// The function `main`, by the pipeline of the target.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            entry: "main".to_owned(),
            prefix: "strata".to_owned(),
            pipeline: None,
            scatter_out_of_bounds: ScatterOutOfBounds::default(),
            cancellable: false,
            profile: false,
        }
    }

    /// The pipeline for processors, where custom calls may have these targets too.
    #[must_use]
    pub fn cpu_pipeline(&self, targets: &[&str]) -> CpuPipeline {
        let (target, caches) = (&self.target, self.target.caches());
        CpuPipeline {
            vector_bits: VectorBits::nearest(target.vector_bits()),
            scatter_out_of_bounds: self.scatter_out_of_bounds.into(),
            targets: targets.iter().map(|&name| name.to_owned()).collect(),
            l1_bytes: Some(caches.l1.bytes),
            l1_ways: Some(caches.l1.ways),
            l2_bytes: Some(caches.l2.bytes),
            l2_ways: Some(caches.l2.ways),
            fma: target.has_fma(),
            f16_casts: target.has_f16_casts(),
            bf16_products: target.has_bf16_products(),
            separate_buffers: Guard::of_environment().is_some(),
            profile: self.profile,
            cancellable: self.cancellable,
            tile_all: false,
        }
    }

    /// The text of the pipeline to the `llvm` dialect, for what runs the kernels or for processors.
    ///
    /// # Errors
    /// When there are no kernels for the architecture of the backend.
    pub fn pipeline_text(&self, targets: &[&str], backend: Option<&dyn Backend>) -> Result<String, String> {
        match (&self.pipeline, backend) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(backend)) => {
                let arch = Arch::parse("arch", backend.arch()).map_err(|why| format!("error: {why}\n"))?;
                let pipeline = GpuPipeline {
                    arch,
                    scatter_out_of_bounds: self.scatter_out_of_bounds.into(),
                    targets: targets.iter().map(|&name| name.to_owned()).collect(),
                    ..GpuPipeline::default()
                };
                Ok(pipeline.text())
            }
            (None, None) => Ok(self.cpu_pipeline(targets).text()),
        }
    }
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

/// Runs a pipeline, which may have `builtin.module(…)` around it; the error is the rendered diagnostics.
pub fn run_pipeline(module: &mut Body, text: &str) -> Result<(), String> {
    run_pipeline_until(module, text, None)
}

/// As [`run_pipeline`], unless it is cancelled.
pub fn run_pipeline_until(module: &mut Body, text: &str, cancel: Option<&CancelToken>) -> Result<(), String> {
    run_passes(module, OpPipeline::parse(&PASSES, &anchored("builtin.module", text))?, cancel)
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
    run_pipeline_until(module, &options.pipeline_text(targets, backend)?, cancel)?;
    emit_entry(module, options)
}

/// Gives a module of the `llvm` dialect its C interface.
pub(crate) fn emit_entry(module: &mut Body, options: &CompileOptions) -> Result<(), String> {
    if options.prefix.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        return Err(format!("error: '{}' cannot be the prefix of C functions\n", options.prefix));
    }
    // The name is the user's, and no piece of a pipeline's text.
    let element = PipelineElement::pass("llvm-emit-entry")
        .option("entry", options.entry.clone())
        .option("prefix", options.prefix.clone());
    let mut pipeline = OpPipeline::new(Some("builtin.module"));
    pipeline.add_element(&PASSES, &element, false).map_err(|e| match e {
        BuildError::Unknown(name) => format!("error: '{name}' is not a registered pass\n"),
        BuildError::Other(message) => message,
    })?;
    run_passes(module, pipeline, None)
}

/// What a program that is compiled to `what` is found by in a compile cache, with what runs its kernels. The module has not been lowered
/// yet.
pub fn cache_key(
    module: &Body,
    options: &CompileOptions,
    targets: &[&str],
    what: &str,
    backend: Option<&dyn Backend>,
) -> Result<Key, String> {
    let mut key = KeyBuilder::new(&options.target);
    key.add("what", what.as_bytes());
    // The text is hashed while it is printed: with its constants it may be large. Hashing does not fail.
    _ = key.add_written("program", |to| {
        write_body(module, &PrintOptions { generic: true, ..PrintOptions::default() }, to)
    });
    key.add("pipeline", options.pipeline_text(targets, backend)?.as_bytes());
    for (name, fact) in backend.and_then(Backend::keeps).map(|keeps| keeps.facts()).unwrap_or_default() {
        key.add(name, fact.as_bytes());
    }
    key.add("entry", options.entry.as_bytes()).add("prefix", options.prefix.as_bytes());
    Ok(key.finish())
}

/// Whether all ops of a module are of the `llvm` dialect, or kernels, so that there is nothing to lower.
pub fn is_llvm(module: &Body) -> bool {
    let Some(block) = module.entry() else { return true };
    module.block_ops(block).all(|op| matches!(module.info(op).dialect(), "llvm" | "gpu"))
}
