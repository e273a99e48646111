//! Constraints on the types and attributes of shape ops. Types of the dialect have no description in words, as upstream.

use strata_ir::prelude::*;

use crate::{ShapeType, SizeType, ValueShapeType, WitnessType};

/// Whether `ty` is a list of sizes: a tensor of `index` with one dimension.
pub fn is_extent_tensor(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(|t| t.shape.len() == 1 && cx.is_index(t.elem))
}
fn is<T: Storage>(cx: &Context, ty: Type) -> bool {
    cx.type_as::<T>(ty).is_some()
}

type_constraint! {
    /// `!shape.shape`.
    Shape = "", |ty, cx| is::<ShapeType>(cx, ty), only |cx| cx.ty(ShapeType);
    /// `!shape.size`.
    Size = "", |ty, cx| is::<SizeType>(cx, ty), only |cx| cx.ty(SizeType);
    /// `!shape.witness`.
    Witness = "", |ty, cx| is::<WitnessType>(cx, ty), only |cx| cx.ty(WitnessType);
    /// A shape or a list of sizes.
    ShapeOrExtents = "shape or extent tensor", |ty, cx| is::<ShapeType>(cx, ty) || is_extent_tensor(cx, ty);
    /// `!shape.value_shape`.
    ValueShape = "", |ty, cx| is::<ValueShapeType>(cx, ty), only |cx| cx.ty(ValueShapeType);
    /// A size or an `index`.
    SizeOrIndex = "size or index", |ty, cx| is::<SizeType>(cx, ty) || cx.is_index(ty);
    /// A value that has a shape.
    ShapedOrValueShape = "shaped of any type values or ", |ty, cx| cx.shaped(ty).is_some() || is::<ValueShapeType>(cx, ty);
    /// Any tensor of `index`.
    IndexTensor = "tensor of index values", |ty, cx| {
        let elem = cx.type_as::<TensorType>(ty).map(|t| t.elem).or(cx.type_as::<UnrankedTensorType>(ty).map(|t| t.elem));
        elem.is_some_and(|e| cx.is_index(e))
    };
    /// A list of sizes.
    ExtentTensor = "1D tensor of index values", |ty, cx| is_extent_tensor(cx, ty);
}

attr_constraint! {
    /// Elements of type `index`.
    IndexElements: DenseElementsAttr = "index elements attribute", |a, cx| {
        cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.is_index(cx.elem_or_self(d.ty)))
    }, kind |a, cx| is_dense_ints(a, cx);
}

/// Whether a value may be an error.
fn may_fail(b: &Body, v: Value) -> bool {
    let (cx, ty) = (b.cx(), b.ty(v));
    is::<ShapeType>(cx, ty) || is::<SizeType>(cx, ty) || is::<ValueShapeType>(cx, ty)
}

/// The result of an op that gives a size must be able to hold an error if an operand can.
pub(crate) fn size_holds_errors(b: &Body, op: Op) -> VerifyResult {
    let fails = b.operands(op).any(|v| may_fail(b, v));
    ensure!(
        !fails || is::<SizeType>(b.cx(), b.ty(b.result(op, 0))),
        "if at least one of the operands can hold error values then the result must be of type `size` to propagate \
         them"
    );
    Ok(())
}

/// The same for an op that gives a shape.
pub(crate) fn shape_holds_errors(b: &Body, op: Op) -> VerifyResult {
    let fails = b.operands(op).any(|v| may_fail(b, v));
    ensure!(
        !fails || is::<ShapeType>(b.cx(), b.ty(b.result(op, 0))),
        "if at least one of the operands can hold error values then the result must be of type `shape` to propagate \
         them"
    );
    Ok(())
}
