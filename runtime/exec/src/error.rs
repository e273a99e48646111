//! Errors of runs.

use std::fmt;

/// Why a run has no results: the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError(String);

/// The result of a run.
pub type Result<T, E = RunError> = std::result::Result<T, E>;

impl RunError {
    /// An error with this reason.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RunError {}

/// Errors of devices are their reasons.
impl From<String> for RunError {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}
