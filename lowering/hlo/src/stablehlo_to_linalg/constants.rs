//! Constants for lowerings.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor as tensor;

use super::{
    Lowered,
    types::{signless, signless_attr},
};

/// Zero, or false, of the result's type.
pub(super) fn nothing(b: &mut Builder<'_>, op: Op) -> Value {
    let ty = signless(b.cx(), b.ty(b.result(op, 0)));
    let bytes = [0; 8];
    let n = strata_ir::core::element_bytes(b.cx(), b.cx().elem_or_self(ty)).unwrap_or(1).min(8);
    let value = b.cx().splat_bytes(ty, &bytes[..n]);
    strata_arith::constant(b, value)
}

/// A `tensor.empty`.
pub(super) fn empty(b: &mut Builder<'_>, shape: &[i64], elem: Type) -> Value {
    let ty = b.cx().tensor(shape, elem);
    tensor::EmptyOp::build(b, &[], ty)
}

/// A tensor filled with one value.
pub(super) fn filled(b: &mut Builder<'_>, value: Value, shape: &[i64]) -> Lowered<Value> {
    let init = empty(b, shape, b.ty(value));
    let fill = strata_linalg::FillOp::create(b, &[value], init)?;
    Ok(b.result(fill.op(), 0))
}

/// The number 0 of an element type.
pub(super) fn zero(b: &mut Builder<'_>, elem: Type) -> Value {
    number(b, 0, elem)
}

/// A number of an element type.
pub(super) fn number(b: &mut Builder<'_>, value: i64, elem: Type) -> Value {
    if b.cx().as_float(elem).is_some() {
        strata_arith::constant_float(b, value as f64, elem)
    } else if strata_complex::part_type(b.cx(), elem).is_some() {
        strata_complex::ConstantOp::create(b, value as f64, 0.0, elem)
    } else {
        strata_arith::constant_int(b, value, elem)
    }
}

/// The common value of all elements of an old value, if it is known, as an attribute of the lowered type.
pub(super) fn splat_of(b: &Body, mut old: Value) -> Option<Attr> {
    // Broadcasts and reshapes of a splat are splats.
    for _ in 0..64 {
        if let Some(op) = b.def_as::<hlo::BroadcastInDimOp>(old) {
            old = op.operand(b);
        } else if let Some(op) = b.def_as::<hlo::ReshapeOp>(old) {
            old = op.operand(b);
        } else if let Some(op) = b.def_as::<hlo::DynamicBroadcastInDimOp>(old) {
            old = op.operand(b);
        } else {
            break;
        }
    }
    let constant = b.def_as::<hlo::ConstantOp>(old)?;
    let value = constant.value(b).raw();
    let dense = b.cx().attr_as::<DenseElementsAttr>(value)?;
    if !(dense.splat || dense.num_elements(b.cx()) == 1) {
        return None;
    }
    first(b.cx(), dense)
}

/// The first element, lowered; a complex number as an array of its two parts.
pub(super) fn first(cx: &Context, dense: &DenseElementsAttr) -> Option<Attr> {
    let Some(part) = strata_complex::part_type(cx, cx.elem_or_self(dense.ty)) else {
        return dense.element_attr(cx, 0).map(|a| signless_attr(cx, a));
    };
    let bytes = dense.element(cx, 0);
    let (re, im) = bytes.split_at_checked(bytes.len() / 2)?;
    let float = |bytes: &[u8]| {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        cx.attr(FloatAttr { bits, ty: part })
    };
    Some(cx.array_attr(vec![float(re), float(im)]))
}

/// The scalar constant for a result of [`first`].
pub(super) fn scalar(b: &mut Builder<'_>, attr: Attr) -> Value {
    let cx = b.cx();
    let part = cx.attr_as::<ArrayAttr>(attr).and_then(|parts| cx.attr_type(*parts.0.first()?));
    match part {
        Some(elem) => {
            let ty = cx.ty(ComplexType { elem });
            strata_complex::ConstantOp::build(b, attr, ty)
        }
        None => strata_arith::constant(b, attr),
    }
}

/// The only element of an old value of rank 0, as a scalar.
pub(super) fn scalar_of(b: &mut Builder<'_>, old: Value, new: Value) -> Value {
    match splat_of(b, old) {
        Some(attr) => scalar(b, attr),
        None => extract(b, new),
    }
}

/// The only element of a tensor of rank 0.
pub(super) fn extract(b: &mut Builder<'_>, v: Value) -> Value {
    let elem = b.cx().elem_or_self(b.ty(v));
    if elem == b.ty(v) { v } else { tensor::ExtractOp::build(b, v, &[]) }
}
