//! The names of the arguments and results of an entry, as C functions: a part of `llvm-emit-entry`.
//!
//! Before:
//! ```mlir
//! llvm.func @main(…) attributes {strata.input_names = ["x", ""]} { … }
//! ```
//! After, in addition:
//! ```mlir
//! llvm.mlir.global private constant @m_main_input_name_table(dense<[0, -1, -1]> : tensor<3xi64>)
//! llvm.mlir.global private constant @m_main_input_name_text(dense<[120, 0]> : tensor<2xi8>)
//! llvm.func @m_main_input_name(%i: i32) -> !llvm.ptr
//! ```
//! The table has the place of each name in the text, -1 where there is none. Its last number is for numbers that are out of range.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

use crate::{define::define_with, symbols::constant};

/// The attributes of a function with the names of its arguments and results; an empty name stands for none.
const NAMES: [&str; 2] = ["strata.input_names", "strata.output_names"];
/// Suffixes of the C functions.
const FUNCTIONS: [&str; 2] = ["_input_name", "_output_name"];

/// Notes the names of the arguments and the results of a function.
pub(crate) fn note_names(module: &mut Body, func: Op, inputs: &[Option<String>], outputs: &[Option<String>]) {
    let cx = module.cx_arc().clone();
    for (attribute, names) in NAMES.into_iter().zip([inputs, outputs]) {
        let list = names.iter().map(|name| cx.string_attr(name.as_deref().unwrap_or_default())).collect();
        module.set_attr(func, attribute, Some(cx.array_attr(list)));
    }
}

/// Defines `PREFIX_input_name` and `PREFIX_output_name` for a function with the C name `name`.
pub(crate) fn define_names(module: &mut Body, func: Op, name: &str, loc: Location) {
    for (suffix, attribute) in FUNCTIONS.into_iter().zip(NAMES) {
        let cx = module.cx();
        let list = module.attr(func, attribute).and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let list = list.map(|list| list.0.to_vec()).unwrap_or_default();
        let names: Vec<String> =
            list.iter().map(|&a| cx.attr_str(a).unwrap_or_default().to_owned()).collect();
        define_name_function(module, &format!("{name}{suffix}"), &names, loc);
    }
}

/// Defines `name(i)`: the address of text `i`, or null.
fn define_name_function(module: &mut Body, name: &str, names: &[String], loc: Location) {
    let cx = module.cx_arc().clone();
    let (ptr, i32, i64) = (llvm::ptr(&cx), cx.i32(), cx.i64());
    let (mut places, mut text) = (Vec::with_capacity(names.len() + 1), Vec::new());
    for name in names {
        // A text of C ends at its first zero.
        let name = name.split('\0').next().unwrap_or_default();
        places.push(if name.is_empty() { -1 } else { text.len() as i64 });
        if !name.is_empty() {
            text.extend_from_slice(name.as_bytes());
            text.push(0);
        }
    }
    places.push(-1);
    let places: Vec<u8> = places.iter().flat_map(|n: &i64| n.to_le_bytes()).collect();
    let mut symbols = SymbolTable::new(module);
    let [table, texts] = ["_table", "_text"].map(|part| symbols.fresh(&cx, &format!("{name}{part}")));
    let known = !text.is_empty()
        && constant(module, &table, i64, &places, loc).is_some()
        && constant(module, &texts, cx.i8(), &text, loc).is_some();
    define_with(module, name, &[i32], ptr, loc, |b, args| {
        let null = llvm::ZeroOp::build(b, ptr);
        if !known {
            return null;
        }
        let index = cx.i32_array(&[llvm::DYNAMIC_INDEX]);
        let n = llvm::ConstantOp::build(b, cx.int_attr(names.len() as i64, i32), i32);
        let in_range = compare(b, UNSIGNED_LESS, args[0], n);
        let row = llvm::SelectOp::build(b, in_range, args[0], n, None);
        let row = llvm::ZExtOp::build(b, row, None, i64);
        let base = llvm::AddressOfOp::build(b, cx.symbol_ref(&table), ptr);
        let at = llvm::GEPOp::build(b, base, &[row], index, cx.type_attr(i64), None, ptr);
        let load = OpState {
            operands: smallvec![at],
            result_types: smallvec![i64],
            ..OpState::new(llvm::LoadOp::info(), loc)
        };
        let load = b.build(load);
        let place = b.result(load, 0);
        let zero = llvm::ConstantOp::build(b, cx.int_attr(0, i64), i64);
        let has_name = compare(b, SIGNED_GREATER_OR_EQUAL, place, zero);
        let base = llvm::AddressOfOp::build(b, cx.symbol_ref(&texts), ptr);
        let at = llvm::GEPOp::build(b, base, &[place], index, cx.type_attr(cx.i8()), None, ptr);
        llvm::SelectOp::build(b, has_name, at, null, None)
    });
}

/// LLVM's predicates of comparisons.
const SIGNED_GREATER_OR_EQUAL: i64 = 5;
const UNSIGNED_LESS: i64 = 6;

fn compare(b: &mut Builder<'_>, predicate: i64, left: Value, right: Value) -> Value {
    let cx = b.body().cx_arc().clone();
    let mut state = OpState::new(llvm::ICmpOp::info(), b.cur_loc());
    state.set_attr(&cx, "predicate", cx.i64_attr(predicate));
    state.operands.extend([left, right]);
    state.result_types.push(cx.i1());
    let op = b.build(state);
    b.result(op, 0)
}
