//! The version of LLVM.

use llvm_sys::core::LLVMGetVersion;

/// The version of LLVM that is linked in, `22.1.8` for example; part of a compile cache's key.
#[must_use]
pub fn llvm_version() -> String {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: the out pointers are valid.
    unsafe { LLVMGetVersion(&raw mut major, &raw mut minor, &raw mut patch) };
    format!("{major}.{minor}.{patch}")
}
