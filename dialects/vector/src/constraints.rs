//! Constraints on vector types and on attributes of vector ops.

use strata_ir::prelude::*;

use crate::attrs::{self, CombiningKind};

fn vector(ty: Type, cx: &Context, f: impl Fn(&VectorType) -> bool) -> bool {
    cx.type_as::<VectorType>(ty).is_some_and(f)
}
fn mask(cx: &Context, v: &VectorType) -> bool {
    v.elem == cx.i1()
}
fn integer(cx: &Context, v: &VectorType) -> bool {
    cx.as_int(v.elem).is_some() || cx.is_index(v.elem)
}

type_constraint! {
    /// A vector that has dimensions.
    RankedVector = "vector of any type values", |ty, cx| vector(ty, cx, |v| !v.shape.is_empty());
    /// A vector without scalable dimensions.
    FixedVector = "fixed-length vector of any type values", |ty, cx| vector(ty, cx, |v| v.scalable.is_empty());
    /// A vector of floats.
    FloatVector = "vector of floating-point values", |ty, cx| vector(ty, cx, |v| cx.as_float(v.elem).is_some());
    /// A vector of booleans.
    MaskVector = "vector of 1-bit signless integer values", |ty, cx| vector(ty, cx, |v| mask(cx, v));
    /// A vector of integers or indices.
    IndexVector = "vector of integer or index values", |ty, cx| vector(ty, cx, |v| integer(cx, v));
    /// A vector of one dimension.
    VectorRank1 = " of ranks 1", |ty, cx| vector(ty, cx, |v| v.shape.len() == 1);
    /// A vector of one dimension whose length the machine decides.
    ScalableRank1 = " of ranks 1", |ty, cx| vector(ty, cx, |v| v.shape.len() == 1 && v.scalable.contains(&true));
    /// A vector of consecutive numbers.
    StepVector = "vector of index values of ranks 1", |ty, cx| vector(ty, cx, |v| v.shape.len() == 1 && cx.is_index(v.elem));
    /// A tensor or memref.
    TensorOrMemRef = "Tensor or MemRef of any type values", |ty, cx|
        cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<MemRefType>(ty).is_some();
}

attr_constraint! {
    /// An array of numbers.
    I64Numbers: ArrayAttr = "64-bit integer array attribute", |a, cx| attrs::i64s(cx, a).is_some();
    /// An array of booleans.
    BoolNumbers: ArrayAttr = "1-bit boolean array attribute", |a, cx|
        cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&x| BoolAttr::check(x, cx)));
    /// Iterator types.
    IteratorTypes: ArrayAttr = "Iterator type should be an enum.", |a, cx| attrs::iterator_types(cx, a).is_some();
    /// How elements are combined; `add` by default.
    DefaultKind: CombiningKind = "Kind of combining function for contractions and reductions", |a, cx|
        cx.attr_as::<CombiningKind>(a).is_some(), form AttrForm::Params("vector.kind"), default |cx| cx.attr(CombiningKind::Add);
}

/// The type itself, as a rule between types.
pub fn same_type(ty: Type, _: &Context) -> Option<Type> {
    Some(ty)
}
/// The element type, as a rule between types.
pub fn elem_type(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<VectorType>(ty).map(|v| v.elem)
}

/// The vector type behind a value.
pub fn vector_of(b: &Body, v: Value) -> Option<&VectorType> {
    b.cx().type_as(b.ty(v))
}
/// The vector type with some of the dimensions of another; the element type when none is left.
pub fn with_dims(cx: &Context, v: &VectorType, dims: impl Iterator<Item = usize>) -> Type {
    let dims: Vec<usize> = dims.collect();
    if dims.is_empty() {
        return v.elem;
    }
    let mut scalable: SmallVec<[bool; 4]> = dims.iter().map(|&d| v.scalable.get(d) == Some(&true)).collect();
    if !scalable.contains(&true) {
        scalable.clear();
    }
    cx.ty(VectorType { shape: dims.iter().map(|&d| v.shape[d]).collect(), scalable, elem: v.elem })
}
/// Checks that two types have one element type.
pub fn same_elem(b: &Body, x: Value, y: Value, words: &str) -> VerifyResult {
    let cx = b.cx();
    ensure!(
        cx.elem_or_self(b.ty(x)) == cx.elem_or_self(b.ty(y)),
        "failed to verify that {words} have same element type"
    );
    Ok(())
}
