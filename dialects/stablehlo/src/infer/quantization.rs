//! Rules for quantized elements, beyond those of [`compatible`](super::compatible).

use strata_ir::prelude::*;
use strata_quant::UniformType;

use super::{sizes, sizes_match, text};

/// The quantized element type of a tensor, or of an element.
pub fn uniform(cx: &Context, ty: Type) -> Option<&UniformType> {
    cx.type_as::<UniformType>(cx.elem_or_self(ty))
}

/// Whether elements of some of the types are quantized.
pub fn any_quantized(cx: &Context, types: &[Type]) -> bool {
    types.iter().any(|&t| uniform(cx, t).is_some())
}

/// Whether two element types are equal, or quantized types that differ in their scales and zero points alone.
pub fn compatible_elements(cx: &Context, a: Type, b: Type) -> bool {
    let (a, b) = (cx.elem_or_self(a), cx.elem_or_self(b));
    if a == b {
        return true;
    }
    let axis = |t| uniform(cx, t).map(|t| t.axis().is_some());
    same_numbers(cx, a, b) && axis(a) == axis(b)
}

/// Whether quantized element types have equal storage and expressed types, whatever their scales.
pub fn same_numbers(cx: &Context, a: Type, b: Type) -> bool {
    let (Some(a), Some(b)) = (uniform(cx, a), uniform(cx, b)) else { return false };
    let numbers = |t: &UniformType| (t.storage.width, t.storage.min, t.storage.max, t.expressed);
    numbers(a) == numbers(b)
}

/// The parts of the types of both, when they are quantized per axis.
fn axes<'a>(cx: &'a Context, a: Type, b: Type) -> Option<(&'a UniformType, &'a UniformType, usize, usize)> {
    let (a, b) = (uniform(cx, a)?, uniform(cx, b)?);
    Some((a, b, usize::try_from(a.axis()?).ok()?, usize::try_from(b.axis()?).ok()?))
}

/// Checks that an op which only moves numbers keeps the scale and the zero point of all of them.
pub fn same_scale(cx: &Context, from: Type, to: Type) -> Result<(), String> {
    let (Some(a), Some(b)) = (uniform(cx, from), uniform(cx, to)) else { return Ok(()) };
    check!(
        !a.is_per_tensor() || !b.is_per_tensor() || a == b,
        "expect same quantization scale and zero_point but got '{}' vs '{}'",
        cx.type_to_string(from),
        cx.type_to_string(to)
    );
    Ok(())
}

/// The same, for scales per axis too.
pub fn same_scales(cx: &Context, from: Type, to: Type) -> Result<(), String> {
    same_scale(cx, from, to)?;
    let Some((a, b, ..)) = axes(cx, from, to) else { return Ok(()) };
    check!(
        a.scales.iter().zip(&b.scales).all(|(a, b)| a == b),
        "expect same quantization scales and zero_points but got '{}' vs '{}'",
        cx.type_to_string(from),
        cx.type_to_string(to)
    );
    Ok(())
}

/// Checks the quantized dimension of `transpose`.
pub fn transposed(cx: &Context, from: Type, permutation: &[i64], to: Type) -> Result<(), String> {
    // transpose_c1
    same_scales(cx, from, to)?;
    // transpose_c4
    let Some((.., axis, result)) = axes(cx, from, to) else { return Ok(()) };
    let source = permutation.get(result).copied().unwrap_or(-1);
    check!(
        axis as i64 == source,
        "operand quantization_dimension {axis} is not same as permutation[{result}] = {source}"
    );
    Ok(())
}

/// Checks the quantized dimension of `reshape`.
pub fn reshaped(cx: &Context, from: Type, to: Type) -> Result<(), String> {
    // reshape_c1, dynamic_reshape_c1
    same_scales(cx, from, to)?;
    let Some((.., axis, result)) = axes(cx, from, to) else { return Ok(()) };
    let (source, target) = (sizes(cx, from), sizes(cx, to));
    // reshape_c3, dynamic_reshape_c3
    check!(
        matches!((source.get(axis), target.get(result)), (Some(&a), Some(&b)) if sizes_match(a, b)),
        "expect same quantization dimension size for operand and result '{}' and '{}'",
        cx.type_to_string(from),
        cx.type_to_string(to)
    );
    if source.contains(&DYNAMIC) || target.contains(&DYNAMIC) {
        return Ok(());
    }
    let before = |list: &[i64], end| list.iter().take(end).fold(1i64, |a, &n| a.saturating_mul(n));
    let (n, m) = (before(source, axis), before(target, result));
    check!(
        n == m,
        "product of dimensions before quantization dimension must match between operand and result for {n} and {m}"
    );
    Ok(())
}

/// A number as C++ writes it to a stream of MLIR: `1.000000e+00`.
fn shown(factor: f64) -> String {
    strata_quant::exponential(factor)
}

/// Checks the quantized dimension of `dynamic_broadcast_in_dim`, whose operand may have one scale where its result has
/// many. As upstream, this scale then belongs to the first dimension.
pub fn broadcast_dynamic(cx: &Context, from: Type, dims: &[i64], to: Type) -> Result<(), String> {
    let axis = |ty| uniform(cx, ty).and_then(UniformType::axis);
    let (None, Some(result)) = (axis(from), axis(to)) else { return broadcast(cx, from, dims, to) };
    // Without any scale upstream's words have numbers made of nothing, and it takes none.
    let fits = uniform(cx, from).is_some() && dims.first().is_none_or(|&target| i64::from(result) == target);
    check!(
        fits,
        "result quantization_dimension {result} not same as broadcast_dimensions[0] = {}",
        text(dims.get(..1).unwrap_or_default())
    );
    Ok(())
}

/// Checks the quantized dimension of `broadcast_in_dim`.
pub fn broadcast(cx: &Context, from: Type, dims: &[i64], to: Type) -> Result<(), String> {
    // broadcast_in_dim_c6, dynamic_broadcast_in_dim_c6
    let Some((a, b, axis, result)) = axes(cx, from, to) else { return Ok(()) };
    let target = dims.get(axis).copied().unwrap_or(-1);
    check!(
        result as i64 == target,
        "result quantization_dimension {result} not same as broadcast_dimensions[{axis}] = {target}"
    );
    if sizes(cx, from).get(axis) != Some(&1) {
        return Ok(());
    }
    let Some(first) = a.scales.first() else { return Ok(()) };
    for (i, scale) in b.scales.iter().enumerate() {
        check!(
            scale.bits == first.bits,
            "mismatch result scale {i} ({}) and operand scale 0 ({})",
            shown(scale.factor()),
            shown(first.factor())
        );
        check!(
            scale.zero_point == first.zero_point,
            "mismatch result zero_point {i} ({}) and operand zero_point 0 ({})",
            scale.zero_point,
            first.zero_point
        );
    }
    Ok(())
}

/// Checks the elements of `add`, some of which are quantized.
pub fn sum_elements(cx: &Context, [lhs, rhs, result]: [Type; 3]) -> Result<(), String> {
    let elems = [lhs, rhs, result].map(|t| cx.elem_or_self(t));
    // add_c2
    let [Some(l), Some(r), Some(out)] = elems.map(|t| uniform(cx, t)) else {
        return Err("expects  all operands and results to be either quantized or non-quantized".into());
    };
    // add_c3
    check!(
        l.storage.width == r.storage.width && l.storage.width == out.storage.width,
        "mismatched operands and result quantization storage types"
    );
    // add_c4
    check!(
        l.expressed == r.expressed && l.expressed == out.expressed,
        "mismatched operands and result quantization expressed types"
    );
    if l.axis().is_none() && r.axis().is_none() {
        check!(
            out.axis().is_none(),
            "result per_axis quantized but none from rhs and lhs are per_axis quantized"
        );
        return Ok(());
    }
    // add_c5
    check!(out.axis().is_some(), "result is not per_axis quantized but lhs or rhs are");
    // add_c6, add_c7
    for (name, side, elem) in [("lhs", l, elems[0]), ("rhs", r, elems[1])] {
        check!(
            side.axis().is_none() || side.axis() == out.axis(),
            "quantization_dimension of {name} and result are not same '{}' vs '{}'",
            cx.type_to_string(elem),
            cx.type_to_string(elems[2])
        );
    }
    Ok(())
}

/// Checks the elements of a contraction or a convolution, some of which are quantized.
fn product_elements(cx: &Context, [lhs, rhs, result]: [Type; 3]) -> Result<(), String> {
    let [lhs, rhs, result] = [lhs, rhs, result].map(|t| cx.elem_or_self(t));
    let (l, out) = (uniform(cx, lhs), uniform(cx, result));
    // convolution_c28, dot_general_c14, dynamic_conv_c28
    let Some(r) = uniform(cx, rhs).filter(|_| l.is_some() == out.is_some()) else {
        return Err("rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold".into());
    };
    let (Some(l), Some(out)) = (l, out) else {
        // convolution_c34, dot_general_c20, dynamic_conv_c34
        check!(
            lhs == r.expressed && lhs == result,
            "mismatched rhs quantization expressed type and lhs and result element type"
        );
        return Ok(());
    };
    // convolution_c31, dot_general_c17, dynamic_conv_c31
    check!(l.storage.width == r.storage.width, "mismatched lhs and rhs quantization storage types");
    // convolution_c32, dot_general_c18, dynamic_conv_c32
    check!(
        l.expressed == r.expressed && l.expressed == out.expressed,
        "mismatched lhs, rhs and result quantization expressed types"
    );
    // convolution_c33, dot_general_c19, dynamic_conv_c33
    check!(!r.is_per_tensor() || out.is_per_tensor(), "mismatched rhs and result quantization granularity");
    Ok(())
}

/// Checks the elements of `dot_general`, some of which are quantized.
pub fn dot_elements(cx: &Context, types: [Type; 3], rhs_contracting: &[i64]) -> Result<(), String> {
    if let Some(rhs) = uniform(cx, types[1]) {
        // dot_general_c15
        let points = if rhs.is_per_tensor() { "point" } else { "points" };
        check!(rhs.scales.iter().all(|s| s.zero_point == 0), "Zero {points} of rhs should be 0");
        // dot_general_c16
        check!(
            rhs.axis().is_none_or(|axis| !rhs_contracting.contains(&axis)),
            "Quantization dimension of rhs should not be in the contracting dimension of rhs"
        );
    }
    product_elements(cx, types)
}

/// Checks the elements of a convolution, some of which are quantized; with the dimensions of output features of the
/// kernel and of the result.
pub fn conv_elements(cx: &Context, types: [Type; 3], kernel: i64, output: i64) -> Result<(), String> {
    let axis = |i: usize| uniform(cx, types[i]).and_then(UniformType::axis);
    // convolution_c29, dynamic_conv_c29
    check!(
        axis(1).is_none_or(|axis| axis == kernel),
        "quantization dimension of rhs should be same with kernel_output_feature_dimension"
    );
    // convolution_c30, dynamic_conv_c30
    check!(
        axis(2).is_none_or(|axis| axis == output),
        "quantization dimension of result should be same with output_feature_dimension"
    );
    product_elements(cx, types)
}
