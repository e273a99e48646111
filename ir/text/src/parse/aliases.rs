//! Aliases: `#name = attr` and `!name = type`.
//!
//! An alias is defined before it is used. Only a `loc(#name)` may come before its definition, since printers put the
//! definitions of locations at the end; then a scan of the rest finds it.

use std::mem;

use rustc_hash::FxHashMap;
use strata_core::{Attr, Location, Type};

use super::{PResult, Parser, cursor::is_suffix_byte};
use crate::extents::AliasValue;

#[derive(Default)]
pub(super) struct Aliases<'s> {
    attrs: FxHashMap<&'s str, Attr>,
    types: FxHashMap<&'s str, Type>,
    /// Byte offsets of definitions, after their `=`; scanned on first use. An entry is removed while it is parsed, so
    /// that an alias that contains itself is undefined.
    later: Option<FxHashMap<&'s str, usize>>,
    /// The definitions that were parsed early.
    early: FxHashMap<&'s str, Attr>,
    /// Whether a definition is being parsed early; it may use others that come later.
    ahead: bool,
}

/// Finds the definitions of attributes, outside of strings and comments.
fn scan(text: &str) -> FxHashMap<&str, usize> {
    let mut out = FxHashMap::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(n) = memchr::memchr3(b'#', b'"', b'/', &bytes[at..]) {
        at += n + 1;
        match bytes[at - 1] {
            b'"' => at = string_end(bytes, at),
            b'/' if bytes.get(at) == Some(&b'/') => {
                at += memchr::memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
            }
            b'#' => {
                let len = bytes[at..].iter().take_while(|&&c| is_suffix_byte(c)).count();
                let (name, rest) = (&text[at..at + len], &text[at + len..]);
                at += len;
                let rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
                if !name.is_empty() && rest.starts_with('=') && !rest.starts_with("==") {
                    out.entry(name).or_insert(text.len() - rest.len() + 1);
                }
            }
            _ => (),
        }
    }
    out
}

/// The end of a string whose text begins at `at`.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&c) = bytes.get(at) {
        at += 1;
        match c {
            b'"' | b'\n' => break,
            b'\\' => at += 1,
            _ => (),
        }
    }
    at.min(bytes.len())
}

impl<'s> Parser<'s> {
    /// `#name = attr`.
    pub(super) fn attr_alias_definition(&mut self) -> PResult<()> {
        let loc = self.location();
        let name = self.alias_name(b'#', "attribute", |p, n| p.aliases.attrs.contains_key(n), loc)?;
        let attr = self.attr()?;
        self.record_alias(name, AliasValue::Attr(attr));
        self.aliases.attrs.insert(name, attr);
        Ok(())
    }
    /// `!name = type`.
    pub(super) fn type_alias_definition(&mut self) -> PResult<()> {
        let loc = self.location();
        let name = self.alias_name(b'!', "type", |p, n| p.aliases.types.contains_key(n), loc)?;
        let ty = self.ty()?;
        self.record_alias(name, AliasValue::Type(ty));
        self.aliases.types.insert(name, ty);
        Ok(())
    }
    /// `name =` of a definition.
    fn alias_name(
        &mut self,
        sigil: u8,
        what: &str,
        known: impl FnOnce(&Self, &str) -> bool,
        loc: Location,
    ) -> PResult<&'s str> {
        let name = self.suffix_id(sigil, &format!("{what} name"))?;
        if known(self, name) {
            return Err(self.err_at(loc, format!("redefinition of {what} alias id '{name}'")));
        }
        if name.contains('.') {
            let message = format!("{what} names with a '.' are reserved for dialect-defined names");
            return Err(self.err_at(loc, message));
        }
        if !self.eat("=") {
            return Err(self.missing(format!("expected '=' in {what} alias definition")));
        }
        Ok(name)
    }
    /// The attribute that an alias names.
    pub(super) fn attr_alias(&mut self, name: &'s str) -> PResult<Attr> {
        self.record_alias_use(name);
        if let Some(&attr) = self.aliases.attrs.get(name) {
            return Ok(attr);
        }
        let later = if self.aliases.ahead { self.later_alias(name)? } else { None };
        later.ok_or_else(|| self.err(format!("undefined symbol alias id '{name}'")))
    }
    /// The type that an alias names.
    pub(super) fn type_alias(&mut self, name: &'s str) -> PResult<Type> {
        self.record_alias_use(name);
        let known = self.aliases.types.get(name).copied();
        known.ok_or_else(|| self.err(format!("undefined symbol alias id '{name}'")))
    }
    /// The attribute that the alias of a location names; it may be defined later.
    pub(super) fn location_alias(&mut self, name: &'s str, at: Location) -> PResult<Attr> {
        self.record_alias_use(name);
        if let Some(&attr) = self.aliases.attrs.get(name) {
            return Ok(attr);
        }
        let later = self.later_alias(name)?;
        later.ok_or_else(|| self.err_at(at, "operation location alias was never defined"))
    }
    /// The value of an alias that was defined before the current position; `sigil` tells attributes from types.
    pub(super) fn alias_value(&self, sigil: u8, name: &str) -> Option<AliasValue> {
        match sigil {
            b'#' => self.aliases.attrs.get(name).copied().map(AliasValue::Attr),
            _ => self.aliases.types.get(name).copied().map(AliasValue::Type),
        }
    }
    fn later_alias(&mut self, name: &'s str) -> PResult<Option<Attr>> {
        if let Some(&attr) = self.aliases.early.get(name) {
            return Ok(Some(attr));
        }
        let later = self.aliases.later.get_or_insert_with(|| scan(self.src));
        let Some(at) = later.remove(name) else { return Ok(None) };
        let back = mem::replace(&mut self.pos, at);
        let ahead = mem::replace(&mut self.aliases.ahead, true);
        // It is recorded where it is defined.
        let record = self.record.take();
        let attr = self.nested(|p| p.attr());
        self.record = record;
        let attr = attr?;
        self.aliases.ahead = ahead;
        self.pos = back;
        self.aliases.early.insert(name, attr);
        Ok(Some(attr))
    }
}

#[cfg(test)]
mod tests {
    use super::scan;

    #[test]
    fn definitions_are_found_outside_of_strings_and_comments() {
        let found = scan("#a = 1 // #b = 2\n \"#c = 3 \\\" #d = 4\" #e == 5 %x#1 {f = #g} #h\n= 6");
        let mut names: Vec<&str> = found.keys().copied().collect();
        names.sort_unstable();
        assert_eq!(names, ["a", "h"]);
    }
}
