//! [`Error`]: what went wrong, and in which operation.

use std::fmt;

/// An error of building, compiling or running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    operation: &'static str,
    message: String,
}

/// The result of building, compiling or running.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of an operation, under the name that the operation has in the operation table: `DotGeneral`.
    pub fn new(operation: &'static str, message: impl Into<String>) -> Self {
        Self { operation, message: message.into() }
    }
    /// The name of the operation.
    pub fn operation(&self) -> &'static str {
        self.operation
    }
    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.message.trim_end())
    }
}

impl std::error::Error for Error {}
