//! Verification of the attribute of `llvm.mlir.constant` against the type of the result.

use strata_ir::{core::constraints::is_signless_int, prelude::*};

use crate::{
    metadata::{PoisonAttr, UndefAttr, ZeroAttr},
    types::{ArrayType, StructType, TargetExtType, is_ptr},
};

/// Checks the attribute of a constant of a type.
pub(super) fn verify(cx: &Context, value: Attr, ty: Type) -> VerifyResult {
    let array = cx.type_as::<ArrayType>(ty);
    if let Some(text) = cx.attr_as::<StringAttr>(value) {
        let n = text.value.len();
        ensure!(
            array.is_some_and(|a| a.len == n as u64 && a.elem == cx.i8()),
            "expected array type of {n} i8 elements for the string constant"
        );
        return Ok(());
    }
    ensure!(cx.type_as::<TargetExtType>(ty).is_none(), "does not support target extension type.");
    if let Some(members) = cx.type_as::<StructType>(ty) {
        return of_struct(cx, value, members.members());
    }
    if cx.attr_as::<IntegerAttr>(value).is_some() {
        ensure!(cx.as_int(ty).is_some(), "expected integer type");
        return Ok(());
    }
    if let Some(float) = cx.attr_as::<FloatAttr>(value) {
        return same_format(cx, float.ty, ty);
    }
    let elements = cx.attr_type(value).filter(|_| cx.attr_as::<ArrayAttr>(value).is_none());
    if let Some(shaped) = elements.and_then(|t| cx.shaped(t).map(|s| (t, s))) {
        return of_elements(cx, value, shaped.0, ty);
    }
    if let Some(list) = cx.attr_as::<ArrayAttr>(value) {
        ensure!(array.is_some(), "expected array or struct type for array attribute");
        return of_array(cx, &list.0, ty);
    }
    Err("only supports integer, float, string or elements attributes".into())
}

/// A float constant can be a float of its format, or the bits of an integer.
fn same_format(cx: &Context, float: Type, ty: Type) -> VerifyResult {
    if cx.as_float(ty).is_some() {
        ensure!(float == ty, "attribute and type have different float semantics");
    } else if cx.as_int(ty).is_some() {
        let bits = cx.bit_width(float).unwrap_or(0);
        ensure!(cx.bit_width(ty) == Some(bits), "expected integer type of width {bits}");
    }
    Ok(())
}

fn of_struct(cx: &Context, value: Attr, members: &[Type]) -> VerifyResult {
    let Some(list) = cx.attr_as::<ArrayAttr>(value) else {
        return Err("expected array attribute for struct type".into());
    };
    ensure!(list.0.len() == members.len(), "expected array attribute of size {}", members.len());
    for (i, (&attr, &ty)) in list.0.iter().zip(members).enumerate() {
        ensure!(
            is_signless_int(cx, ty) || cx.as_float(ty).is_some(),
            "expected struct element types to be floating point type or integer type"
        );
        ensure!(
            cx.attr_as::<IntegerAttr>(attr).is_some() || cx.attr_as::<FloatAttr>(attr).is_some(),
            "expected element of array attribute to be floating point or integer"
        );
        ensure!(cx.attr_type(attr) == Some(ty), "struct element at index {i} is of wrong type");
    }
    Ok(())
}

/// The number of elements and the innermost type of a vector or of arrays.
fn flattened(cx: &Context, ty: Type) -> (u64, Type) {
    if let Some(array) = cx.type_as::<ArrayType>(ty) {
        let (n, elem) = flattened(cx, array.elem);
        return (n.saturating_mul(array.len), elem);
    }
    match cx.type_as::<VectorType>(ty) {
        Some(v) => (v.shape.iter().map(|&n| u64::try_from(n).unwrap_or(0)).product(), v.elem),
        None => (1, ty),
    }
}

fn of_elements(cx: &Context, value: Attr, shaped: Type, ty: Type) -> VerifyResult {
    let vector = cx.type_as::<VectorType>(ty);
    if vector.is_some_and(|v| v.scalable.contains(&true)) {
        ensure!(cx.splat_value(value).is_some(), "scalable vector type requires a splat attribute");
        return Ok(());
    }
    ensure!(vector.is_some() || cx.type_as::<ArrayType>(ty).is_some(), "expected vector or array type");
    let given: i64 = cx.shaped(shaped).and_then(|s| s.shape).map_or(1, |s| s.iter().product());
    let (n, elem) = flattened(cx, ty);
    ensure!(
        u64::try_from(given) == Ok(n),
        "type and attribute have a different number of elements: {n} vs. {given}"
    );
    let from = cx.elem_or_self(shaped);
    if cx.as_float(from).is_some() {
        return same_format(cx, from, elem);
    }
    if cx.as_int(from).is_some() {
        ensure!(cx.as_int(elem).is_some(), "expected integer element type for integer elements attribute");
    }
    Ok(())
}

/// Whether the attribute is valid for any type: undef, poison or zero.
fn is_mark(cx: &Context, attr: Attr) -> bool {
    cx.attr_as::<ZeroAttr>(attr).is_some()
        || cx.attr_as::<UndefAttr>(attr).is_some()
        || cx.attr_as::<PoisonAttr>(attr).is_some()
}

fn of_array(cx: &Context, list: &[Attr], ty: Type) -> VerifyResult {
    let (mut dims, mut elem) = (Vec::new(), ty);
    while let Some(array) = cx.type_as::<ArrayType>(elem) {
        dims.push(array.len);
        elem = array.elem;
    }
    if is_ptr(cx, elem) {
        return Ok(());
    }
    let Some(members) = cx.type_as::<StructType>(elem) else {
        return Err("for array with an array attribute must have a struct element type".into());
    };
    of_dimension(cx, list, &dims, 0, members.members().len())
}

fn of_dimension(cx: &Context, list: &[Attr], dims: &[u64], dim: usize, members: usize) -> VerifyResult {
    let n = dims.get(dim).copied().unwrap_or(0);
    ensure!(
        list.len() as u64 == n,
        "array attribute size does not match array type size in dimension {dim}: {} vs. {n}",
        list.len()
    );
    let last = dim + 1 >= dims.len();
    for (i, &attr) in list.iter().enumerate() {
        if is_mark(cx, attr) {
            continue;
        }
        let inner = cx.attr_as::<ArrayAttr>(attr);
        match inner {
            None if last => {
                return Err(format!(
                    "nested attribute for struct element at index {i} must be a zero, or undef, or array attribute"
                )
                .into());
            }
            None => {
                return Err(format!(
                    "nested attribute for sub-array in dimension {dim} at index {i} must be a zero, or undef, or array attribute"
                )
                .into());
            }
            Some(inner) if last => ensure!(
                inner.0.len() == members,
                "nested array attribute size for struct element at index {i} must match struct size: {} vs. {members}",
                inner.0.len()
            ),
            Some(inner) => of_dimension(cx, &inner.0, dims, dim + 1, members)?,
        }
    }
    Ok(())
}
