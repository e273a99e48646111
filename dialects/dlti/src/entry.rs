//! Entries of specifications: keys with values.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// The key of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// A type.
    Type(Type),
    /// A string, such as `dlti.endianness`.
    Name(String),
}

impl Key {
    /// The text of the key.
    #[must_use]
    pub fn text(&self, cx: &Context) -> String {
        let mut out = String::new();
        self.print(&mut AsmWriter::new(cx, &mut out));
        out
    }
}

impl Param for Key {
    fn print(&self, w: &mut AsmWriter<'_>) {
        match self {
            Key::Type(ty) => w.ty(*ty),
            Key::Name(name) => w.quoted(name),
        };
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        if p.peek("\"") { Ok(Key::Name(String::parse(p)?)) } else { Ok(Key::Type(p.ty()?)) }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        if let Key::Type(ty) = self {
            visit(TypeOrAttr::Type(*ty));
        }
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        match self {
            Key::Type(ty) => Key::Type(ty.map_children(map)),
            Key::Name(name) => Key::Name(name.clone()),
        }
    }
}

/// The error of an attribute that is no entry.
pub(crate) const INVALID_KIND: &str = "invalid kind of attribute specified";

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: Attr,
}

impl Param for Entry {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.key.print(w);
        w.text(" = ").attr(self.value);
    }
    /// `"key" = value`, `type = value`, or an attribute `#dlti.dl_entry`.
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        if p.peek("#") {
            let at = p.location();
            let attr = p.attr()?;
            let entry = p.cx().attr_as::<DataLayoutEntryAttr>(attr);
            return entry.map(|e| e.0.clone()).ok_or_else(|| p.error_at(at, INVALID_KIND));
        }
        let at = p.location();
        let key = match p.peek("\"") {
            true => Key::Name(String::parse(p)?),
            false => Key::Type(p.type_opt()?.ok_or_else(|| p.error_at(at, INVALID_KIND))?),
        };
        p.expect("=")?;
        Ok(Self { key, value: p.attr()? })
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.key.children(visit);
        visit(TypeOrAttr::Attr(self.value));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self { key: self.key.map_children(map), value: self.value.map_children(map) }
    }
}

/// `#dlti.dl_entry<key, value>`: an entry by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DataLayoutEntryAttr(pub Entry);

impl Storage for DataLayoutEntryAttr {
    const NAME: Option<&'static str> = Some("dlti.dl_entry");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        self.0.key.print(w);
        w.text(", ").attr(self.0.value).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.children(visit);
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self(self.0.map_children(map)))
    }
}

impl AttrSyntax for DataLayoutEntryAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "dlti.dl_entry",
        doc: "An entry by itself.",
        parse: &((|p| {
            p.expect("<")?;
            let key = Key::parse(p)?;
            p.expect(",")?;
            let value = p.attr()?;
            p.expect(">")?;
            Ok(p.cx().attr(DataLayoutEntryAttr(Entry { key, value })))
        }) as ParseAttr),
    };
}
