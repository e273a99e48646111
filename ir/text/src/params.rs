//! Parameters of attributes and types: the types of fields of `#[attr]` and `#[ty]`.

use smallvec::SmallVec;
use strata_core::{AsmWriter, Attr, Type, TypeOrAttr};

use crate::{PResult, Parser};

/// A parameter that can be printed and parsed.
pub trait Param: Sized {
    /// Prints it.
    fn print(&self, w: &mut AsmWriter<'_>);
    /// Parses it.
    fn parse(p: &mut Parser<'_>) -> PResult<Self>;
    /// Visits the types and attributes in it.
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        let _ = visit;
    }
    /// Rebuilds it with types and attributes replaced.
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self;
    /// The value when it is omitted from a `struct` form; `None` when it is required.
    fn default_value() -> Option<Self> {
        None
    }
    /// Whether it may be omitted.
    fn is_default(&self) -> bool {
        false
    }
}

macro_rules! int_param {
    ($($t:ty),*) => {$(
        impl Param for $t {
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.fmt(format_args!("{self}"));
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                let v = p.integer()?;
                <$t>::try_from(v).map_err(|_| p.error_at(at, "integer value too large"))
            }
            fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
                *self
            }
        }
    )*};
}
int_param!(i64, i32, u32, u64, u8, usize);

impl Param for bool {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(if *self { "true" } else { "false" });
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        match p.keyword()? {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(p.error("expected 'true' or 'false'")),
        }
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
    fn default_value() -> Option<Self> {
        Some(false)
    }
    fn is_default(&self) -> bool {
        !*self
    }
}

impl Param for String {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.quoted(self);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let bytes = p.string()?;
        String::from_utf8(bytes).map_err(|_| p.error("expected valid UTF-8 in string"))
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

impl Param for Type {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.ty(*self);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.ty()
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(*self));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        map(TypeOrAttr::Type(*self)).ty().unwrap_or(*self)
    }
}

impl Param for Attr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.attr(*self);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.attr()
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(*self));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        map(TypeOrAttr::Attr(*self)).attr().unwrap_or(*self)
    }
}

impl<T: Param> Param for Option<T> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        if let Some(v) = self {
            v.print(w);
        }
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        T::parse(p).map(Some)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        if let Some(v) = self {
            v.children(visit);
        }
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.as_ref().map(|v| v.map_children(map))
    }
    fn default_value() -> Option<Self> {
        Some(None)
    }
    fn is_default(&self) -> bool {
        self.is_none()
    }
}

fn print_list<'a, T: Param + 'a>(items: impl Iterator<Item = &'a T>, w: &mut AsmWriter<'_>) {
    w.text("[");
    for (i, v) in items.enumerate() {
        if i != 0 {
            w.text(", ");
        }
        v.print(w);
    }
    w.text("]");
}

impl<T: Param> Param for Vec<T> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list(self.iter(), w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("[")?;
        p.list_until("]", T::parse)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.iter().for_each(|v| v.children(visit));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.iter().map(|v| v.map_children(map)).collect()
    }
    fn default_value() -> Option<Self> {
        Some(Vec::new())
    }
    fn is_default(&self) -> bool {
        self.is_empty()
    }
}

impl Param for SmallVec<[i64; 4]> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list(self.iter(), w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        Vec::<i64>::parse(p).map(Into::into)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
    fn default_value() -> Option<Self> {
        Some(SmallVec::new())
    }
    fn is_default(&self) -> bool {
        self.is_empty()
    }
}
