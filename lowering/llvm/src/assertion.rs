//! Assertions of compiled programs: a part of `llvm-emit-runtime-calls`.
//!
//! Before:
//! ```mlir
//! ^failed:
//!   llvm.call @strata_rt_fail() {strata.message = "sizes differ"} : () -> ()
//!   llvm.return
//! ```
//! After:
//! ```mlir
//! ^failed:
//!   %m = llvm.mlir.addressof @__message_0 : !llvm.ptr
//!   llvm.call @strata_rt_set_error(%ctx, %code, %m) : (!llvm.ptr, i32, !llvm.ptr) -> ()
//!   llvm.return
//! ```
//! `convert-program-to-llvm` with `report-assertions` emits the first form for `cf.assert`, as functions have no context yet.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

use crate::{
    define::declare_in,
    symbols::{callee, fresh_constant},
};

/// The placeholder function for reporting an error.
pub(crate) const FAIL: &str = "strata_rt_fail";
/// The attribute of its calls with the message.
pub(crate) const MESSAGE: &str = "strata.message";
/// The function of the runtime.
const SET_ERROR: &str = "strata_rt_set_error";
/// The code of failed assertions.
const CODE: i32 = 2;

/// Whether a function has assertions that may fail.
pub(crate) fn may_fail(body: &Body) -> bool {
    body.all_ops().into_iter().any(|op| callee(body, op).is_some_and(|name| body.cx().str(name) == FAIL))
}

/// Reports the failed assertions of a function to the runtime; a function without a context does not report them.
pub(crate) fn rewrite(module: &mut Body, symbols: &mut SymbolTable, f: llvm::FuncOp, has_context: bool) {
    let Some(mut body) = module.take_child(f.op()) else { return };
    let cx = module.cx_arc().clone();
    for op in body.all_ops() {
        if callee(&body, op).is_none_or(|name| cx.str(name) != FAIL) {
            continue;
        }
        let loc = body.loc(op);
        let text = body.attr(op, MESSAGE).and_then(|a| cx.attr_str(a)).unwrap_or("an assertion failed");
        let bytes = [text.replace('\0', "?").as_bytes(), &[0]].concat();
        let name = fresh_constant(module, symbols, "__message", cx.i8(), &bytes, loc);
        let entry = body.entry();
        let context = entry.filter(|_| has_context).and_then(|e| body.block_args(e).last().copied());
        let mut b = Builder::before(&mut body, op);
        b.set_cur_loc(loc);
        let ptr = llvm::ptr(&cx);
        let context = match context {
            Some(v) => v,
            None => llvm::ZeroOp::build(&mut b, ptr),
        };
        let code = llvm::ConstantOp::build(&mut b, cx.i32_attr(CODE), cx.i32());
        let message = match name {
            Some(name) => llvm::AddressOfOp::build(&mut b, cx.symbol_ref(&name), ptr),
            None => llvm::ZeroOp::build(&mut b, ptr),
        };
        llvm::CallOp::direct(&mut b, SET_ERROR, &[context, code, message], &[]);
        body.erase(op);
        declare_in(module, symbols, SET_ERROR, &[ptr, cx.i32(), ptr], llvm::void(&cx), loc);
    }
    module.put_child(f.op(), body);
}

/// Removes the declaration of the placeholder.
pub(crate) fn finish(module: &mut Body) {
    let name = module.cx().intern(FAIL);
    if let Some(op) = SymbolTable::new(module).get(name) {
        module.erase_forced(op);
    }
}
