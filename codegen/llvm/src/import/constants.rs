//! Constants: as attributes where all of their elements are numbers, and as ops.

use llvm_sys::LLVMOpcode;
use llvm_sys::LLVMTypeKind;
use llvm_sys::LLVMValueKind as Kind;
use llvm_sys::core::{LLVMConstBitCast, LLVMIntTypeInContext};
use strata_ir::core::attrs::element_bytes;
use strata_ir::core::{Attr, Context, FloatAttr, IntegerAttr, StringAttr, Type};
use strata_ir::num::ApInt;
use strata_llvm::ArrayType;

use super::raw::Value as Raw;
use super::types::dense_type;
use crate::llvm_module::LlvmModule;

/// The bits of a constant integer.
pub(super) fn int_bits(value: Raw<'_>) -> Option<ApInt> {
    if value.kind() != Kind::LLVMConstantIntValueKind {
        return None;
    }
    let width = value.ty().number();
    if let Some(small) = value.small_int() {
        return Some(ApInt::from_u64(width, small));
    }
    // LLVM's C interface gives 64 bits only; its text has all of them.
    let text = value.to_text();
    let digits = text.rsplit(' ').next()?;
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    ApInt::parse(digits, negative, width, strata_ir::core::Signedness::Signless).ok()
}

/// The bits of a constant float.
fn float_bits(cx: &Context, module: &LlvmModule, value: Raw<'_>, ty: Type) -> Option<u128> {
    if value.kind() != Kind::LLVMConstantFPValueKind {
        return None;
    }
    let width = cx.bit_width(ty).filter(|&w| w <= 128)?;
    // SAFETY: a constant float of a live context is folded to an integer of its width.
    let bits = unsafe {
        let int = LLVMIntTypeInContext(module.raw_context(), width);
        Raw::new(LLVMConstBitCast(value.raw(), int))
    };
    let words = int_bits(bits?)?.zext(128);
    let words = words.words();
    Some(u128::from(*words.first()?) | u128::from(words.get(1).copied().unwrap_or(0)) << 64)
}

/// A constant as an attribute, if all of it are numbers.
pub(super) fn attribute(cx: &Context, module: &LlvmModule, value: Raw<'_>, ty: Type) -> Option<Attr> {
    match value.kind() {
        Kind::LLVMConstantIntValueKind => {
            let bits = int_bits(value)?;
            if cx.as_int(ty).is_some() {
                return Some(cx.attr(IntegerAttr { value: bits, ty }));
            }
            // A splat of a vector.
            let elem = cx.shaped(ty)?.elem;
            cx.splat_attr(ty, cx.attr(IntegerAttr { value: bits, ty: elem }))
        }
        Kind::LLVMConstantFPValueKind => {
            let elem = cx.shaped(ty).map_or(ty, |s| s.elem);
            let bits = float_bits(cx, module, value, elem)?;
            let scalar = cx.attr(FloatAttr { bits, ty: elem });
            if elem == ty { Some(scalar) } else { cx.splat_attr(ty, scalar) }
        }
        Kind::LLVMConstantAggregateZeroValueKind => {
            let dense = dense_type(cx, ty)?;
            let zero = vec![0; element_bytes(cx, cx.shaped(dense)?.elem)?];
            Some(cx.splat_bytes(dense, &zero))
        }
        Kind::LLVMConstantDataArrayValueKind
        | Kind::LLVMConstantDataVectorValueKind
        | Kind::LLVMConstantArrayValueKind
        | Kind::LLVMConstantVectorValueKind => elements(cx, module, value, ty),
        _ => None,
    }
}

/// A constant array or vector of numbers.
fn elements(cx: &Context, module: &LlvmModule, value: Raw<'_>, ty: Type) -> Option<Attr> {
    if let Some(data) = value.raw_data() {
        let is_text = cx.type_as::<ArrayType>(ty).is_some_and(|array| array.elem == cx.i8());
        if is_text {
            return Some(cx.attr(StringAttr { value: data.to_vec(), ty: None }));
        }
        return cx.dense_attr(dense_type(cx, ty)?, data.to_vec());
    }
    let dense = dense_type(cx, ty)?;
    let elem = cx.shaped(dense)?.elem;
    let mut data = Vec::new();
    append(cx, module, value, elem, &mut data)?;
    cx.dense_attr(dense, data)
}

/// Appends the bytes of the elements of a constant.
fn append(cx: &Context, module: &LlvmModule, value: Raw<'_>, elem: Type, data: &mut Vec<u8>) -> Option<()> {
    if let Some(raw) = value.raw_data() {
        data.extend_from_slice(raw);
        return Some(());
    }
    let bytes = element_bytes(cx, elem)?;
    let start = data.len();
    match value.kind() {
        Kind::LLVMConstantIntValueKind => data.extend(int_bits(value)?.to_le_bytes()),
        Kind::LLVMConstantFPValueKind => {
            data.extend(&float_bits(cx, module, value, elem)?.to_le_bytes()[..bytes.min(16)]);
        }
        // The depth of types is limited.
        Kind::LLVMConstantArrayValueKind | Kind::LLVMConstantVectorValueKind => {
            let n = u32::try_from(value.ty().len()).ok()?;
            return (0..n).try_for_each(|i| append(cx, module, value.element(i)?, elem, data));
        }
        _ => return None,
    }
    data.resize(start + bytes, 0);
    Some(())
}

/// The constants that an op for a constant takes as operands, in the order of the operands.
pub(super) fn parts(value: Raw<'_>) -> Vec<Raw<'_>> {
    match value.kind() {
        Kind::LLVMConstantExprValueKind => value.operands(),
        Kind::LLVMConstantArrayValueKind
        | Kind::LLVMConstantStructValueKind
        | Kind::LLVMConstantVectorValueKind => {
            let n = u32::try_from(value.ty().len()).unwrap_or(0);
            (0..n).filter_map(|i| value.element(i)).collect()
        }
        Kind::LLVMConstantAggregateZeroValueKind => {
            let n = match value.ty().kind() {
                LLVMTypeKind::LLVMStructTypeKind => u32::try_from(value.ty().len()).unwrap_or(0),
                LLVMTypeKind::LLVMScalableVectorTypeKind => 0,
                _ => 1,
            };
            (0..n).filter_map(|i| value.element(i)).collect()
        }
        _ => Vec::new(),
    }
}

/// The opcodes of constant expressions.
pub(super) fn is_expression(opcode: LLVMOpcode) -> bool {
    use LLVMOpcode::*;
    matches!(
        opcode,
        LLVMGetElementPtr
            | LLVMPtrToInt
            | LLVMIntToPtr
            | LLVMBitCast
            | LLVMAddrSpaceCast
            | LLVMTrunc
            | LLVMAdd
            | LLVMSub
            | LLVMXor
            | LLVMExtractElement
            | LLVMInsertElement
            | LLVMShuffleVector
    )
}
