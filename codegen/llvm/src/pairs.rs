//! Loops over complex numbers: our vectoriser does not support them, as the IR has no vectors of them, so LLVM's vectoriser is used.
//!
//! Before:
//! ```llvm
//! %z = load { float, float }, ptr %p
//! ```
//! A module that loads such pairs is optimised by [`VECTORIZE`] after the passes of its level; loops of other modules are vectorised
//! already.

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::instructions::any_instruction;

/// Passes that vectorise loops over pairs, with shuffles.
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
