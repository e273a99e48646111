//! Dialects that are defined at run time.
//!
//! The registry of a context has their definitions behind [`DynamicDialects`], as this crate does not know where these come from. Their ops
//! are like those of unknown dialects, but verified; their types and attributes have a name and a list of attributes.

use crate::{AsmWriter, Attr, Body, Context, Op, Storage, Str, TypeOrAttr, VerifyError};

/// The definitions of dialects.
pub trait DynamicDialects: Send + Sync {
    /// The names of the dialects, sorted.
    fn dialects(&self) -> Vec<&str>;
    /// Whether there is an op of this name, `dialect.mnemonic`.
    fn has_op(&self, name: &str) -> bool;
    /// Whether there is a type of this name.
    fn has_type(&self, name: &str) -> bool;
    /// Whether there is an attribute of this name.
    fn has_attr(&self, name: &str) -> bool;
    /// All errors of an op that [`Self::has_op`] knows.
    fn verify_op(&self, body: &Body, op: Op) -> Vec<VerifyError>;
    /// Checks the parameters of a type that [`Self::has_type`] knows.
    ///
    /// # Errors
    /// The first parameter that is wrong.
    fn verify_type(&self, cx: &Context, name: &str, params: &[Attr]) -> Result<(), String>;
    /// Checks the parameters of an attribute that [`Self::has_attr`] knows.
    ///
    /// # Errors
    /// The first parameter that is wrong.
    fn verify_attr(&self, cx: &Context, name: &str, params: &[Attr]) -> Result<(), String>;
}

macro_rules! dynamic {
    ($($(#[doc = $doc:literal])* $name:ident, $sigil:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name {
            /// `dialect.mnemonic`.
            pub name: Str,
            /// The parameters.
            pub params: Vec<Attr>,
        }
        impl Storage for $name {
            fn print(&self, w: &mut AsmWriter<'_>) {
                let name = w.cx().str(self.name);
                w.text($sigil).text(name);
                for (i, &param) in self.params.iter().enumerate() {
                    w.text(if i == 0 { "<" } else { ", " }).attr(param);
                }
                if !self.params.is_empty() {
                    w.text(">");
                }
            }
            fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
                self.params.iter().for_each(|&p| visit(TypeOrAttr::Attr(p)));
            }
            fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
                let params: Option<Vec<Attr>> =
                    self.params.iter().map(|&p| map(TypeOrAttr::Attr(p)).attr()).collect();
                Some(Self { name: self.name, params: params? })
            }
        }
    )*};
}

dynamic! {
    /// `!dialect.name<params>` of a dialect that is defined at run time.
    DynamicType, "!";
    /// `#dialect.name<params>` of a dialect that is defined at run time.
    DynamicAttr, "#";
}
