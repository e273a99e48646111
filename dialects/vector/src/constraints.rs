//! Constraints on types.

use strata_ir::prelude::*;

fn vector(cx: &Context, ty: Type, f: impl Fn(&VectorType) -> bool) -> bool {
    cx.type_as::<VectorType>(ty).is_some_and(f)
}

type_constraint! {
    /// A vector of any rank.
    AnyVectorOfAnyRank = "vector of any type values", |ty, cx| vector(cx, ty, |_| true);
    /// A vector of rank at least one.
    AnyVectorOfNonZeroRank = "vector of any type values of rank >= 1", |ty, cx| vector(cx, ty, |t| !t.shape.is_empty());
    /// A vector of `i1`.
    MaskVector = "vector of 1-bit signless integer values", |ty, cx| vector(cx, ty, |t| t.elem == cx.i1());
    /// A vector of floats.
    FloatVector = "vector of floating-point values", |ty, cx| vector(cx, ty, |t| cx.as_float(t.elem).is_some());
    /// A one-dimensional vector of `index`.
    IndexVector = "vector of index values of rank 1", |ty, cx| vector(cx, ty, |t| t.shape.len() == 1 && cx.is_index(t.elem));
}

/// The vector behind a type.
pub(crate) fn as_vector(cx: &Context, ty: Type) -> Option<&VectorType> {
    cx.type_as::<VectorType>(ty)
}

/// The element type of a vector type.
pub(crate) fn element(ty: Type, cx: &Context) -> Option<Type> {
    as_vector(cx, ty).map(|t| t.elem)
}
