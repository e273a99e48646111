//! Dialects: named sets of ops, types and attributes.

use std::any::Any;

use crate::{Attr, Body, Builder, Op, OpInfo, Type, Value, VerifyResult, symbols::SymbolScope};

/// A dialect, as `dialect!` defines it.
pub struct Dialect {
    /// Namespace.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Ops, in order of declaration.
    pub ops: &'static [fn() -> &'static OpInfo],
    /// How programs of its ops are executed.
    pub execution: Execution,
    /// Types.
    pub types: &'static [TypeDef],
    /// Attributes.
    pub attrs: &'static [AttrDef],
    /// Makes a constant op for an attribute that folding produced; `None` when this dialect cannot.
    pub materialize_constant: Option<MaterializeConstant>,
    /// A `strata_bytecode::Codec`, type-erased because this crate knows no bytecode; `None` when attributes and types
    /// are stored as text.
    pub bytecode: Option<&'static (dyn Any + Send + Sync)>,
    /// Checks the discardable attributes `name.…` of ops, and those of the arguments and results of functions; `None` where
    /// anything goes.
    pub verify_attr: Option<fn(&AttrUse<'_>) -> VerifyResult>,
}

/// How programs of a dialect are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execution {
    /// Op by op, by the interpreter.
    #[default]
    Interpreted,
    /// As native code.
    Native,
    /// By a simulator of the device whose instructions the ops are.
    Simulated,
    /// After conversion to the dialect of this name.
    Converted(&'static str),
    /// Not at all: the ops annotate programs, and are taken out of them before they run.
    Annotation,
}

/// Where a discardable attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrPlace {
    /// On the op.
    Op,
    /// On an argument of the function that the op is.
    Argument(usize),
    /// On a result of that function.
    Result(usize),
}

/// A discardable attribute, for the dialect that its name starts with.
pub struct AttrUse<'a> {
    /// The body of the op.
    pub body: &'a Body,
    /// The op.
    pub op: Op,
    /// The part of the op that has the attribute.
    pub place: AttrPlace,
    /// The name, with the dialect.
    pub name: &'a str,
    /// The value.
    pub attr: Attr,
    /// The symbols around the op.
    pub symbols: &'a SymbolScope<'a>,
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
