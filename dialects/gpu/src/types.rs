//! The type `!gpu.async.token`, and constraints on types.

use strata_ir::{core::constraints::is_signless_int, prelude::*};

/// The completion of an operation that runs asynchronously to the host.
#[ty(name = "gpu.async.token")]
pub struct AsyncTokenType;

/// A signless integer or a float.
fn scalar(ty: Type, cx: &Context) -> bool {
    is_signless_int(cx, ty) || cx.as_float(ty).is_some()
}

type_constraint! {
    /// `!gpu.async.token`.
    AsyncToken = "async token type", |ty, cx| cx.type_as::<AsyncTokenType>(ty).is_some(), only |cx| cx.ty(AsyncTokenType);
    /// The types of the sizes of a launch.
    LaunchIndex = "index or 32-bit signless integer or 64-bit signless integer", |ty, cx| cx.is_index(ty) || ty == cx.i32() || ty == cx.i64();
    /// A signless integer or a float.
    IntegerOrFloat = "Integer or Float", |ty, cx| scalar(ty, cx);
    /// The same, or a vector of one dimension.
    IntegerOrFloatOr1DVector = "Integer or Float or fixed-length vector of Integer or Float values of ranks 1", |ty, cx| {
        let vector = cx.type_as::<VectorType>(ty);
        scalar(ty, cx) || vector.is_some_and(|v| v.shape.len() == 1 && !v.scalable.contains(&true) && scalar(v.elem, cx))
    };
    /// The types that can be printed.
    Printable = "integer or index or floating-point", |ty, cx| cx.as_int(ty).is_some() || cx.is_index(ty) || cx.as_float(ty).is_some();
    /// Bytes.
    ByteMemRef = "1D memref of 8-bit signless integer values", |ty, cx| cx.type_as::<MemRefType>(ty).is_some_and(|t| t.shape.len() == 1 && t.elem == cx.i8());
    /// A memref without a rank.
    UnrankedMemRef = "unranked.memref of any type values", |ty, cx| cx.type_as::<UnrankedMemRefType>(ty).is_some();
}
