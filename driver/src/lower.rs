//! Lowering of programs to the `llvm` dialect: pipelines, and the C interface.

use std::sync::{Arc, LazyLock};

use strata_ir::{
    prelude::*,
    text::{PrintOptions, write_body},
};
use strata_lowering_llvm::entry::set_names;
use strata_pass::{
    BuildError, OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus,
    pipeline::{PipelineElement, anchored},
};

use crate::{
    backend::Backend,
    cache::{Key, KeyBuilder},
    error::{Error, ErrorKind, Result},
    monitor::Monitor,
    names::EntryNames,
    options::CompileOptions,
    plain_entry,
};

/// All passes; the registry is created on first use.
static PASSES: LazyLock<Arc<PassRegistry>> = LazyLock::new(|| Arc::new(strata_registry::passes()));

/// Removes the shardings of a program for a single device.
pub fn drop_shardings(module: &mut Body) -> Result<()> {
    run_pipeline(module, "sdy-drop-sharding-and-mesh")
}

/// Runs a pipeline, with or without `builtin.module(…)` around it.
pub fn run_pipeline(module: &mut Body, text: &str) -> Result<()> {
    run_pipeline_until(module, text, Monitor::default())
}

/// As [`run_pipeline`], watched, unless it is cancelled.
pub fn run_pipeline_until(module: &mut Body, text: &str, monitor: Monitor<'_>) -> Result<()> {
    let pipeline = OpPipeline::parse(&PASSES, &anchored("builtin.module", text));
    run_passes(module, pipeline.map_err(|why| Error::verbatim(ErrorKind::Program, why))?, monitor)
}

fn run_passes(module: &mut Body, pipeline: OpPipeline, monitor: Monitor<'_>) -> Result<()> {
    let registry = PASSES.clone();
    let mut config = PassManagerConfig { no_verify: !cfg!(debug_assertions), ..Default::default() };
    monitor.watch(&mut config);
    let report = PassManager::new(pipeline, config, Some(registry)).run(module);
    if report.status == RunStatus::Success {
        return Ok(());
    }
    let kind = if monitor.is_cancelled() { ErrorKind::Cancelled } else { ErrorKind::Program };
    let (mut diagnostics, mut text) = (Vec::new(), String::new());
    for output in report.outputs {
        match output {
            Output::Diagnostic(d) => {
                text.push_str(&d.render(module.cx()));
                diagnostics.push(d);
            }
            Output::Stdout(s) | Output::Stderr(s) => text.push_str(&s),
            Output::File { .. } => {}
        }
    }
    if text.is_empty() {
        return Err(Error::new(kind, "the pipeline failed"));
    }
    Err(Error::rendered(module.cx(), kind, &diagnostics, text))
}

/// Lowers a module to the `llvm` dialect with its C interface. A module in the `llvm` dialect is left as it is.
pub fn lower(module: &mut Body, options: &CompileOptions) -> Result<()> {
    lower_with_targets(module, options, &[])
}

/// As [`lower`], with additional targets of custom calls.
pub fn lower_with_targets(module: &mut Body, options: &CompileOptions, targets: &[&str]) -> Result<()> {
    lower_on(module, options, targets, None, Monitor::default())
}

/// As [`lower_with_targets`], for a backend, whose kernels stay in the module, and unless it is cancelled.
pub fn lower_on(
    module: &mut Body,
    options: &CompileOptions,
    targets: &[&str],
    backend: Option<&dyn Backend>,
    monitor: Monitor<'_>,
) -> Result<()> {
    if prepare(module, options)? || is_llvm(module) {
        return Ok(());
    }
    // The arguments and results of a lowered function have no attributes.
    let names = EntryNames::from_module(module, &options.entry);
    run_pipeline_until(module, &options.pipeline_text(targets, backend)?, monitor)?;
    emit_entry(module, options, &names)
}

/// Prepares an entry function without tensors for its pipeline. Returns whether there is nothing to lower: a function of the `llvm` dialect
/// got its C interface.
pub fn prepare(module: &mut Body, options: &CompileOptions) -> Result<bool> {
    plain_entry::lower(module, options)
}

/// Gives a module of the `llvm` dialect its C interface, with the names that the function had before it was lowered.
pub fn emit_entry(module: &mut Body, options: &CompileOptions, names: &EntryNames) -> Result<()> {
    if options.prefix.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        let message = format!("'{}' cannot be the prefix of C functions", options.prefix);
        return Err(Error::new(ErrorKind::Program, message));
    }
    set_names(module, &options.entry, &names.inputs, &names.outputs);
    // The name is chosen by the user, so it is not spliced into the text of a pipeline.
    let element = PipelineElement::pass("llvm-emit-entry")
        .option("entry", options.entry.clone())
        .option("prefix", options.prefix.clone());
    let mut pipeline = OpPipeline::new(Some("builtin.module"));
    pipeline.add_element(&PASSES, &element, false).map_err(|e| match e {
        BuildError::Unknown(name) => {
            Error::new(ErrorKind::Program, format!("'{name}' is not a registered pass"))
        }
        BuildError::Other(message) => Error::verbatim(ErrorKind::Program, message),
    })?;
    run_passes(module, pipeline, Monitor::default())
}

/// The key in a compile cache of a program that is compiled to `what`, for a backend of its kernels. The module must not be lowered yet.
pub fn cache_key(
    module: &Body,
    options: &CompileOptions,
    targets: &[&str],
    what: &str,
    backend: Option<&dyn Backend>,
) -> Result<Key> {
    let mut key = KeyBuilder::new(&options.target);
    key.add("what", what.as_bytes());
    // The text is hashed while it is printed, as it may be large with its constants. Hashing does not fail.
    _ = key.add_written("program", |to| {
        write_body(module, &PrintOptions { generic: true, ..PrintOptions::default() }, to)
    });
    key.add("pipeline", options.pipeline_text(targets, backend)?.as_bytes());
    for (name, fact) in backend.and_then(Backend::keeps).map(|keeps| keeps.facts()).unwrap_or_default() {
        key.add(name, fact.as_bytes());
    }
    key.add("entry", options.entry.as_bytes()).add("prefix", options.prefix.as_bytes());
    // Names may be in locations, which the text does not have.
    let names = EntryNames::from_module(module, &options.entry);
    for name in names.inputs.iter().chain(&names.outputs) {
        key.add("name", name.as_deref().unwrap_or_default().as_bytes());
    }
    Ok(key.finish())
}

/// Whether all ops of a module are in the `llvm` dialect, or kernels, so that there is nothing to lower.
pub fn is_llvm(module: &Body) -> bool {
    let Some(block) = module.entry() else { return true };
    module.block_ops(block).all(|op| matches!(module.info(op).dialect(), "llvm" | "gpu"))
}
