//! Constraints on the types and attributes of tensor ops.

use strata_ir::{
    core::{DYNAMIC, constraints::is_signless_int},
    prelude::*,
};

fn tensor_of(ty: Type, cx: &Context, f: impl Fn(&TensorType) -> bool) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(f)
}

type_constraint! {
    /// A tensor that may have dimensions.
    NonScalarTensor = "non-0-ranked or unranked tensor", |ty, cx|
        tensor_of(ty, cx, |t| !t.shape.is_empty()) || cx.type_as::<UnrankedTensorType>(ty).is_some();
    /// A tensor whose sizes are all known.
    StaticTensor = "statically shaped tensor of any type values", |ty, cx|
        tensor_of(ty, cx, |t| !t.shape.contains(&DYNAMIC));
    /// A list of sizes.
    ShapeTensor = "1D tensor of signless integer or index values", |ty, cx|
        tensor_of(ty, cx, |t| t.shape.len() == 1 && (is_signless_int(cx, t.elem) || cx.is_index(t.elem)));
    /// A ranked tensor of integers or of `index`.
    IndexTensor = "ranked tensor of signless integer or index values", |ty, cx|
        tensor_of(ty, cx, |t| is_signless_int(cx, t.elem) || cx.is_index(t.elem));
    /// A tensor whose elements are integers or floats.
    NumericTensor = "tensor of signless integer or unsigned integer or signed integer or floating-point values", |ty, cx| {
        let elem = cx.elem_or_self(ty);
        AnyTensor::check(ty, cx) && (cx.as_int(elem).is_some() || cx.as_float(elem).is_some())
    };
}

attr_constraint! {
    /// Groups of dimension numbers.
    Reassociation: ArrayAttr = "Array of 64-bit integer array attributes", |a, cx| crate::reassociation::groups(cx, a).is_some();
}

/// The element type of a shaped type, as a rule between types.
pub fn elem_type(ty: Type, cx: &Context) -> Option<Type> {
    cx.shaped(ty).map(|s| s.elem)
}
/// The type itself, as a rule between types.
pub fn same_type(ty: Type, _: &Context) -> Option<Type> {
    Some(ty)
}
