//! Diagnostics: messages with locations, and how they are shown.

mod details;

use std::fmt::Write;

pub use details::{Details, Label, Suggestion, nearest, value_names};

use crate::{Body, Context, Location, Op};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// More about another diagnostic.
    Note,
    /// Information about an optimization that was made or missed.
    Remark,
    /// Suspicious.
    Warning,
    /// The input is wrong or not supported.
    Error,
}

impl Severity {
    /// The word before the message.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Remark => "remark",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A located message with notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The location.
    pub loc: Location,
    /// The text.
    pub message: String,
    /// More about it.
    pub notes: Vec<Diagnostic>,
    /// Labels and suggestions, which [`Diagnostic::labels`] and [`Diagnostic::suggestions`] read.
    pub details: Option<Box<Details>>,
}

impl Diagnostic {
    /// An error.
    pub fn error(loc: Location, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, loc, message: message.into(), notes: Vec::new(), details: None }
    }
    /// A warning.
    pub fn warning(loc: Location, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(loc, message) }
    }
    /// A remark.
    pub fn remark(loc: Location, message: impl Into<String>) -> Self {
        Self { severity: Severity::Remark, ..Self::error(loc, message) }
    }
    /// An error about an op: `'name' op message`, with the note that [`Diagnostic::showing`] adds.
    pub fn op_error(body: &Body, op: Op, message: &str) -> Self {
        Self::error(body.loc(op), format!("'{}' op {message}", body.op_name(op)))
            .label_operands(body, op)
            .showing(body, op)
    }
    /// Adds the note that shows the op as it is now, where [`crate::Registry::print_op_on_diagnostic`] asks for it.
    pub fn showing(self, body: &Body, op: Op) -> Self {
        match body.cx().op_printer().filter(|_| body.cx().prints_op_on_diagnostic()) {
            Some(print) => {
                let text = print(body, op);
                // An op of several lines begins on a line of its own.
                let start = if text.contains('\n') { "\n" } else { "" };
                self.note(body.loc(op), format!("see current operation: {start}{text}"))
            }
            None => self,
        }
    }
    /// Adds a note.
    pub fn note(mut self, loc: Location, message: impl Into<String>) -> Self {
        self.notes.push(Self { severity: Severity::Note, ..Self::error(loc, message) });
        self
    }
    /// The text for users, in the form that the context has been told ([`crate::Registry::set_diagnostic_renderer`]), or else MLIR's.
    pub fn render(&self, cx: &Context) -> String {
        match cx.registry().diagnostic_renderer() {
            Some(render) => render(cx, self),
            None => self.render_as_mlir(cx),
        }
    }
    /// `file:line:col: error: message`, the source line with a caret, and the notes.
    pub fn render_as_mlir(&self, cx: &Context) -> String {
        let mut out = String::new();
        self.render_to(cx, None, &mut out);
        out
    }
    /// The line of the source is shown once for messages about one place.
    fn render_to(&self, cx: &Context, shown: Option<Location>, out: &mut String) {
        let place = self.loc.file_line_col(cx);
        if let Some((file, line, col)) = place {
            let _ = write!(out, "{file}:{line}:{col}: ");
        } else {
            out.push_str("<unknown>:0: ");
        }
        let _ = writeln!(out, "{}: {}", self.severity.word(), self.message);
        if shown != Some(self.loc)
            && let Some((_, _, col)) = place
            && let Some(text) = self.loc.line_text(cx)
            && text.len() <= 4096
        {
            let _ = writeln!(out, "{text}");
            let indent: String = text
                .chars()
                .take(col.saturating_sub(1) as usize)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let _ = writeln!(out, "{indent}^");
        }
        let mut last = self.loc;
        for note in &self.notes {
            note.render_to(cx, Some(last), out);
            last = note.loc;
        }
    }
}

/// Renders diagnostics, at most as many as the limits allow.
pub fn render_all(cx: &Context, diags: &[Diagnostic]) -> String {
    let limit = cx.limits().diagnostics as usize;
    let mut out: String = diags.iter().take(limit).map(|d| d.render(cx)).collect();
    if diags.len() > limit {
        let more = format!("{} more diagnostics are not shown", diags.len() - limit);
        match cx.registry().diagnostic_renderer() {
            Some(render) => out.push_str(&render(cx, &Diagnostic::remark(Location::UNKNOWN, more))),
            None => {
                let _ = writeln!(out, "{more}");
            }
        }
    }
    out
}
