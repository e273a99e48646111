//! Definition macros of the framework: [`macro@op`], [`macro@attr`], [`macro@ty`], [`macro@dialect`] and
//! [`macro@pass`].
//!
//! A definition compiles to static tables that engines in `strata-text` and `strata-core` interpret, plus small
//! accessors and builders; not to a parser and printer per op.

use proc_macro::TokenStream;
use syn::{Error, parse_macro_input};

mod asm;
mod dialect;
mod field;
mod op;
mod pass;
mod pipeline;
mod storage;

/// Defines an op from a struct whose fields are its operands, attributes, regions, successors and results.
///
/// Arguments: `name = "dialect.mnemonic"`; `traits = [..]`; `interfaces = [..]`; `asm = "…"` (a declarative assembly
/// format) or `custom_asm` (implement `CustomAsm`); `same = [a, b]` (these values have one type; may be repeated);
/// `infer(target = function(source), "words")`; `holds(function, "words")` with `fn(&Body, Op) -> bool`; `parents = ["dialect.op"]`.
///
/// Field kinds: `Operand<T>`, `OptOperand<T>`, `Variadic<T>`, `Res<T>`, `OptRes<T>`, `VariadicRes<T>` with a type
/// constraint; `Attr<C>`, `OptAttr<C>`, `DefaultAttr<C>` with an attribute constraint; `AnyRegion`,
/// `SingleBlockRegion`, `OptRegion` (empty or one block), `VariadicRegion`; `Successor`, `VariadicSuccessor`. The name
/// of an attribute in the IR is the field name, or that of `#[ir_name = "…"]`.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as op::Args);
    let item = parse_macro_input!(item as syn::ItemStruct);
    op::expand(args, item).unwrap_or_else(Error::into_compile_error).into()
}

/// Defines an attribute of a dialect from a struct of parameters or an enum of words.
///
/// Arguments: `name = "dialect.mnemonic"`; `format = "struct"` (`<a = 1, b = 2>`, the default), `"params"`
/// (`<1, 2>`), or for an enum `<word>`, the variant in snake case or `#[ir_name = "…"]`; a struct without fields
/// prints nothing. Parameter types implement `strata_text::Param`.
#[proc_macro_attribute]
pub fn attr(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as storage::Args);
    let item = parse_macro_input!(item as syn::DeriveInput);
    storage::expand(args, item, storage::Kind::Attr).unwrap_or_else(Error::into_compile_error).into()
}

/// Defines a type of a dialect; the arguments are those of [`macro@attr`].
#[proc_macro_attribute]
pub fn ty(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as storage::Args);
    let item = parse_macro_input!(item as syn::DeriveInput);
    storage::expand(args, item, storage::Kind::Type).unwrap_or_else(Error::into_compile_error).into()
}

/// Defines `pub static DIALECT: Dialect` from lists of ops, types and attributes.
///
/// `dialect! { /// What it is. \n arith { ops: [AddIOp], types: [], attrs: [FastMath], constant: materialize } }`
#[proc_macro]
pub fn dialect(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as dialect::Input);
    dialect::expand(input).into()
}

/// Defines a pass from a struct whose fields are its options; its work is an `impl BodyPass`.
///
/// The first paragraph of the doc comment is its summary, the rest its description. Arguments:
/// `name = "name-of-the-pass"`; `on = "func.func"` or `on = FuncOp` (every isolated op, if missing); `class = "…"`, the
/// name in reports (that of the struct, if missing); `produces = [scf, memref]`, dialects whose ops it may create;
/// `requires = ["…"]`, `establishes = ["…"]` and `destroys = ["…"]`, properties of the IR;
/// `statistics = ["num-tiled": "Number of tiled ops"]`; `each_body`: it works on the body that it is given and on all
/// bodies in it, one after the other; `idempotent`: running it again right after itself changes nothing; `observes`:
/// it reports or prints, and so is never skipped.
///
/// The key of an option is the name of the field with `-` for `_`, or that of `#[option(name = "key")]`; its default
/// is that of the type, or that of `#[option(default = value)]`. It has a doc comment and a type that is an
/// `OptionValue`.
#[proc_macro_attribute]
pub fn pass(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as pass::Args);
    let item = parse_macro_input!(item as syn::ItemStruct);
    pass::expand(args, item).unwrap_or_else(Error::into_compile_error).into()
}

/// Defines a named pipeline from a struct whose fields are its options; its passes are an `impl Pipeline`.
///
/// The doc comment is its summary. The argument is `name = "name-of-the-pipeline"`; options are written as those of a
/// [`macro@pass`].
#[proc_macro_attribute]
pub fn pipeline(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as pipeline::Args);
    let item = parse_macro_input!(item as syn::ItemStruct);
    pipeline::expand(&args, item).unwrap_or_else(Error::into_compile_error).into()
}
