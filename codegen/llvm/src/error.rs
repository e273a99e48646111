//! Errors and diagnostics of this crate: all messages of MLIR and LLVM are captured; nothing is printed and nothing panics.

use std::fmt;

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The request failed.
    Error,
    /// The result is usable, but probably not as intended.
    Warning,
    /// Additional information on another diagnostic.
    Note,
    /// Requested information.
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

/// The location of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// An unknown location.
    Unknown,
    /// A position in a file; line and column count from one.
    File {
        /// The file's name, `-` for standard input.
        file: String,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// A location without a file, as printed by MLIR.
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

/// A message from MLIR or LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its location.
    pub location: Location,
    /// The text, without severity and location.
    pub message: String,
    /// Attached notes.
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

/// The reasons for a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodegenError {
    /// MLIR rejected the module during parsing, verification or translation.
    InvalidModule {
        /// The step that failed: `parse`, `verify` or `translate`.
        step: &'static str,
        /// The diagnostics of MLIR.
        diagnostics: Vec<Diagnostic>,
    },
    /// An invalid call of the builder (an unknown id, an unregistered op, …).
    Builder {
        /// The description of the error.
        message: String,
        /// The diagnostics of MLIR, if there are any.
        diagnostics: Vec<Diagnostic>,
    },
    /// LLVM rejected the LLVM IR, or failed in a pass or in code generation.
    Llvm {
        /// The step that failed, for example `verify LLVM IR`.
        step: &'static str,
        /// The message of LLVM.
        message: String,
    },
    /// The target, CPU or feature string is not supported by this build.
    Target(String),
    /// An intrinsic for which LLVM has no code on the CPU; the calls in a module have locations ([`crate::compile`]).
    Intrinsic {
        /// The name, which begins with `llvm.`.
        name: String,
        /// The reason.
        why: String,
    },
    /// The module would make LLVM abort.
    Limit(String),
    /// No linker was found, or the linker failed.
    Link(String),
    /// The JIT rejected a symbol or an object.
    Jit(String),
    /// A module cannot be compiled for a device, or its assembler is missing or rejects the code.
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
            CodegenError::Intrinsic { name, why } => {
                write!(f, "unsupported target: the intrinsic `{name}` {why}")
            }
            CodegenError::Limit(message) => write!(f, "limit exceeded: {message}"),
            CodegenError::Link(message) => write!(f, "cannot link: {message}"),
            CodegenError::Jit(message) => write!(f, "JIT: {message}"),
            CodegenError::Device(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CodegenError {}

impl CodegenError {
    /// The diagnostics of the error; empty for the kinds that have none.
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
