//! The form of a program that is run while a profile is recorded: with marks where its parts begin and end.

use std::sync::{Arc, OnceLock};

use strata_driver::profile::{self, Part};
use strata_driver::{CompileOptions, Compiler, Executable as Code, Program};

use super::span::span;
use crate::error::Result;
use crate::executable::{Executable, on_large_stack, with_handlers};

/// The form with marks, compiled when it is needed first.
pub(crate) struct Variant {
    compiler: Compiler,
    made: OnceLock<Result<Marked>>,
}

struct Marked {
    code: Code,
    parts: Arc<[Part]>,
}

impl Variant {
    /// A form that nobody needs yet.
    pub(crate) fn new(compiler: &Compiler) -> Self {
        Self { compiler: compiler.clone(), made: OnceLock::new() }
    }

    /// The code and its parts; the error says why there is none.
    pub(super) fn get(&self, of: &Executable) -> Result<(&Code, Arc<[Part]>), String> {
        match self.made.get_or_init(|| on_large_stack(|| self.compile(of))) {
            Ok(marked) => Ok((&marked.code, Arc::clone(&marked.parts))),
            Err(error) => {
                Err(format!("{}: the ops of the program are not known: {}", of.name, error.message()))
            }
        }
    }

    fn compile(&self, of: &Executable) -> Result<Marked> {
        let _span = span(|| format!("compile {} with marks", of.name));
        let mut program = Program::load("program", &of.source[..])?;
        program.apply_layouts()?;
        let compiler = with_handlers(&self.compiler, &mut program)?.0;
        let compiler = match self.compiler.options().cloned() {
            Some(options) => compiler.with_options(CompileOptions { profile: true, ..options }),
            None => compiler,
        };
        let code = compiler.compile_in_place(&mut program)?;
        Ok(Marked { code, parts: profile::parts(program.module()).into() })
    }
}
