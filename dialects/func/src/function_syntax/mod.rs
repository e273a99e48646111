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

/// The dictionary number `i` of an array of dictionaries; empty where there is none.
pub fn dict_at(b: &Body, op: Op, array: &str, i: usize) -> NamedAttrs {
    let cx = b.cx();
    let array = b.attr(op, array).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let dict = array.and_then(|a| cx.attr_as::<DictionaryAttr>(*a.0.get(i)?));
    dict.map(|d| d.entries().to_vec()).unwrap_or_default()
}
