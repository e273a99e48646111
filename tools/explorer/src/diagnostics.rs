//! Diagnostics as JSON.

use serde_json::{Value, json};
use strata_ir::core::{Context, Diagnostic};
use strata_pass::Output;

/// A message with its place, if it has one, and its notes.
pub fn diagnostic(cx: &Context, d: &Diagnostic) -> Value {
    let place = d.loc.file_line_col(cx);
    json!({
        "severity": d.severity.word(),
        "message": d.message,
        "file": place.map(|p| p.0),
        "line": place.map(|p| p.1),
        "column": place.map(|p| p.2),
        "notes": d.notes.iter().map(|note| diagnostic(cx, note)).collect::<Vec<_>>(),
    })
}

/// Messages, at most as many as the limits allow.
pub fn diagnostics(cx: &Context, all: &[Diagnostic]) -> Vec<Value> {
    all.iter().take(cx.limits().diagnostics as usize).map(|d| diagnostic(cx, d)).collect()
}

/// The reports of passes; printed text is a remark without a place.
pub fn outputs(cx: &Context, all: &[Output]) -> Vec<Value> {
    let each = all.iter().take(cx.limits().diagnostics as usize);
    each.map(|output| match output {
        Output::Diagnostic(d) => diagnostic(cx, d),
        Output::Stdout(text) | Output::Stderr(text) | Output::File { text, .. } => {
            json!({ "severity": "remark", "message": text, "notes": [] })
        }
    })
    .collect()
}
