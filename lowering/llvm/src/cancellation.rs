//! Loops that can be cancelled: a part of `llvm-emit-runtime-calls`.
//!
//! Before, as `insert-cancellation-checks` leaves it:
//! ```mlir
//! ^body:
//!   llvm.call @strata_rt_check_cancel() : () -> ()
//! ```
//! After:
//! ```mlir
//! ^body:
//!   %code = llvm.call @strata_rt_check_cancel(%ctx) : (!llvm.ptr) -> i32
//!   … return where it is not zero …
//! ```
//! A function without a context uses that of the parallel loop whose chunk its thread runs.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::symbols::callee;

/// The function of the runtime.
pub(crate) const CHECK: &str = "strata_rt_check_cancel";

fn is_question(f: &Body, op: Op) -> bool {
    f.num_operands(op) == 0 && callee(f, op).is_some_and(|name| f.cx().str(name) == CHECK)
}

/// Whether a function has cancellation checks.
pub(crate) fn asks(f: &Body) -> bool {
    f.all_ops().into_iter().any(|op| is_question(f, op))
}

/// Passes `context` to the cancellation checks of a function.
pub(crate) fn rewrite(f: &mut Body, context: Option<Value>) {
    let Some(entry) = f.entry() else { return };
    let questions: Vec<Op> = f.all_ops().into_iter().filter(|&op| is_question(f, op)).collect();
    if questions.is_empty() {
        return;
    }
    let (ptr, i32) = (llvm::ptr(f.cx()), f.cx().i32());
    let context = context.unwrap_or_else(|| llvm::ZeroOp::build(&mut Builder::at_start(f, entry), ptr));
    for op in questions {
        llvm::CallOp::direct(&mut Builder::before(f, op), CHECK, &[context], &[i32]);
        f.erase(op);
    }
}

/// Removes the declaration without a context.
pub(crate) fn finish(module: &mut Body) {
    let name = module.cx().intern(CHECK);
    if let Some(op) = strata_ir::core::symbols::SymbolTable::new(module).get(name) {
        module.erase_forced(op);
    }
}
