//! `lower-host-to-llvm`: the program around kernels that `__spv__…` modules define, for emulating them on the host.
//!
//! Before:
//! ```mlir
//! gpu.module @kernels { … }
//! func.func @main(%a: i32) -> i32 { return %a : i32 }
//! ```
//! After:
//! ```mlir
//! llvm.func @main(%a: i32) -> i32 attributes {llvm.emit_c_interface} { llvm.return %a : i32 }
//! llvm.func @_mlir_ciface_main(%a: i32) -> i32 attributes {llvm.emit_c_interface} { … }
//! ```
//! Modules of kernels are removed, and `arith`, `func` and `memref` converted. The kernels of a launch would be those of a module of the
//! dialect `spirv`, which is not here, so that a launch is the error that upstream gives without this module.

use strata_gpu::{LaunchFuncOp, ModuleOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    arith::ARITH,
    func_upstream::{EMIT_C_INTERFACE, FUNC},
    memref::upstream::MEMREF,
    module::{FUNCTIONS, ToLlvm},
    upstream::options,
};

/// Lowers the host module code and `gpu.launch_func` to LLVM.
#[pass(name = "lower-host-to-llvm", class = "LowerHostCodeToLLVMPass", on = "builtin.module", produces = [llvm])]
pub struct LowerHostToLlvm;

impl BodyPass for LowerHostToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let errors = launches(body);
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let unit = body.cx().unit();
        for op in body.children().map(|(op, _)| op).collect::<Vec<_>>() {
            if op.isa::<ModuleOp>(body) {
                body.erase(op);
            } else if op.isa::<strata_func::FuncOp>(body) {
                body.set_attr(op, EMIT_C_INTERFACE, Some(unit));
            }
        }
        let conversion = ToLlvm {
            dialects: &[ARITH, FUNC, MEMREF],
            functions: &FUNCTIONS,
            blocks: false,
            full: false,
            folds: true,
            options: options(body, 0)?,
        };
        Ok(conversion.run(body)?)
    }
}

/// An error for each launch in a body and its children.
fn launches(body: &Body) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut todo = vec![body];
    while let Some(body) = todo.pop() {
        for op in body.all_ops().into_iter().filter(|op| op.isa::<LaunchFuncOp>(body)) {
            let kernel = body.attr(op, "kernel").and_then(|a| body.cx().attr_as::<SymbolRefAttr>(a));
            let module = kernel.map_or("", |kernel| body.cx().str(kernel.root));
            let message = format!("'gpu.launch_func' op SPIR-V kernel module '__spv__{module}' is not found");
            errors.push(Diagnostic::error(body.loc(op), message));
        }
        todo.extend(body.children().map(|(_, child)| child));
    }
    errors
}
