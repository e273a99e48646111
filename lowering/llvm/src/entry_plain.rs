//! The C entry of a function of the `llvm` dialect that takes and returns numbers.
//!
//! Before:
//! ```mlir
//! llvm.func @main(%n: i32) -> f32
//! ```
//! After, in addition:
//! ```mlir
//! llvm.func @m_main(%inputs: !llvm.ptr, %outputs: !llvm.ptr, %ctx: !llvm.ptr) -> i32 {
//!   … %n = llvm.load %input   %r = llvm.call @main(%n)   llvm.store %r, %output …
//! }
//! ```
//! Each number is behind an address in one of the arrays; an `i1` is a byte.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

use crate::{define::define, entry_arrays::load_pointer};

/// Defines the C function `symbol` that calls the function `op`.
///
/// # Errors
/// If `op` is no such function, or the name is taken.
pub fn emit_plain_entry(module: &mut Body, op: Op, symbol: &str) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let loc = module.loc(op);
    let func = op.as_op::<llvm::FuncOp>(module);
    let named = module.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).map(str::to_owned);
    let (Some(ty), Some(name)) = (func.and_then(|f| f.ty(module).cloned()), named) else {
        return Err(Diagnostic::error(loc, "the entry is not a function of the 'llvm' dialect"));
    };
    let results = ty.results(&cx).to_vec();
    let is_number = |t: &Type| cx.as_int(*t).is_some() || cx.as_float(*t).is_some();
    if ty.variadic || !ty.params.iter().chain(&results).all(is_number) {
        let message =
            format!("'@{name}' cannot be an entry: it takes or returns something other than numbers");
        return Err(Diagnostic::error(loc, message));
    }
    if SymbolTable::new(module).get(cx.intern(symbol)).is_some() {
        let message = format!("'@{name}' cannot be an entry: the name '{symbol}' is taken");
        return Err(Diagnostic::error(loc, message));
    }
    define(module, symbol, &[llvm::ptr(&cx); 3], loc, |b, args| {
        let mut operands = Vec::with_capacity(ty.params.len());
        for (i, &param) in ty.params.iter().enumerate() {
            let at = load_pointer(b, args[0], i as i64);
            operands.push(load(b, at, param));
        }
        let call = llvm::CallOp::direct(b, &name, &operands, &results);
        if let Some(result) = call.result(b) {
            let at = load_pointer(b, args[1], 0);
            store(b, result, at);
        }
        llvm::ConstantOp::build(b, cx.i32_attr(0), cx.i32())
    });
    Ok(())
}

fn load(b: &mut Builder<'_>, at: Value, ty: Type) -> Value {
    let (i1, i8) = (b.cx().i1(), b.cx().i8());
    let mut state = OpState::new(llvm::LoadOp::info(), b.cur_loc());
    state.operands.push(at);
    state.result_types.push(if ty == i1 { i8 } else { ty });
    let op = b.build(state);
    let value = b.result(op, 0);
    if ty == i1 { llvm::TruncOp::build(b, value, None, i1) } else { value }
}

fn store(b: &mut Builder<'_>, value: Value, at: Value) {
    let (i1, i8) = (b.cx().i1(), b.cx().i8());
    let value = if b.ty(value) == i1 { llvm::ZExtOp::build(b, value, None, i8) } else { value };
    let mut state = OpState::new(llvm::StoreOp::info(), b.cur_loc());
    state.operands.extend([value, at]);
    b.build(state);
}
