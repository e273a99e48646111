//! An `llvm`-dialect module in MLIR, which can be verified, printed, and translated to LLVM IR.

use std::ffi::c_void;

use llvm_sys::prelude::LLVMModuleRef;
use mlir_sys as m;

use crate::constants::{self, LargeConstant};
use crate::context::ExitContext;
use crate::error::{CodegenError, Result};
use crate::ffi::{printed, string_ref};
use crate::limits;
use crate::llvm_module::LlvmModule;

/// An MLIR module in an exit context.
pub struct ExitModule<'cx> {
    raw: m::MlirModule,
    cx: &'cx ExitContext,
    /// The values of globals that have no initializer in the module.
    constants: Vec<LargeConstant>,
}

impl<'cx> ExitModule<'cx> {
    /// An empty module at an unknown location.
    pub(crate) fn empty(cx: &'cx ExitContext, location: m::MlirLocation) -> Self {
        // SAFETY: `location` belongs to the live context; the module is owned by the returned value.
        let raw = unsafe { m::mlirModuleCreateEmpty(location) };
        Self { raw, cx, constants: Vec::new() }
    }

    /// Parses MLIR text, for tests and tools. The compiler builds modules with [`crate::ModuleBuilder`].
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
        Ok(Self { raw, cx, constants: Vec::new() })
    }

    /// Attaches the values of globals that have no initializer in the module.
    pub(crate) fn with_constants(mut self, constants: Vec<LargeConstant>) -> Self {
        self.constants = constants;
        self
    }

    /// The values of globals that have no initializer in the module.
    pub(crate) fn constants(&self) -> &[LargeConstant] {
        &self.constants
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

    /// Converts `nvvm` ops without an LLVM intrinsic to inline assembly, as `convert-nvvm-to-llvm` does.
    pub(crate) fn lower_inline_ptx(&self) -> Result<()> {
        self.verify()?;
        // SAFETY: the context is live. The pass is handed to the manager, which is destroyed after it has run on the live module.
        let done = unsafe {
            let manager = m::mlirPassManagerCreate(self.cx.raw());
            m::mlirPassManagerAddOwnedPass(manager, m::MlirPass { ptr: create_nvvm_to_llvm().0[0] });
            let done = m::mlirPassManagerRunOnOp(manager, self.operation());
            m::mlirPassManagerDestroy(manager);
            done.value != 0
        };
        if done {
            return Ok(());
        }
        Err(CodegenError::InvalidModule {
            step: "convert nvvm to llvm",
            diagnostics: self.cx.take_diagnostics(),
        })
    }

    /// Verifies the module and translates it to LLVM IR in an LLVM context of its own.
    pub fn translate(&self) -> Result<LlvmModule> {
        let mut module = self.translate_without_constants()?;
        constants::inline(&mut module, &self.constants)?;
        Ok(module)
    }

    /// The same as [`Self::translate`], without initializers for large constants.
    pub(crate) fn translate_without_constants(&self) -> Result<LlvmModule> {
        self.verify()?;
        let target = LlvmModule::context();
        // SAFETY: the operation is a verified module of a context in which the translations are registered; the LLVM context is live. The
        // module that comes back is owned by the caller and is put into `target`, which also owns its context.
        let raw = unsafe { translate_operation(self.operation(), target.raw().cast()) };
        if raw.is_null() {
            return Err(CodegenError::InvalidModule {
                step: "translate",
                diagnostics: self.cx.take_diagnostics(),
            });
        }
        // SAFETY: `raw` was created in `target`'s context just now and nothing else owns it.
        let module = unsafe { target.with_module(raw) };
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

/// A `unique_ptr` as C++ returns it: through a hidden pointer, which is what C does for a structure that is wider than two registers.
/// Only the first word is written.
#[repr(C)]
struct Owned([*mut c_void; 4]);

unsafe extern "C" {
    // The C API has this pass only together with all other conversions of MLIR, which would all be linked.
    #[link_name = "_ZN4mlir27createConvertNVVMToLLVMPassEv"]
    fn create_nvvm_to_llvm() -> Owned;
}

/// Translates without LLVM's verifier, which would print errors to standard error; [`LlvmModule::verify`] runs it afterwards.
///
/// # Safety
/// `operation` is a verified module, and `context` a live `LLVMContext`.
#[cfg(target_arch = "x86_64")]
unsafe fn translate_operation(operation: m::MlirOperation, context: *mut c_void) -> LLVMModuleRef {
    unsafe extern "C" {
        // The C API has no way to say that the module shall not be verified. The C++ function returns a `unique_ptr` through a hidden
        // first argument and takes its `StringRef` in two registers, which on x86-64 is what this signature says.
        #[link_name = "_ZN4mlir23translateModuleToLLVMIREPNS_9OperationERN4llvm11LLVMContextENS2_9StringRefEb"]
        fn translate_module_to_llvm_ir(
            result: *mut LLVMModuleRef,
            operation: *mut c_void,
            context: *mut c_void,
            name: *const u8,
            name_length: usize,
            disable_verification: bool,
        );
    }
    let name = "strata";
    let mut module = std::ptr::null_mut();
    // SAFETY: the caller guarantees operation and context; the result is a `unique_ptr`, one pointer wide, which is released to us.
    unsafe {
        let result = &raw mut module;
        translate_module_to_llvm_ir(result, operation.ptr, context, name.as_ptr(), name.len(), true);
    }
    module
}

/// Translates through the C API.
///
/// # Safety
/// `operation` is a verified module, and `context` a live `LLVMContext`.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn translate_operation(operation: m::MlirOperation, context: *mut c_void) -> LLVMModuleRef {
    // SAFETY: guaranteed by the caller.
    unsafe { m::mlirTranslateModuleToLLVMIR(operation, context.cast()).cast() }
}
