//! Dialects: named sets of ops, types and attributes.

use std::any::Any;

use crate::{Attr, Builder, OpInfo, Type, Value};

/// A dialect: what `dialect!` makes.
pub struct Dialect {
    /// Namespace.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Ops, in order of declaration.
    pub ops: &'static [fn() -> &'static OpInfo],
    /// Types.
    pub types: &'static [TypeDef],
    /// Attributes.
    pub attrs: &'static [AttrDef],
    /// Makes a constant op for an attribute that folding produced; `None` when this dialect cannot.
    pub materialize_constant: Option<MaterializeConstant>,
    /// A `strata_bytecode::Codec`, type-erased because this crate knows no bytecode; `None` when attributes and types
    /// are stored as text.
    pub bytecode: Option<&'static (dyn Any + Send + Sync)>,
}

/// Builds a constant of the given value and type at the insertion point.
pub type MaterializeConstant = fn(&mut Builder<'_>, Attr, Type) -> Option<Value>;

/// A type of a dialect, for the parser.
pub struct TypeDef {
    /// `dialect.mnemonic`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// A `strata_text::ParseType`, type-erased because this crate knows no parser.
    pub parse: &'static (dyn Any + Send + Sync),
}

/// An attribute of a dialect, for the parser.
pub struct AttrDef {
    /// `dialect.mnemonic`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// A `strata_text::ParseAttr`, type-erased because this crate knows no parser.
    pub parse: &'static (dyn Any + Send + Sync),
}
