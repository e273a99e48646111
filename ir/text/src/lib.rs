//! MLIR syntax: a parser, a printer, and the tools around text (splitting, expected diagnostics).
//!
//! The parser is hand-written, one pass, and borrows names from the source. The printer is bit-compatible with
//! `mlir-opt` of LLVM 22.
//!
//! **Architecture invariants.** The parser never panics and never recurses without a bound; it reports several errors.
//! Names no dialect but `builtin`.

pub mod custom;
pub mod extents;
pub mod params;
pub mod parse;
pub mod print;
pub mod split;
pub mod words;

pub use custom::{
    AttrSyntax, CustomAsm, CustomDirective, CustomFns, ParseAttr, ParseParams, ParseType, TypeSyntax,
};
pub use params::Param;
pub use parse::{
    BlockArg, FormatState, PResult, ParseError, ParseOptions, Parser, Unresolved, parse_attr, parse_module,
    parse_module_with_extents, parse_type, reparse_module_with_extents,
};
pub use print::*;
