//! A workaround for a bug of LLVM 22: for x86 with AVX-512, a masked store of truncated integers under a constant mask with one element
//! stores as many bytes as the element had before the truncation, which overwrites bytes behind a buffer.
//!
//! Before:
//! ```llvm
//! call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr %p, <4 x i1> <i1 false, i1 true, i1 false, i1 false>)
//! ```
//! After:
//! ```llvm
//! %e = extractelement <4 x i8> %v, i64 1
//! %q = getelementptr i8, ptr %p, i64 1
//! store i8 %e, ptr %q, align 1
//! ```
//! This runs after all passes, as these may turn masks into constants.

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::instructions::any_instruction;

/// Replaces such stores in a module. Returns their number.
///
/// # Safety
/// The module is live, in a context that nobody else uses now.
pub(crate) unsafe fn replace(context: LLVMContextRef, module: LLVMModuleRef) -> usize {
    let mut found = Vec::new();
    // SAFETY: the lists of a live module are walked, and changed afterwards.
    unsafe {
        any_instruction(module, |instruction| {
            found.extend(single_lane(instruction).map(|lane| (instruction, lane)));
            false
        });
        for &(call, lane) in &found {
            store_lane(context, call, lane);
        }
    }
    found.len()
}

/// The only lane that an instruction stores, if it is a masked store of integers.
///
/// # Safety
/// The instruction is live.
unsafe fn single_lane(instruction: LLVMValueRef) -> Option<u32> {
    // SAFETY: each question is asked of a value of the kind that it is for.
    unsafe {
        if LLVMIsACallInst(instruction).is_null() || LLVMGetNumArgOperands(instruction) != 3 {
            return None;
        }
        let callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
        if callee.is_null() {
            return None;
        }
        let mut length = 0;
        let name = LLVMGetValueName2(callee, &raw mut length);
        if !std::slice::from_raw_parts(name.cast::<u8>(), length).starts_with(b"llvm.masked.store.") {
            return None;
        }
        let (value, mask) = (LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 2));
        let ty = LLVMTypeOf(value);
        let integers = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind
            && LLVMGetTypeKind(LLVMGetElementType(ty)) == LLVMTypeKind::LLVMIntegerTypeKind;
        if !integers || LLVMIsConstant(mask) == 0 {
            return None;
        }
        let is_set = |lane: &u32| {
            let bit = LLVMGetAggregateElement(mask, *lane);
            !bit.is_null() && !LLVMIsAConstantInt(bit).is_null() && LLVMConstIntGetZExtValue(bit) != 0
        };
        let mut lanes = (0..LLVMGetVectorSize(ty)).filter(is_set);
        lanes.next().filter(|_| lanes.next().is_none())
    }
}

/// Replaces a masked store with a store of one element.
///
/// # Safety
/// The call is a live masked store in `context`, of more than `lane` elements.
unsafe fn store_lane(context: LLVMContextRef, call: LLVMValueRef, lane: u32) {
    // SAFETY: the builder is used for this instruction only; all values are of the same function.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, call);
        let (value, pointer) = (LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
        let mut index = LLVMConstInt(LLVMInt64TypeInContext(context), u64::from(lane), 0);
        let element = LLVMBuildExtractElement(builder, value, index, c"".as_ptr());
        let ty = LLVMTypeOf(element);
        let place = LLVMBuildGEP2(builder, ty, pointer, &raw mut index, 1, c"".as_ptr());
        let store = LLVMBuildStore(builder, element, place);
        LLVMSetAlignment(store, 1);
        LLVMInstructionEraseFromParent(call);
        LLVMDisposeBuilder(builder);
    }
}

#[cfg(test)]
mod tests {
    use crate::llvm_module::LlvmModule;

    #[test]
    fn stores_of_one_element_are_stores() {
        let text = |mask: &str| {
            format!(
                "declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)\n\
                 define void @f(<4 x i8> %v, ptr %p) {{\n\
                   call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> <{mask}>)\n\
                   ret void\n}}\n"
            )
        };
        let replaced = |mask: &str| {
            let mut module = LlvmModule::parse(&text(mask)).expect("the text is right");
            let n = module.fix_masked_stores();
            module.verify().expect("the module is right");
            (n, module.to_text())
        };
        let (n, after) = replaced("i1 false, i1 false, i1 true, i1 false");
        assert_eq!(n, 1);
        assert!(after.contains("extractelement <4 x i8>") && after.contains("store i8"), "{after}");
        assert!(!after.contains("call void"), "{after}");
        assert_eq!(replaced("i1 true, i1 false, i1 true, i1 false").0, 0);
        assert_eq!(replaced("i1 false, i1 false, i1 false, i1 false").0, 0);
    }
}
