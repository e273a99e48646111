//! Programs before they are compiled.

use std::{collections::BTreeMap, sync::Arc};

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyTuple},
};
use strata_bytecode::{WriteOptions, write_module};
use strata_driver::{CancelToken, Cost, Error, ErrorKind, Program, lower::run_pipeline_until, program};
use strata_ir::text::{PrintOptions, print_body};

use crate::{
    code::{Form, code},
    compile::Settings,
    error::{Failure, Kind, messages},
    executable::Executable,
    ir::Operation,
    signature::{Row, rows},
    validate::validate_passes,
    work::{here, on_large_stack, watched},
};

/// A program and its entry function. It does not change; passes give a new one.
#[pyclass(frozen, module = "strata._native")]
pub(crate) struct Module {
    pub(crate) program: Arc<Program>,
}

#[pymethods]
impl Module {
    /// Reads a program from text or any binary form; `name` is that of the file in errors.
    #[staticmethod]
    fn load(py: Python<'_>, name: &str, data: &[u8], entry: &str) -> PyResult<Self> {
        let program = on_large_stack(py, || {
            let module = program::load(&program::context(), name, data.to_vec())
                .map_err(|error| Failure::from(error).of_kind(Kind::Parse))?;
            Ok(Program::new(module, entry)?)
        })?;
        Ok(Self { program: Arc::new(program) })
    }
    /// The text.
    #[pyo3(signature = (*, generic, locations, elide))]
    fn text(&self, py: Python<'_>, generic: bool, locations: bool, elide: Option<u64>) -> PyResult<String> {
        let options = PrintOptions {
            generic,
            debuginfo: locations,
            elide_elements_larger_than: elide,
            ..PrintOptions::default()
        };
        on_large_stack(py, || Ok(print_body(self.program.module(), &options)))
    }
    /// MLIR's bytecode.
    fn bytecode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let module = self.program.module();
        let bytes = here(py, || {
            let written = write_module(module, &WriteOptions::default());
            written.map_err(|e| Error::diagnostics(module.cx(), ErrorKind::Program, &e).into())
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
    /// The name of the entry function.
    fn entry(&self) -> &str {
        self.program.entry()
    }
    /// The arguments and results of the entry function.
    fn signature(&self, py: Python<'_>) -> PyResult<(Vec<Row>, Vec<Row>)> {
        here(py, || Ok(rows(&self.program.signature()?)))
    }
    /// A new module: this one after a pipeline of passes.
    fn run_passes(&self, py: Python<'_>, pipeline: &str) -> PyResult<Self> {
        let cancel = CancelToken::new();
        let program = watched(
            py,
            || cancel.cancel(),
            || {
                let mut program = Program::clone(&self.program);
                run_pipeline_until(program.module_mut(), pipeline, (&cancel).into())?;
                Ok(program)
            },
        )?;
        Ok(Self { program: Arc::new(program) })
    }
    /// Compiles the program.
    fn compile(&self, py: Python<'_>, settings: Settings) -> PyResult<Executable> {
        Executable::compile(py, &self.program, &settings)
    }
    /// A run of an executable of this program with marks; a trace in Chrome's format.
    fn profile(
        &self,
        py: Python<'_>,
        executable: &Executable,
        settings: Settings,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        executable.profile(py, &self.program, &settings, args, kwargs)
    }
    /// The code of the program: `llvm-dialect`, `llvm-ir`, `asm` or `ptx`.
    fn code(&self, py: Python<'_>, settings: Settings, form: &str) -> PyResult<String> {
        let form =
            Form::parse(form).ok_or_else(|| PyValueError::new_err(format!("no form of code is {form}")))?;
        let cancel = CancelToken::new();
        watched(py, || cancel.cancel(), || code(&self.program, &settings, form, &cancel))
    }
    /// Operations, those that are functions, bytes, whether a loop of unknown length was counted once, and rows of ops.
    fn cost(&self, py: Python<'_>) -> PyResult<(f64, f64, f64, bool, BTreeMap<String, [f64; 3]>)> {
        let cost = here(py, || Ok(Cost::count(self.program.module(), self.program.entry())))?;
        Ok((cost.operations, cost.functions, cost.bytes, cost.at_least, cost.ops))
    }
    /// Runs the passes of a target one at a time and compares the results of the interpreter; returns remarks.
    fn validate_passes<'py>(
        &self,
        py: Python<'py>,
        settings: Settings,
        inputs: u64,
        tolerance: Option<f64>,
    ) -> PyResult<Bound<'py, PyList>> {
        let cancel = CancelToken::new();
        let work = || validate_passes(&self.program, &settings, inputs, tolerance, &cancel);
        let remarks = watched(py, || cancel.cancel(), work)?;
        messages(py, &remarks)
    }
    /// The op of the module.
    fn operation(&self) -> Operation {
        Operation::module(&self.program)
    }
    /// The functions of the module.
    fn functions(&self) -> Vec<Operation> {
        Operation::functions(&self.program)
    }
}
