//! The shape of convolutions.

use strata_ir::prelude::*;

use super::{Window, is_unique, sizes, sizes_match, text};
use crate::ConvDimensionNumbers;

/// What a convolution is made of, besides its operands.
pub struct ConvParts<'a> {
    /// Which dimension is what.
    pub dims: &'a ConvDimensionNumbers,
    /// Number of groups of features.
    pub feature_groups: i64,
    /// Number of groups of batch elements.
    pub batch_groups: i64,
    /// The windows of the spatial dimensions.
    pub windows: &'a [Window],
}

/// Checks that images and kernel have one number of dimensions.
pub fn same_ranks(cx: &Context, lhs: Type, rhs: Type) -> Result<(), String> {
    // convolution_c1
    check!(
        sizes(cx, lhs).len() == sizes(cx, rhs).len(),
        "expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
        cx.type_to_string(lhs),
        cx.type_to_string(rhs)
    );
    Ok(())
}

/// The shape of a convolution.
///
/// The operands have as many dimensions as each other ([`same_ranks`]).
pub fn convolution(cx: &Context, lhs: Type, rhs: Type, parts: &ConvParts<'_>) -> Result<Dims, String> {
    let (l, r, d) = (sizes(cx, lhs), sizes(cx, rhs), parts.dims);
    let rank = l.len();
    check!(
        rank >= 2,
        "expects convolution arguments to have >= 2 dimensions. Got: '{}' and '{}'.",
        cx.type_to_string(lhs),
        cx.type_to_string(rhs)
    );
    // convolution_c13, convolution_c18, convolution_c20
    let lists = [
        ("input", d.input_batch_dimension, d.input_feature_dimension, &d.input_spatial_dimensions),
        (
            "kernel",
            d.kernel_input_feature_dimension,
            d.kernel_output_feature_dimension,
            &d.kernel_spatial_dimensions,
        ),
        ("output", d.output_batch_dimension, d.output_feature_dimension, &d.output_spatial_dimensions),
    ];
    for (name, a, b, spatial) in lists {
        let all: Vec<i64> = [a, b].into_iter().chain(spatial.iter().copied()).collect();
        check!(
            spatial.len() + 2 == rank,
            "expects {name} spatial dimensions to have size {}, got {}",
            rank.saturating_sub(2),
            spatial.len()
        );
        check!(is_unique(&all), "expects {name} dimension-numbers to be unique, got {{{}}}.", text(&all));
        check!(
            all.iter().all(|&x| (0..rank as i64).contains(&x)),
            "expects {name}, {name}, and {name} dimension-numbers to be in-range [0, {rank})."
        );
    }
    let at = |shape: &[i64], i: i64| shape[i as usize];
    let batch = at(l, d.input_batch_dimension);
    let features = at(l, d.input_feature_dimension);
    let kernel_in = at(r, d.kernel_input_feature_dimension);
    let kernel_out = at(r, d.kernel_output_feature_dimension);
    let (fg, bg) = (parts.feature_groups, parts.batch_groups);
    // convolution_c21, convolution_c22, convolution_c23
    check!(fg > 0, "expects feature_group_count to be a positive number, got {fg}.");
    check!(bg > 0, "expects batch_group_count to be a positive number, got {bg}.");
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
    // convolution_c25
    let mut out: Dims = smallvec![DYNAMIC; rank];
    out[d.output_batch_dimension as usize] = if known(batch) { batch / bg } else { DYNAMIC };
    out[d.output_feature_dimension as usize] = kernel_out;
    for (i, w) in parts.windows.iter().enumerate() {
        let n = at(l, d.input_spatial_dimensions[i]);
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
