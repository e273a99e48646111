//! `--mlir-upstream`: upstream MLIR's passes on our IR, by way of the generic form.
//!
//! Only the feature `upstream` links MLIR; without it the flag is an error that names the feature.

use strata_ir::core::{Body, Diagnostic};

/// Whether this build has upstream MLIR.
pub const AVAILABLE: bool = cfg!(feature = "upstream");

/// The error message if it has not.
pub const UNAVAILABLE: &str = "--mlir-upstream needs upstream MLIR, which this build does not link; \
                               build strata-opt with the cargo feature 'upstream'";

/// Runs `pipeline` of upstream MLIR on `body` and reads the result.
#[cfg(feature = "upstream")]
pub fn run(body: &Body, pipeline: &str) -> Result<Box<Body>, Vec<Diagnostic>> {
    use strata_codegen_upstream::{Form, Upstream};
    use strata_ir::{
        core::Op,
        text::{ParseOptions, PrintOptions, parse_module, print_body},
    };
    let text = print_body(body, &PrintOptions { generic: true, ..PrintOptions::default() });
    let loc = body.loc(Op::SELF);
    let out = Upstream::new().run(&text, pipeline, Form::Generic).map_err(|e| {
        // Its locations are in the printed text, which the user does not have.
        let d = Diagnostic::error(loc, format!("upstream MLIR failed ({}): {}", e.step, e.message));
        let notes = e.diagnostics.into_iter().map(|n| format!("{}: {}", n.severity, n.message));
        vec![notes.fold(d, |d, n| d.note(loc, n))]
    })?;
    parse_module(body.cx_arc(), "<upstream>", &out, ParseOptions::default())
}

/// The variant without upstream MLIR; the driver checks [`AVAILABLE`] first.
#[cfg(not(feature = "upstream"))]
pub fn run(body: &Body, _pipeline: &str) -> Result<Box<Body>, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error(body.loc(strata_ir::core::Op::SELF), UNAVAILABLE)])
}
