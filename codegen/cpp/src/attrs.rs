//! Values of attributes.

use strata_emitc::OpaqueAttr;
use strata_ir::{num::FloatFormat, prelude::*};

use crate::types;

/// The text of a value.
///
/// # Errors
/// The reason for which it has none.
pub(crate) fn text(cx: &Context, attr: Attr) -> Result<String, String> {
    if let Some(opaque) = OpaqueAttr::text(cx, attr) {
        return Ok(opaque.to_owned());
    }
    if let Some(int) = cx.attr_as::<IntegerAttr>(attr) {
        return Ok(integer(cx, int));
    }
    if let Some(float) = cx.attr_as::<FloatAttr>(attr) {
        return floating(cx, float);
    }
    if let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) {
        let n = dense.num_elements(cx);
        let element = |i| {
            let value = dense.element_attr(cx, i).ok_or_else(|| no_text(cx, attr))?;
            text(cx, value)
        };
        let all: Vec<String> = (0..n).map(element).collect::<Result<_, _>>()?;
        return Ok(format!("{{{}}}", all.join(", ")));
    }
    if let Some(ty) = cx.attr_as::<TypeAttr>(attr) {
        return types::text(cx, ty.ty());
    }
    if let Some(symbol) = cx.attr_as::<SymbolRefAttr>(attr) {
        if symbol.nested.len() > 1 {
            return Err("attribute has more than 1 nested reference".to_owned());
        }
        return Ok(cx.str(symbol.root).to_owned());
    }
    Err(no_text(cx, attr))
}

fn no_text(cx: &Context, attr: Attr) -> String {
    format!("cannot emit attribute: {}", cx.attr_to_string(attr))
}

fn integer(cx: &Context, int: &IntegerAttr) -> String {
    match cx.as_int(int.ty) {
        Some(ty) if ty.width == 1 => if int.value.is_zero() { "false" } else { "true" }.to_owned(),
        Some(ty) if ty.signedness == Signedness::Unsigned => int.value.display_unsigned().to_string(),
        _ => int.value.display_signed().to_string(),
    }
}

/// As many digits as tell the values of a format apart, in scientific form, with one zero more.
fn floating(cx: &Context, float: &FloatAttr) -> Result<String, String> {
    let (digits, suffix) = match cx.as_float(float.ty) {
        Some(FloatFormat::F16) => (5, "f16"),
        Some(FloatFormat::BF16) => (4, "bf16"),
        Some(FloatFormat::F32) => (9, "f"),
        Some(FloatFormat::F64) => (17, ""),
        _ => return Err("expected floating point attribute to be f16, bf16, f32 or f64".to_owned()),
    };
    let value = float.to_f64(cx);
    if value.is_nan() {
        return Ok("NAN".to_owned());
    }
    if value.is_infinite() {
        return Ok(if value < 0.0 { "-INFINITY" } else { "INFINITY" }.to_owned());
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value == 0.0 {
        return Ok(format!("{sign}0.0e+00{suffix}"));
    }
    let shown = format!("{:.*e}", digits - 1, value.abs());
    let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    Ok(format!("{sign}{mantissa}0e{exponent_sign}{:02}{suffix}", exponent.unsigned_abs()))
}
