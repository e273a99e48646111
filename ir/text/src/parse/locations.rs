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
        let start = self.pos;
        self.eat("loc");
        if self.peek_byte() != b'(' {
            self.pos = start;
            return Ok(None);
        }
        self.pos += 1;
        let loc = self.location_body()?;
        self.expect(")")?;
        Ok(Some(loc))
    }
    /// What stands inside of `loc(...)`.
    pub fn location_body(&mut self) -> PResult<Location> {
        self.nested(|p| p.location_inner())
    }
    fn location_inner(&mut self) -> PResult<Location> {
        let cx = self.cx;
        match self.peek_byte() {
            b'#' => {
                let loc = self.location();
                let attr = self.attr()?;
                if !strata_core::writer::is_location(cx, attr) {
                    return Err(self.error_at(loc, "expected location attribute"));
                }
                Ok(to_location(self, attr))
            }
            b'"' => {
                let text = self.string()?;
                let name = cx.intern(&String::from_utf8_lossy(&text));
                if self.eat(":") {
                    let start = self.line_col()?;
                    let end = if self.eat("to") {
                        if self.eat(":") { (start.0, self.coordinate()?) } else { self.line_col()? }
                    } else {
                        start
                    };
                    return Ok(Location::from_attr(cx.attr(FileLineColLoc { file: name, start, end })));
                }
                let child = if self.eat("(") {
                    let child = self.location_body()?;
                    self.expect(")")?;
                    child
                } else {
                    Location::UNKNOWN
                };
                Ok(Location::from_attr(cx.attr(NameLoc { name, child })))
            }
            _ => match self.keyword_opt() {
                Some("unknown") => Ok(Location::UNKNOWN),
                Some("callsite") => {
                    self.expect("(")?;
                    let callee = self.location_body()?;
                    self.expect("at")?;
                    let caller = self.location_body()?;
                    self.expect(")")?;
                    Ok(Location::from_attr(cx.attr(CallSiteLoc { callee, caller })))
                }
                Some("fused") => {
                    let metadata = if self.eat("<") {
                        let m = self.attr()?;
                        self.expect(">")?;
                        Some(m)
                    } else {
                        None
                    };
                    self.expect("[")?;
                    let locations = self.list_until("]", |p| p.location_body())?;
                    Ok(Location::from_attr(cx.attr(FusedLoc { locations, metadata })))
                }
                _ => Err(self.error("expected location instance")),
            },
        }
    }
    fn line_col(&mut self) -> PResult<(u32, u32)> {
        let line = self.coordinate()?;
        self.expect(":")?;
        Ok((line, self.coordinate()?))
    }
    fn coordinate(&mut self) -> PResult<u32> {
        let at = self.location();
        let v = self.integer()?;
        u32::try_from(v)
            .map_err(|_| self.error_at(at, "expected integer line or column number in FileLineColLoc"))
    }
}

/// The location that a location attribute stands for.
pub(super) fn to_location(p: &Parser<'_>, attr: Attr) -> Location {
    if p.cx.attr_as::<UnknownLoc>(attr).is_some() { Location::UNKNOWN } else { Location::from_attr(attr) }
}
