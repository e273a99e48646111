//! The tools as functions, which the commands of the wheel call.

use std::ffi::OsString;

use pyo3::{exceptions::PyValueError, prelude::*};
use strata_process::emit;

/// Runs a tool on arguments as the only work of this process, with its standard streams; returns the exit status.
#[pyfunction]
pub(crate) fn run_tool(py: Python<'_>, name: &str, arguments: Vec<OsString>) -> PyResult<u8> {
    let (tool, run): (&'static str, fn(Vec<OsString>) -> strata_process::Output) = match name {
        "strata-opt" => ("strata-opt", opt),
        "strata-run" => ("strata-run", strata_run::main_with),
        "strata-translate" => ("strata-translate", strata_translate::main_with),
        _ => return Err(PyValueError::new_err(format!("there is no tool {name}"))),
    };
    Ok(py.detach(|| emit(tool, &run(arguments))))
}

fn opt(arguments: Vec<OsString>) -> strata_process::Output {
    strata_opt::main_with(strata_registry::registry(), strata_registry::passes(), arguments)
}
