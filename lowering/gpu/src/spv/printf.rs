//! Printing: OpenCL's `printf`, whose format string is in constant memory.

use strata_ir::prelude::*;
use strata_llvm::{self as llvm, CConv};
use strata_lowering_llvm::{
    engine::{Declaration, Lower, Lowered},
    memref::upstream_descriptor::gep_const,
};

use super::builtins::call_with;

/// The function: `printf(const constant char*, ...)`.
const PRINTF: &str = "_Z6printfPU3AS2Kcz";
/// The names of format strings begin so.
const FORMAT: &str = "printfFormat_";
/// The address space of constant memory.
const CONSTANT: i32 = 2;

pub(super) fn printf(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let text = l.attr("format").and_then(|a| cx.attr_as::<StringAttr>(a)).ok_or("misses its text")?;
    let mut bytes = text.value.clone();
    bytes.push(0);
    let mut operands = l.all_operands()?;
    let pointer = cx.ty(llvm::PointerType { address_space: CONSTANT.unsigned_abs() });
    let (i32, conv) = (cx.i32(), ("CConv", CConv::SpirFunc.attr(&cx)));
    let wanted = Declaration { params: vec![pointer], result: Some(i32), variadic: true, attrs: vec![conv] };
    l.declarations.function(PRINTF, wanted)?;
    let (name, len) = l.declarations.format(FORMAT, bytes, CONSTANT);
    let array = cx.ty(llvm::ArrayType { len, elem: cx.i8() });
    let global = llvm::AddressOfOp::build(&mut l.at(), cx.symbol_ref(&name), pointer);
    operands.insert(0, gep_const(l, global, &[0, 0], array));
    let ty = llvm::LlvmFunctionType { result: i32, params: vec![pointer], variadic: true };
    let ty = cx.type_attr(cx.ty(ty));
    call_with(l, PRINTF, &operands, Some(i32), &[conv, ("var_callee_type", ty)]);
    Ok(())
}
