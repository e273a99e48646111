//! `convolution` and `dynamic_conv` where sizes are values: one op over windows and groups of features, as [`super::convolution`] makes
//! it where groups are needed.

use strata_arith::CmpIPredicate;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::IteratorType;
use strata_stablehlo::{
    self as hlo,
    infer::{self, Window},
};
use strata_tensor::MixedIndex;

use super::{
    Lowered, constants,
    contraction::{rounded, sum_of_products, sum_type_of},
    convolution::{numbers, reversed},
    factors::Factors,
    movement,
    pad::Padding,
    reshape::reshape,
    shape_operands,
    sizes::{self, ZERO},
    state::Lowering,
    types, window,
};

/// The sizes with dimension `d` split into `groups` parts, the index of the part first.
fn split(b: &mut Builder<'_>, all: &[MixedIndex], d: i64, groups: i64) -> Lowered<Vec<MixedIndex>> {
    let d = d as usize;
    let mut out = all.to_vec();
    let each = sizes::div(b, out[d], groups.into())?;
    let covered = sizes::mul(b, each, groups.into())?;
    sizes::require(b, CmpIPredicate::Eq, covered, out[d], "a size is no multiple of the number of groups")?;
    out[d] = each;
    out.insert(d, groups.into());
    Ok(out)
}

/// The windows of an op whose paddings are dynamic.
fn unpadded(b: &Body, op: Op, kernel: &[i64], spatial: &[i64]) -> Lowered<Vec<Window>> {
    let size: Option<Vec<i64>> = spatial.iter().map(|&d| kernel.get(d as usize).copied()).collect();
    let size = size.ok_or("its dimensions are off")?;
    let list = |name: &str| Some(numbers(b, op, name)).filter(|list| !list.is_empty());
    let (strides, base, own) = (list("window_strides"), list("lhs_dilation"), list("rhs_dilation"));
    infer::windows(&size, strides, None, base, own)
}

/// The paddings of the images, and the windows over what comes out.
fn paddings(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
    dims: &hlo::ConvDimensionNumbers,
    rank: usize,
) -> Lowered<(Padding, Vec<Window>)> {
    let [low, high, interior] = [(); 3].map(|()| vec![ZERO; rank]);
    let mut all = Padding { low, high, interior };
    let kernel = types::sizes(b, b.ty(b.operand(op, 1)))?;
    let (windows, given) = match op.as_op::<hlo::ConvolutionOp>(b) {
        Some(conv) => (conv.windows(b)?, None),
        None => {
            let windows = unpadded(b, op, &kernel, &dims.kernel_spatial_dimensions)?;
            (windows, Some(shape_operands::numbers(l, b, b.operand(op, 2))?))
        }
    };
    for (i, (&d, w)) in dims.input_spatial_dimensions.iter().zip(&windows).enumerate() {
        let ends = match &given {
            Some(list) => [list.get(2 * i), list.get(2 * i + 1)].map(|n| n.copied()),
            None => [Some(w.low.into()), Some(w.high.into())],
        };
        let [Some(low), Some(high)] = ends else { return Err("its paddings are too few".into()) };
        let d = d as usize;
        (all.low[d], all.high[d], all.interior[d]) = (low, high, (w.base_dilation - 1).into());
    }
    Ok((all, windows))
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let result = b.ty(b.result(op, 0));
    let factors = Factors::from_op(l, b, op)?;
    let dims = b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let dims = dims.ok_or("its dimensions are not known")?.clone();
    let count = |b: &Body, name: &str| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
    let (batch_groups, feature_groups) = (count(b, "batch_group_count"), count(b, "feature_group_count"));
    let groups = batch_groups.max(feature_groups);
    let (mut lhs, mut rhs) = (l.get(olds[0])?, l.get(olds[1])?);
    let kernel = sizes::mixed_sizes(b, rhs)?;
    let (padding, windows) = paddings(l, b, op, &dims, kernel.len())?;
    let reversed = reversed(b, op, &dims);
    if !reversed.is_empty() {
        rhs = movement::reverse(b, rhs, &reversed)?;
    }
    let zero = constants::zero(b, b.cx().elem_or_self(b.ty(lhs)));
    let from = sizes::mixed_sizes(b, lhs)?;
    let mut images = padding.sizes(b, &from, None)?;
    let (batch, feature) = (dims.input_batch_dimension, dims.input_feature_dimension);
    let mut to: Vec<MixedIndex> = vec![0.into(); kernel.len()];
    to[dims.output_batch_dimension as usize] = sizes::div(b, images[batch as usize], batch_groups.into())?;
    to[dims.output_feature_dimension as usize] = kernel[dims.kernel_output_feature_dimension as usize];
    for (i, w) in windows.iter().enumerate() {
        let of = |list: &[i64]| list.get(i).map(|&d| d as usize).ok_or("its dimensions are off");
        let (d, k) = (of(&dims.input_spatial_dimensions)?, of(&dims.kernel_spatial_dimensions)?);
        to[of(&dims.output_spatial_dimensions)?] = window::count_of(b, w, kernel[k], images[d])?;
    }
    let to = sizes::refined(b, to, result)?;
    let computed = |d: &usize| [padding.low[*d], padding.high[*d]].iter().any(|n| n.as_static().is_none());
    if let Some(d) = (0..images.len()).find(computed) {
        // If the result is empty, so are the images, to save the memory of their padding.
        images.splice(d..=d, sizes::where_some(b, vec![images[d]], &to)?);
    }
    lhs = padding.apply_to(b, lhs, zero, &images)?;
    let grouped = if feature_groups > 1 { feature } else { batch };
    let images = split(b, &images, grouped, groups)?;
    lhs = reshape(b, lhs, &images)?;
    let kernel = split(b, &kernel, dims.kernel_output_feature_dimension, groups)?;
    rhs = reshape(b, rhs, &kernel)?;
    let depth = images[feature as usize + usize::from(grouped <= feature)];
    let other = dims.kernel_input_feature_dimension;
    let other = kernel[other as usize + usize::from(dims.kernel_output_feature_dimension < other)];
    sizes::require(b, CmpIPredicate::Eq, depth, other, "numbers of features differ")?;
    let out_shape = split(b, &to, dims.output_feature_dimension, groups)?;
    // Loops: one for each dimension of the split result, then input features and the elements of windows.
    let n_out = out_shape.len() as u32;
    let rank = n_out + 1 + windows.len() as u32;
    let at = |d: i64| d as u32 + u32::from(d > dims.output_feature_dimension);
    let (group, out_feature) =
        (dims.output_feature_dimension as u32, dims.output_feature_dimension as u32 + 1);
    let mut images = Vec::new();
    for d in 0..to.len() as i64 {
        if d == grouped {
            images.push(AffineExpr::dim(group));
        }
        images.push(if d == batch {
            AffineExpr::dim(at(dims.output_batch_dimension))
        } else if d == feature {
            AffineExpr::dim(n_out)
        } else {
            let i = dims.input_spatial_dimensions.iter().position(|&s| s == d);
            let i = i.ok_or("its dimensions are off")?;
            window::place(&windows[i], at(dims.output_spatial_dimensions[i]), n_out + 1 + i as u32)
        });
    }
    let mut kernel = Vec::new();
    for d in 0..to.len() as i64 {
        if d == dims.kernel_output_feature_dimension {
            kernel.extend([group, out_feature]);
        } else if d == dims.kernel_input_feature_dimension {
            kernel.push(n_out);
        } else {
            let i = dims.kernel_spatial_dimensions.iter().position(|&s| s == d);
            kernel.push(n_out + 1 + i.ok_or("its dimensions are off")? as u32);
        }
    }
    let maps = [
        AffineMap::new(rank, 0, images),
        AffineMap::select(rank, &kernel),
        AffineMap::select(rank, &(0..n_out).collect::<Vec<_>>()),
    ];
    let mut loops = vec![IteratorType::Parallel; n_out as usize];
    loops.extend(vec![IteratorType::Reduction; 1 + windows.len()]);
    let sum = sum_type_of(b, op)?;
    let zero = constants::zero(b, sum);
    let init = sizes::filled(b, zero, &out_shape)?;
    let sums = sum_of_products(b, &[lhs, rhs], init, &maps, &loops, factors)?;
    let sums = reshape(b, sums, &to)?;
    rounded(b, sums, result)
}
