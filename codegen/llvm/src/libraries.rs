//! Libraries of LLVM IR that a module is linked with, as NVIDIA's libdevice.

use std::ffi::c_char;
use std::ptr;

use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::transforms::pass_builder::*;

use crate::error::{CodegenError, Result};
use crate::ffi::{c_string, take_error, take_message};
use crate::llvm_module::{LlvmModule, is_definition};

/// A library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The name of its file.
    pub name: String,
    /// LLVM IR, text or bitcode.
    pub bytes: Vec<u8>,
}

/// The step in errors.
const STEP: &str = "link a library";

impl LlvmModule {
    /// Adds what the module needs of a library. Definitions of the module win over those of the library, which become internal.
    pub(crate) fn link_library(&mut self, library: &Library) -> Result<()> {
        let failed = |message: String| CodegenError::Llvm {
            step: STEP,
            message: format!("{}: {message}", library.name),
        };
        let parsed = self.parse_library(library)?;
        // SAFETY: both modules are live and of one context; the text that is copied belongs to this module.
        unsafe {
            LLVMSetTarget(parsed, LLVMGetTarget(self.raw()));
            LLVMSetDataLayout(parsed, LLVMGetDataLayoutStr(self.raw()));
        }
        // SAFETY: the library is live, and owned here until it is linked.
        let names = unsafe { offer(parsed, self.raw()) };
        // SAFETY: both modules are live and of one context; the library is consumed.
        if unsafe { LLVMLinkModules2(self.raw(), parsed) } != 0 {
            self.check_reported(STEP)?;
            return Err(failed("LLVM cannot link it".to_owned()));
        }
        for name in names {
            // SAFETY: the module is live; the name ends with a zero.
            unsafe {
                let function = LLVMGetNamedFunction(self.raw(), name.as_ptr());
                let symbol =
                    if function.is_null() { LLVMGetNamedGlobal(self.raw(), name.as_ptr()) } else { function };
                if !symbol.is_null() {
                    LLVMSetLinkage(symbol, LLVMLinkage::LLVMInternalLinkage);
                }
            }
        }
        self.check_reported(STEP)
    }

    /// Erases the internal functions and globals that nothing uses.
    pub(crate) fn erase_unused(&mut self) -> Result<()> {
        let text = c_string("pass pipeline", "globaldce")?;
        // SAFETY: module and text are live; this pass asks no target; the options are freed after use; the error is consumed.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw(), text.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            take_error(error)
        };
        error.map_or(Ok(()), |message| Err(CodegenError::Llvm { step: "run passes", message }))
    }

    /// Parses a library in the context of the module.
    fn parse_library(&self, library: &Library) -> Result<LLVMModuleRef> {
        let name = c_string("name of the file", &library.name)?;
        let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the buffer is a copy that is freed after parsing; the out pointers are valid. On failure `message` is ours.
        let failed = unsafe {
            let (start, length) = (library.bytes.as_ptr().cast::<c_char>(), library.bytes.len());
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(start, length, name.as_ptr());
            let failed =
                LLVMParseIRInContext2(self.raw_context(), buffer, &raw mut module, &raw mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        if !failed {
            return Ok(module);
        }
        let message = take_message(message);
        self.check_reported(STEP)?;
        Err(CodegenError::Llvm { step: STEP, message })
    }
}

/// Makes the definitions of a library give way to those of a module; returns the names of the others, which end with a zero.
///
/// # Safety
/// Both modules are live.
unsafe fn offer(library: LLVMModuleRef, module: LLVMModuleRef) -> Vec<std::ffi::CString> {
    let mut names = Vec::new();
    // SAFETY: the symbols belong to the live library, whose list of symbols is not changed.
    unsafe {
        let mut symbols = Vec::new();
        let mut function = LLVMGetFirstFunction(library);
        while !function.is_null() {
            symbols.push(function);
            function = LLVMGetNextFunction(function);
        }
        let mut global = LLVMGetFirstGlobal(library);
        while !global.is_null() {
            symbols.push(global);
            global = LLVMGetNextGlobal(global);
        }
        for symbol in symbols {
            let local = matches!(
                LLVMGetLinkage(symbol),
                LLVMLinkage::LLVMInternalLinkage
                    | LLVMLinkage::LLVMPrivateLinkage
                    | LLVMLinkage::LLVMAppendingLinkage
            );
            if local || !is_definition(symbol) {
                continue;
            }
            let mut length = 0;
            let name = LLVMGetValueName2(symbol, &raw mut length);
            let bytes = std::slice::from_raw_parts(name.cast::<u8>(), length);
            let Ok(name) = std::ffi::CString::new(bytes) else { continue };
            let own =
                [LLVMGetNamedFunction(module, name.as_ptr()), LLVMGetNamedGlobal(module, name.as_ptr())];
            if own.iter().any(|&own| !own.is_null() && is_definition(own)) {
                LLVMSetLinkage(symbol, LLVMLinkage::LLVMAvailableExternallyLinkage);
            } else {
                names.push(name);
            }
        }
    }
    names
}
