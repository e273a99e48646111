//! The common syntax of ops that define a function: `@name(%a: i32 {attrs}) -> (f32 {attrs}) attributes {…} {…}`.
//!
//! Such an op has the attributes `sym_name`, `function_type`, `sym_visibility`, `arg_attrs` and `res_attrs`, and one
//! region. The op determines how argument and result types make up `function_type`.

mod function_op;
mod parse;
mod print;
mod typed;
mod verify;

pub use parse::{Signature, Variadics, parse, parse_results, set_arg_and_result_attrs};
pub use print::{FunctionShape, print, print_results, print_signature};
pub use typed::{function_type, parse_typed, print_typed};
pub use verify::verify;

use strata_ir::prelude::*;

/// Whether a function has no body; works from both sides.
pub fn is_declaration(b: &Body, op: Op) -> bool {
    let (b, op) = b.inner(op);
    b.regions(op).first().is_none_or(|&r| b.blocks(r).is_empty())
}

/// A list of named attributes.
pub type NamedAttrs = Vec<(Str, Attr)>;

/// The dictionaries in an array of them; none where there is no array.
pub fn dicts<'b>(b: &'b Body, op: Op, array: &str) -> &'b [Attr] {
    let array = b.attr(op, array).and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    array.map_or(&[], |array| &array.0)
}

/// The entries of the dictionary number `i` of a list; none where there is none.
pub fn entries_at<'b>(b: &'b Body, dicts: &[Attr], i: usize) -> &'b [(Str, Attr)] {
    let dict = dicts.get(i).and_then(|&a| b.cx().attr_as::<DictionaryAttr>(a));
    dict.map_or(&[], DictionaryAttr::entries)
}

/// The entries of the dictionary number `i` of an array of dictionaries; none where there is no such dictionary.
pub fn dict_at(b: &Body, op: Op, array: &str, i: usize) -> NamedAttrs {
    entries_at(b, dicts(b, op, array), i).to_vec()
}
