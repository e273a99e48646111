//! `llvm-request-c-wrappers` and `set-llvm-module-datalayout`: attributes that later conversions read.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::func_upstream::EMIT_C_INTERFACE;

/// Request C wrapper emission for all functions.
#[pass(name = "llvm-request-c-wrappers", on = "func.func", class = "LLVMRequestCWrappersPass", idempotent)]
pub struct RequestCWrappers;

impl BodyPass for RequestCWrappers {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let unit = body.cx().unit();
        body.set_attr(Op::SELF, EMIT_C_INTERFACE, Some(unit));
        Ok(())
    }
}

/// Attach a datalayout string as a module attribute.
#[pass(
    name = "set-llvm-module-datalayout",
    on = "builtin.module",
    class = "SetLLVMModuleDataLayoutPass",
    idempotent
)]
pub struct SetModuleDataLayout {
    /// String description (LLVM format) of the data layout that is expected on the produced module
    pub data_layout: String,
}

impl BodyPass for SetModuleDataLayout {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let text = body.cx().string_attr(&self.data_layout);
        body.set_attr(Op::SELF, "llvm.data_layout", Some(text));
        Ok(())
    }
}
