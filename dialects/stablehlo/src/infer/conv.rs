//! The shape of convolutions.

use strata_ir::prelude::*;

use super::{Window, any_quantized, is_unique, sizes, sizes_match, text};
use crate::ConvDimensionNumbers;

/// The attributes of a convolution, decoded.
pub struct ConvParts<'a> {
    /// The roles of the dimensions.
    pub dims: &'a ConvDimensionNumbers,
    /// Number of groups of features.
    pub feature_groups: i64,
    /// Number of groups of batch elements.
    pub batch_groups: i64,
    /// The windows of the spatial dimensions.
    pub windows: &'a [Window],
}

/// Checks the operands and attributes of a convolution.
pub fn verify_conv(cx: &Context, lhs: Type, rhs: Type, parts: &ConvParts<'_>) -> Result<(), String> {
    let (l, r) = (sizes(cx, lhs), sizes(cx, rhs));
    let shown = |t| cx.type_to_string(t);
    // convolution_c13
    check!(
        l.len() >= 2,
        "expects convolution arguments to have >= 2 dimensions. Got: '{}' and '{}'.",
        shown(lhs),
        shown(rhs)
    );
    // convolution_c1
    check!(
        l.len() == r.len(),
        "expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
        shown(lhs),
        shown(rhs)
    );
    // convolution_c27
    let elems = [lhs, rhs].map(|t| cx.elem_or_self(t));
    check!(
        any_quantized(cx, &elems) || elems[0] == elems[1],
        "expects lhs and rhs to have compatible element type. Got: '{}' and '{}'",
        shown(elems[0]),
        shown(elems[1])
    );
    dimensions(l.len(), parts.dims)?;
    groups(l, r, parts)?;
    let n = parts.dims.input_spatial_dimensions.len() + 2;
    // convolution_c12
    check!(l.len() == n, "expects convolution arguments to have {n} dimensions. Got: {}", l.len());
    Ok(())
}

/// Checks that each dimension of operands and result is one thing.
fn dimensions(rank: usize, d: &ConvDimensionNumbers) -> Result<(), String> {
    let [input, kernel, output] = [
        (d.input_batch_dimension, d.input_feature_dimension, &d.input_spatial_dimensions),
        (d.kernel_input_feature_dimension, d.kernel_output_feature_dimension, &d.kernel_spatial_dimensions),
        (d.output_batch_dimension, d.output_feature_dimension, &d.output_spatial_dimensions),
    ];
    let [n, m, k] = [input, kernel, output].map(|(_, _, spatial)| spatial.len());
    // convolution_c17, convolution_c19
    check!(
        n == m && n == k,
        "expects the same size for input, kernel and output spatial-dimensions, but got {n}, {m}, and {k} resp."
    );
    let lists = [("input", input), ("kernel", kernel), ("output", output)].map(|(name, (a, b, spatial))| {
        (name, [a, b].into_iter().chain(spatial.iter().copied()).collect::<Vec<i64>>())
    });
    // convolution_c13, convolution_c18, convolution_c20
    check!(
        lists.iter().all(|(_, all)| all.iter().all(|x| (0..rank as i64).contains(x))),
        "expects input, kernel, and output dimension-numbers to be in-range [0, {rank})."
    );
    for (name, all) in &lists {
        check!(is_unique(all), "expects {name} dimension-numbers to be unique, got {{{}}}.", text(all));
    }
    Ok(())
}

/// Checks the numbers of groups.
fn groups(l: &[i64], r: &[i64], parts: &ConvParts<'_>) -> Result<(), String> {
    let d = parts.dims;
    let at = |shape: &[i64], i: i64| shape[i as usize];
    let (batch, features) = (at(l, d.input_batch_dimension), at(l, d.input_feature_dimension));
    let kernel_in = at(r, d.kernel_input_feature_dimension);
    let kernel_out = at(r, d.kernel_output_feature_dimension);
    let (fg, bg) = (parts.feature_groups, parts.batch_groups);
    // convolution_c21, convolution_c22
    check!(fg > 0, "expects feature_group_count to be a positive number, got {fg}.");
    check!(bg > 0, "expects batch_group_count to be a positive number, got {bg}.");
    // convolution_c23
    check!(
        bg == 1 || fg == 1,
        "expects batch_group_count and feature_group_count not to be both greater than 1. Got {bg} and {fg} resp."
    );
    let known = |n: i64| n != DYNAMIC;
    // convolution_c10
    check!(
        !known(batch) || batch % bg == 0,
        "expects input batch dimension ({batch}) to be divisible by batch_group_count. Got batch_group_count = {bg}."
    );
    // convolution_c11
    check!(
        !known(features) || features % fg == 0,
        "expects input feature dimension ({features}) to be a multiple of feature_group_count. Got feature_group_count = {fg}."
    );
    // convolution_c14
    check!(
        !known(features) || !known(kernel_in) || features / fg == kernel_in,
        "expects input feature dimension ({features}) / feature_group_count = kernel input feature dimension ({kernel_in}). Got feature_group_count = {fg}."
    );
    // convolution_c15
    check!(
        !known(kernel_out) || kernel_out % bg == 0,
        "expects output feature dimension size ({kernel_out}) to be a multiple of batch_group_count. Got batch_group_count = {bg}."
    );
    // convolution_c16
    check!(
        !known(kernel_out) || kernel_out % fg == 0,
        "expects kernel output feature dimension ({kernel_out}) to be divisible by feature_group_count. For feature_group_count = {fg}."
    );
    Ok(())
}

/// The shape of a convolution.
pub fn convolution(cx: &Context, lhs: Type, rhs: Type, parts: &ConvParts<'_>) -> Result<Dims, String> {
    verify_conv(cx, lhs, rhs, parts)?;
    let (l, r, d) = (sizes(cx, lhs), sizes(cx, rhs), parts.dims);
    let batch = l[d.input_batch_dimension as usize];
    // convolution_c25
    let mut out: Dims = smallvec![DYNAMIC; l.len()];
    out[d.output_batch_dimension as usize] =
        if batch == DYNAMIC { DYNAMIC } else { batch / parts.batch_groups };
    out[d.output_feature_dimension as usize] = r[d.kernel_output_feature_dimension as usize];
    for (i, w) in parts.windows.iter().enumerate() {
        let n = l[d.input_spatial_dimensions[i] as usize];
        out[d.output_spatial_dimensions[i] as usize] = w.count(n);
    }
    Ok(out)
}

/// Compares the computed shape with that of the result.
pub fn verify_result(cx: &Context, shape: &[i64], result: Type) -> Result<(), String> {
    let actual = sizes(cx, result);
    check!(
        actual.len() == shape.len() && actual.iter().zip(shape).all(|(&a, &d)| sizes_match(a, d)),
        "inferred shape '[{}]' is incompatible with return type of operation '{}'",
        text(shape),
        cx.type_to_string(result)
    );
    Ok(())
}
