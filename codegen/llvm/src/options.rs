//! LLVM's own command-line options, set once a process. They have no other interface, and are the same for every module.
//!
//! Instruction selection looks at every pair of stores, and at every operand of a token, in a block. That is quadratic in
//! the length of the block, and a program that was scalars in a loop is one long block: 900 instructions took two seconds.
//! Neighbouring stores arrive as vectors already, so that there is next to nothing to merge.
//!
//! Addresses in shared, constant and local memory of NVIDIA's GPUs have 32 bits, which saves registers.

use std::ffi::{CStr, c_char};

use llvm_sys::support::LLVMParseCommandLineOptions;

/// What is set; part of what code generation is, so that a compile cache's key has it too.
pub(crate) const OPTIONS: [&CStr; 3] =
    [c"-combiner-store-merging=false", c"-combiner-tokenfactor-inline-limit=1", c"-nvptx-short-ptr"];

/// Sets the options. LLVM passes over an option that it does not know.
pub(crate) fn set() {
    let arguments: Vec<*const c_char> = std::iter::once(c"strata").chain(OPTIONS).map(CStr::as_ptr).collect();
    let count = i32::try_from(arguments.len()).unwrap_or(0);
    // SAFETY: the strings are terminated and live as long as the process; the caller runs this once, before any other use
    // of LLVM, so that no thread reads the options now.
    unsafe { LLVMParseCommandLineOptions(count, arguments.as_ptr(), c"".as_ptr()) }
}
