//! `loc(...)`.

use strata_core::{
    Attr, Location,
    location::{CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc, UnknownLoc},
};

use super::{PResult, Parser};

impl Parser<'_> {
    /// A trailing `loc(...)`, if there is one.
    pub fn location_opt(&mut self) -> PResult<Option<Location>> {
        if self.peek_byte() != b'l' || !self.peek("loc") {
            return Ok(None);
        }
        self.eat("loc");
        self.expect_in("(", " in location")?;
        let loc = match self.peek_byte() {
            b'#' => self.location_alias_or_attr()?,
            _ => self.location_body()?,
        };
        self.expect_in(")", " in location")?;
        // Editors are told places in the text.
        Ok(Some(loc).filter(|_| self.record.is_none()))
    }
    /// Parses a location without the `loc(…)` around it.
    pub fn location_body(&mut self) -> PResult<Location> {
        self.nested(|p| p.location_inner())
    }
    /// `#name`, which may be defined later, or `#dialect.name<...>`.
    fn location_alias_or_attr(&mut self) -> PResult<Location> {
        let (start, loc) = (self.pos, self.location());
        let name = self.suffix_id(b'#', "attribute name")?;
        let attr = if name.contains('.') || self.byte(self.pos) == b'<' {
            self.pos = start;
            self.attr()?
        } else {
            self.location_alias(name, loc)?
        };
        self.to_location(attr, loc)
    }
    /// The location that an attribute is.
    fn to_location(&self, attr: Attr, at: Location) -> PResult<Location> {
        if !strata_core::writer::is_location(self.cx, attr) {
            let text = self.cx.attr_to_string(attr);
            return Err(self.err_at(at, format!("expected location, but found '{text}'")));
        }
        Ok(to_location(self, attr))
    }
    fn location_inner(&mut self) -> PResult<Location> {
        let cx = self.cx;
        match self.peek_byte() {
            b'#' => {
                let loc = self.location();
                let attr = self.attr()?;
                if !strata_core::writer::is_location(cx, attr) {
                    return Err(self.err_at(loc, "expected location attribute"));
                }
                Ok(to_location(self, attr))
            }
            b'"' => {
                let text = self.string()?;
                let name = cx.intern(&String::from_utf8_lossy(&text));
                if self.eat(":") {
                    let (start, end) = self.line_col_range()?;
                    return Ok(Location::from_attr(cx.attr(FileLineColLoc { file: name, start, end })));
                }
                let child = if self.eat("(") {
                    let child = self.location_body()?;
                    self.expect_in(")", " after child location of NameLoc")?;
                    child
                } else {
                    Location::UNKNOWN
                };
                Ok(Location::from_attr(cx.attr(NameLoc { name, child })))
            }
            _ => match self.keyword_of(&["unknown", "callsite", "fused"]) {
                Some("unknown") => Ok(Location::UNKNOWN),
                Some("callsite") => {
                    self.expect_in("(", " in callsite location")?;
                    let callee = self.location_body()?;
                    self.expect_in("at", " in callsite location")?;
                    let caller = self.location_body()?;
                    self.expect_in(")", " in callsite location")?;
                    Ok(Location::from_attr(cx.attr(CallSiteLoc { callee, caller })))
                }
                Some("fused") => {
                    let metadata = if self.eat("<") {
                        let m = self.attr()?;
                        self.expect_in(">", " after fused location metadata")?;
                        Some(m)
                    } else {
                        None
                    };
                    let locations = self.list_in(["[", "]"], " in fused location", Self::location_body)?;
                    Ok(Location::from_attr(cx.attr(FusedLoc { locations, metadata })))
                }
                _ => Err(self.missing("expected location instance")),
            },
        }
    }
    /// `line`, `line:col`, `line:col to :col` or `line:col to line:col`.
    fn line_col_range(&mut self) -> PResult<((u32, u32), (u32, u32))> {
        let line = self.coordinate("line")?;
        if !self.eat(":") {
            return Ok(((line, 0), (line, 0)));
        }
        let start = (line, self.coordinate("column")?);
        if !self.eat("to") {
            return Ok((start, start));
        }
        let end_line = if self.peek_byte() == b':' { line } else { self.coordinate("line")? };
        if !self.eat(":") {
            return Err(self.missing("expected either integer or `:` post `to` in FileLineColRange"));
        }
        Ok((start, (end_line, self.coordinate("column")?)))
    }
    fn coordinate(&mut self, what: &str) -> PResult<u32> {
        let at = self.error_location();
        let value = match self.integer_text_opt() {
            Some((false, digits)) => digits.parse().ok(),
            _ => None,
        };
        value.ok_or_else(|| self.err_at(at, format!("expected integer {what} number in FileLineColRange")))
    }
}

/// The location of a location attribute.
pub(super) fn to_location(p: &Parser<'_>, attr: Attr) -> Location {
    if p.cx.attr_as::<UnknownLoc>(attr).is_some() { Location::UNKNOWN } else { Location::from_attr(attr) }
}
