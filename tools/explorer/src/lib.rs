//! The explorer: looks at programs while passes rewrite them.
//!
//! An [`Explorer`] answers requests, which are JSON, about one program and one pipeline at a time. It has no files, threads, clocks or
//! processes, so it runs in a browser as it runs here; `strata-explorer` is the page with a server that adds what needs LLVM.
//!
//! ```
//! use strata_explorer::Explorer;
//!
//! let mut explorer = Explorer::default();
//! let source = "func.func @f(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }";
//! let request = serde_json::json!({ "call": "open", "source": source, "pipeline": "builtin.module(cse)" });
//! let answer: serde_json::Value = serde_json::from_str(&explorer.answer(&request.to_string()))?;
//! assert_eq!(answer["passes"][0]["name"], "cse");
//! let answer: serde_json::Value = serde_json::from_str(&explorer.answer(r#"{ "call": "step" }"#))?;
//! assert_eq!(answer["changed"], false);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! - [`requests`] has the requests and their answers.
//! - [`Session`] is a program on its way through a pipeline; each pass that changes it makes a [`version::Version`].
//! - Ops keep numbers over the versions ([`numbering`]), and [`lineage`] says which op was made from which.
//! - The other modules are views of a version: data flow, loops, buffers, kernels, results.
//!
//! **Architecture invariant.** No request ends the process: an error is an answer with a message.

pub mod buffers;
pub mod diagnostics;
pub mod events;
pub mod graph;
pub mod kernels;
pub mod lineage;
pub mod loops;
pub mod numbering;
pub mod places;
pub mod requests;
pub mod run;
#[cfg(not(target_family = "wasm"))]
pub mod server;
pub mod session;
pub mod validation;
pub mod version;

use std::sync::Arc;

use strata_ir::core::{Limits, Registry};
use strata_pass::PassRegistry;

pub use session::Session;

/// How deep regions and attributes may nest: the stack of a browser is small.
const DEPTH: u32 = 256;

/// All dialects and passes, and the program that is looked at.
pub struct Explorer {
    dialects: Registry,
    passes: Arc<PassRegistry>,
    session: Option<Session>,
}

impl Default for Explorer {
    fn default() -> Self {
        let mut dialects = strata_registry::registry();
        dialects.set_limits(Limits { region_depth: DEPTH, attr_depth: DEPTH, ..Limits::default() });
        // Messages show where an op is, and the page shows the op.
        dialects.print_op_on_diagnostic(false);
        Self { dialects, passes: Arc::new(strata_registry::passes()), session: None }
    }
}

impl Explorer {
    /// Answers a request in JSON with JSON; an error is an object with the member `error`.
    pub fn answer(&mut self, request: &str) -> String {
        requests::answer(self, request)
            .unwrap_or_else(|error| serde_json::json!({ "error": error }))
            .to_string()
    }
}
