//! Errors are values: a kind, messages with their locations, and the text that a tool prints.

use std::fmt;

use strata_ir::{
    core::diagnostics::{Severity, render_all},
    prelude::*,
};

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The program is invalid, or uses an unsupported feature.
    Program,
    /// The target does not exist, or is not available on this machine.
    Target,
    /// The code generator or the loader rejected the program.
    Codegen,
    /// Arguments do not fit, or a run failed.
    Run,
    /// The work was cancelled.
    Cancelled,
    /// The work exceeded its time limit.
    TimedOut,
}

/// A location in the text of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A part of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its severity.
    pub severity: Severity,
    /// Its location; `None` if it has none in the text.
    pub place: Option<Place>,
    /// The message.
    pub text: String,
    /// Additional notes.
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

/// The reason of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    messages: Vec<Message>,
    text: String,
}

/// The result of a fallible operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error without a location.
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        let text = message.to_string();
        let rendered = format!("error: {text}\n");
        let message = Message { severity: Severity::Error, place: None, text, notes: Vec::new() };
        Self { kind, messages: vec![message], text: rendered }
    }
    /// An error at a place of a text.
    pub fn at(kind: ErrorKind, place: Place, message: impl fmt::Display) -> Self {
        let text = message.to_string();
        let rendered = format!("{}:{}:{}: error: {text}\n", place.file, place.line, place.column);
        let message = Message { severity: Severity::Error, place: Some(place), text, notes: Vec::new() };
        Self { kind, messages: vec![message], text: rendered }
    }
    /// An error with the messages of diagnostics.
    pub fn diagnostics(cx: &Context, kind: ErrorKind, diagnostics: &[Diagnostic]) -> Self {
        Self::rendered(cx, kind, diagnostics, render_all(cx, diagnostics))
    }
    /// An error with the messages of diagnostics, which are rendered as `text`.
    pub(crate) fn rendered(cx: &Context, kind: ErrorKind, diagnostics: &[Diagnostic], text: String) -> Self {
        Self { kind, messages: diagnostics.iter().map(|d| Message::new(cx, d)).collect(), text }
    }
    /// An error whose text is printed as it is.
    pub(crate) fn verbatim(kind: ErrorKind, text: String) -> Self {
        let shown = text.trim_end().to_owned();
        let message = Message { severity: Severity::Error, place: None, text: shown, notes: Vec::new() };
        Self { kind, messages: vec![message], text }
    }
    /// The same error with another kind.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> Self {
        Self { kind, ..self }
    }
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
    /// Its messages, with their locations.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
    /// The text for users: each message with its location and the source line, as a tool prints it.
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
