//! The vectors that the instructions take, and how types of operands follow from each other.

use strata_ir::{core::constraints::is_vector_of_length, prelude::*};

type_constraint! {
    /// Elements of a register of 512 bits.
    Elements = "vector of 32-bit float or 32-bit signless integer or 64-bit float or 64-bit signless integer values of length 16/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.f32(), cx.i32(), cx.f64(), cx.i64()], &[16, 8]);
    /// Floats of such a register.
    Floats = "vector of 32-bit float or 64-bit float values of length 16/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.f32(), cx.f64()], &[16, 8]);
    /// Integers of such a register.
    Integers = "vector of 32-bit signless integer or 64-bit signless integer values of length 16/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i32(), cx.i64()], &[16, 8]);
    /// A truth value for each of them.
    Mask = "vector of 1-bit signless integer values of length 16/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i1()], &[16, 8]);
    /// The same as the bits of a number.
    MaskBits = "16-bit signless integer or 8-bit signless integer", |ty, cx| ty == cx.i16() || ty == cx.i8();
    /// `f32` of a register of any size.
    AnyF32 = "vector of 32-bit float values of length 4/8/16",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.f32()], &[4, 8, 16]);
    /// `bf16` of a register of any size.
    AnyBF16 = "vector of bfloat16 type values of length 8/16/32",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.bf16()], &[8, 16, 32]);
    /// `f32` that are rounded.
    LongF32 = "vector of 32-bit float values of length 8/16",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.f32()], &[8, 16]);
    /// The rounded ones.
    LongBF16 = "vector of bfloat16 type values of length 8/16",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.bf16()], &[8, 16]);
    /// `f32` of a register of 256 bits.
    EightF32 = "vector of 32-bit float values of length 8", |ty, cx| is_vector_of_length(cx, ty, &[cx.f32()], &[8]);
    /// `f32` of a register of 128 or 256 bits.
    ShortF32 = "vector of 32-bit float values of length 4/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.f32()], &[4, 8]);
    /// Sums of products of bytes.
    Sums = "vector of 32-bit signless integer values of length 4/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i32()], &[4, 8]);
    /// Groups of four bytes.
    Bytes = "vector of 8-bit signless integer values of length 16/32",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i8()], &[16, 32]);
    /// Floats of 16 bits in memory.
    HalvesInMemory = "memref of bfloat16 type or 16-bit float values", |ty, cx| {
        cx.type_as::<MemRefType>(ty).is_some_and(|m| m.elem == cx.bf16() || m.elem == cx.f16())
    };
}

/// The size of the first dimension of a vector.
pub fn length(ty: Type, cx: &Context) -> Option<i64> {
    cx.type_as::<VectorType>(ty)?.shape.first().copied()
}

/// A truth value for each element of a vector.
pub fn mask(ty: Type, cx: &Context) -> Option<Type> {
    Some(cx.vector(&[length(ty, cx)?], cx.i1()))
}

/// An integer with a bit for each element of a vector.
pub fn mask_bits(ty: Type, cx: &Context) -> Option<Type> {
    Some(cx.int_type(u32::try_from(length(ty, cx)?).ok()?))
}
