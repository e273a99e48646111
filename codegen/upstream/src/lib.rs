//! Real MLIR as an oracle and as a supplier of passes: parse and verify our text in it, run an upstream pass pipeline, read the result.
//!
//! The content exists only with the feature `upstream`, which links all of MLIR; without it this crate is empty, so that nothing else
//! needs LLVM to build.

#[cfg(feature = "upstream")]
mod upstream;

#[cfg(feature = "upstream")]
pub use upstream::{Diagnostic, Form, Upstream, UpstreamError, UpstreamResult};
