//! A walk over the instructions of a module.

use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// Whether `found` holds for an instruction; the walk ends at the first such one.
///
/// # Safety
/// The module is live, and `found` does not change its lists of functions, blocks and instructions.
pub(crate) unsafe fn any_instruction(
    module: LLVMModuleRef,
    mut found: impl FnMut(LLVMValueRef) -> bool,
) -> bool {
    // SAFETY: the lists of a live module are walked.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if found(instruction) {
                        return true;
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
            function = LLVMGetNextFunction(function);
        }
    }
    false
}
