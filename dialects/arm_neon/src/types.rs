//! The vectors that the instructions take.

use strata_ir::{core::constraints::is_vector_of_length, prelude::*};

/// Whether a type is a vector of one dimension with `n` elements of type `elem`.
fn is_row(cx: &Context, ty: Type, n: i64, elem: Type) -> bool {
    ty == cx.vector(&[n], elem)
}

type_constraint! {
    /// Factors that are multiplied one by one.
    Narrow = "vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i8(), cx.i16(), cx.i32()], &[8, 4, 2]);
    /// Their products.
    Wide = "vector of 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of length 8/4/2",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i16(), cx.i32(), cx.i64()], &[8, 4, 2]);
    /// Groups of bytes.
    Bytes = "vector of 8-bit signless integer values of length 16/8",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i8()], &[16, 8]);
    /// The sum of each group.
    Sums = "vector of 32-bit signless integer values of length 4/2",
        |ty, cx| is_vector_of_length(cx, ty, &[cx.i32()], &[4, 2]);
    /// A matrix of 2 by 8 bytes.
    ByteMatrix = "a vector with length 16 of 8-bit signless integer values", |ty, cx| is_row(cx, ty, 16, cx.i8());
    /// A matrix of 2 by 2 sums of products of bytes.
    SumMatrix = "a vector with length 4 of 32-bit signless integer values", |ty, cx| is_row(cx, ty, 4, cx.i32());
    /// A matrix of 2 by 4 `bf16`.
    BF16Matrix = "a vector with length 8 of bfloat16 type values", |ty, cx| is_row(cx, ty, 8, cx.bf16());
    /// A matrix of 2 by 2 sums of products of `bf16`.
    FloatMatrix = "a vector with length 4 of 32-bit float values", |ty, cx| is_row(cx, ty, 4, cx.f32());
}
