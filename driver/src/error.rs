//! Errors are values: a kind, messages with their places, and the text that a tool prints.

use std::fmt;

use strata_ir::{
    core::diagnostics::{Severity, render_all},
    prelude::*,
};

/// The subject of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The program is wrong, or it asks for what is not supported.
    Program,
    /// There is no such target, or it is not on this machine.
    Target,
    /// The code generator or the loader refused the program.
    Codegen,
    /// Arguments do not fit, or a run failed.
    Run,
    /// The work was cancelled.
    Cancelled,
    /// The work took longer than it was allowed to.
    TimedOut,
}

/// A place in the text of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The name that the text was given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A part of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// Its place; none where no place of the text is to blame.
    pub place: Option<Place>,
    /// The message.
    pub text: String,
    /// More about it.
    pub notes: Vec<Message>,
}

impl Message {
    fn new(cx: &Context, diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.loc.file_line_col(cx);
        Self {
            severity: diagnostic.severity,
            place: place.map(|(file, line, column)| Place { file: file.to_string(), line, column }),
            text: diagnostic.message.clone(),
            notes: diagnostic.notes.iter().map(|note| Self::new(cx, note)).collect(),
        }
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    messages: Vec<Message>,
    text: String,
}

/// The result of what may go wrong.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error without a place.
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        let text = message.to_string();
        let rendered = format!("error: {text}\n");
        let message = Message { severity: Severity::Error, place: None, text, notes: Vec::new() };
        Self { kind, messages: vec![message], text: rendered }
    }
    /// An error that consists of diagnostics.
    pub fn diagnostics(cx: &Context, kind: ErrorKind, diagnostics: &[Diagnostic]) -> Self {
        Self::rendered(cx, kind, diagnostics, render_all(cx, diagnostics))
    }
    /// An error that consists of diagnostics, which are rendered as `text`.
    pub(crate) fn rendered(cx: &Context, kind: ErrorKind, diagnostics: &[Diagnostic], text: String) -> Self {
        Self { kind, messages: diagnostics.iter().map(|d| Message::new(cx, d)).collect(), text }
    }
    /// A text as it is printed.
    pub(crate) fn verbatim(kind: ErrorKind, text: String) -> Self {
        let shown = text.trim_end().to_owned();
        let message = Message { severity: Severity::Error, place: None, text: shown, notes: Vec::new() };
        Self { kind, messages: vec![message], text }
    }
    /// The same as an error of another kind.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> Self {
        Self { kind, ..self }
    }
    /// Its subject.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
    /// Its messages, with their places.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
    /// The text for people: each message with its place and the line of the source, as a tool prints it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for Error {}

/// The text that a tool prints.
impl From<Error> for String {
    fn from(error: Error) -> Self {
        error.text
    }
}
