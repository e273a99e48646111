//! Printing of functions.

use strata_ir::{prelude::*, text::RegionStyle};

use super::{dicts, entries_at};

/// Types of a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionShape<'a> {
    /// Types of the arguments.
    pub inputs: &'a [Type],
    /// Types of the results.
    pub results: &'a [Type],
    /// Whether `...` follows the arguments.
    pub variadic: bool,
}

/// The entry block of a function, unless it is a declaration.
fn entry(b: &Body, op: Op) -> Option<Block> {
    let region = *b.regions(op).first()?;
    b.blocks(region).first().copied()
}

/// Prints the text after the name of the op. Attributes named in `elided` are not printed.
pub fn print(p: &mut Printer<'_>, op: Op, shape: &FunctionShape<'_>, elided: &[&str]) {
    let b = p.body();
    p.text(" ");
    if let Some(visibility) = b.attr(op, "sym_visibility").and_then(|a| b.cx().attr_str(a)) {
        p.text(visibility).text(" ");
    }
    let name = b.attr(op, "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
    p.symbol_text(name);
    print_signature(p, op, shape);
    let mut hidden: SmallVec<[&str; 8]> =
        smallvec!["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];
    hidden.extend_from_slice(elided);
    p.attr_dict_with_keyword(op, &hidden);
    if entry(b, op).is_some() {
        p.text(" ").region(b.regions(op)[0], RegionStyle::NO_ARGS);
    }
}

/// `(%a: i32 {attrs}, ...) -> (f32 {attrs})`.
pub fn print_signature(p: &mut Printer<'_>, op: Op, shape: &FunctionShape<'_>) {
    let b = p.body();
    p.text("(");
    let args = entry(b, op).map(|e| b.block_args(e));
    let arg_attrs = dicts(b, op, "arg_attrs");
    p.list(shape.inputs.iter().enumerate(), |p, (i, &ty)| {
        let attrs = entries_at(b, arg_attrs, i);
        // An invalid function may have fewer block arguments than its type says.
        match args.and_then(|a| a.get(i)) {
            Some(&arg) => p.region_arg_with_attrs(arg, attrs),
            None => p.ty(ty).named_attrs(attrs),
        };
    });
    if shape.variadic {
        p.text(if shape.inputs.is_empty() { "..." } else { ", ..." });
    }
    p.text(")");
    print_results(p, op, shape.results);
}

/// ` -> (f32 {attrs})`; nothing without results.
pub fn print_results(p: &mut Printer<'_>, op: Op, results: &[Type]) {
    let b = p.body();
    if results.is_empty() {
        return;
    }
    p.text(" -> ");
    let res_attrs = dicts(b, op, "res_attrs");
    if results.len() == 1 && entries_at(b, res_attrs, 0).is_empty() {
        p.result_types(results);
        return;
    }
    p.text("(");
    p.list(results.iter().enumerate(), |p, (i, &ty)| {
        p.ty(ty).named_attrs(entries_at(b, res_attrs, i));
    });
    p.text(")");
}
