//! Aliases: `#name = attr` and `!name = type`, usable before their definition.
//!
//! A scan at the start finds the definitions; each is parsed when it is first used.

use rustc_hash::FxHashMap;
use strata_core::{Attr, Type};

use super::{PResult, ParseError, Parser, cursor::is_suffix_byte};

enum State<T> {
    /// Byte offset of the definition after `=`.
    At(usize),
    Busy,
    Done(T),
}

#[derive(Default)]
pub(super) struct Aliases<'s> {
    attrs: FxHashMap<&'s str, State<Attr>>,
    types: FxHashMap<&'s str, State<Type>>,
}

impl<'s> Aliases<'s> {
    /// Finds the definitions, each at the start of a line.
    pub(super) fn scan(text: &'s str) -> Self {
        let mut out = Self::default();
        let bytes = text.as_bytes();
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', bytes).map(|i| i + 1));
        for start in starts {
            let Some(&c) = bytes.get(start) else { break };
            if c != b'#' && c != b'!' {
                continue;
            }
            let len = bytes[start + 1..].iter().take_while(|&&c| is_suffix_byte(c)).count();
            let name = &text[start + 1..start + 1 + len];
            let rest = text[start + 1 + len..].trim_start_matches([' ', '\t']);
            if name.is_empty() || !rest.starts_with('=') || rest.starts_with("==") {
                continue;
            }
            let at = text.len() - rest.len() + 1;
            if c == b'#' {
                out.attrs.entry(name).or_insert(State::At(at));
            } else {
                out.types.entry(name).or_insert(State::At(at));
            }
        }
        out
    }
}

impl<'s> Parser<'s> {
    /// Skips `#name = attr` or `!name = type` at top level, checking it.
    pub(super) fn skip_alias_definition(&mut self) -> PResult<bool> {
        let start = self.pos;
        let sigil = self.byte(start);
        if sigil != b'#' && sigil != b'!' {
            return Ok(false);
        }
        let what = if sigil == b'#' { "attribute alias name" } else { "type alias name" };
        let loc = self.location();
        let name = match self.suffix_id(sigil, what) {
            Ok(n) => n,
            Err(e) => return self.fail_line(e),
        };
        if name.contains('.') {
            let kind = if sigil == b'#' { "attribute" } else { "type" };
            let e =
                self.error_at(loc, format!("{kind} names with a '.' are reserved for dialect-defined names"));
            return self.fail_line(e);
        }
        if let Err(e) = self.expect("=") {
            return self.fail_line(e);
        }
        let at = self.pos;
        let known = |s: Option<usize>| s.is_some_and(|first| first != at);
        let redefined = if sigil == b'#' {
            known(match self.aliases.attrs.get(name) {
                Some(State::At(a)) => Some(*a),
                _ => None,
            })
        } else {
            known(match self.aliases.types.get(name) {
                Some(State::At(a)) => Some(*a),
                _ => None,
            })
        };
        if redefined {
            let kind = if sigil == b'#' { "attribute" } else { "type" };
            let e = self.error_at(loc, format!("redefinition of {kind} alias id '{name}'"));
            return self.fail_line(e);
        }
        let r = if sigil == b'#' { self.attr().map(|_| ()) } else { self.ty().map(|_| ()) };
        match r {
            Ok(()) => Ok(true),
            Err(e) => self.fail_line(e),
        }
    }
    fn fail_line(&mut self, e: ParseError) -> PResult<bool> {
        self.report(e);
        let rest = &self.bytes()[self.pos.min(self.src.len())..];
        self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Ok(true)
    }
    pub(super) fn attr_alias(&mut self, name: &'s str) -> PResult<Attr> {
        let at = match self.aliases.attrs.get(name) {
            Some(State::Done(a)) => return Ok(*a),
            Some(State::At(at)) => *at,
            Some(State::Busy) => {
                return Err(self.error(format!("attribute alias '#{name}' refers to itself")));
            }
            None => return Err(self.error(format!("undefined symbol alias id '{name}'"))),
        };
        self.aliases.attrs.insert(name, State::Busy);
        let back = std::mem::replace(&mut self.pos, at);
        let attr = self.nested(|p| p.attr())?;
        self.pos = back;
        self.aliases.attrs.insert(name, State::Done(attr));
        Ok(attr)
    }
    pub(super) fn type_alias(&mut self, name: &'s str) -> PResult<Type> {
        let at = match self.aliases.types.get(name) {
            Some(State::Done(t)) => return Ok(*t),
            Some(State::At(at)) => *at,
            Some(State::Busy) => return Err(self.error(format!("type alias '!{name}' refers to itself"))),
            None => return Err(self.error(format!("undefined symbol alias id '{name}'"))),
        };
        self.aliases.types.insert(name, State::Busy);
        let back = std::mem::replace(&mut self.pos, at);
        let ty = self.nested(|p| p.ty())?;
        self.pos = back;
        self.aliases.types.insert(name, State::Done(ty));
        Ok(ty)
    }
}
