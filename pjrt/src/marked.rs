//! Runs of programs while a profile is recorded: in a form with marks, which is compiled then.

use strata_driver::{CompileOptions, Compiler, Executable as Code, Program, profile};

use crate::error::Result;
use crate::executable::{Executable, on_large_stack, with_handlers};
use crate::profiler::{self, Marked, span};

/// Runs a program, with marks if a profile is recorded.
pub(crate) fn run<T>(executable: &Executable, device: i32, work: impl FnOnce(&Code) -> T) -> T {
    let Some(session) = profiler::current() else { return work(&executable.code) };
    let compile = |compiler: &Compiler| on_large_stack(|| compile(compiler, executable));
    let marked = executable.profiled.get(&executable.name, compile);
    let (name, number, code) = (&*executable.name, executable.number(), &executable.code);
    session.run(profiler::Program { name, number, device, code }, marked, work)
}

/// Compiles the form with marks.
fn compile(compiler: &Compiler, of: &Executable) -> Result<Marked> {
    let _span = span(|| format!("compile {} with marks", of.name));
    let (mut program, _) = Program::load_partitioned("program", &of.source[..], of.partitions)?;
    program.apply_layouts()?;
    let compiler = with_handlers(compiler, &mut program)?.0;
    let compiler = match compiler.options().cloned() {
        Some(options) => compiler.with_options(CompileOptions { profile: true, ..options }),
        None => compiler,
    };
    let code = compiler.compile_in_place(&mut program)?;
    Ok(Marked { code, parts: profile::parts(program.module()).into() })
}
