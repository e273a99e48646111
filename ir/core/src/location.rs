//! Source locations in four bytes.
//!
//! A location is either a position in a source buffer of the context (the common case after parsing: nothing is
//! interned, nothing is allocated) or an interned location attribute.

use std::num::NonZeroU32;

use crate::{AsmWriter, Attr, Context, Entity, Storage, Str, TypeOrAttr, Value};

/// Where an op comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Location(NonZeroU32);

const SOURCE_BIT: u32 = 1 << 31;

impl Location {
    /// `loc(unknown)`.
    pub const UNKNOWN: Location = Location(NonZeroU32::MAX);

    /// A location given by a location attribute ([`FileLineColLoc`], [`NameLoc`], [`CallSiteLoc`], [`FusedLoc`]).
    pub fn from_attr(attr: Attr) -> Self {
        Self(NonZeroU32::MIN.saturating_add(attr.index() as u32))
    }
    /// A position in the sources of the context; see [`crate::source::SourceMap`].
    pub(crate) fn from_source_pos(pos: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add((SOURCE_BIT | (pos & (SOURCE_BIT - 1))) - 1))
    }
    /// The byte of its source that this is, if it is a position in one.
    pub fn source_offset(self, cx: &Context) -> Option<usize> {
        cx.sources().text_at(self.source_pos()?).map(|(_, offset)| offset)
    }
    /// The location attribute, if this is neither unknown nor a source position.
    pub fn as_attr(self) -> Option<Attr> {
        (self != Self::UNKNOWN && self.0.get() & SOURCE_BIT == 0)
            .then(|| Attr::from_index(self.0.get() as usize - 1))
    }
    /// The position in the sources of the context, if this is one.
    pub(crate) fn source_pos(self) -> Option<u32> {
        (self != Self::UNKNOWN && self.0.get() & SOURCE_BIT != 0).then(|| self.0.get() & (SOURCE_BIT - 1))
    }
    /// The same bits as a value, for lists that hold both.
    pub(crate) fn as_value(self) -> Value {
        Value::from_index(self.0.get() as usize - 1)
    }
    /// The location with the bits of a value.
    pub(crate) fn from_value(bits: Value) -> Self {
        Self(NonZeroU32::MIN.saturating_add(bits.index() as u32))
    }
    /// `file:line:col` of the place that a reader should look at.
    pub fn file_line_col(self, cx: &Context) -> Option<(&str, u32, u32)> {
        let loc = self.leaf(cx)?;
        match loc.source_pos() {
            Some(pos) => cx.sources().resolve(pos),
            None => {
                let l = cx.attr_as::<FileLineColLoc>(loc.as_attr()?)?;
                Some((cx.str(l.file), l.start.0, l.start.1))
            }
        }
    }
    /// The text of the line that [`Location::file_line_col`] names, if its source was read. Several sources may have
    /// one name: a position is looked up in its own.
    pub fn line_text(self, cx: &Context) -> Option<&str> {
        let loc = self.leaf(cx)?;
        if let Some(pos) = loc.source_pos() {
            return cx.sources().line_at(pos);
        }
        let l = cx.attr_as::<FileLineColLoc>(loc.as_attr()?)?;
        cx.sources().line_text(cx.str(l.file), l.start.0)
    }
    /// The first position or place in a file that the location is made of.
    pub(crate) fn leaf(self, cx: &Context) -> Option<Location> {
        let mut loc = self;
        // Every step goes to a child, and attributes are finite trees, so this ends.
        loop {
            if loc.source_pos().is_some() {
                return Some(loc);
            }
            let attr = loc.as_attr()?;
            if cx.attr_as::<FileLineColLoc>(attr).is_some() {
                return Some(loc);
            }
            loc = if let Some(n) = cx.attr_as::<NameLoc>(attr) {
                n.child
            } else if let Some(c) = cx.attr_as::<CallSiteLoc>(attr) {
                c.callee
            } else {
                *cx.attr_as::<FusedLoc>(attr)?.locations.first()?
            };
        }
    }
    /// The location as an attribute, as `loc(...)` in attribute position needs.
    pub fn to_attr(self, cx: &Context) -> Attr {
        if let Some(attr) = self.as_attr() {
            return attr;
        }
        match self.file_line_col(cx) {
            Some((file, line, col)) => {
                let file = cx.intern(file);
                cx.attr(FileLineColLoc { file, start: (line, col), end: (line, col) })
            }
            None => cx.attr(UnknownLoc),
        }
    }
}

/// `loc(unknown)` as an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnknownLoc;
impl Storage for UnknownLoc {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("unknown");
    }
}

/// `"file":line:col`, or a range `"file":line:col to line:col`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileLineColLoc {
    /// File name.
    pub file: Str,
    /// First line and column, both from 1.
    pub start: (u32, u32),
    /// Last line and column; equal to `start` for a single place.
    pub end: (u32, u32),
}
impl Storage for FileLineColLoc {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let file = w.cx().str(self.file);
        w.quoted(file);
        w.fmt(format_args!(":{}:{}", self.start.0, self.start.1));
        if self.end.0 != self.start.0 {
            w.fmt(format_args!(" to {}:{}", self.end.0, self.end.1));
        } else if self.end.1 != self.start.1 {
            w.fmt(format_args!(" to :{}", self.end.1));
        }
    }
}

/// `"name"` or `"name"(child)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameLoc {
    /// The name.
    pub name: Str,
    /// The location that has the name.
    pub child: Location,
}
impl Storage for NameLoc {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let name = w.cx().str(self.name);
        w.quoted(name);
        if self.child != Location::UNKNOWN {
            w.text("(").location_body(self.child).text(")");
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit_location(self.child, visit);
    }
}

/// `callsite(callee at caller)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallSiteLoc {
    /// The place inside the callee.
    pub callee: Location,
    /// The place of the call.
    pub caller: Location,
}
impl Storage for CallSiteLoc {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("callsite(").location_body(self.callee).text(" at ").location_body(self.caller).text(")");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit_location(self.callee, visit);
        visit_location(self.caller, visit);
    }
}

/// `fused<metadata>[a, b]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FusedLoc {
    /// The merged locations.
    pub locations: Vec<Location>,
    /// Why they were merged.
    pub metadata: Option<Attr>,
}
impl Storage for FusedLoc {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("fused");
        if let Some(m) = self.metadata {
            w.text("<").attr(m).text(">");
        }
        w.text("[");
        for (i, &l) in self.locations.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            w.location_body(l);
        }
        w.text("]");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        if let Some(m) = self.metadata {
            visit(TypeOrAttr::Attr(m));
        }
        for &l in &self.locations {
            visit_location(l, visit);
        }
    }
}

fn visit_location(loc: Location, visit: &mut dyn FnMut(TypeOrAttr)) {
    if let Some(attr) = loc.as_attr() {
        visit(TypeOrAttr::Attr(attr));
    }
}
