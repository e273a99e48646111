//! Calls of the runtime's device functions: a part of `llvm-emit-runtime-calls`.
//!
//! Before, as `convert-program-to-llvm` lowers `gpu.launch_func`:
//! ```mlir
//! %code = llvm.call @strata_rt_gpu_launch(%null, %null, %sizes, %shared, %slots, %n) {strata.gpu_kernel = "m::k"}
//! ```
//! After:
//! ```mlir
//! %name = llvm.mlir.addressof @__kernel_name : !llvm.ptr
//! %code = llvm.call @strata_rt_gpu_launch(%ctx, %name, %sizes, %shared, %slots, %n)
//! %failed = llvm.icmp "ne" %code, %zero : i32
//! llvm.cond_br %failed, ^failed, ^rest
//! ```
//! `allocation.rs` emits the branch, as for failed allocations.

use rustc_hash::FxHashMap;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

use crate::symbols::{callee, fresh_constant};

/// The attribute of a launch with the name of its kernel.
pub(crate) const KERNEL: &str = "strata.gpu_kernel";

/// Whether a function of this name is a device function of the runtime.
pub(crate) fn is_request(name: &str) -> bool {
    name.starts_with("strata_rt_gpu_")
}

/// Whether a function uses the device.
pub(crate) fn uses_device(body: &Body) -> bool {
    body.all_ops().into_iter().any(|op| callee(body, op).is_some_and(|name| is_request(body.cx().str(name))))
}

/// Names of kernels, with the symbols of their constants.
pub(crate) type Names = FxHashMap<String, String>;

/// Passes the context to the device calls of a function, if it has one, and the names of kernels to launches.
pub(crate) fn rewrite(
    module: &mut Body,
    symbols: &mut SymbolTable,
    f: llvm::FuncOp,
    has_context: bool,
    names: &mut Names,
) {
    let Some(mut body) = module.take_child(f.op()) else { return };
    let cx = module.cx_arc().clone();
    let context = body.entry().filter(|_| has_context).and_then(|e| body.block_args(e).last().copied());
    for op in body.all_ops() {
        if callee(&body, op).is_none_or(|name| !is_request(cx.str(name))) {
            continue;
        }
        let mut operands: Vec<Value> = body.operands(op).collect();
        if let (Some(context), Some(first)) = (context, operands.first_mut()) {
            *first = context;
        }
        let kernel = body.attr(op, KERNEL).and_then(|a| cx.attr_str(a)).map(str::to_owned);
        if let (Some(kernel), Some(second)) = (kernel, operands.get_mut(1)) {
            let loc = body.loc(op);
            let global = names.entry(kernel).or_insert_with_key(|kernel| {
                let bytes = [kernel.as_bytes(), &[0]].concat();
                // The name of a kernel is short enough for a constant.
                fresh_constant(module, symbols, "__kernel_name", cx.i8(), &bytes, loc).unwrap_or_default()
            });
            let ptr = llvm::ptr(&cx);
            let mut b = Builder::before(&mut body, op);
            *second = llvm::AddressOfOp::build(&mut b, cx.symbol_ref(global), ptr);
            body.set_attr(op, KERNEL, None);
        }
        body.set_operands(op, &operands);
    }
    module.put_child(f.op(), body);
}
