//! Programs before they are compiled.

use std::sync::Arc;

use pyo3::{prelude::*, types::PyBytes};
use strata_bytecode::{WriteOptions, write_module};
use strata_driver::{CancelToken, Error, ErrorKind, Program, lower::run_pipeline_until, program};
use strata_ir::text::{PrintOptions, print_body};

use crate::{
    compile::Settings,
    error::{Failure, Kind},
    executable::Executable,
    signature::{Row, rows},
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
                run_pipeline_until(program.module_mut(), pipeline, Some(&cancel))?;
                Ok(program)
            },
        )?;
        Ok(Self { program: Arc::new(program) })
    }
    /// Compiles the program.
    fn compile(&self, py: Python<'_>, settings: Settings) -> PyResult<Executable> {
        Executable::compile(py, &self.program, &settings)
    }
}
