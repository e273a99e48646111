//! Errors of the verifier.

use crate::Location;

/// Why an op is wrong. The verifier adds `'name' op ` and the location of the op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyError {
    /// The message; starts with the words after `'name' op `.
    pub message: String,
    /// Location other than that of the op.
    pub loc: Option<Location>,
    /// Notes with their locations.
    pub notes: Vec<(Location, String)>,
    /// Whether the message is complete as it is, without `'name' op `.
    pub bare: bool,
    /// Whether the error concerns another place than the op, so that the op is not printed with it.
    pub hides_op: bool,
    /// Whether the message is the reason why result types cannot be inferred; a second error then reports that
    /// failure at the op.
    pub uninferred: bool,
}

impl VerifyError {
    /// An error whose message is not prefixed by the name of the op.
    pub fn bare(message: impl Into<String>) -> Self {
        Self { bare: true, ..message.into().into() }
    }
    /// The same error as the reason why the types of the results cannot be inferred.
    pub fn uninferred(self) -> Self {
        Self { hides_op: true, uninferred: true, ..self }
    }
    /// Adds a note.
    pub fn note(mut self, loc: Location, message: impl Into<String>) -> Self {
        self.notes.push((loc, message.into()));
        self
    }
    /// Sets the location of the error.
    pub fn at(mut self, loc: Location) -> Self {
        self.loc = Some(loc);
        self
    }
}
impl From<String> for VerifyError {
    fn from(message: String) -> Self {
        Self { message, loc: None, notes: Vec::new(), bare: false, hides_op: false, uninferred: false }
    }
}
impl From<&str> for VerifyError {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// Result of a verifier.
pub type VerifyResult = Result<(), VerifyError>;
