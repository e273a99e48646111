//! Conversions between Rust and the two C APIs (strings, messages owned by LLVM), and the initialisation of targets.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Once;

use llvm_sys::core::LLVMDisposeMessage;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::target::*;
use mlir_sys::{MlirLogicalResult, MlirStringRef};

use crate::error::{CodegenError, Result};
use crate::options;

/// A view of `text`; MLIR reads it during the call only.
pub(crate) fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// Copies the text of an `MlirStringRef`.
pub(crate) fn to_string(text: MlirStringRef) -> String {
    if text.data.is_null() || text.length == 0 {
        return String::new();
    }
    // SAFETY: MLIR guarantees that `data` points to `length` readable bytes for the duration of the current call.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The `MlirStringCallback` that appends to the `String` behind `user_data`.
pub(crate) unsafe extern "C" fn append(text: MlirStringRef, user_data: *mut c_void) {
    // SAFETY: every caller in this crate passes a pointer to a live `String` that nothing else uses during the call.
    let out = unsafe { &mut *user_data.cast::<String>() };
    out.push_str(&to_string(text));
}

/// Runs an MLIR print function and returns its output.
pub(crate) fn printed(print: impl FnOnce(mlir_sys::MlirStringCallback, *mut c_void)) -> String {
    let mut out = String::new();
    print(Some(append), (&raw mut out).cast());
    out
}

/// MLIR's success value.
pub(crate) fn success() -> MlirLogicalResult {
    MlirLogicalResult { value: 1 }
}

/// Takes ownership of a message that LLVM allocated.
pub(crate) fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out NUL-terminated strings, to be freed with `LLVMDisposeMessage`, which happens once, after the copy.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Turns an `LLVMErrorRef` into its message; `None` is success. The error is consumed.
pub(crate) fn take_error(error: LLVMErrorRef) -> Option<String> {
    if error.is_null() {
        return None;
    }
    // SAFETY: a non-null error is consumed exactly once, by `LLVMGetErrorMessage`, whose string is freed after the copy.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Some(text)
    }
}

/// A C string for LLVM; a NUL inside is an error of the caller's input.
pub(crate) fn c_string(what: &str, text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| CodegenError::Target(format!("the {what} contains a NUL byte")))
}

/// Registers the targets once per process: x86-64, AArch64 and NVPTX.
pub(crate) fn initialize_targets() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        options::set();
        // SAFETY: the initialisation functions have no preconditions; `Once` keeps two threads from racing in LLVM's registry.
        unsafe {
            LLVMInitializeX86TargetInfo();
            LLVMInitializeX86Target();
            LLVMInitializeX86TargetMC();
            LLVMInitializeX86AsmPrinter();
            LLVMInitializeX86AsmParser();
            LLVMInitializeAArch64TargetInfo();
            LLVMInitializeAArch64Target();
            LLVMInitializeAArch64TargetMC();
            LLVMInitializeAArch64AsmPrinter();
            LLVMInitializeAArch64AsmParser();
            LLVMInitializeNVPTXTargetInfo();
            LLVMInitializeNVPTXTarget();
            LLVMInitializeNVPTXTargetMC();
            LLVMInitializeNVPTXAsmPrinter();
        }
    });
}
