//! Constraints on the types of operands and results.

use strata_ir::{core::constraints::is_signless_int, prelude::*};

use crate::types::{
    ArrayType, StructType, TargetExtType, TokenType, as_vector, is_compatible, is_float, is_ptr, is_scalar,
    is_void,
};

fn like(cx: &Context, ty: Type, f: impl Fn(Type) -> bool) -> bool {
    f(ty) || as_vector(cx, ty).is_some_and(|v| f(v.elem))
}

type_constraint! {
    /// Any type of LLVM.
    LlvmType = "LLVM dialect-compatible type", |ty, cx| is_compatible(cx, ty);
    /// A pointer.
    LlvmPointer = "LLVM pointer type", |ty, cx| is_ptr(cx, ty);
    /// A pointer or a vector of pointers.
    LlvmPointerLike = "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
        |ty, cx| like(cx, ty, |t| is_ptr(cx, t));
    /// An integer or a vector of integers.
    LlvmIntLike = "signless integer or LLVM dialect-compatible vector of signless integer",
        |ty, cx| like(cx, ty, |t| is_signless_int(cx, t));
    /// An integer, a pointer, or a vector of these.
    LlvmIntOrPointerLike = "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
        |ty, cx| like(cx, ty, |t| is_signless_int(cx, t) || is_ptr(cx, t));
    /// A float or a vector of floats.
    LlvmFloatLike = "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
        |ty, cx| like(cx, ty, |t| is_float(cx, t));
    /// `i1` or a vector of `i1`.
    LlvmBoolLike = "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
        |ty, cx| like(cx, ty, |t| t == cx.i1());
    /// A vector.
    LlvmVector = "LLVM dialect-compatible vector type", |ty, cx| as_vector(cx, ty).is_some();
    /// A vector of `i1`.
    LlvmMask = "LLVM dialect-compatible vector of 1-bit signless integer",
        |ty, cx| as_vector(cx, ty).is_some_and(|v| v.elem == cx.i1());
    /// A vector of integers.
    LlvmIntVector = "LLVM dialect-compatible vector of signless integer",
        |ty, cx| as_vector(cx, ty).is_some_and(|v| is_signless_int(cx, v.elem));
    /// A vector of floats.
    LlvmFloatVector = "LLVM dialect-compatible vector of floating-point",
        |ty, cx| as_vector(cx, ty).is_some_and(|v| is_float(cx, v.elem));
    /// A vector of pointers.
    LlvmPointerVector = "LLVM dialect-compatible vector of LLVM pointer type",
        |ty, cx| as_vector(cx, ty).is_some_and(|v| is_ptr(cx, v.elem));
    /// A struct or an array.
    LlvmAggregate = "LLVM aggregate type",
        |ty, cx| cx.type_as::<StructType>(ty).is_some() || cx.type_as::<ArrayType>(ty).is_some();
    /// No struct and no array.
    LlvmNonAggregate = "LLVM-compatible non-aggregate type",
        |ty, cx| is_compatible(cx, ty) && cx.type_as::<StructType>(ty).is_none() && cx.type_as::<ArrayType>(ty).is_none() && !is_void(cx, ty);
    /// A struct.
    LlvmStruct = "LLVM structure type", |ty, cx| cx.type_as::<StructType>(ty).is_some();
    /// A float.
    LlvmFloat = "floating point LLVM type", |ty, cx| is_float(cx, ty);
    /// A pointer into the usual address space.
    LlvmDefaultPointer = "LLVM pointer in address space 0", |ty, cx| ty == crate::types::ptr(cx);
    /// An integer or a pointer.
    LlvmIntOrPointer = "signless integer or LLVM pointer type", |ty, cx| is_signless_int(cx, ty) || is_ptr(cx, ty);
    /// A token.
    LlvmToken = "LLVM token type", |ty, cx| cx.type_as::<TokenType>(ty).is_some();
    /// The operand types of atomic operations.
    LlvmAtomic = "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type",
        |ty, cx| is_scalar(cx, ty) || as_vector(cx, ty).is_some_and(|v| !v.scalable.contains(&true));
    /// A type that memory can hold.
    LlvmLoadable = "LLVM type with size", |ty, cx| {
        is_compatible(cx, ty) && !is_void(cx, ty)
            && cx.type_as::<TargetExtType>(ty).is_none_or(TargetExtType::is_in_memory)
    };
}
