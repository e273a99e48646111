//! Validation of passes: the program runs on the interpreter before and after each.

use std::sync::Arc;

use strata_driver::{CancelToken, CompileOptions, Error, ErrorKind, Message, Program};
use strata_opt::validate;
use strata_pass::{OpPipeline, Output, PassManagerConfig, RunStatus, pipeline::anchored};

use crate::{
    compile::Settings,
    error::{Failure, Kind},
    work::Outcome,
};

/// Runs a pipeline, or that of the target, one pass at a time; returns what was not validated.
pub(crate) fn validate_passes(
    program: &Program,
    settings: &Settings,
    inputs: u64,
    tolerance: Option<f64>,
    cancel: &CancelToken,
) -> Outcome<Vec<Message>> {
    let options = CompileOptions { entry: program.entry().to_owned(), ..settings.options()? };
    let target = settings.target(&options)?;
    let text = options.pipeline_text(&[], target.backend())?;
    let registry = Arc::new(strata_registry::passes());
    let pipeline = OpPipeline::parse(&registry, &anchored("builtin.module", &text));
    let pipeline = pipeline.map_err(|why| Failure::new(Kind::Compile, why.trim_end()))?;
    let config = PassManagerConfig { cancel: Some(cancel.flag()), ..PassManagerConfig::default() };
    let mut program = program.clone();
    let module = program.module_mut();
    let report = validate::run(&pipeline, &config, &registry, module, &validate::settings(inputs, tolerance));
    let diagnostics: Vec<_> = report
        .outputs
        .into_iter()
        .filter_map(|output| match output {
            Output::Diagnostic(diagnostic) => Some(diagnostic),
            Output::Stdout(_) | Output::Stderr(_) | Output::File { .. } => None,
        })
        .collect();
    let error = Error::diagnostics(module.cx(), ErrorKind::Program, &diagnostics);
    match report.status {
        RunStatus::Success => Ok(error.messages().to_vec()),
        _ => Err(Failure::from(error).of_kind(Kind::Validation)),
    }
}
