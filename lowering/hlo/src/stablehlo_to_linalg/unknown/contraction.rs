//! `dot`, `dot_general` and `convolution`.

use strata_arith::CmpIPredicate;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, MatmulOp};
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::MixedIndex;

use super::{reduction, shape, slices};
use crate::stablehlo_to_linalg::{
    Lowered, cast, constants,
    contraction::{sum_of_products, sum_type},
    function::Lowering,
    movement, sizes,
    types::{self, Kind, signless},
    window,
};

/// Sums as elements of a result of an old type.
fn rounded(b: &mut Builder<'_>, sums: Value, result: Type) -> Lowered<Value> {
    let elem = b.cx().elem_or_self(signless(b.cx(), result));
    if b.cx().elem_or_self(b.ty(sums)) == elem {
        return Ok(sums);
    }
    let to = sizes::of(b, sums)?;
    let init = sizes::empty(b, &to, elem);
    let op =
        GenericOp::elementwise(b, &[sums], &[init], |b, args| vec![cast::float_to_float(b, args[0], elem)]);
    Ok(b.result(op.op(), 0))
}

/// Dimensions of one operand: those of the batch, those summed over, and the others.
struct Parts {
    batch: Vec<i64>,
    contract: Vec<i64>,
    free: Vec<i64>,
}

pub(super) fn dot(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let values = [l.get(olds[0])?, l.get(olds[1])?];
    let all = [sizes::of(b, values[0])?, sizes::of(b, values[1])?];
    let lists = match op.as_op::<hlo::DotGeneralOp>(b) {
        Some(dot) => {
            let d = dot.dims(b);
            [
                (d.lhs_batching_dimensions.to_vec(), d.lhs_contracting_dimensions.to_vec()),
                (d.rhs_batching_dimensions.to_vec(), d.rhs_contracting_dimensions.to_vec()),
            ]
        }
        None => [(vec![], vec![all[0].len() as i64 - 1]), (vec![], vec![0])],
    };
    let mut side = 0;
    let parts = lists.map(|(batch, contract)| {
        let rank = all[side].len() as i64;
        side += 1;
        let free = (0..rank).filter(|d| !batch.contains(d) && !contract.contains(d)).collect();
        Parts { batch, contract, free }
    });
    let pairs = |part: fn(&Parts) -> &Vec<i64>| part(&parts[0]).iter().zip(part(&parts[1]));
    for (&x, &y) in pairs(|p| &p.batch).chain(pairs(|p| &p.contract)) {
        let (n, m) = (all[0][x as usize], all[1][y as usize]);
        sizes::require(b, CmpIPredicate::Eq, n, m, "sizes of the operands of a product differ")?;
    }
    let unsigned = types::kind(b.cx(), b.cx().elem_or_self(b.ty(olds[0])))? == Kind::Unsigned;
    let (nb, nl, nr) = (parts[0].batch.len(), parts[0].free.len(), parts[1].free.len());
    let rank = nb + nl + nr + parts[0].contract.len();
    let map = |side: usize| {
        let mut loops = vec![0; all[side].len()];
        let p = &parts[side];
        let groups =
            [(&p.batch, 0), (&p.free, if side == 0 { nb } else { nb + nl }), (&p.contract, nb + nl + nr)];
        for (dims, first) in groups {
            for (i, &dim) in dims.iter().enumerate() {
                loops[dim as usize] = (first + i) as u32;
            }
        }
        loops
    };
    let mut to: Vec<MixedIndex> = parts[0].batch.iter().map(|&d| all[0][d as usize]).collect();
    for side in 0..2 {
        to.extend(parts[side].free.iter().map(|&d| all[side][d as usize]));
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    let elem = sum_type(b, result);
    let zero = constants::zero(b, elem);
    let init = sizes::filled(b, zero, &to)?;
    let (lhs, rhs) = (map(0), map(1));
    let sums = if !unsigned && lhs == [0, 2] && rhs == [2, 1] {
        let op = MatmulOp::of(b, values, init, &[])?.op();
        b.result(op, 0)
    } else {
        let (n, out) = (rank as u32, (nb + nl + nr) as u32);
        let maps = [
            AffineMap::select(n, &lhs),
            AffineMap::select(n, &rhs),
            AffineMap::select(n, &(0..out).collect::<Vec<_>>()),
        ];
        let loops: Vec<IteratorType> =
            (0..n).map(|i| if i < out { IteratorType::Parallel } else { IteratorType::Reduction }).collect();
        sum_of_products(b, &values, init, &maps, &loops, unsigned)?
    };
    rounded(b, sums, result)
}

/// The numbers of an attribute; none where it is missing.
fn numbers<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a)).map_or(&[][..], |a| &a.values)
}

/// The sizes with dimension `d` split into `groups` parts, the number of the part first.
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

pub(super) fn convolution(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(conv) = op.as_op::<hlo::ConvolutionOp>(b) else { return Err("it is not known".into()) };
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let result = b.ty(b.result(op, 0));
    let unsigned = types::kind(b.cx(), b.cx().elem_or_self(b.ty(olds[0])))? == Kind::Unsigned;
    let dims = b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let dims = dims.ok_or("its dimensions are not known")?.clone();
    let kernel = types::shape(b, b.ty(olds[1])).map_err(|_| "the sizes of its kernel are not known")?;
    let windows = conv.windows(b)?;
    let count = |b: &Body, name: &str| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
    let (batch_groups, feature_groups) = (count(b, "batch_group_count"), count(b, "feature_group_count"));
    let groups = batch_groups.max(feature_groups);
    let (mut lhs, mut rhs) = (l.get(olds[0])?, l.get(olds[1])?);
    let reversed: Vec<i64> = numbers(b, op, "window_reversal")
        .iter()
        .zip(dims.kernel_spatial_dimensions.iter())
        .filter_map(|(&reversed, &d)| (reversed != 0).then_some(d))
        .collect();
    if !reversed.is_empty() {
        rhs = movement::reverse(b, rhs, &reversed, &kernel);
    }
    // Windows over all dimensions of the images: nothing happens in those that are not spatial.
    let still = Window { size: 1, stride: 1, low: 0, high: 0, dilation: 1, base_dilation: 1 };
    let mut over = vec![still; kernel.len()];
    for (&d, &w) in dims.input_spatial_dimensions.iter().zip(&windows) {
        over[d as usize] = w;
    }
    let zero = constants::zero(b, b.cx().elem_or_self(b.ty(lhs)));
    lhs = slices::padded(b, lhs, &reduction::paddings(&over), zero, None)?;
    let images = sizes::of(b, lhs)?;
    let (batch, feature) = (dims.input_batch_dimension, dims.input_feature_dimension);
    let mut to: Vec<MixedIndex> = vec![0.into(); kernel.len()];
    to[dims.output_batch_dimension as usize] = sizes::div(b, images[batch as usize], batch_groups.into())?;
    to[dims.output_feature_dimension as usize] = kernel[dims.kernel_output_feature_dimension as usize].into();
    for ((&d, &o), w) in
        dims.input_spatial_dimensions.iter().zip(dims.output_spatial_dimensions.iter()).zip(&windows)
    {
        to[o as usize] = reduction::count(b, w, images[d as usize])?;
    }
    let to = sizes::refined(b, to, result)?;
    let grouped = if feature_groups > 1 { feature } else { batch };
    let images = split(b, &images, grouped, groups)?;
    lhs = shape::reshaped(b, lhs, &images)?;
    let kernel: Vec<MixedIndex> = kernel.iter().map(|&n| n.into()).collect();
    let kernel = split(b, &kernel, dims.kernel_output_feature_dimension, groups)?;
    rhs = shape::reshaped(b, rhs, &kernel)?;
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
    let sum = sum_type(b, result);
    let zero = constants::zero(b, sum);
    let init = sizes::filled(b, zero, &out_shape)?;
    let sums = sum_of_products(b, &[lhs, rhs], init, &maps, &loops, unsigned)?;
    let sums = shape::reshaped(b, sums, &to)?;
    rounded(b, sums, result)
}
