//! Type constraints that only `arith` has, and functions that compute types.

use strata_ir::prelude::*;

/// Whether `ty` is a memref whose elements satisfy `f`.
fn memref_of(cx: &Context, ty: Type, f: impl Fn(Type) -> bool) -> bool {
    cx.type_as::<MemRefType>(ty).is_some_and(|m| f(m.elem))
}

type_constraint! {
    /// The operand and result types of `arith.index_cast`.
    IndexCastType = "signless-integer-like or memref of signless-integer", |ty, cx| {
        let ok = |t| is_signless_int(cx, t) || cx.is_index(t);
        is_like(cx, ty, ok) || memref_of(cx, ty, ok)
    };
    /// The operand and result types of `arith.bitcast`.
    BitcastType = "signless-integer-or-float-like or memref of signless-integer or float", |ty, cx| {
        let ok = |t| is_signless_int(cx, t) || cx.as_float(t).is_some();
        is_like(cx, ty, ok) || memref_of(cx, ty, ok)
    };
}

/// `i1`, or the same shape with elements of type `i1`.
pub fn i1_same_shape(ty: Type, cx: &Context) -> Option<Type> {
    Some(cx.with_elem(ty, cx.i1()))
}
