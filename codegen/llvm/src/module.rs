//! An `llvm`-dialect module in real MLIR: verify it, print it, translate it to LLVM IR.

use mlir_sys as m;

use crate::context::ExitContext;
use crate::error::{CodegenError, Result};
use crate::ffi::{printed, string_ref};
use crate::limits;
use crate::llvm_module::LlvmModule;

/// An MLIR module of the exit's context.
pub struct ExitModule<'cx> {
    raw: m::MlirModule,
    cx: &'cx ExitContext,
}

impl<'cx> ExitModule<'cx> {
    /// An empty module at an unknown location.
    pub(crate) fn empty(cx: &'cx ExitContext, location: m::MlirLocation) -> Self {
        // SAFETY: `location` belongs to the live context; the module is owned by the returned value.
        let raw = unsafe { m::mlirModuleCreateEmpty(location) };
        Self { raw, cx }
    }

    /// Parses MLIR text. The product builds modules with [`crate::ModuleBuilder`]; text is for tests and tools.
    pub fn parse(cx: &'cx ExitContext, text: &str) -> Result<Self> {
        limits::check(text)?;
        cx.take_diagnostics();
        // MLIR's lexer looks at the byte after the end, so that byte has to be there and has to be zero.
        let mut terminated = String::with_capacity(text.len() + 1);
        terminated.push_str(text);
        terminated.push('\0');
        // SAFETY: the text is terminated and outlives the call; the context is live. A null result is handled below.
        let raw = unsafe { m::mlirModuleCreateParse(cx.raw(), string_ref(&terminated[..text.len()])) };
        if raw.ptr.is_null() {
            return Err(CodegenError::InvalidModule { step: "parse", diagnostics: cx.take_diagnostics() });
        }
        Ok(Self { raw, cx })
    }

    /// The module for the C API.
    pub(crate) fn raw(&self) -> m::MlirModule {
        self.raw
    }

    /// The context that the module lives in.
    #[must_use]
    pub fn context(&self) -> &'cx ExitContext {
        self.cx
    }

    fn operation(&self) -> m::MlirOperation {
        // SAFETY: the module is live as long as `self`.
        unsafe { m::mlirModuleGetOperation(self.raw) }
    }

    /// Runs MLIR's verifier over the whole module.
    pub fn verify(&self) -> Result<()> {
        self.cx.take_diagnostics();
        // SAFETY: the operation is live as long as `self`.
        if unsafe { m::mlirOperationVerify(self.operation()) } {
            return Ok(());
        }
        Err(CodegenError::InvalidModule { step: "verify", diagnostics: self.cx.take_diagnostics() })
    }

    /// Prints the module in MLIR's pretty form.
    #[must_use]
    pub fn to_text(&self) -> String {
        // SAFETY: the operation is live; `printed` passes a callback with matching user data.
        printed(|callback, data| unsafe { m::mlirOperationPrint(self.operation(), callback, data) })
    }

    /// Verifies the module and translates it to LLVM IR in an LLVM context of its own.
    pub fn translate(&self) -> Result<LlvmModule> {
        self.verify()?;
        let target = LlvmModule::context();
        // SAFETY: the operation is a verified module of a context in which the translations are registered; the LLVM context is live. The
        // module that comes back is owned by the caller and is put into `target`, which also owns its context.
        let raw = unsafe { m::mlirTranslateModuleToLLVMIR(self.operation(), target.raw().cast()) };
        if raw.is_null() {
            return Err(CodegenError::InvalidModule {
                step: "translate",
                diagnostics: self.cx.take_diagnostics(),
            });
        }
        // SAFETY: `raw` was created in `target`'s context just now and nothing else owns it.
        let module = unsafe { target.with_module(raw.cast()) };
        module.verify()?;
        Ok(module)
    }
}

impl Drop for ExitModule<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned by `self` and the context outlives it.
        unsafe { m::mlirModuleDestroy(self.raw) }
    }
}
