//! `PREFIX_context_new`, `PREFIX_context_free` and `PREFIX_last_error` of a program that needs no runtime.
//!
//! Before: `module { … }`
//!
//! After:
//! ```mlir
//! llvm.mlir.global private constant @m_context(0 : i8) : i8
//! llvm.func @m_context_new(%threads: i32) -> !llvm.ptr    // the address of @m_context
//! llvm.func @m_context_free(%context: !llvm.ptr)          // nothing to do
//! llvm.func @m_last_error(%context: !llvm.ptr) -> !llvm.ptr // the address of @m_context: an empty string
//! ```
//! Such a program keeps no state between calls, so all of its contexts may be the same.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::entry::INTERFACE;

/// The prefix of the runtime's functions.
const RUNTIME: &str = "strata_rt_";

/// Whether a module of the `llvm` dialect declares functions of the runtime.
pub(crate) fn needs_runtime(module: &Body) -> bool {
    let Some(block) = module.entry() else { return false };
    let name = |op| module.attr(op, "sym_name").and_then(|a| module.cx().attr_str(a));
    module.block_ops(block).any(|op| name(op).is_some_and(|n| n.starts_with(RUNTIME)))
}

/// Makes every function with a body internal, except for those of the C interface, and every global with a value: no symbol of a program
/// replaces another one where it is linked.
pub(crate) fn hide(module: &mut Body, prefix: &str, entry: &str) {
    let cx = module.cx_arc().clone();
    let name = format!("{prefix}_{entry}");
    let visible = INTERFACE.map(|s| format!("{name}{s}"));
    let globals: Vec<Op> = module
        .all_ops()
        .into_iter()
        .filter(|&op| op.as_op::<llvm::GlobalOp>(module).is_some())
        .filter(|&op| {
            module.attr(op, "value").is_some() || module.child(op).is_some_and(|b| b.entry().is_some())
        })
        .filter(|&op| module.attr(op, "linkage") == Some(llvm::Linkage::External.attr(&cx)))
        .collect();
    for op in globals {
        module.set_attr(op, "linkage", Some(llvm::Linkage::Internal.attr(&cx)));
    }
    let defined: Vec<Op> =
        module.children().filter(|(_, body)| body.entry().is_some()).map(|(op, _)| op).collect();
    for op in defined {
        if op.as_op::<llvm::FuncOp>(module).is_none() {
            continue;
        }
        let name = module.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or_default();
        if !visible.iter().any(|v| v == name) {
            module.set_attr(op, "linkage", Some(llvm::Linkage::Internal.attr(&cx)));
        }
    }
}

/// Defines the functions.
pub(crate) fn emit(module: &mut Body, prefix: &str) {
    let cx = module.cx_arc().clone();
    let (ptr, void, i32, i8) = (llvm::ptr(&cx), llvm::void(&cx), cx.i32(), cx.i8());
    let loc = module.loc(Op::SELF);
    let Some(block) = module.entry() else { return };
    let token = format!("{prefix}_context");
    let zero = cx.int_attr(0, i8);
    let mut state = llvm::GlobalOp::state(&cx, &token, i8, llvm::Linkage::Private, Some(zero), loc);
    state.set_attr(&cx, "constant", cx.unit());
    let op = module.create(state);
    module.insert(op, InsertPoint::at_end(block));
    for (suffix, param, result) in
        [("context_new", i32, ptr), ("context_free", ptr, void), ("last_error", ptr, ptr)]
    {
        let ty = llvm::LlvmFunctionType { result, params: vec![param], variadic: false };
        let mut body = Body::new(&cx, llvm::FuncOp::info(), loc);
        let region = body.regions(Op::SELF)[0];
        let code = body.add_block(region, &[param]);
        let mut b = Builder::new(&mut body, InsertPoint::at_end(code), loc);
        let value = (result == ptr).then(|| llvm::AddressOfOp::build(&mut b, cx.symbol_ref(&token), ptr));
        llvm::ReturnOp::build(&mut b, value);
        let mut state = llvm::FuncOp::state(&cx, &format!("{prefix}_{suffix}"), ty, loc);
        state.child = Some(Box::new(body));
        let op = module.create(state);
        module.insert(op, InsertPoint::at_end(block));
    }
}
