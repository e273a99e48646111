//! The times of the parts of a program.

use strata_driver::{CancelToken, CompileOptions, Compiler, Program, TensorRef};

use crate::{
    compile::Settings,
    error::{Failure, Kind},
    work::Outcome,
};

/// Compiles a program so that it records its parts, and runs it; returns a trace in Chrome's format.
pub(crate) fn profile(
    program: &Program,
    settings: &Settings,
    inputs: &[TensorRef<'_>],
    cancel: &CancelToken,
) -> Outcome<String> {
    if settings.target != "cpu" || settings.pipeline.is_some() {
        let message = "profiles are those of programs for the target cpu and without a pipeline of their own";
        return Err(Failure::new(Kind::Target, message));
    }
    // The names of the parts are in the module, which a cached program would not have lowered.
    let settings = Settings { cache: false, ..settings.clone() };
    let compiler = settings.compiler(cancel)?;
    let with_marks = |options: &CompileOptions| CompileOptions { profile: true, ..options.clone() };
    let compiler: Compiler = match compiler.options().map(with_marks) {
        Some(options) => compiler.with_options(options),
        None => compiler,
    };
    let mut program = program.clone();
    let code = compiler.compile_in_place(&mut program)?;
    let run = || code.run_tensors(inputs);
    let (_, trace) = strata_run::profile::trace(program.module(), run)?;
    Ok(trace)
}
