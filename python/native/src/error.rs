//! Errors of the driver as exceptions, which `strata._errors` defines.

use pyo3::{
    PyErr, PyResult, Python,
    prelude::*,
    sync::PyOnceLock,
    types::{PyFunction, PyList, PyString, PyTuple},
};
use strata_driver::{Error, ErrorKind, Message};
use strata_ir::core::diagnostics::Severity;

/// The function that makes an exception of a kind, a text and diagnostics.
static MAKE: PyOnceLock<Py<PyFunction>> = PyOnceLock::new();

/// The kind of an exception: a name in the table of `strata._errors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Parse,
    Compile,
    Target,
    Run,
    Argument,
    Cancelled,
    TimedOut,
    Validation,
    Internal,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Compile => "compile",
            Self::Target => "target",
            Self::Run => "run",
            Self::Argument => "argument",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timeout",
            Self::Validation => "validation",
            Self::Internal => "internal",
        }
    }
}

impl From<ErrorKind> for Kind {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Program | ErrorKind::Codegen => Self::Compile,
            ErrorKind::Target => Self::Target,
            ErrorKind::Run => Self::Run,
            ErrorKind::Cancelled => Self::Cancelled,
            ErrorKind::TimedOut => Self::TimedOut,
        }
    }
}

/// A failure that becomes an exception.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    error: Error,
}

impl Failure {
    /// A failure of a kind without a place.
    pub(crate) fn new(kind: Kind, message: impl std::fmt::Display) -> Self {
        Self { kind, error: Error::new(ErrorKind::Run, message) }
    }
    /// The same failure of another kind.
    pub(crate) fn of_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
    /// The exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        self.exception(py).unwrap_or_else(|why| why)
    }
    fn exception(&self, py: Python<'_>) -> PyResult<PyErr> {
        let diagnostics = messages(py, self.error.messages())?;
        let text = self.error.text().trim_end();
        let make = MAKE.import(py, "strata._errors", "make")?;
        Ok(PyErr::from_value(make.call1((self.kind.name(), text, diagnostics))?))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { kind: error.kind().into(), error }
    }
}

/// Messages as tuples of severity, file, line, column, text and notes.
pub(crate) fn messages<'py>(py: Python<'py>, list: &[Message]) -> PyResult<Bound<'py, PyList>> {
    let rows = list.iter().map(|message| row(py, message)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, rows)
}

fn row<'py>(py: Python<'py>, message: &Message) -> PyResult<Bound<'py, PyTuple>> {
    let severity = match message.severity {
        Severity::Note => "note",
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let place = message.place.as_ref();
    (
        PyString::new(py, severity),
        place.map(|p| p.file.as_str()),
        place.map(|p| p.line),
        place.map(|p| p.column),
        message.text.as_str(),
        messages(py, &message.notes)?,
    )
        .into_pyobject(py)
}
