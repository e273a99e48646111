//! Rejects uses of Intel's registers of tiles on which LLVM's code generator would abort.
//!
//! Values of `x86_amx` come from intrinsics and, with at least the first level of optimisations, from phis. At level 0, LLVM 22 makes wrong IR of a phi.

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::error::{CodegenError, Result};
use crate::instructions::any_instruction;
use crate::llvm_module::LlvmModule;
use crate::target::{OptLevel, Target};
use crate::x86_needs;

/// Checks what a module does with tiles, if it has intrinsics of them.
pub(crate) fn check(module: &LlvmModule, target: &Target, functions: &[&str]) -> Result<()> {
    let of_tiles = |name: &&str| {
        let features = name.strip_prefix("llvm.x86.").and_then(x86_needs::features);
        features.is_some_and(|features| features.iter().any(|feature| feature.starts_with("amx-")))
    };
    if !functions.iter().any(of_tiles) {
        return Ok(());
    }
    let with_phis = target.opt() != OptLevel::O0;
    // SAFETY: the module is live, and not changed here.
    let refused = unsafe { any_instruction(module.raw(), |instruction| is_refused(instruction, with_phis)) };
    match refused {
        true if !with_phis => Err(CodegenError::Target(
            "LLVM does not carry tiles from block to block without optimisations; use -O1 or more".to_owned(),
        )),
        true => {
            let why =
                "values of the type x86_amx are operands of intrinsics only, and go from block to block";
            Err(CodegenError::Target(why.to_owned()))
        }
        false => Ok(()),
    }
}

/// Whether an instruction uses or makes a tile in a way that LLVM does not generate code for.
///
/// # Safety
/// The instruction is live.
unsafe fn is_refused(instruction: LLVMValueRef, with_phis: bool) -> bool {
    // SAFETY: each question is asked of a value of the kind that it is for.
    unsafe {
        let is_tile = |v: LLVMValueRef| LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMTypeKind::LLVMX86_AMXTypeKind;
        if !LLVMIsACallInst(instruction).is_null() {
            return false;
        }
        if !LLVMIsAPHINode(instruction).is_null() {
            return is_tile(instruction) && !with_phis;
        }
        let operands = LLVMGetNumOperands(instruction).max(0) as u32;
        is_tile(instruction) || (0..operands).any(|i| is_tile(LLVMGetOperand(instruction, i)))
    }
}
