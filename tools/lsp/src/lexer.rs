//! Tokens of any text, also of one that cannot be parsed: for colours, folding and completion.

use strata_ir::text::extents::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `// …`.
    Comment,
    /// `"…"`.
    String,
    /// Digits, also with a point.
    Number,
    /// A bare identifier, perhaps with dots.
    Word,
    /// `%name`.
    Value,
    /// `@name`.
    Symbol,
    /// `^name`.
    Block,
    /// `#name`.
    Attr,
    /// `!name`.
    Type,
    /// One character of punctuation.
    Punctuation(u8),
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.')
}

fn is_name(c: u8) -> bool {
    is_word(c) || c == b'-'
}

/// The tokens of a text from an offset on.
pub fn tokens_from(text: &str, from: usize) -> impl Iterator<Item = Token> + '_ {
    let bytes = text.as_bytes();
    let mut at = from;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        let (kind, end) = token(bytes, start)?;
        at = end;
        Some(Token { kind, span: Span::new(start, end) })
    })
}

/// All tokens of a text.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    tokens_from(text, 0)
}

fn while_is(bytes: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|&c| !is(c)).unwrap_or(rest.len())
}

/// The kind and the end of the token that starts at an offset.
fn token(bytes: &[u8], at: usize) -> Option<(TokenKind, usize)> {
    let c = *bytes.get(at)?;
    let next = bytes.get(at + 1).copied().unwrap_or(0);
    Some(match c {
        b'/' if next == b'/' => (TokenKind::Comment, while_is(bytes, at, |c| c != b'\n' && c != b'\r')),
        b'"' => (TokenKind::String, string_end(bytes, at + 1)),
        b'0' if next == b'x' => (TokenKind::Number, while_is(bytes, at + 2, |c| c.is_ascii_hexdigit())),
        b'0'..=b'9' => (TokenKind::Number, number_end(bytes, at)),
        b'%' | b'^' | b'#' | b'!' | b'@' => {
            let kind = match c {
                b'%' => TokenKind::Value,
                b'^' => TokenKind::Block,
                b'#' => TokenKind::Attr,
                b'!' => TokenKind::Type,
                _ => TokenKind::Symbol,
            };
            if c == b'@' && next == b'"' {
                return Some((kind, string_end(bytes, at + 2)));
            }
            let mut end = match next.is_ascii_digit() {
                true => while_is(bytes, at + 1, |c| c.is_ascii_digit()),
                false => while_is(bytes, at + 1, is_name),
            };
            if bytes.get(end) == Some(&b'>') && end > at + 1 && bytes.get(end - 1) == Some(&b'-') {
                end -= 1;
            }
            if end == at + 1 { (TokenKind::Punctuation(c), end) } else { (kind, end) }
        }
        c if c.is_ascii_alphabetic() || c == b'_' => (TokenKind::Word, while_is(bytes, at, is_word)),
        // A character outside of ASCII is one token.
        c if c >= 0x80 => (TokenKind::Punctuation(c), while_is(bytes, at, |c| c >= 0x80)),
        c => (TokenKind::Punctuation(c), at + 1),
    })
}

fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&c) = bytes.get(at) {
        match c {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&c| c != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = while_is(bytes, at, |c| c.is_ascii_digit());
    if bytes.get(end) == Some(&b'.') {
        end = while_is(bytes, end + 1, |c| c.is_ascii_digit());
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                end = while_is(bytes, end + 1 + sign, |c| c.is_ascii_digit());
            }
        }
    }
    end
}

/// The token that an error at an offset is about: the one that starts there, or else the next one of the line, or else the last
/// character before.
pub fn token_at(text: &str, offset: usize) -> Span {
    let rest = text.get(offset..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let start = offset + blanks;
    match token(text.as_bytes(), start) {
        Some((kind, end))
            if kind != TokenKind::Comment
                && !rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') =>
        {
            Span::new(start, end)
        }
        _ => {
            let before = text.get(..offset).unwrap_or_default().trim_end();
            let last = before.char_indices().next_back().map_or(0, |(i, _)| i);
            Span::new(last, before.len().max(last))
        }
    }
}

/// The start of the line of an offset.
pub fn line_start(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    before.iter().rposition(|&c| c == b'\n').map_or(0, |i| i + 1)
}

/// The token that a cursor is in or at the end of, found from the start of its line.
pub fn token_around(text: &str, offset: usize) -> Option<Token> {
    let found = tokens_from(text, line_start(text, offset));
    let mut last = None;
    for token in found.take_while(|t| t.span.start as usize <= offset) {
        // Of two tokens that a cursor is between, a name is meant.
        let keep = token.span.touches(offset)
            && (last.is_none() || !matches!(token.kind, TokenKind::Punctuation(_)));
        if keep {
            last = Some(token);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text).map(|t| (t.kind, &text[t.span.range()])).collect()
    }

    #[test]
    fn texts_are_divided() {
        use TokenKind::*;
        assert_eq!(
            kinds("%0:2 = \"a\\\"b\"(@f::@\"x y\") -> !t.x // c\n^bb-> 1.5e+3"),
            [
                (Value, "%0"),
                (Punctuation(b':'), ":"),
                (Number, "2"),
                (Punctuation(b'='), "="),
                (String, "\"a\\\"b\""),
                (Punctuation(b'('), "("),
                (Symbol, "@f"),
                (Punctuation(b':'), ":"),
                (Punctuation(b':'), ":"),
                (Symbol, "@\"x y\""),
                (Punctuation(b')'), ")"),
                (Punctuation(b'-'), "-"),
                (Punctuation(b'>'), ">"),
                (Type, "!t.x"),
                (Comment, "// c"),
                (Block, "^bb"),
                (Punctuation(b'-'), "-"),
                (Punctuation(b'>'), ">"),
                (Number, "1.5e+3"),
            ]
        );
    }

    #[test]
    fn tokens_are_at_boundaries_of_characters() {
        for text in ["é\"é", "\"\\é", "%é", "a\"\\", "@\"", "// é\r\n0x"] {
            for t in tokens(text) {
                assert!(text.get(t.span.range()).is_some(), "{text} {t:?}");
            }
        }
    }

    #[test]
    fn the_token_of_a_cursor_is_a_name_where_there_is_one() {
        let text = "x(%ab, c)";
        let at = |offset| token_around(text, offset).map(|t| &text[t.span.range()]);
        assert_eq!(at(2), Some("%ab"));
        assert_eq!(at(5), Some("%ab"));
        assert_eq!(at(1), Some("x"));
    }
}
