//! Upstream MLIR as a reference and as a source of passes: parses and verifies our text, runs upstream pass pipelines, and returns the
//! results.
//!
//! The contents require the feature `upstream`, which links all of MLIR; without it this crate is empty, so that nothing else needs LLVM to
//! build.

#[cfg(feature = "upstream")]
mod upstream;

#[cfg(feature = "upstream")]
pub use upstream::{Diagnostic, Form, Upstream, UpstreamError, UpstreamResult};
