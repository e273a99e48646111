//! `vector.print` of numbers and texts as calls of upstream's runtime, which has a function for each type. Vectors are taken apart by
//! `convert-vector-to-scf`.

use strata_arith::{ExtSIOp, ExtUIOp};
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_vector::{PrintOp, PrintPunctuation};

use crate::engine::{Lower, Lowered};

pub(super) fn print(l: &mut Lower<'_>) -> Lowered {
    if !l.options.upstream {
        return Err("has no conversion to LLVM".to_owned());
    }
    let op = l.op().as_op::<PrintOp>(l.body).ok_or("prints nothing")?;
    if op.source(l.body).is_some() {
        number(l)?;
    }
    if let Some(text) = l.attr("stringLiteral").and_then(|a| l.cx().attr_str(a)) {
        let bytes = [text.as_bytes(), &[0]].concat();
        return string(l, bytes);
    }
    let punctuation = l.attr("punctuation").and_then(|a| l.cx().attr_as::<PrintPunctuation>(a).copied());
    let name = match punctuation.unwrap_or(PrintPunctuation::NewLine) {
        PrintPunctuation::NoPunctuation => return Ok(()),
        PrintPunctuation::NewLine => "printNewline",
        PrintPunctuation::Comma => "printComma",
        PrintPunctuation::Open => "printOpen",
        PrintPunctuation::Close => "printClose",
    };
    l.call(name, &[], None).map(|_| ())
}

/// Prints the operand.
fn number(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let cx = l.body.cx_arc().clone();
    let narrow = cx.type_as::<IntegerType>(ty).copied();
    let mut extended = None;
    let name = if ty == cx.f32() {
        "printF32"
    } else if ty == cx.f64() {
        "printF64"
    } else if ty == cx.f16() || ty == cx.bf16() {
        extended = Some((llvm::BitcastOp::info(), 16));
        if ty == cx.f16() { "printF16" } else { "printBF16" }
    } else if cx.is_index(ty) {
        "printU64"
    } else if let Some(int) = narrow.filter(|int| int.width <= 64) {
        let unsigned = int.signedness == Signedness::Unsigned;
        let extend = if unsigned || int.width == 1 { ExtUIOp::info() } else { ExtSIOp::info() };
        extended = (int.width < 64).then_some((extend, 64));
        if unsigned { "printU64" } else { "printI64" }
    } else {
        return Err(format!(
            "prints type '{}', which the runtime has no function for",
            cx.type_to_string(ty)
        ));
    };
    let mut value = l.operand(0)?;
    if let Some((op, width)) = extended {
        value = l.build(op, &[value], cx.int_type(width), &[]);
    }
    l.call(name, &[value], None).map(|_| ())
}

/// Prints a text that ends with a zero.
fn string(l: &mut Lower<'_>, bytes: Vec<u8>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let array = cx.ty(llvm::ArrayType { len: bytes.len() as u64, elem: cx.i8() });
    let name = l.declarations.text("vector_print_str", bytes);
    let ptr = llvm::ptr(&cx);
    let text = llvm::AddressOfOp::build(&mut l.at(), cx.symbol_ref(&name), ptr);
    let (at, elem) = (cx.i32_array(&[0]), cx.type_attr(array));
    let first = llvm::GEPOp::build(&mut l.at(), text, &[], at, elem, None, ptr);
    l.call("printString", &[first], None).map(|_| ())
}
