//! Tokens: blanks, punctuation, identifiers, numbers and strings.

use std::borrow::Cow;

use super::{PResult, Parser};

/// By byte, whether it may be inside of a bare identifier.
static ID_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut c = 0;
    while c < 256 {
        table[c] = (c as u8).is_ascii_alphanumeric() || matches!(c as u8, b'_' | b'$' | b'.');
        c += 1;
    }
    table
};

/// Whether `c` may be inside of a bare identifier.
#[inline]
pub(super) fn is_id_byte(c: u8) -> bool {
    ID_BYTES[c as usize]
}
/// Whether `c` may be inside of a `%`, `^`, `#`, `!` or `@` name.
#[inline]
pub(super) fn is_suffix_byte(c: u8) -> bool {
    is_id_byte(c) || c == b'-'
}

impl<'s> Parser<'s> {
    #[inline]
    pub(super) fn bytes(&self) -> &'s [u8] {
        self.src.as_bytes()
    }
    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes().get(at).copied().unwrap_or(0)
    }
    /// Skips blanks and comments.
    #[inline]
    pub(super) fn skip_blank(&mut self) {
        let bytes = self.bytes();
        while let Some(&c) = bytes.get(self.pos) {
            match c {
                b' ' | b'\n' | b'\t' | b'\r' => self.pos += 1,
                b'/' if self.byte(self.pos + 1) == b'/' => {
                    let rest = &bytes[self.pos..];
                    self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }
    /// The position of the first byte from `start` on that is not of this kind.
    #[inline]
    fn end_of(&self, start: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes().get(start..).unwrap_or_default();
        start + rest.iter().position(|&c| !is(c)).unwrap_or(rest.len())
    }
    /// Whether the input is used up.
    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.src.len()
    }
    pub(super) fn expect_end(&mut self) -> PResult<()> {
        self.skip_blank();
        if self.at_end() { Ok(()) } else { Err(self.err("unexpected text after the end")) }
    }
    /// The next byte after blanks, 0 at the end.
    #[inline]
    pub(super) fn peek_byte(&mut self) -> u8 {
        self.skip_blank();
        self.byte(self.pos)
    }
    /// Whether `token` comes next: punctuation, or a whole keyword.
    #[inline]
    pub fn peek(&mut self, token: &str) -> bool {
        self.skip_blank();
        let rest = &self.bytes()[self.pos.min(self.src.len())..];
        // Most questions are answered by the first byte, and most tokens have no other.
        rest.first() == token.as_bytes().first()
            && (token.len() == 1 || rest.starts_with(token.as_bytes()))
            && !(token.as_bytes().last().is_some_and(|&c| is_id_byte(c))
                && rest.get(token.len()).is_some_and(|&c| is_id_byte(c)))
            // `-` is not the start of `->`, and `:` not that of `::`.
            && !(token == "-" && rest.get(1) == Some(&b'>'))
            && !(token == ":" && rest.get(1) == Some(&b':'))
    }
    /// Consumes `token` if it comes next.
    #[inline]
    pub fn eat(&mut self, token: &str) -> bool {
        let yes = self.peek(token);
        if yes {
            self.pos += token.len();
        }
        yes
    }
    /// Consumes `token` or fails.
    #[inline]
    pub fn expect(&mut self, token: &str) -> PResult<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(token)) }
    }
    #[cold]
    fn expected(&mut self, token: &str) -> super::ParseError {
        let message = format!("expected '{token}'");
        // A keyword is asked for by the op, punctuation by the language.
        if token.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.error(message)
        } else {
            self.missing(message)
        }
    }
    /// Consumes `token` or fails with a message that says where it belongs: `expected 'token'` and `place`.
    #[inline]
    pub(super) fn expect_in(&mut self, token: &str, place: &str) -> PResult<()> {
        if self.eat(token) { Ok(()) } else { Err(self.missing(format!("expected '{token}'{place}"))) }
    }
    /// Items separated by commas up to `end`, which is consumed. The opening token was consumed already.
    pub fn list_until<T>(
        &mut self,
        end: &str,
        mut item: impl FnMut(&mut Self) -> PResult<T>,
    ) -> PResult<Vec<T>> {
        let mut out = Vec::new();
        if self.eat(end) {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(end) {
            return Err(self.missing(format!("expected '{end}'")));
        }
        Ok(out)
    }
    /// As [`Parser::list_until`], with upstream's other message for a missing end.
    pub(super) fn list_to<T>(
        &mut self,
        end: &str,
        item: impl FnMut(&mut Self) -> PResult<T>,
    ) -> PResult<Vec<T>> {
        if self.eat(end) {
            return Ok(Vec::new());
        }
        let out = self.comma_list(item)?;
        if !self.eat(end) {
            return Err(self.missing(format!("expected ',' or '{end}'")));
        }
        Ok(out)
    }
    /// Items separated by commas between `open` and `close`; messages about these end with `place`.
    pub fn list_in<T>(
        &mut self,
        [open, close]: [&str; 2],
        place: &str,
        item: impl FnMut(&mut Self) -> PResult<T>,
    ) -> PResult<Vec<T>> {
        self.expect_in(open, place)?;
        if self.eat(close) {
            return Ok(Vec::new());
        }
        let out = self.comma_list(item)?;
        self.expect_in(close, place)?;
        Ok(out)
    }
    /// Items separated by commas, at least one.
    pub fn comma_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> PResult<T>) -> PResult<Vec<T>> {
        let mut out = vec![item(self)?];
        while self.eat(",") {
            out.push(item(self)?);
        }
        Ok(out)
    }
    /// A bare identifier, if one comes next.
    #[inline]
    pub fn keyword_opt(&mut self) -> Option<&'s str> {
        self.skip_blank();
        let c = self.byte(self.pos);
        if !(c.is_ascii_alphabetic() || c == b'_') {
            return None;
        }
        let start = self.pos;
        self.pos = self.end_of(start, is_id_byte);
        Some(&self.src[start..self.pos])
    }
    /// A bare identifier.
    pub fn keyword(&mut self) -> PResult<&'s str> {
        self.keyword_opt().ok_or_else(|| self.error("expected valid keyword"))
    }
    /// A bare identifier that is one of `words`, if one comes next.
    pub fn keyword_of(&mut self, words: &[&str]) -> Option<&'s str> {
        let start = self.pos;
        let found = self.keyword_opt().filter(|k| words.contains(k));
        if found.is_none() {
            self.pos = start;
        }
        found
    }
    /// A keyword or a string.
    pub fn keyword_or_string(&mut self) -> PResult<String> {
        if self.peek_byte() == b'"' {
            let bytes = self.string()?;
            return String::from_utf8(bytes).map_err(|_| self.error("expected valid UTF-8 in string"));
        }
        let word = self.keyword_opt().map(str::to_owned);
        word.ok_or_else(|| self.error("expected valid keyword or string"))
    }
    /// The name after a sigil such as `%`: letters, digits and `$._-`, or digits only.
    pub(super) fn suffix_id(&mut self, sigil: u8, what: &str) -> PResult<&'s str> {
        if self.peek_byte() != sigil {
            return Err(self.missing(format!("expected {what}")));
        }
        let start = self.pos + 1;
        let mut end = start;
        let first = self.byte(start);
        if first.is_ascii_digit() {
            end = self.end_of(start, |c| c.is_ascii_digit());
        } else if first.is_ascii_alphabetic()
            || first == b'_'
            || sigil != b'@' && matches!(first, b'$' | b'.' | b'-')
        {
            end = self.end_of(start, is_suffix_byte);
            // `%a->` ends before the arrow.
            if self.byte(end) == b'>' && self.bytes()[start..end].ends_with(b"-") {
                end -= 1;
            }
        }
        if end == start || sigil == b'@' && first.is_ascii_digit() {
            return Err(match sigil {
                b'%' => self.err("invalid SSA name"),
                b'^' => self.err("invalid block name"),
                b'#' => self.err("invalid attribute name"),
                b'!' => self.err("invalid type identifier"),
                _ => {
                    let at = self.source.location(start);
                    self.err_at(at, "@ identifier expected to start with letter or '_'")
                }
            });
        }
        self.pos = end;
        Ok(&self.src[start..end])
    }
    /// The digits of a decimal or hexadecimal integer literal with its sign, if one comes next.
    pub(super) fn integer_text_opt(&mut self) -> Option<(bool, &'s str)> {
        self.skip_blank();
        let start = self.pos;
        let negative = self.byte(self.pos) == b'-';
        let mut at = self.pos + negative as usize;
        let digits = at;
        if !self.byte(at).is_ascii_digit() {
            return None;
        }
        if self.byte(at) == b'0' && self.byte(at + 1) == b'x' && self.byte(at + 2).is_ascii_hexdigit() {
            at += 2;
            while self.byte(at).is_ascii_hexdigit() {
                at += 1;
            }
        } else {
            while self.byte(at).is_ascii_digit() {
                at += 1;
            }
        }
        // A number with a fraction is a float.
        if self.byte(at) == b'.' && self.byte(at + 1).is_ascii_digit() || self.byte(at) == b'.' {
            self.pos = start;
            return None;
        }
        self.pos = at;
        Some((negative, &self.src[digits..at]))
    }
    /// Whether an integer literal, which may have a sign, comes next.
    pub fn peek_integer(&mut self) -> bool {
        let start = self.pos;
        let found = self.integer_text_opt().is_some();
        self.pos = start;
        found
    }
    /// An integer that fits 64 bits, if one comes next.
    pub fn integer_opt(&mut self) -> PResult<Option<i64>> {
        let loc = self.location();
        let Some((negative, digits)) = self.integer_text_opt() else { return Ok(None) };
        match parse_i64(negative, digits) {
            Some(v) => Ok(Some(v)),
            None => Err(self.error_at(loc, "integer value too large")),
        }
    }
    /// An integer that fits 64 bits.
    pub fn integer(&mut self) -> PResult<i64> {
        self.integer_opt()?.ok_or_else(|| self.error("expected integer value"))
    }
    /// A float literal, which has a point.
    pub fn float_literal(&mut self) -> PResult<f64> {
        let start = self.location();
        let before = self.pos;
        let text = self.number_text_opt();
        match text.map(|t| (t.contains('.'), t.parse::<f64>())) {
            Some((true, Ok(value))) => Ok(value),
            _ => {
                self.pos = before;
                let integer = text.is_some_and(|t| !t.starts_with("0x") && !t.starts_with("-0x"));
                Err(self.error_at(
                    start,
                    match integer {
                        true => "unexpected decimal integer literal for a floating point value",
                        false => "expected floating point literal",
                    },
                ))
            }
        }
    }
    /// The text of a number literal, integer or float, with its sign.
    pub(super) fn number_text_opt(&mut self) -> Option<&'s str> {
        self.skip_blank();
        let start = self.pos;
        let mut at = start + (self.byte(start) == b'-') as usize;
        if !self.byte(at).is_ascii_digit() {
            return None;
        }
        if self.byte(at) == b'0' && self.byte(at + 1) == b'x' && self.byte(at + 2).is_ascii_hexdigit() {
            at += 2;
            while self.byte(at).is_ascii_hexdigit() {
                at += 1;
            }
        } else {
            while self.byte(at).is_ascii_digit() {
                at += 1;
            }
            if self.byte(at) == b'.' {
                at += 1;
                while self.byte(at).is_ascii_digit() {
                    at += 1;
                }
                if matches!(self.byte(at), b'e' | b'E') {
                    let sign = matches!(self.byte(at + 1), b'+' | b'-') as usize;
                    if self.byte(at + 1 + sign).is_ascii_digit() {
                        at += 1 + sign;
                        while self.byte(at).is_ascii_digit() {
                            at += 1;
                        }
                    }
                }
            }
        }
        self.pos = at;
        Some(&self.src[start..at])
    }
    /// A string literal with its escapes resolved.
    pub fn string(&mut self) -> PResult<Vec<u8>> {
        self.string_ref().map(Cow::into_owned)
    }
    /// The same, which is a part of the source where nothing is escaped.
    pub(super) fn string_ref(&mut self) -> PResult<Cow<'s, [u8]>> {
        if self.peek_byte() != b'"' {
            return Err(self.error("expected string"));
        }
        let mut at = self.pos + 1;
        let mut out = Vec::new();
        loop {
            let rest = &self.bytes()[at.min(self.src.len())..];
            let Some(n) = memchr::memchr3(b'"', b'\\', b'\n', rest) else {
                return Err(self.open_string(self.src.len()));
            };
            if rest[n] == b'"' && at == self.pos + 1 {
                self.pos = at + n + 1;
                return Ok(Cow::Borrowed(&rest[..n]));
            }
            out.extend_from_slice(&rest[..n]);
            at += n + 1;
            match rest[n] {
                b'"' => break,
                b'\n' => return Err(self.open_string(at - 1)),
                _ => {
                    let c = self.byte(at);
                    at += 1;
                    match c {
                        b'"' | b'\\' => out.push(c),
                        b'n' => out.push(b'\n'),
                        b't' => out.push(b'\t'),
                        _ => {
                            let hex = |c: u8| (c as char).to_digit(16);
                            let (Some(hi), Some(lo)) = (hex(c), hex(self.byte(at))) else {
                                let at = self.source.location(at - 2);
                                return Err(self.err_at(at, "unknown escape in string literal"));
                            };
                            at += 1;
                            out.push((hi * 16 + lo) as u8);
                        }
                    }
                }
            }
        }
        self.pos = at;
        Ok(Cow::Owned(out))
    }
    #[cold]
    fn open_string(&self, end: usize) -> super::ParseError {
        self.err_at(self.source.location(end), "expected '\"' in string literal")
    }
    /// `<text>` with brackets in pairs, if `<` comes next; returns the text between, for attributes that are kept as text.
    pub fn angled_text(&mut self) -> PResult<Option<&'s str>> {
        if self.peek_byte() != b'<' {
            return Ok(None);
        }
        self.pos += 1;
        self.skip_balanced().map(Some)
    }
    /// Skips balanced text up to the bracket that closes the `<` just before; returns the text without it.
    pub(super) fn skip_balanced(&mut self) -> PResult<&'s str> {
        let start = self.pos;
        let open = self.source.location(start - 1);
        let mut stack = vec![b'<'];
        let unbalanced = |p: &Self, c: Option<&u8>| {
            let c = char::from(c.copied().unwrap_or(b'<'));
            p.err_at(open, format!("unbalanced '{c}' character in pretty dialect name"))
        };
        loop {
            if self.at_end() {
                return Err(unbalanced(self, stack.last()));
            }
            let c = self.byte(self.pos);
            match c {
                b'<' | b'(' | b'[' | b'{' => stack.push(c),
                b'-' if self.byte(self.pos + 1) == b'>' => self.pos += 1,
                b'"' => {
                    self.string_ref()?;
                    continue;
                }
                b'>' | b')' | b']' | b'}' => {
                    // The ASCII code of a closing bracket is one or two above that of the opening one.
                    if !stack.last().is_some_and(|&o| o + 1 == c || o + 2 == c) {
                        return Err(unbalanced(self, stack.last()));
                    }
                    stack.pop();
                    if stack.is_empty() {
                        let text = &self.src[start..self.pos];
                        self.pos += 1;
                        return Ok(text);
                    }
                }
                _ => (),
            }
            self.pos += 1;
        }
    }
}

pub(super) fn parse_i64(negative: bool, digits: &str) -> Option<i64> {
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<u64>().ok()?,
    };
    if negative {
        0i64.checked_sub_unsigned(magnitude)
    } else if digits.starts_with("0x") {
        Some(magnitude as i64)
    } else {
        i64::try_from(magnitude).ok()
    }
}
