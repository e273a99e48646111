//! The traits that dialects implement for custom syntax.

use strata_core::{Attr, AttrDef, Op, OpState, Type, TypeDef};

use crate::{FormatState, PResult, Parser, print::Printer};

/// Hand-written assembly of an op, `custom_asm` in `#[op]`.
pub trait CustomAsm {
    /// Prints the text after the name of the op, beginning with a space where one is needed.
    fn print(&self, p: &mut Printer<'_>);
    /// Parses the text after the name of the op into `state`.
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()>;
}

/// The functions behind `Asm::Custom`.
pub struct CustomFns {
    /// See [`CustomAsm::print`].
    pub print: fn(Op, &mut Printer<'_>),
    /// See [`CustomAsm::parse`].
    pub parse: fn(&mut Parser<'_>, &mut OpState) -> PResult<()>,
}

/// A `custom<Name>(…)` element of an assembly format; a `static` with that name is in scope of the op.
pub struct CustomDirective {
    /// Prints the element.
    pub print: fn(Op, &mut Printer<'_>),
    /// Parses the element.
    pub parse: for<'s> fn(&mut Parser<'s>, &mut OpState, &mut FormatState<'s>) -> PResult<()>,
    /// Inherent attributes that it shows.
    pub attrs: &'static [&'static str],
}

/// Parses an attribute after its `#dialect.mnemonic`.
pub type ParseAttr = fn(&mut Parser<'_>) -> PResult<Attr>;
/// Parses a type after its `!dialect.mnemonic`.
pub type ParseType = fn(&mut Parser<'_>) -> PResult<Type>;

/// An attribute that `dialect!` can list.
pub trait AttrSyntax {
    /// Its row.
    const DEF: AttrDef;
}

/// A type that `dialect!` can list.
pub trait TypeSyntax {
    /// Its row.
    const DEF: TypeDef;
}

/// The data of an attribute or type, parsed after its name.
pub trait ParseParams: Sized {
    /// Parses the parameters.
    fn parse_params(p: &mut Parser<'_>) -> PResult<Self>;
}
