//! A module of LLVM IR together with its LLVM context.

use std::ffi::{c_char, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;

use crate::error::{CodegenError, Result};
use crate::ffi::{c_string, take_message};
use crate::masked_stores;

/// The error messages that LLVM reported through the context, for example on inline assembly.
type Sink = Mutex<Vec<String>>;

/// An LLVM context whose diagnostics are captured. LLVM's own handler would print and, for an error, end the process.
pub(crate) struct Context {
    raw: LLVMContextRef,
    sink: Arc<Sink>,
}

impl Context {
    pub(crate) fn raw(&self) -> LLVMContextRef {
        self.raw
    }

    /// Returns an error if LLVM has reported one.
    fn check_reported(&self, step: &'static str) -> Result<()> {
        let reported = std::mem::take(&mut *self.sink.lock().unwrap_or_else(PoisonError::into_inner));
        if reported.is_empty() {
            return Ok(());
        }
        Err(CodegenError::Llvm { step, message: reported.join("\n") })
    }

    /// Takes ownership of a module.
    ///
    /// # Safety
    /// `module` was created in this context and nothing else owns it.
    pub(crate) unsafe fn with_module(self, module: LLVMModuleRef) -> LlvmModule {
        LlvmModule { module, context: self }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the modules of the context have been destroyed, because `LlvmModule` drops its module before its context.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: `sink` is the list that `LlvmModule::context` attached; it outlives the context. LLVM keeps `info` alive during the call.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let text = take_message(LLVMGetDiagInfoDescription(info));
            (*sink.cast::<Sink>()).lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }
}

/// A module of LLVM IR. It owns its context, so it can be moved to another thread.
pub struct LlvmModule {
    module: LLVMModuleRef,
    context: Context,
}

// SAFETY: the module and its context are reachable only through this value, and LLVM keeps no thread-local state for them.
unsafe impl Send for LlvmModule {}

impl LlvmModule {
    /// A fresh context that captures its diagnostics.
    pub(crate) fn context() -> Context {
        let sink = Arc::new(Sink::default());
        // SAFETY: the sink is kept alive by `Context`, which disposes of the LLVM context before it drops the sink.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), Arc::as_ptr(&sink).cast_mut().cast());
            raw
        };
        Context { raw, sink }
    }

    /// Parses LLVM IR text, for tools and tests.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_bytes("input.ll", text.as_bytes())
    }

    /// Parses LLVM IR, text or bitcode, of a file of this name.
    pub(crate) fn parse_bytes(name: &str, bytes: &[u8]) -> Result<Self> {
        let name = c_string("name of the file", name)?;
        let context = Self::context();
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: the buffer is a copy that is freed after parsing; the out pointers are valid. On failure `message` is ours.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast::<c_char>(),
                bytes.len(),
                name.as_ptr(),
            );
            let failed = LLVMParseIRInContext2(context.raw, buffer, &raw mut module, &raw mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        if failed {
            let message = take_message(message);
            context.check_reported("parse LLVM IR")?;
            return Err(CodegenError::Llvm { step: "parse LLVM IR", message });
        }
        // SAFETY: the module was parsed into this context just now.
        let module = unsafe { context.with_module(module) };
        module.verify()?;
        Ok(module)
    }

    pub(crate) fn raw(&self) -> LLVMModuleRef {
        self.module
    }

    /// Returns an error if LLVM has reported one through the context.
    pub(crate) fn check_reported(&self, step: &'static str) -> Result<()> {
        self.context.check_reported(step)
    }

    /// Runs LLVM's IR verifier.
    pub fn verify(&self) -> Result<()> {
        let mut message = ptr::null_mut();
        // SAFETY: the module is live; the message is owned by us whether or not verification failed.
        let failed = unsafe {
            LLVMVerifyModule(self.module, LLVMVerifierFailureAction::LLVMReturnStatusAction, &raw mut message)
                != 0
        };
        let message = take_message(message);
        if failed {
            return Err(CodegenError::Llvm { step: "verify LLVM IR", message });
        }
        self.check_reported("verify LLVM IR")
    }

    /// Prints the module as LLVM IR text.
    #[must_use]
    pub fn to_text(&self) -> String {
        // SAFETY: the module is live; the string is owned by us.
        take_message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// The module as bitcode.
    #[must_use]
    pub fn to_bitcode(&self) -> Vec<u8> {
        // SAFETY: the module is live; the buffer is ours, and its bytes are copied before it is freed.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }

    /// The functions with a body, in order.
    #[must_use]
    pub fn defined_functions(&self) -> Vec<String> {
        self.raw_functions()
            .into_iter()
            .filter(|&function| is_definition(function))
            .map(function_name)
            .collect()
    }

    /// The properties of all functions, declared or defined, that the code generator's checks need.
    pub(crate) fn functions(&self) -> Vec<FunctionFacts> {
        self.raw_functions().into_iter().map(FunctionFacts::read).collect()
    }

    pub(crate) fn raw_context(&self) -> LLVMContextRef {
        self.context.raw
    }

    pub(crate) fn raw_functions(&self) -> Vec<LLVMValueRef> {
        let mut functions = Vec::new();
        // SAFETY: the functions belong to the live module, which is not changed here.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                functions.push(function);
                function = LLVMGetNextFunction(function);
            }
        }
        functions
    }

    /// Replaces what LLVM makes wrong code of; see [`masked_stores`]. Returns how often.
    pub(crate) fn fix_masked_stores(&mut self) -> usize {
        // SAFETY: the module and its context are live, and used by this value only.
        unsafe { masked_stores::replace(self.context.raw, self.module) }
    }
}

impl Drop for LlvmModule {
    fn drop(&mut self) {
        // SAFETY: the module is owned by `self`; its context is dropped after this.
        unsafe { LLVMDisposeModule(self.module) }
    }
}

/// Properties of a function.
pub(crate) struct FunctionFacts {
    pub(crate) name: String,
    pub(crate) has_gc: bool,
    pub(crate) cpu: Option<String>,
    pub(crate) tune_cpu: Option<String>,
    pub(crate) features: Option<String>,
}

impl FunctionFacts {
    /// `function` is a function of a live module.
    fn read(function: LLVMValueRef) -> Self {
        // SAFETY: the function is live.
        let has_gc = unsafe { !LLVMGetGC(function).is_null() };
        Self {
            name: function_name(function),
            has_gc,
            cpu: string_attribute(function, "target-cpu"),
            tune_cpu: string_attribute(function, "tune-cpu"),
            features: string_attribute(function, "target-features"),
        }
    }
}

/// The functions that call the one of this name.
pub(crate) fn callers(module: &LlvmModule, name: &str) -> Vec<FunctionFacts> {
    let mut found: Vec<LLVMValueRef> = Vec::new();
    let name = format!("{name}\0");
    // SAFETY: the module is live, and not changed here; the name ends with a zero.
    unsafe {
        let function = LLVMGetNamedFunction(module.module, name.as_ptr().cast());
        let mut at = if function.is_null() { ptr::null_mut() } else { LLVMGetFirstUse(function) };
        while !at.is_null() {
            let user = LLVMIsAInstruction(LLVMGetUser(at));
            if !user.is_null() {
                found.push(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
            }
            at = LLVMGetNextUse(at);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(FunctionFacts::read).collect()
}

pub(crate) fn is_definition(function: LLVMValueRef) -> bool {
    // SAFETY: called with functions of a live module only.
    unsafe { LLVMIsDeclaration(function) == 0 }
}

fn function_name(function: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: called with functions of a live module only; the name is `length` bytes long.
    unsafe {
        let data = LLVMGetValueName2(function, &raw mut length);
        copy_text(data, length)
    }
}

/// The value of a function's string attribute.
fn string_attribute(function: LLVMValueRef, key: &str) -> Option<String> {
    // SAFETY: called with functions of a live module only; the value is `length` bytes long.
    unsafe {
        let attribute = LLVMGetStringAttributeAtIndex(
            function,
            LLVMAttributeFunctionIndex,
            key.as_ptr().cast(),
            key.len() as c_uint,
        );
        if attribute.is_null() {
            return None;
        }
        let mut length = 0;
        let data = LLVMGetStringAttributeValue(attribute, &raw mut length);
        Some(copy_text(data, length as usize))
    }
}

/// Copies `length` bytes of text.
///
/// # Safety
/// `data` points to `length` readable bytes, or `length` is zero.
unsafe fn copy_text(data: *const c_char, length: usize) -> String {
    if data.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: guaranteed by the caller.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }).into_owned()
}
