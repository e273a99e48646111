//! The terminal that errors are shown on.

use std::io::IsTerminal;

/// The terminal of the error stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether it moves its cursor and shows colours: it is not dumb, and `NO_COLOR` is not set (<https://no-color.org>).
    pub colors: bool,
}

/// The terminal of the error stream; `None` if the stream is a file or a pipe, or if the terminal is dumb.
#[must_use]
pub fn error_terminal() -> Option<Terminal> {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    (!is_dumb && std::io::stderr().is_terminal()).then_some(Terminal { colors: !no_color })
}
