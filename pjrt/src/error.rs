//! Errors: a code, and a text.

use std::sync::Arc;

/// The codes, which are those of `absl::Status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Code {
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    NotFound = 5,
    AlreadyExists = 6,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Unimplemented = 12,
    Internal = 13,
}

/// Why a function of the interface failed.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    code: u32,
    message: Arc<str>,
}

/// The result of a function of the interface.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self::with_code(code as u32, message)
    }
    /// An error with a code that a caller gives.
    pub(crate) fn with_code(code: u32, message: impl Into<String>) -> Self {
        Self { code: if code == 0 { Code::Unknown as u32 } else { code }, message: message.into().into() }
    }
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, message)
    }
    pub(crate) fn precondition(message: impl Into<String>) -> Self {
        Self::new(Code::FailedPrecondition, message)
    }
    pub(crate) fn exhausted(message: impl Into<String>) -> Self {
        Self::new(Code::ResourceExhausted, message)
    }
    pub(crate) fn unimplemented(message: impl Into<String>) -> Self {
        Self::new(Code::Unimplemented, message)
    }
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Code::Internal, message)
    }
    pub(crate) fn code(&self) -> u32 {
        self.code
    }
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

/// Errors of memory of a device.
impl From<strata_driver::RunError> for Error {
    fn from(error: strata_driver::RunError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<strata_driver::Error> for Error {
    fn from(error: strata_driver::Error) -> Self {
        use strata_driver::ErrorKind;
        let text = error.text().trim_end();
        let code = match error.kind() {
            ErrorKind::Cancelled | ErrorKind::TimedOut => Code::Cancelled,
            _ if text.contains("out of memory") => Code::ResourceExhausted,
            ErrorKind::Program => Code::InvalidArgument,
            _ => Code::Internal,
        };
        Self::new(code, text)
    }
}
