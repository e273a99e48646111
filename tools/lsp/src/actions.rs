//! Code actions: corrections of errors, expected errors, and passes.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Command, Diagnostic,
    DiagnosticSeverity, Position, Range, TextEdit, WorkspaceEdit,
};
use strata_ir::{core::diagnostics::Suggestion, text::extents::Span};

use crate::{
    analysis::{Analysis, Part},
    commands::{self, RunPipeline},
    diagnostics::{self, SOURCE},
    document::Document,
};

/// The passes that are offered for a whole file.
const PASSES: [(&str, &str); 4] = [
    ("Canonicalize", "canonicalize"),
    ("Eliminate common subexpressions", "cse"),
    ("Inline calls", "inline"),
    ("Remove unused symbols", "symbol-dce"),
];

/// The kind of the actions that run passes.
pub const RUN_PASS: CodeActionKind = CodeActionKind::new("source.runPass");

/// The actions in a range.
pub fn actions(
    doc: &Document,
    analysis: &Analysis,
    passes: &strata_pass::PassRegistry,
    range: Range,
    context: &CodeActionContext,
) -> Vec<CodeActionOrCommand> {
    let wanted = |kind: &CodeActionKind| {
        let Some(only) = &context.only else { return true };
        only.iter().any(|o| {
            kind.as_str()
                .strip_prefix(o.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let mut out = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let meets = |d: &Diagnostic| d.range.start <= range.end && range.start <= d.range.end;
        for d in diagnostics::all(doc, analysis).iter().filter(|d| meets(d)) {
            out.extend(corrections(doc, analysis, d));
            out.push(expect(doc, d));
        }
    }
    if wanted(&RUN_PASS) {
        let known = PASSES.iter().filter(|(_, pass)| passes.pass(pass).is_some());
        out.extend(known.map(|(title, pass)| run_pass(doc, title, pass)));
    }
    out.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

fn edit_action(doc: &Document, title: String, d: &Diagnostic, edit: TextEdit, preferred: bool) -> CodeAction {
    // The type of the map is that of the protocol's crate, whose addresses may keep what they computed of themselves.
    #[expect(clippy::mutable_key_type, reason = "the address does not change")]
    let changes = HashMap::from([(doc.uri.clone(), vec![edit])]);
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![d.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(preferred).filter(|p| *p),
        ..CodeAction::default()
    }
}

/// Adds the line that `--verify-diagnostics` looks for.
fn expect(doc: &Document, d: &Diagnostic) -> CodeAction {
    let line = d.range.start.line as usize;
    let text = doc.lines.line(&doc.text, line);
    let indent: String = text.chars().take_while(|c| c.is_whitespace()).collect();
    let word = match d.severity {
        Some(DiagnosticSeverity::WARNING) => "warning",
        Some(DiagnosticSeverity::INFORMATION) => "remark",
        _ => "error",
    };
    let message = d.message.lines().next().unwrap_or_default();
    let at = Position::new(line as u32, 0);
    let expectation = format!("{indent}// expected-{word} @below {{{{{message}}}}}\n");
    let edit = TextEdit::new(Range::new(at, at), expectation);
    edit_action(doc, format!("Add expected-{word}"), d, edit, false)
}

fn run_pass(doc: &Document, title: &str, pass: &str) -> CodeAction {
    let arguments =
        RunPipeline { uri: doc.uri.clone(), pipeline: format!("builtin.module({pass})"), edit: true };
    let arguments = serde_json::to_value(arguments).ok().into_iter().collect();
    CodeAction {
        title: format!("{title} ({pass})"),
        kind: Some(RUN_PASS),
        command: Some(Command::new(title.to_owned(), commands::RUN_PIPELINE.to_owned(), Some(arguments))),
        ..CodeAction::default()
    }
}

/// The corrections that the parser and the verifier suggest, the best first.
fn corrections(doc: &Document, analysis: &Analysis, d: &Diagnostic) -> Vec<CodeAction> {
    if d.source.as_deref() != Some(SOURCE) {
        return Vec::new();
    }
    let Some((part, offset)) = doc.place(analysis, d.range.start) else { return Vec::new() };
    let text = doc.part_text(part);
    let found = suggested(part, text, offset, &d.message);
    let action = |(i, (span, better)): (usize, (Span, String))| {
        let edit = TextEdit::new(doc.range(part, span), better.clone());
        edit_action(doc, format!("Change to '{better}'"), d, edit, i == 0)
    };
    found.into_iter().enumerate().map(action).collect()
}

/// The suggestions of the error at an offset: what is replaced, and by what.
fn suggested(part: &Part, text: &str, offset: usize, message: &str) -> Vec<(Span, String)> {
    let newlines = text.bytes().enumerate().filter(|(_, c)| *c == b'\n').map(|(i, _)| i + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(newlines).collect();
    let offset_of = |loc| Analysis::offset_of(part, text, &starts, loc);
    let error = part.diagnostics.iter().find(|d| d.message == message && offset_of(d.loc) == Some(offset));
    let place = |s: &Suggestion| {
        let at = offset_of(s.loc)?;
        // The name of an op may be in quotes.
        let quote = usize::from(text.get(at..)?.starts_with('"') && !s.old.starts_with('"'));
        let is_there = text.get(at + quote..)?.starts_with(&s.old);
        is_there.then(|| (Span::new(at + quote, at + quote + s.old.len()), s.new.clone()))
    };
    error.map(|d| d.suggestions().iter().filter_map(place).collect()).unwrap_or_default()
}
