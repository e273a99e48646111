//! Functions of modules of the `llvm` dialect: declarations, and definitions by a closure.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

/// Declares a function of the runtime, unless it is declared.
pub(crate) fn declare(module: &mut Body, name: &str, params: &[Type], result: Type, loc: Location) {
    declare_in(module, &mut SymbolTable::new(module), name, params, result, loc);
}

/// As [`declare`], with the symbols of the module.
pub(crate) fn declare_in(
    module: &mut Body,
    symbols: &mut SymbolTable,
    name: &str,
    params: &[Type],
    result: Type,
    loc: Location,
) {
    let cx = module.cx_arc().clone();
    let known = symbols.get(cx.intern(name)).is_some();
    if let Some(entry) = module.entry().filter(|_| !known) {
        let ty = llvm::LlvmFunctionType { result, params: params.to_vec(), variadic: false };
        let op = module.create(llvm::FuncOp::state(&cx, name, ty, loc));
        module.insert(op, InsertPoint::at_end(entry));
        symbols.insert(cx.intern(name), op);
    }
}

/// Defines a function at the end of the module that returns the `i32` computed by `code`.
pub(crate) fn define(
    module: &mut Body,
    name: &str,
    params: &[Type],
    loc: Location,
    code: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) {
    let i32 = module.cx().i32();
    define_with(module, name, params, i32, loc, code);
}

/// Defines a function at the end of the module that returns the value computed by `code`.
pub(crate) fn define_with(
    module: &mut Body,
    name: &str,
    params: &[Type],
    result: Type,
    loc: Location,
    code: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) {
    define_returning(module, name, params, result, loc, |b, args| Some(code(b, args)));
}

/// As [`define_with`], for functions that may return nothing. Returns the function.
pub(crate) fn define_returning(
    module: &mut Body,
    name: &str,
    params: &[Type],
    result: Type,
    loc: Location,
    code: impl FnOnce(&mut Builder<'_>, &[Value]) -> Option<Value>,
) -> Op {
    let cx = module.cx_arc().clone();
    let ty = llvm::LlvmFunctionType { result, params: params.to_vec(), variadic: false };
    let mut body = Body::new(&cx, llvm::FuncOp::info(), loc);
    let region = body.regions(Op::SELF)[0];
    let block = body.add_block(region, params);
    let args = body.block_args(block).to_vec();
    let mut b = Builder::new(&mut body, InsertPoint::at_end(block), loc);
    let value = code(&mut b, &args);
    llvm::ReturnOp::build(&mut b, value);
    let mut state = llvm::FuncOp::state(&cx, name, ty, loc);
    state.child = Some(Box::new(body));
    let op = module.create(state);
    if let Some(entry) = module.entry() {
        module.insert(op, InsertPoint::at_end(entry));
    }
    op
}
