//! Locations, and the definitions of aliases.

use strata_core::{
    Attr, Location, TypeOrAttr, Value,
    location::{CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc},
    writer::{deep, is_location},
};

use super::printer::Printer;

impl Printer<'_> {
    /// Appends ` loc(...)` where locations are printed.
    pub fn trailing_location(&mut self, loc: Location) -> &mut Self {
        if !self.options.debuginfo || self.collect.is_some() {
            return self;
        }
        if self.options.pretty_debuginfo {
            return self.text(" ").location_in_full(loc);
        }
        self.text(" ").location(loc)
    }
    /// Appends the location of a block argument, which never uses an alias of its own.
    pub fn arg_location(&mut self, arg: Value) -> &mut Self {
        if !self.options.debuginfo {
            return self;
        }
        let loc = self.body.value_loc(arg);
        if let Some(collect) = &mut self.collect {
            collect.visit_location(self.cx, loc, false);
            return self;
        }
        if self.options.pretty_debuginfo {
            return self.text(" ").location_in_full(loc);
        }
        self.text(" loc(").location_in_full(loc).text(")")
    }
    /// Appends `loc(...)`.
    pub fn location(&mut self, loc: Location) -> &mut Self {
        self.text("loc(").location_body(loc).text(")")
    }
    /// Appends a location without the `loc(...)` around it.
    fn location_body(&mut self, loc: Location) -> &mut Self {
        match self.aliases {
            Some(aliases) => match aliases.names.get(&TypeOrAttr::Attr(loc.to_attr(self.cx))) {
                Some(name) => self.text(name),
                None => self.location_in_full(loc),
            },
            None => self.location_in_full(loc),
        }
    }
    fn location_in_full(&mut self, loc: Location) -> &mut Self {
        deep(|| {
            let cx = self.cx;
            if self.options.pretty_debuginfo {
                return self.pretty_location(loc);
            }
            let Some(attr) = loc.as_attr() else {
                return match loc.file_line_col(cx) {
                    Some((file, line, col)) => {
                        self.quoted(file).text(":").number(line).text(":").number(col);
                    }
                    None => {
                        self.text("unknown");
                    }
                };
            };
            if let Some(name) = cx.attr_as::<NameLoc>(attr) {
                self.quoted(cx.str(name.name));
                if name.child != Location::UNKNOWN {
                    self.text("(").location_body(name.child).text(")");
                }
            } else if let Some(call) = cx.attr_as::<CallSiteLoc>(attr) {
                self.text("callsite(")
                    .location_body(call.callee)
                    .text(" at ")
                    .location_body(call.caller)
                    .text(")");
            } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
                self.text("fused");
                if let Some(metadata) = fused.metadata {
                    self.text("<").attr(metadata).text(">");
                }
                self.text("[");
                self.list(&fused.locations, |p, &l| {
                    p.location_body(l);
                });
                self.text("]");
            } else {
                // A file location, or an attribute for an unknown location; both contain no other locations.
                self.writer().attr_params(attr);
            }
        });
        self
    }

    /// Appends a location for people: without `loc`, `fused` and `callsite`, and with a bare name of the file.
    fn pretty_location(&mut self, loc: Location) {
        let cx = self.cx;
        let attr = loc.to_attr(cx);
        if let Some(name) = cx.attr_as::<NameLoc>(attr) {
            self.quoted(cx.str(name.name));
            if name.child != Location::UNKNOWN {
                self.text("(").location_body(name.child).text(")");
            }
        } else if let Some(call) = cx.attr_as::<CallSiteLoc>(attr) {
            let is = |l: Location| l.to_attr(cx);
            let one_line = cx.attr_as::<NameLoc>(is(call.callee)).is_some()
                && cx.attr_as::<FileLineColLoc>(is(call.caller)).is_some();
            self.location_body(call.callee);
            self.text(if one_line { " at " } else { "\n at " }).location_body(call.caller);
        } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
            if let Some(metadata) = fused.metadata {
                self.text("<").attr(metadata).text(">");
            }
            self.text("[");
            self.list(&fused.locations, |p, &l| {
                p.location_body(l);
            });
            self.text("]");
        } else if let Some((file, line, col)) = loc.file_line_col(cx) {
            self.text(file).text(":").number(line).text(":").number(col);
        } else {
            self.text("[unknown]");
        }
    }

    /// Whether an attribute is a location that contains locations, which may be positions in a source without an
    /// attribute of their own.
    pub(super) fn has_locations(&self, attr: Attr) -> bool {
        self.aliases.is_some()
            && is_location(self.cx, attr)
            && self.cx.attr_as::<FileLineColLoc>(attr).is_none()
    }
    /// Appends a location where an attribute is expected.
    pub(super) fn location_attr(&mut self, attr: Attr) {
        match self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Attr(attr))) {
            Some(name) => self.text(name),
            None => self.location(Location::from_attr(attr)),
        };
    }

    /// Appends the definitions of these aliases, each on a line.
    pub(super) fn alias_definitions(&mut self, list: &[TypeOrAttr]) {
        for &of in list {
            let Some(name) = self.aliases.and_then(|a| a.names.get(&of)) else { continue };
            self.text(name).text(" = ");
            match of {
                TypeOrAttr::Type(ty) => {
                    self.writer().ty_in_full(ty);
                }
                TypeOrAttr::Attr(attr) if is_location(self.cx, attr) && self.options.pretty_debuginfo => {
                    self.location_in_full(Location::from_attr(attr));
                }
                TypeOrAttr::Attr(attr) if is_location(self.cx, attr) => {
                    self.text("loc(").location_in_full(Location::from_attr(attr)).text(")");
                }
                TypeOrAttr::Attr(attr) => {
                    self.writer().attr_in_full(attr);
                }
            }
            self.newline();
        }
    }
}
