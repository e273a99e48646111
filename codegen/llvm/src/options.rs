//! LLVM's command-line options, set once per process. They have no other interface, and apply to every module.
//!
//! Instruction selection considers every pair of stores, and every operand of a token, in a block. That is quadratic in the length of the
//! block, and an unrolled loop over scalars is one long block: 900 instructions took two seconds. Neighbouring stores are vectorised
//! before, so there is little to merge. A token has at least a few operands all the same: with one, tokens of the narrowed loads of a block
//! are nested one in the other, and merging equal ones takes exponential time and stack.
//!
//! The schedulers of machine instructions keep the order of each pair of accesses to memory that may overlap. Beyond a number of accesses,
//! the older ones become one node of the graph: a copy of a thousand small tensors took a second with LLVM's number, 1000.
//!
//! Addresses in shared, constant and local memory of NVIDIA's GPUs have 32 bits, which saves registers.

use std::ffi::{CStr, c_char};

use llvm_sys::support::LLVMParseCommandLineOptions;

/// The options; code depends on them ([`Target::facts`](crate::Target::facts)).
pub(crate) const OPTIONS: [&CStr; 4] = [
    c"-combiner-store-merging=false",
    c"-combiner-tokenfactor-inline-limit=16",
    c"-dag-maps-huge-region=400",
    c"-nvptx-short-ptr",
];

/// Sets the options. LLVM ignores unknown options.
pub(crate) fn set() {
    let arguments: Vec<*const c_char> = std::iter::once(c"strata").chain(OPTIONS).map(CStr::as_ptr).collect();
    let count = i32::try_from(arguments.len()).unwrap_or(0);
    // SAFETY: the strings are terminated and live as long as the process; the caller runs this once, before any other use
    // of LLVM, so that no thread reads the options now.
    unsafe { LLVMParseCommandLineOptions(count, arguments.as_ptr(), c"".as_ptr()) }
}
