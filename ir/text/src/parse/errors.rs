//! Where errors of syntax are reported, which is where `mlir-opt` reports them.

use strata_core::{Diagnostic, Location};

use super::{ParseError, Parser};

impl Parser<'_> {
    /// The place of the next token; at the end of the input that of its last character.
    pub(super) fn error_location(&mut self) -> Location {
        self.skip_blank();
        self.source.location(if self.at_end() { self.pos.saturating_sub(1) } else { self.pos })
    }
    /// An error of the language at the next token.
    #[cold]
    pub(super) fn err(&mut self, message: impl Into<String>) -> ParseError {
        let loc = self.error_location();
        self.bad_token(loc).unwrap_or_else(|| self.err_at(loc, message))
    }
    /// The error about the next token, if it is invalid.
    fn bad_token(&self, loc: Location) -> Option<ParseError> {
        let c = self.byte(self.pos);
        if self.at_end() {
            return None;
        }
        if !c.is_ascii_alphanumeric() && !b"_\"#%^@!:,=<>(){}[]+-*/?|.".contains(&c) {
            return Some(self.err_at(loc, "unexpected character"));
        }
        if c == b'.' && !self.src[self.pos..].starts_with("...") {
            let at = self.source.location(self.pos + 1);
            return Some(self.err_at(at, "expected three consecutive dots for an ellipsis"));
        }
        None
    }
    /// An error of the language somewhere.
    #[cold]
    pub(super) fn err_at(&self, loc: Location, message: impl Into<String>) -> ParseError {
        ParseError(Some(Box::new(Diagnostic::error(loc, message))))
    }
    /// An error about something that is missing before the next token, reported right after the last one.
    #[cold]
    pub(super) fn missing(&mut self, message: impl Into<String>) -> ParseError {
        let loc = self.error_location();
        if let Some(e) = self.bad_token(loc) {
            return e;
        }
        let at = if self.at_end() { self.pos.saturating_sub(1) } else { self.pos };
        match end_of_last_token(&self.bytes()[..at]) {
            Some(end) => self.err_at(self.source.location(end), message),
            None => self.err_at(loc, message),
        }
    }
}

/// The length of `before` without blanks, empty lines and comments at its end; `None` when nothing is left.
///
/// As upstream does it, a comment is looked for only where its line ends, and `//` in a string counts as one.
fn end_of_last_token(mut before: &[u8]) -> Option<usize> {
    loop {
        let len = before.iter().rposition(|c| !matches!(c, b' ' | b'\t')).map_or(0, |i| i + 1);
        before = &before[..len];
        match before {
            [] => return None,
            [rest @ .., b'\n' | b'\r'] => before = rest,
            _ => return Some(before.len()),
        }
        let line = before.iter().rposition(|&c| c == b'\n' || c == b'\r').map_or(0, |i| i + 1);
        if let Some(comment) = memchr::memmem::find(&before[line..], b"//") {
            before = &before[..line + comment];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::end_of_last_token;

    #[test]
    fn blanks_and_comments_do_not_count() {
        let end = |text: &str| end_of_last_token(text.as_bytes());
        assert_eq!(end("a "), Some(1));
        assert_eq!(end("ab // x\n\n  // y\n "), Some(2));
        assert_eq!(end("// x\n"), None);
        assert_eq!(end(""), None);
    }
}
