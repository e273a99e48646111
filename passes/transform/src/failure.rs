//! How a transform op fails.

use strata_ir::prelude::*;

/// A failure with its diagnostics.
#[derive(Debug)]
pub enum Failure {
    /// The payload is as it was, or as the op says: a sequence or an alternative may go on.
    Silenceable(Vec<Diagnostic>),
    /// The payload may be anything: everything ends.
    Definite(Vec<Diagnostic>),
}

/// The result of a transform op.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// One that may be silenced.
    pub fn silenceable(diagnostic: Diagnostic) -> Self {
        Self::Silenceable(vec![diagnostic])
    }
    /// One that may not.
    pub fn definite(diagnostic: Diagnostic) -> Self {
        Self::Definite(vec![diagnostic])
    }
    /// Its diagnostics.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        match self {
            Self::Silenceable(all) | Self::Definite(all) => all,
        }
    }
    /// The same with other diagnostics.
    #[must_use]
    pub fn map_notes(self, f: impl FnMut(Diagnostic) -> Diagnostic) -> Self {
        match self {
            Self::Silenceable(all) => Self::Silenceable(all.into_iter().map(f).collect()),
            Self::Definite(all) => Self::Definite(all.into_iter().map(f).collect()),
        }
    }
}
