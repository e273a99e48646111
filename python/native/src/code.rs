//! The code of a program as text.

use strata_codegen_llvm::{PtxOptions, TargetMachine, compile, compile_ptx};
use strata_driver::{CancelToken, CompileOptions, Program, Target, lower};

use crate::{
    compile::Settings,
    error::{Failure, Kind},
    work::Outcome,
};

/// A form of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The program in the `llvm` dialect.
    Lowered,
    /// LLVM IR after its passes.
    LlvmIr,
    /// Assembly of the processor.
    Assembly,
    /// PTX of the kernels.
    Ptx,
}

impl Form {
    /// The form with a name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name {
            "llvm-dialect" => Some(Self::Lowered),
            "llvm-ir" => Some(Self::LlvmIr),
            "asm" => Some(Self::Assembly),
            "ptx" => Some(Self::Ptx),
            _ => None,
        }
    }
}

/// The code of a program for a target.
pub(crate) fn code(
    program: &Program,
    settings: &Settings,
    form: Form,
    cancel: &CancelToken,
) -> Outcome<String> {
    let options = CompileOptions { entry: program.entry().to_owned(), ..settings.options()? };
    let mut target = settings.target(&options)?;
    // Programs that no GPU runs have kernels, too: those of the simulated one.
    if form == Form::Ptx && target.backend().is_none() {
        target = Target::simulator(options.target.clone(), settings.arch.as_deref());
    }
    let mut program = program.clone();
    let module = program.module_mut();
    lower::lower_on(module, &options, &[], target.backend(), cancel.into())?;
    let refused = |why: &dyn std::fmt::Display| Failure::new(Kind::Compile, why);
    match (form, target.backend()) {
        (Form::Lowered, _) => {
            Ok(strata_ir::text::print_body(module, &strata_ir::text::PrintOptions::default()))
        }
        (Form::Ptx, Some(backend)) => {
            let ptx = compile_ptx(module, &PtxOptions::new(backend.arch())).map_err(|e| refused(&e))?;
            Ok(ptx.text)
        }
        _ => {
            let machine = TargetMachine::new(&options.target).map_err(|e| refused(&e))?;
            let ir = compile(module, &machine).map_err(|e| refused(&e))?;
            if form == Form::LlvmIr {
                return Ok(ir.to_text());
            }
            machine.emit_assembly(&ir).map_err(|e| refused(&e))
        }
    }
}
