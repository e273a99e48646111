//! Types.

use std::fmt::Write as _;

use strata_emitc::{ArrayType, LValueType, OpaqueType, PointerType, PtrDiffType, SignedSizeType, SizeType};
use strata_ir::{num::FloatFormat, prelude::*};

/// The text of a type.
///
/// # Errors
/// The reason for which it has none.
pub(crate) fn text(cx: &Context, ty: Type) -> Result<String, String> {
    strata_ir::core::writer::deep(|| text_here(cx, ty))
}

fn text_here(cx: &Context, ty: Type) -> Result<String, String> {
    let shown = || format!("'{}'", cx.type_to_string(ty));
    if let Some(int) = cx.as_int(ty) {
        let unsigned = if int.signedness == Signedness::Unsigned { "u" } else { "" };
        return match int.width {
            1 => Ok("bool".to_owned()),
            8 | 16 | 32 | 64 => Ok(format!("{unsigned}int{}_t", int.width)),
            _ => Err(format!("cannot emit integer type {}", shown())),
        };
    }
    if let Some(format) = cx.as_float(ty) {
        return match format {
            FloatFormat::F16 => Ok("_Float16".to_owned()),
            FloatFormat::BF16 => Ok("__bf16".to_owned()),
            FloatFormat::F32 => Ok("float".to_owned()),
            FloatFormat::F64 => Ok("double".to_owned()),
            _ => Err(format!("cannot emit float type {}", shown())),
        };
    }
    if cx.is_index(ty) || cx.type_as::<SizeType>(ty).is_some() {
        return Ok("size_t".to_owned());
    }
    if cx.type_as::<SignedSizeType>(ty).is_some() {
        return Ok("ssize_t".to_owned());
    }
    if cx.type_as::<PtrDiffType>(ty).is_some() {
        return Ok("ptrdiff_t".to_owned());
    }
    if let Some(opaque) = cx.type_as::<OpaqueType>(ty) {
        return Ok(opaque.value.clone());
    }
    if let Some(lvalue) = cx.type_as::<LValueType>(ty) {
        return text(cx, lvalue.value);
    }
    if let Some(pointer) = cx.type_as::<PointerType>(ty) {
        if cx.type_as::<ArrayType>(pointer.pointee).is_some() {
            return Err(format!("cannot emit pointer to array type {}", shown()));
        }
        return Ok(format!("{}*", text(cx, pointer.pointee)?));
    }
    if let Some(array) = cx.type_as::<ArrayType>(ty) {
        let mut out = text(cx, array.elem)?;
        sizes(&mut out, array);
        return Ok(out);
    }
    if let Some(tensor) = cx.type_as::<TensorType>(ty) {
        if !cx.shaped(ty).is_some_and(|s| s.is_static()) {
            return Err("cannot emit tensor type with non static shape".to_owned());
        }
        if cx.type_as::<ArrayType>(tensor.elem).is_some() {
            return Err(format!("cannot emit tensor of array type {}", shown()));
        }
        let mut out = format!("Tensor<{}", text(cx, tensor.elem)?);
        for size in &tensor.shape {
            // Writing to a string cannot fail.
            let _ = write!(out, ", {size}");
        }
        out.push('>');
        return Ok(out);
    }
    if let Some(tuple) = cx.type_as::<TupleType>(ty) {
        if tuple.0.iter().any(|&t| cx.type_as::<ArrayType>(t).is_some()) {
            return Err("cannot emit tuple of array type".to_owned());
        }
        return tuple_text(cx, &tuple.0);
    }
    if cx.type_as::<UnrankedTensorType>(ty).is_some() {
        return Err("cannot emit unranked tensor type".to_owned());
    }
    Err(format!("cannot emit type {}", shown()))
}

fn sizes(out: &mut String, array: &ArrayType) {
    for size in &array.shape {
        // Writing to a string cannot fail.
        let _ = write!(out, "[{size}]");
    }
}

fn tuple_text(cx: &Context, types: &[Type]) -> Result<String, String> {
    let types: Vec<String> = types.iter().map(|&t| text(cx, t)).collect::<Result<_, _>>()?;
    Ok(format!("std::tuple<{}>", types.join(", ")))
}

/// The type of what a function returns.
pub(crate) fn results(cx: &Context, types: &[Type]) -> Result<String, String> {
    match types {
        [] => Ok("void".to_owned()),
        &[one] if cx.type_as::<ArrayType>(one).is_some() => {
            Err("cannot emit array type as result type".to_owned())
        }
        &[one] => text(cx, one),
        many => tuple_text(cx, many),
    }
}

/// The declaration of a variable: `int32_t name`, `float name[4][8]`.
pub(crate) fn declaration(cx: &Context, ty: Type, name: &str) -> Result<String, String> {
    match cx.type_as::<ArrayType>(ty) {
        Some(array) => {
            let mut out = format!("{} {name}", text(cx, array.elem)?);
            sizes(&mut out, array);
            Ok(out)
        }
        None => Ok(format!("{} {name}", text(cx, ty)?)),
    }
}
