//! The section `{-# … #-}` after the ops: resources that attributes refer to by a key.

use std::borrow::Cow;

use strata_core::{ExternalResource, Location};

use super::{PResult, ParseError, Parser, elements::hex_bytes};

/// The number of bytes at the start of a resource that hold its alignment.
const ALIGNMENT: usize = 4;

impl<'s> Parser<'s> {
    /// Reads `{-# … #-}` at top level and keeps the blobs of the builtin dialect.
    pub(super) fn resources(&mut self) -> PResult<()> {
        self.pos += 3;
        let mut first = true;
        loop {
            self.skip_blank();
            if first && self.src[self.pos..].starts_with("#-}") {
                break;
            }
            first = false;
            let at = self.location();
            let Some(section) = self.keyword_opt() else {
                return Err(self.err("expected identifier key in file metadata dictionary"));
            };
            self.expect(":")?;
            match section {
                "dialect_resources" => self.groups(Self::dialect_entries)?,
                // Resources of other tools are kept unchanged.
                "external_resources" => {
                    self.groups(|p, name, _| p.entries(|p, key| p.external_entry(name, key)))?
                }
                _ => {
                    let m = format!("unknown key '{section}' in file metadata dictionary");
                    return Err(self.err_at(at, m));
                }
            }
            if !self.eat(",") {
                break;
            }
        }
        self.skip_blank();
        if !self.src[self.pos..].starts_with("#-}") {
            return Err(self.missing("expected '#-}'"));
        }
        self.pos += 3;
        Ok(())
    }
    /// `{name: {…}, …}`.
    fn groups(&mut self, mut group: impl FnMut(&mut Self, &str, Location) -> PResult<()>) -> PResult<()> {
        self.expect("{")?;
        self.list_until("}", |p| {
            let at = p.location();
            let name = p.resource_key()?;
            p.expect(":")?;
            p.expect("{")?;
            group(p, &name, at)
        })?;
        Ok(())
    }
    fn dialect_entries(&mut self, name: &str, at: Location) -> PResult<()> {
        match name {
            "builtin" => self.entries(Self::blob),
            _ if self.cx.dialect(name).is_none() => {
                Err(self.err_at(at, format!("dialect '{name}' is unknown")))
            }
            _ => Err(self.err(format!("unexpected 'resource' section for dialect '{name}'"))),
        }
    }
    /// `key: value, …}`.
    fn entries(&mut self, mut value: impl FnMut(&mut Self, &str) -> PResult<()>) -> PResult<()> {
        self.list_until("}", |p| {
            let key = p.resource_key()?;
            p.expect(":")?;
            value(p, &key)
        })?;
        Ok(())
    }
    fn resource_key(&mut self) -> PResult<String> {
        if self.peek_byte() == b'"' {
            return self.keyword_or_string();
        }
        let word = self.keyword_opt().map(str::to_owned);
        word.ok_or_else(|| self.err("expected identifier key for 'resource' entry"))
    }
    /// An entry of a group that another tool reads.
    fn external_entry(&mut self, group: &str, key: &str) -> PResult<()> {
        let value = match self.peek_byte() {
            b'"' if self.src[self.pos..].starts_with("\"0x") => {
                ExternalResource::Bytes(hex_bytes(&self.aligned(key)?.1).to_vec())
            }
            b'"' => ExternalResource::Text(self.string()?),
            _ => {
                let at = self.location();
                match self.keyword_opt() {
                    Some("true") => ExternalResource::Bool(true),
                    Some("false") => ExternalResource::Bool(false),
                    _ => return Err(self.err_at(at, format!("expected string value for key '{key}'"))),
                }
            }
        };
        self.cx.add_external_resource(group, key.to_owned(), value);
        Ok(())
    }
    /// The bytes of `key`.
    fn blob(&mut self, key: &str) -> PResult<()> {
        let (alignment, digits) = self.aligned(key)?;
        let bytes = hex_bytes(digits.get(2 * ALIGNMENT..).unwrap_or_default());
        self.cx.set_aligned_resource(self.cx.intern(key), bytes, alignment);
        Ok(())
    }
    /// The number in the first bytes, and the digits of all bytes.
    fn aligned(&mut self, key: &str) -> PResult<(u32, Cow<'s, [u8]>)> {
        let at = self.location();
        let error = |p: &Self, more: &str| -> ParseError {
            p.err_at(at, format!("expected hex string blob for key '{key}'{more}"))
        };
        if self.peek_byte() != b'"' {
            return Err(error(self, ""));
        }
        let Ok(digits) = self.hex_digits() else { return Err(error(self, "")) };
        let head = digits.get(..2 * ALIGNMENT).map(hex_bytes);
        let Some(head) = head.as_deref().and_then(<[u8]>::first_chunk::<ALIGNMENT>) else {
            return Err(error(self, " to encode alignment in first 4 bytes"));
        };
        let alignment = u32::from_le_bytes(*head);
        if !alignment.is_power_of_two() && alignment != 0 {
            let more =
                format!(" to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}");
            return Err(error(self, &more));
        }
        Ok((alignment, digits))
    }
}
