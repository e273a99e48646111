//! Attributes by their text: many ops of a program have the same dictionaries, arrays and numbers.
//!
//! The text of an attribute determines it: an alias is defined once, before its use. Only texts that were parsed without an error are kept.

use rustc_hash::FxHashMap;
use strata_core::{Attr, Type};

use super::{PResult, Parser};

/// The attributes of texts.
#[derive(Default)]
pub(super) struct Texts<'s> {
    attrs: FxHashMap<&'s str, Attr>,
    /// Short numbers by their text, as bytes of the key, and type.
    numbers: FxHashMap<(u64, Type), Attr>,
    /// How many more texts were found than not found, but for [`PATIENCE`].
    balance: i32,
}

/// Longer texts are not kept.
const LONGEST: usize = 512;
/// No more texts than this are kept.
const MOST: usize = 1 << 14;
/// How many more texts may be looked up in vain than with success.
const PATIENCE: i32 = 256;

/// The length of the text in brackets at the start of `bytes`; `None` for a long one, and for one with comments or escapes.
fn bracketed(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted) = (0u32, false);
    for (i, &c) in bytes.iter().take(LONGEST).enumerate() {
        match c {
            b'"' => quoted = !quoted,
            b'\\' => return None,
            _ if quoted => (),
            b'/' => return None,
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' if depth <= 1 => return Some(i + 1),
            b']' | b'}' | b')' => depth -= 1,
            _ => (),
        }
    }
    None
}

/// A text of at most seven bytes and its length.
fn packed(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    (bytes.len() < 8).then(|| bytes.iter().fold(bytes.len() as u64, |code, &c| code << 8 | u64::from(c)))
}

impl Texts<'_> {
    /// The attribute of a number that was parsed before.
    pub fn number(&self, text: &str, ty: Type) -> Option<Attr> {
        self.numbers.get(&(packed(text)?, ty)).copied()
    }
    /// Remembers the attribute of a number.
    pub fn keep_number(&mut self, text: &str, ty: Type, attr: Attr) {
        if let Some(code) = packed(text)
            && self.numbers.len() < MOST
        {
            self.numbers.insert((code, ty), attr);
        }
    }
}

impl<'s> Parser<'s> {
    /// The attribute in brackets that comes next; `parse` parses it, if its text was not seen before.
    pub(super) fn repeated(&mut self, parse: impl FnOnce(&mut Self) -> PResult<Attr>) -> PResult<Attr> {
        let start = self.pos;
        if self.texts.balance < -PATIENCE || self.record.is_some() {
            return parse(self);
        }
        let Some(text) = bracketed(&self.bytes()[start..]).map(|n| &self.src[start..start + n]) else {
            return parse(self);
        };
        if let Some(&attr) = self.texts.attrs.get(text) {
            self.pos += text.len();
            self.texts.balance = (self.texts.balance + 1).min(PATIENCE);
            return Ok(attr);
        }
        self.texts.balance -= 1;
        let attr = parse(self)?;
        if self.pos == start + text.len() && self.texts.attrs.len() < MOST {
            self.texts.attrs.insert(text, attr);
        }
        Ok(attr)
    }
}

#[cfg(test)]
mod tests {
    use super::bracketed;

    #[test]
    fn the_end_of_brackets_is_found() {
        let length = |text: &str| bracketed(text.as_bytes());
        assert_eq!(length("[] : i32"), Some(2));
        assert_eq!(length("{a = [1, (i32) -> ()], b = \"]}\"} x}"), Some(32));
        for text in ["[", "[ // ]\n]", "[\"\\\"\"]", "{a = \"}", &format!("[{}]", "1, ".repeat(400))] {
            assert_eq!(length(text), None, "{text}");
        }
    }
}
