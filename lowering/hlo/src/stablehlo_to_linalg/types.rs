//! Types after the lowering: unsigned integers are signless, as the ops give the signedness.

use strata_ir::prelude::*;
use strata_stablehlo::{TokenType, TypeExtensions, infer};

use super::Lowered;

/// The type after the lowering.
pub fn signless(cx: &Context, ty: Type) -> Type {
    if cx.type_as::<TokenType>(ty).is_some() {
        // Any type will do for a token.
        return cx.tensor(&[], cx.i1());
    }
    if let Some(t) = cx.type_as::<TensorType>(ty).filter(|t| is_bounded(cx, t)) {
        // Bounded sizes are dynamic sizes; the bounds are checked at the boundaries of the program.
        return cx.tensor(&t.shape, signless(cx, t.elem));
    }
    let elem = cx.elem_or_self(ty);
    match cx.as_int(elem) {
        Some(t) if t.signedness != Signedness::Signless => cx.with_elem(ty, cx.int_type(t.width)),
        _ => match cx.type_as::<FunctionType>(ty) {
            Some(f) => {
                let all = |types: &[Type]| types.iter().map(|&t| signless(cx, t)).collect();
                cx.ty(FunctionType { inputs: all(&f.inputs), results: all(&f.results) })
            }
            None => ty,
        },
    }
}

/// Whether some sizes of a tensor have bounds.
fn is_bounded(cx: &Context, ty: &TensorType) -> bool {
    ty.encoding.is_some_and(|attr| cx.attr_as::<TypeExtensions>(attr).is_some())
}

/// The bounds of dynamic sizes, with their dimensions.
pub(super) fn bounds(cx: &Context, ty: Type) -> Vec<(usize, i64)> {
    let Some(t) = cx.type_as::<TensorType>(ty) else { return Vec::new() };
    let bound = |d: usize| infer::bound(cx, t, d).filter(|_| t.shape[d] == DYNAMIC).map(|n| (d, n));
    (0..t.shape.len()).filter_map(bound).collect()
}

/// A constant after the lowering.
pub(super) fn signless_attr(cx: &Context, attr: Attr) -> Attr {
    if let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) {
        let ty = signless(cx, dense.ty);
        return if ty == dense.ty { attr } else { cx.attr(DenseElementsAttr { ty, ..dense.clone() }) };
    }
    if let Some(int) = cx.attr_as::<IntegerAttr>(attr) {
        return cx.attr(IntegerAttr { ty: signless(cx, int.ty), ..int.clone() });
    }
    if let Some(resource) = cx.attr_as::<DenseResourceAttr>(attr) {
        return cx.attr(DenseResourceAttr { ty: signless(cx, resource.ty), ..resource.clone() });
    }
    attr
}

/// The kinds of elements, by their arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Floats.
    Float,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Booleans.
    Pred,
    /// Complex numbers.
    Complex,
}

/// The kind of an element type before the lowering.
pub(super) fn kind(cx: &Context, elem: Type) -> Lowered<Kind> {
    if cx.as_float(elem).is_some() {
        return Ok(Kind::Float);
    }
    if strata_complex::part_type(cx, elem).is_some_and(|part| cx.as_float(part).is_some()) {
        return Ok(Kind::Complex);
    }
    match cx.as_int(elem) {
        Some(t) if t.width == 1 => Ok(Kind::Pred),
        Some(t) if t.signedness == Signedness::Unsigned => Ok(Kind::Unsigned),
        Some(_) => Ok(Kind::Signed),
        None => Err(format!("elements of type '{}' are not supported", cx.type_to_string(elem))),
    }
}

/// The sizes of a tensor, all of which must be static.
pub(super) fn shape(b: &Body, ty: Type) -> Lowered<Vec<i64>> {
    let shape = sizes(b, ty)?;
    if shape.contains(&DYNAMIC) {
        return Err(format!("dynamic sizes, as in '{}', are not supported", b.cx().type_to_string(ty)));
    }
    Ok(shape)
}

/// The sizes of a tensor, [`DYNAMIC`] for dynamic ones.
pub(super) fn sizes(b: &Body, ty: Type) -> Lowered<Vec<i64>> {
    let cx = b.cx();
    let Some(tensor) = cx.type_as::<TensorType>(ty) else {
        return Err(format!("values of type '{}' are not supported", cx.type_to_string(ty)));
    };
    kind(cx, tensor.elem)?;
    Ok(tensor.shape.to_vec())
}

/// Whether a type is a tensor with dynamic sizes.
pub(super) fn is_unknown(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(signless(cx, ty)).is_some_and(|t| t.shape.contains(&DYNAMIC))
}

/// Whether an op has operands or results of unknown sizes.
pub(super) fn has_unknown_sizes(b: &Body, op: Op) -> bool {
    b.operand_types(op).chain(b.result_types(op)).any(|t| is_unknown(b.cx(), t))
}
