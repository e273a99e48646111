//! The errors and diagnostics of the exit: everything that MLIR and LLVM report is captured here, nothing is printed and nothing panics.

use std::fmt;

/// How serious a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The request cannot be carried out.
    Error,
    /// The result is usable, but probably not what was meant.
    Warning,
    /// More about the diagnostic that it belongs to.
    Note,
    /// Information that was asked for.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Remark => "remark",
        })
    }
}

/// Where a diagnostic points to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// Nothing is known.
    Unknown,
    /// A place in a file; line and column count from one.
    File {
        /// The file's name, `-` for standard input.
        file: String,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// A location without a file inside, as MLIR prints it.
    Other(String),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Unknown => f.write_str("<unknown>"),
            Location::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Location::Other(text) => f.write_str(text),
        }
    }
}

/// One message from MLIR or LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// Where it points to.
    pub location: Location,
    /// The text, without severity and location.
    pub message: String,
    /// What was attached to it.
    pub notes: Vec<Diagnostic>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.location, self.severity, self.message)?;
        for note in &self.notes {
            write!(f, "\n{note}")?;
        }
        Ok(())
    }
}

/// Why the exit to LLVM failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodegenError {
    /// MLIR rejected the module while it was parsed, verified or translated.
    InvalidModule {
        /// The step that failed: `parse`, `verify` or `translate`.
        step: &'static str,
        /// What MLIR said.
        diagnostics: Vec<Diagnostic>,
    },
    /// A call of the builder was wrong (an unknown id, an unregistered op, …).
    Builder {
        /// What was wrong.
        message: String,
        /// What MLIR said, where it was asked.
        diagnostics: Vec<Diagnostic>,
    },
    /// LLVM rejected the LLVM IR, or failed in a pass or while it generated code.
    Llvm {
        /// The step that failed, for example `verify LLVM IR`.
        step: &'static str,
        /// What LLVM said.
        message: String,
    },
    /// The target, CPU or feature string is not one that this build can generate code for.
    Target(String),
    /// The module asks for something that LLVM would abort on.
    Limit(String),
    /// No linker was found, or it failed.
    Link(String),
    /// The JIT rejected a symbol or an object.
    Jit(String),
    /// A module cannot be code for a device, or its assembler is missing or refuses the code.
    Device(String),
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, diagnostics: &[Diagnostic]| {
            diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n{diagnostic}"))
        };
        match self {
            CodegenError::InvalidModule { step, diagnostics } => {
                write!(f, "the llvm-dialect module is invalid ({step})")?;
                list(f, diagnostics)
            }
            CodegenError::Builder { message, diagnostics } => {
                write!(f, "cannot build the llvm-dialect module: {message}")?;
                list(f, diagnostics)
            }
            CodegenError::Llvm { step, message } => write!(f, "LLVM failed ({step}): {message}"),
            CodegenError::Target(message) => write!(f, "unsupported target: {message}"),
            CodegenError::Limit(message) => write!(f, "limit exceeded: {message}"),
            CodegenError::Link(message) => write!(f, "cannot link: {message}"),
            CodegenError::Jit(message) => write!(f, "JIT: {message}"),
            CodegenError::Device(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CodegenError {}

impl CodegenError {
    /// The diagnostics inside, empty for the kinds that have none.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            CodegenError::InvalidModule { diagnostics, .. } | CodegenError::Builder { diagnostics, .. } => {
                diagnostics
            }
            _ => &[],
        }
    }
}

/// The result of every operation of this crate.
pub type Result<T, E = CodegenError> = std::result::Result<T, E>;
