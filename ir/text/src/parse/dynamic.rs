//! Types and attributes of dialects that are defined at run time: `!dialect.name<params>` and `#dialect.name<params>`.

use strata_core::{Attr, DynamicAttr, DynamicDialects, DynamicType, Location, Type};

use super::{PResult, Parser};

impl<'s> Parser<'s> {
    /// The definitions, and where the name and the parameters stand.
    fn dynamic(&mut self, mnemonic: &'s str) -> PResult<(&'s dyn DynamicDialects, Location, Vec<Attr>)> {
        let at = self.place_of(mnemonic);
        let params = if self.eat("<") { self.nested(|p| p.list_to(">", Self::attr))? } else { Vec::new() };
        match self.cx.dynamic() {
            Some(dialects) => Ok((dialects, at, params)),
            None => Err(self.err_at(at, "no dialect is defined at run time")),
        }
    }
    /// After `!name`.
    pub(super) fn dynamic_type(&mut self, name: &'s str, mnemonic: &'s str) -> PResult<Type> {
        if !self.cx.dynamic().is_some_and(|d| d.has_type(name)) {
            return Err(self.err_at(self.place_of(mnemonic), "expected dynamic type"));
        }
        let (dialects, at, params) = self.dynamic(mnemonic)?;
        dialects.verify_type(self.cx, name, &params).map_err(|e| self.err_at(at, e))?;
        Ok(self.cx.ty(DynamicType { name: self.cx.intern(name), params }))
    }
    /// After `#name`.
    pub(super) fn dynamic_attr(&mut self, name: &'s str, mnemonic: &'s str) -> PResult<Attr> {
        if !self.cx.dynamic().is_some_and(|d| d.has_attr(name)) {
            return Err(self.err_at(self.place_of(mnemonic), "expected dynamic attribute"));
        }
        let (dialects, at, params) = self.dynamic(mnemonic)?;
        dialects.verify_attr(self.cx, name, &params).map_err(|e| self.err_at(at, e))?;
        Ok(self.cx.attr(DynamicAttr { name: self.cx.intern(name), params }))
    }
}
