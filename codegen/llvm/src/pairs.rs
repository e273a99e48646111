//! Loops over complex numbers: there are no vectors of them in the IR, so our own vectoriser leaves them to LLVM's.
//!
//! Before:
//! ```llvm
//! %z = load { float, float }, ptr %p
//! ```
//! A module that loads such pairs is run through [`VECTORIZE`] behind the passes of its level; others are not, because their loops
//! are of vectors already.

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::instructions::any_instruction;

/// Passes that turn loops over pairs into loops over vectors and shuffles.
pub(crate) const VECTORIZE: &str =
    "function(loop-mssa(loop-rotate),loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg)";

/// Whether a module loads pairs.
///
/// # Safety
/// The module is live.
pub(crate) unsafe fn are_loaded(module: LLVMModuleRef) -> bool {
    // SAFETY: the lists of a live module are walked.
    unsafe {
        any_instruction(module, |instruction| {
            LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMTypeKind::LLVMStructTypeKind
                && !LLVMIsALoadInst(instruction).is_null()
        })
    }
}
