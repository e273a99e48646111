//! Constraints on memref types, and rules between types.

use strata_ir::{
    core::{DYNAMIC, constraints::is_signless_int},
    prelude::*,
};

use crate::layout;

fn memref(ty: Type, cx: &Context, f: impl Fn(&MemRefType) -> bool) -> bool {
    cx.type_as::<MemRefType>(ty).is_some_and(f)
}

type_constraint! {
    /// A memref that may have dimensions.
    NonScalarMemRef = "unranked.memref of any type values or non-0-ranked.memref of any type values", |ty, cx|
        memref(ty, cx, |t| !t.shape.is_empty()) || cx.type_as::<UnrankedMemRefType>(ty).is_some();
    /// A memref whose layout has strides.
    StridedMemRef = "strided memref of any type values", |ty, cx| layout::strides(cx, ty).is_some();
    /// A memref without dimensions.
    ScalarMemRef = "strided memref of any type values of rank 0", |ty, cx| memref(ty, cx, |t| t.shape.is_empty());
    /// A memref whose sizes are all known.
    StaticMemRef = "statically shaped memref of any type values", |ty, cx| memref(ty, cx, |t| !t.shape.contains(&DYNAMIC));
    /// A list of sizes.
    ShapeMemRef = "1D memref of signless integer or index values", |ty, cx|
        memref(ty, cx, |t| t.shape.len() == 1 && (is_signless_int(cx, t.elem) || cx.is_index(t.elem)));
    /// Bytes.
    ByteMemRef = "1D memref of 8-bit signless integer values", |ty, cx| memref(ty, cx, |t| t.shape.len() == 1 && t.elem == cx.i8());
}

attr_constraint! {
    /// A power of two.
    Alignment: IntegerAttr = "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0", |a, cx|
        I64Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v > 0 && v & (v - 1) == 0), form AttrForm::ImpliedType(Context::i64);
    /// A positive number.
    PositiveI32: IntegerAttr = "32-bit signless integer attribute whose value is positive", |a, cx|
        I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v > 0), form AttrForm::ImpliedType(Context::i32);
    /// How likely memory is used again.
    Locality: IntegerAttr = "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", |a, cx|
        I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| (0..=3).contains(&v)), form AttrForm::ImpliedType(Context::i32);
}

/// The element type of a memref, as a rule between types.
pub fn elem_type(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<MemRefType>(ty).map(|t| t.elem)
}
/// The type itself, as a rule between types.
pub fn same_type(ty: Type, _: &Context) -> Option<Type> {
    Some(ty)
}
