//! Functions whose type is a `FunctionType` and which have no other syntax.

use strata_ir::prelude::*;

use super::{FunctionShape, Variadics, parse, print};

/// The attribute `function_type` of an op; a type without arguments and results where the op is wrong. Works from both sides.
pub fn function_type(b: &Body, op: Op) -> &FunctionType {
    static EMPTY: FunctionType = FunctionType { inputs: Vec::new(), results: Vec::new() };
    let attr = b.attr(op, "function_type").and_then(|a| b.cx().attr_as::<TypeAttr>(a));
    attr.and_then(|t| b.cx().type_as::<FunctionType>(t.ty())).unwrap_or(&EMPTY)
}

/// Prints the text after the name of an op with a function type.
pub fn print_typed(p: &mut Printer<'_>, op: Op) {
    let ty = function_type(p.body(), op);
    let shape = FunctionShape { inputs: &ty.inputs, results: &ty.results, variadic: false };
    print(p, op, &shape, &[]);
}

/// Parses the text after the name of an op with a function type.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_typed(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse(p, state, Variadics::Rejected, |cx, s| Ok(cx.function(&s.arg_types(), &s.results)))
}
