//! `convolution` and `dynamic_conv`: the images are padded, and a `linalg.generic` sums over windows and input features.
//!
//! Groups are a dimension of their own: feature groups split the features of the images, batch groups split the batch, and both split the
//! output features of the kernel. One group needs no such dimension, nor do groups of one feature each. Where the output features of
//! kernel or result are not innermost, all operands are transposed first, as they are the lanes of vectors. A convolution over a dilated
//! base is one convolution without holes for each remainder of the output position by the dilation, where all numbers of that dimension
//! are constants and there are few remainders.

mod order;
mod phases;
mod windows;

use order::Order;
use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo::{
    self as hlo,
    infer::{self, Window},
};
use strata_tensor::MixedIndex;

use super::{
    Lowered, constants, contraction,
    factors::Factors,
    movement,
    pad::Padding,
    shape_operands,
    sizes::{self, ZERO},
    state::Lowering,
    types, window,
};

/// The reason why dimension numbers that do not match the ranks are rejected.
const DIMENSIONS: &str = "its dimensions are off";

/// The windows along one spatial dimension.
#[derive(Clone, Copy)]
struct Axis {
    /// Strides and dilations. The other numbers may be values, and follow.
    window: Window,
    size: MixedIndex,
    low: MixedIndex,
    high: MixedIndex,
}

impl Axis {
    /// The window, if all its numbers are constants.
    fn constant(&self) -> Option<Window> {
        let [size, low, high] = [self.size, self.low, self.high].map(|n| n.as_static());
        Some(Window { size: size?, low: low?, high: high?, ..self.window })
    }
    /// The number of elements of images of `n` elements with holes and padding.
    fn padded(&self, b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
        let (low, high, interior) = (self.low, self.high, (self.window.base_dilation - 1).into());
        if [low, high, interior] == [ZERO; 3] {
            return Ok(n);
        }
        let padding = Padding { low: vec![low], high: vec![high], interior: vec![interior] };
        padding.sizes(b, &[n], None)?.first().copied().ok_or_else(|| DIMENSIONS.into())
    }
}

/// A convolution, whose sizes are constants or values.
#[derive(Clone)]
struct Problem {
    lhs: Value,
    rhs: Value,
    /// The sizes of images and kernel.
    shapes: [Vec<MixedIndex>; 2],
    /// The sizes of the images with holes and padding.
    padded: Vec<MixedIndex>,
    to: Vec<MixedIndex>,
    axes: Vec<Axis>,
    images: Order,
    kernel: Order,
    result: Order,
    feature_groups: i64,
    batch_groups: i64,
    /// The number of phases that the convolution, of which this is one, consists of.
    phases: i64,
    /// Element type of sums.
    sum: Type,
    factors: Factors,
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let result = b.ty(b.result(op, 0));
    let sum = contraction::sum_type_of(b, op)?;
    if let Some(to) = sums_of_nothing(b, op)? {
        let zero = constants::zero(b, sum);
        let filled = constants::filled(b, zero, &to)?;
        return contraction::rounded(b, filled, result);
    }
    let sums = Problem::from_op(l, b, op, sum)?.with_lanes_innermost(b)?;
    contraction::rounded(b, sums, result)
}

/// The sizes of the result of a convolution of constant sizes that has no elements or no factors. Its paddings may be any numbers.
fn sums_of_nothing(b: &Body, op: Op) -> Lowered<Option<Vec<i64>>> {
    if !op.isa::<hlo::ConvolutionOp>(b) || types::has_unknown_sizes(b, op) {
        return Ok(None);
    }
    let [lhs, rhs] = [0, 1].map(|i| types::shape(b, b.ty(b.operand(op, i))));
    let (lhs, rhs, to) = (lhs?, rhs?, types::shape(b, b.ty(b.result(op, 0)))?);
    Ok([&lhs, &rhs, &to].iter().any(|shape| shape.contains(&0)).then_some(to))
}

/// The numbers of an attribute; none if it is missing.
fn numbers<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a)).map_or(&[][..], |a| &a.values)
}

/// The dimensions of the kernel that are reversed.
fn reversed(b: &Body, op: Op, kernel: &Order) -> Vec<i64> {
    numbers(b, op, "window_reversal")
        .iter()
        .zip(&kernel.spatial)
        .filter_map(|(&reversed, &d)| (reversed != 0).then_some(d))
        .collect()
}

/// The windows of an op whose paddings are an operand, without paddings.
fn unpadded(b: &Body, op: Op, kernel: &Order) -> Lowered<Vec<Window>> {
    let shape = types::sizes(b, b.ty(b.operand(op, 1)))?;
    let size: Vec<i64> = kernel.spatial.iter().map(|&d| shape[d as usize]).collect();
    let list = |name: &str| Some(numbers(b, op, name)).filter(|list| !list.is_empty());
    let (strides, base, own) = (list("window_strides"), list("lhs_dilation"), list("rhs_dilation"));
    infer::windows(&size, strides, None, base, own)
}

/// The windows along all spatial dimensions, over a kernel of these sizes.
fn axes(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
    kernel: &Order,
    shape: &[MixedIndex],
) -> Lowered<Vec<Axis>> {
    let (windows, ends) = match op.as_op::<hlo::ConvolutionOp>(b) {
        Some(conv) => {
            let windows = conv.windows(b)?;
            let ends = windows.iter().flat_map(|w| [w.low.into(), w.high.into()]).collect();
            (windows, ends)
        }
        None => (unpadded(b, op, kernel)?, shape_operands::numbers(l, b, b.operand(op, 2))?),
    };
    let rank = kernel.spatial.len();
    if windows.len() != rank || ends.len() != 2 * rank {
        return Err("its windows do not match its dimensions".into());
    }
    let axis = |((&window, ends), &d): ((&Window, &[MixedIndex]), &i64)| Axis {
        window,
        size: shape[d as usize],
        low: ends[0],
        high: ends[1],
    };
    Ok(windows.iter().zip(ends.chunks_exact(2)).zip(&kernel.spatial).map(axis).collect())
}

impl Problem {
    fn from_op(l: &Lowering, b: &mut Builder<'_>, op: Op, sum: Type) -> Lowered<Self> {
        let factors = Factors::from_op(l, b, op)?;
        let dims =
            b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
        let dims = dims.ok_or("its dimensions are not known")?.clone();
        let count = |name: &str| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
        let (batch_groups, feature_groups) = (count("batch_group_count"), count("feature_group_count"));
        let [lhs, mut rhs] = [l.get(b.operand(op, 0))?, l.get(b.operand(op, 1))?];
        let shapes = [sizes::mixed_sizes(b, lhs)?, sizes::mixed_sizes(b, rhs)?];
        let [images, kernel, result] = Order::all(&dims, [shapes[0].len(), shapes[1].len()])?;
        let axes = axes(l, b, op, &kernel, &shapes[1])?;
        let reversed = reversed(b, op, &kernel);
        if !reversed.is_empty() {
            rhs = movement::reverse(b, rhs, &reversed)?;
        }
        let (padded, to) = (shapes[0].clone(), vec![ZERO; shapes[0].len()]);
        let mut all = Self {
            lhs,
            rhs,
            shapes,
            padded,
            to,
            axes,
            images,
            kernel,
            result,
            feature_groups,
            batch_groups,
            phases: 1,
            sum,
            factors,
        };
        all.match_features(b)?;
        let result = b.ty(b.result(op, 0));
        all.set_sizes(b, result)?;
        Ok(all)
    }

    /// Checks that groups divide what they split, and that images and kernel have as many input features.
    fn match_features(&mut self, b: &mut Builder<'_>) -> Lowered<()> {
        let (batch, features) = (self.images.first as usize, self.images.last as usize);
        let [images, kernel] = &self.shapes;
        let outs = kernel[self.kernel.last as usize];
        let groups = self.batch_groups.max(self.feature_groups);
        for (n, groups) in
            [(images[batch], self.batch_groups), (images[features], self.feature_groups), (outs, groups)]
        {
            let each = sizes::div(b, n, groups.into())?;
            let covered = sizes::mul(b, each, groups.into())?;
            sizes::require(
                b,
                CmpIPredicate::Eq,
                covered,
                n,
                "a size is no multiple of the number of groups",
            )?;
        }
        let each = sizes::div(b, images[features], self.feature_groups.into())?;
        let known = kernel[self.kernel.first as usize];
        sizes::require(b, CmpIPredicate::Eq, each, known, "numbers of features differ")?;
        if let Some(n) = known.as_static() {
            let n = n.checked_mul(self.feature_groups).ok_or(sizes::TOO_LARGE)?.into();
            self.shapes[0][features] = n;
            self.lhs = sizes::with_sizes(b, self.lhs, &self.shapes[0]);
        }
        Ok(())
    }

    /// Computes the sizes of the padded images, and those of the result, of this type.
    fn set_sizes(&mut self, b: &mut Builder<'_>, result: Type) -> Lowered<()> {
        self.padded.clone_from(&self.shapes[0]);
        let batch = self.shapes[0][self.images.first as usize];
        self.to[self.result.first as usize] = sizes::div(b, batch, self.batch_groups.into())?;
        self.to[self.result.last as usize] = self.shapes[1][self.kernel.last as usize];
        for (i, axis) in self.axes.iter().enumerate() {
            let (d, at) = (self.images.spatial[i] as usize, self.result.spatial[i] as usize);
            self.padded[d] = axis.padded(b, self.shapes[0][d])?;
            self.to[at] = window::count_of(b, &axis.window, axis.size, self.padded[d])?;
        }
        self.to = sizes::refined(b, std::mem::take(&mut self.to), result)?;
        let is_computed = |axis: &Axis| axis.low.as_static().is_none() || axis.high.as_static().is_none();
        if let Some(i) = self.axes.iter().position(is_computed) {
            // If the result is empty, so are the images, to save the memory of their padding.
            let d = self.images.spatial[i] as usize;
            let size = sizes::where_some(b, vec![self.padded[d]], &self.to)?;
            self.padded.splice(d..=d, size);
        }
        Ok(())
    }
}
