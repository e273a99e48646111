//! `convolution`: the images are padded, and a `linalg.generic` sums over windows and input features.
//!
//! Groups are a dimension of their own: those of features split the features of the images, those of the batch its
//! elements, and both the output features of the kernel.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::IteratorType;
use strata_stablehlo as hlo;

use super::{
    Lowered, constants, contraction, dynamic,
    function::Lowering,
    movement,
    types::{self, Kind},
    window,
};

/// The sizes with dimension `d` split into `groups` parts, the number of the part first.
fn split(sizes: &[i64], d: i64, groups: i64) -> Vec<i64> {
    let d = d as usize;
    let mut out = sizes.to_vec();
    out[d] /= groups;
    out.insert(d, groups);
    out
}

/// The numbers of an attribute; none where it is missing.
fn numbers<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a)).map_or(&[][..], |a| &a.values)
}

/// The windows of an op whose paddings are computed.
fn unpadded_windows(b: &Body, op: Op, spatial: &[i64], kernel: &[i64]) -> Lowered<Vec<hlo::infer::Window>> {
    let number = |name: &str, i: usize| numbers(b, op, name).get(i).copied().unwrap_or(1);
    let one = |(i, &d): (usize, &i64)| hlo::infer::Window {
        size: kernel[d as usize],
        stride: number("window_strides", i),
        low: 0,
        high: 0,
        dilation: number("rhs_dilation", i),
        base_dilation: number("lhs_dilation", i),
    };
    let fits = spatial.iter().all(|&d| (d as usize) < kernel.len());
    if fits {
        Ok(spatial.iter().enumerate().map(one).collect())
    } else {
        Err("its dimensions are off".into())
    }
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let mut shapes = [types::shape(b, b.ty(olds[0]))?, types::shape(b, b.ty(olds[1]))?];
    let result = b.ty(b.result(op, 0));
    let to = types::shape(b, result)?;
    let unsigned = types::kind(b.cx(), b.cx().elem_or_self(b.ty(olds[0])))? == Kind::Unsigned;
    let dims = b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let dims = dims.ok_or("its dimensions are not known")?.clone();
    let computed = op.as_op::<hlo::DynamicConvOp>(b);
    let mut windows = match op.as_op::<hlo::ConvolutionOp>(b) {
        Some(conv) => conv.windows(b)?,
        None => unpadded_windows(b, op, &dims.kernel_spatial_dimensions, &shapes[1])?,
    };
    let count = |b: &Body, name: &str| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
    let batch_groups = count(b, "batch_group_count");
    let feature_groups = count(b, "feature_group_count");
    let groups = batch_groups.max(feature_groups);
    let sum = contraction::sum_type(b, result);
    if to.contains(&0) || shapes.iter().any(|s| s.contains(&0)) {
        let zero = constants::zero(b, sum);
        let filled = constants::filled(b, zero, &to)?;
        return contraction::rounded(b, filled, result);
    }
    let mut lhs = l.get(olds[0])?;
    if let Some(conv) = computed {
        let outputs = dims.output_spatial_dimensions.iter().map(|&d| to[d as usize]);
        let covered = |(w, n): (&hlo::infer::Window, i64)| (n - 1) * w.stride + (w.size - 1) * w.dilation + 1;
        let extents: Vec<i64> = windows.iter().zip(outputs).map(covered).collect();
        let dilations: Vec<i64> = windows.iter().map(|w| w.base_dilation).collect();
        let spatial = &dims.input_spatial_dimensions;
        lhs = dynamic::padded_images(l, b, conv, spatial, &extents, &dilations)?;
        shapes[0] = types::shape(b, b.ty(lhs))?;
        windows.iter_mut().for_each(|w| w.base_dilation = 1);
    }
    let mut rhs = l.get(olds[1])?;
    let reversed: Vec<i64> = numbers(b, op, "window_reversal")
        .iter()
        .zip(dims.kernel_spatial_dimensions.iter())
        .filter_map(|(&reversed, &d)| (reversed != 0).then_some(d))
        .collect();
    if !reversed.is_empty() {
        rhs = movement::reverse(b, rhs, &reversed, &shapes[1]);
    }
    // Windows over all dimensions of the images: nothing happens in those that are not spatial.
    let still = hlo::infer::Window { size: 1, stride: 1, low: 0, high: 0, dilation: 1, base_dilation: 1 };
    let mut all = vec![still; to.len()];
    for (&d, &w) in dims.input_spatial_dimensions.iter().zip(&windows) {
        all[d as usize] = w;
    }
    let zero = constants::zero(b, b.cx().elem_or_self(b.ty(lhs)));
    lhs = window::padded(b, lhs, &shapes[0], &all, zero)?;
    let images = b.cx().shaped(b.ty(lhs)).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
    let grouped = if feature_groups > 1 { dims.input_feature_dimension } else { dims.input_batch_dimension };
    lhs = movement::reshape(b, lhs, &split(&images, grouped, groups))?;
    rhs = movement::reshape(b, rhs, &split(&shapes[1], dims.kernel_output_feature_dimension, groups))?;
    let out_shape = split(&to, dims.output_feature_dimension, groups);
    // Loops: one for each dimension of the split result, then input features and the elements of windows.
    let n_out = out_shape.len() as u32;
    let spatial = windows.len() as u32;
    let rank = n_out + 1 + spatial;
    // Where a dimension of the result that is not split is among the loops.
    let at = |d: i64| d as u32 + u32::from(d > dims.output_feature_dimension);
    let (group, feature) = (dims.output_feature_dimension as u32, dims.output_feature_dimension as u32 + 1);
    let mut images = Vec::new();
    for d in 0..to.len() as i64 {
        if d == grouped {
            images.push(AffineExpr::dim(group));
        }
        images.push(if d == dims.input_batch_dimension {
            AffineExpr::dim(at(dims.output_batch_dimension))
        } else if d == dims.input_feature_dimension {
            AffineExpr::dim(n_out)
        } else {
            let i =
                dims.input_spatial_dimensions.iter().position(|&s| s == d).ok_or("its dimensions are off")?;
            window::place(&windows[i], at(dims.output_spatial_dimensions[i]), n_out + 1 + i as u32)
        });
    }
    let mut kernel = Vec::new();
    for d in 0..to.len() as i64 {
        if d == dims.kernel_output_feature_dimension {
            kernel.extend([group, feature]);
        } else if d == dims.kernel_input_feature_dimension {
            kernel.push(n_out);
        } else {
            let i = dims
                .kernel_spatial_dimensions
                .iter()
                .position(|&s| s == d)
                .ok_or("its dimensions are off")?;
            kernel.push(n_out + 1 + i as u32);
        }
    }
    let maps = [
        AffineMap::new(rank, 0, images),
        AffineMap::select(rank, &kernel),
        AffineMap::select(rank, &(0..n_out).collect::<Vec<_>>()),
    ];
    let mut loops = vec![IteratorType::Parallel; n_out as usize];
    loops.extend(vec![IteratorType::Reduction; 1 + spatial as usize]);
    let zero = constants::zero(b, sum);
    let init = constants::filled(b, zero, &out_shape)?;
    let sums = contraction::sum_of_products(b, &[lhs, rhs], init, &maps, &loops, unsigned)?;
    let sums = movement::reshape(b, sums, &to)?;
    contraction::rounded(b, sums, result)
}
