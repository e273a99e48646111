//! `convolution`: the images are padded, and a `linalg.generic` sums over windows and input features.
//!
//! Groups are a dimension of their own: feature groups split the features of the images, batch groups split the batch, and both split the
//! output features of the kernel. Where the output features of kernel or result are not innermost, all operands are transposed first, as
//! they are the lanes of vectors. A convolution over a dilated base is one convolution without holes for each remainder of the output
//! position by the dilation.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::IteratorType;
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::{ExtractSliceOp, InsertSliceOp};

use super::{
    Lowered, constants, contraction, factors::Factors, movement, pad::Padding, reshape::reshape,
    sizes::fixed, state::Lowering, types, window,
};

/// The sizes with dimension `d` split into `groups` parts, the index of the part first.
fn split(sizes: &[i64], d: i64, groups: i64) -> Vec<i64> {
    let d = d as usize;
    let mut out = sizes.to_vec();
    out[d] /= groups;
    out.insert(d, groups);
    out
}

/// The numbers of an attribute; none if it is missing.
pub(super) fn numbers<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a)).map_or(&[][..], |a| &a.values)
}

/// The dimensions of the kernel that are reversed.
pub(super) fn reversed(b: &Body, op: Op, dims: &hlo::ConvDimensionNumbers) -> Vec<i64> {
    numbers(b, op, "window_reversal")
        .iter()
        .zip(dims.kernel_spatial_dimensions.iter())
        .filter_map(|(&reversed, &d)| (reversed != 0).then_some(d))
        .collect()
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let olds = [b.operand(op, 0), b.operand(op, 1)];
    let shapes = [types::shape(b, b.ty(olds[0]))?, types::shape(b, b.ty(olds[1]))?];
    let result = b.ty(b.result(op, 0));
    let to = types::shape(b, result)?;
    let factors = Factors::from_op(l, b, op)?;
    let dims = b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let dims = dims.ok_or("its dimensions are not known")?.clone();
    let windows = op.as_op::<hlo::ConvolutionOp>(b).ok_or("it is not known")?.windows(b)?;
    let count = |b: &Body, name: &str| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1);
    let batch_groups = count(b, "batch_group_count");
    let feature_groups = count(b, "feature_group_count");
    let sum = contraction::sum_type_of(b, op)?;
    if to.contains(&0) || shapes.iter().any(|s| s.contains(&0)) {
        let zero = constants::zero(b, sum);
        let filled = constants::filled(b, zero, &to)?;
        return contraction::rounded(b, filled, result);
    }
    let lhs = l.get(olds[0])?;
    let mut rhs = l.get(olds[1])?;
    let reversed = reversed(b, op, &dims);
    if !reversed.is_empty() {
        rhs = movement::reverse(b, rhs, &reversed)?;
    }
    let problem = Problem {
        lhs,
        rhs,
        shapes,
        to,
        windows,
        images: order(
            dims.input_batch_dimension,
            &dims.input_spatial_dimensions,
            dims.input_feature_dimension,
        ),
        kernel: order(
            dims.kernel_input_feature_dimension,
            &dims.kernel_spatial_dimensions,
            dims.kernel_output_feature_dimension,
        ),
        result: order(
            dims.output_batch_dimension,
            &dims.output_spatial_dimensions,
            dims.output_feature_dimension,
        ),
        feature_groups,
        batch_groups,
        sum,
        factors,
    };
    let sums = problem.with_lanes_innermost(b)?;
    contraction::rounded(b, sums, result)
}

/// The first dimension, the spatial ones, and the last one.
#[derive(Clone)]
struct Order {
    /// Batch of images and results, input features of kernels.
    first: i64,
    spatial: Vec<i64>,
    /// Features; output features of kernels.
    last: i64,
}

fn order(first: i64, spatial: &[i64], last: i64) -> Order {
    Order { first, spatial: spatial.to_vec(), last }
}

impl Order {
    fn rank(&self) -> usize {
        self.spatial.len() + 2
    }
    /// The dimensions in the order of [`Order::channels_last`].
    fn permutation(&self, kernel: bool) -> Vec<i64> {
        let mut out = self.spatial.clone();
        out.insert(if kernel { out.len() } else { 0 }, self.first);
        out.push(self.last);
        out
    }
    /// Batch, spatial dimensions, features; of a kernel spatial dimensions, input features, output features.
    fn channels_last(rank: usize, kernel: bool) -> Order {
        let rank = rank as i64;
        if kernel {
            Order { first: rank - 2, spatial: (0..rank - 2).collect(), last: rank - 1 }
        } else {
            Order { first: 0, spatial: (1..rank - 1).collect(), last: rank - 1 }
        }
    }
}

/// A convolution with static sizes.
#[derive(Clone)]
struct Problem {
    lhs: Value,
    rhs: Value,
    shapes: [Vec<i64>; 2],
    to: Vec<i64>,
    windows: Vec<Window>,
    images: Order,
    kernel: Order,
    result: Order,
    feature_groups: i64,
    batch_groups: i64,
    /// Element type of sums.
    sum: Type,
    factors: Factors,
}

/// The taps of a window that hit elements and not holes, for output positions `r, r + base_dilation, …`.
struct Phase {
    /// The first tap.
    first: i64,
    /// The distance between taps.
    step: i64,
    /// The window over the base without holes.
    window: Window,
    /// The number of output positions.
    places: i64,
}

impl Phase {
    /// `n` is the size of the images in this dimension, `count` that of the result; the stride is one. `None` where all
    /// taps meet holes.
    fn new(w: &Window, r: i64, n: i64, count: i64) -> Option<Phase> {
        let holes = w.base_dilation;
        let meets = |k: i64| (r + k * w.dilation - w.low).rem_euclid(holes) == 0;
        let first = (0..w.size.min(holes)).find(|&k| meets(k))?;
        let step = (1..=holes).find(|&s| s * w.dilation % holes == 0)?;
        let (size, dilation) = ((w.size - first + step - 1) / step, step * w.dilation / holes);
        let low = -(r + first * w.dilation - w.low) / holes;
        let places = (count - r + holes - 1) / holes;
        let high = places + (size - 1) * dilation - low - n;
        let window = Window { size, stride: 1, low, high, dilation, base_dilation: 1 };
        Some(Phase { first, step, window, places })
    }
}

impl Problem {
    /// The sums, with operands transposed so that vector lanes are innermost.
    fn with_lanes_innermost(mut self, b: &mut Builder<'_>) -> Lowered<Value> {
        let rank = self.result.rank();
        let last = rank as i64 - 1;
        if self.kernel.last == last && self.result.last == last {
            return self.without_holes(b);
        }
        let orders = [(&self.images, false), (&self.kernel, true), (&self.result, false)]
            .map(|(order, kernel)| order.permutation(kernel));
        self.lhs = movement::transpose(b, self.lhs, &orders[0])?;
        self.shapes[0] = orders[0].iter().map(|&d| self.shapes[0][d as usize]).collect();
        self.rhs = self.kernel_with_lanes_innermost(b, &orders[1])?;
        self.shapes[1] = orders[1].iter().map(|&d| self.shapes[1][d as usize]).collect();
        self.kernel = Order::channels_last(rank, true);
        self.to = orders[2].iter().map(|&d| self.to[d as usize]).collect();
        self.images = Order::channels_last(rank, false);
        self.result = Order::channels_last(rank, false);
        let sums = self.without_holes(b)?;
        let mut back = vec![0; rank];
        for (i, &d) in orders[2].iter().enumerate() {
            back[d as usize] = i as i64;
        }
        movement::transpose(b, sums, &back)
    }

    /// The kernel with its output features innermost. If they are outermost, the kernel is transposed as a matrix first, and its rows,
    /// which are long then, are permuted after that: the few contiguous elements of a window make poor rows for vectors.
    fn kernel_with_lanes_innermost(&self, b: &mut Builder<'_>, order: &[i64]) -> Lowered<Value> {
        let shape = &self.shapes[1];
        let places: i64 = self.kernel.spatial.iter().map(|&d| shape[d as usize]).product();
        if places == 1 || self.kernel.last != 0 {
            return movement::transpose(b, self.rhs, order);
        }
        let matrix = reshape(b, self.rhs, &fixed(&[shape[0], shape[1..].iter().product()]))?;
        let matrix = movement::transpose(b, matrix, &[1, 0])?;
        let rows: Vec<i64> = shape[1..].iter().chain(&shape[..1]).copied().collect();
        let rows = reshape(b, matrix, &fixed(&rows))?;
        let rank = shape.len() as i64;
        let moved: Vec<i64> = order.iter().map(|&d| (d + rank - 1) % rank).collect();
        movement::transpose(b, rows, &moved)
    }

    /// The sums; a dimension with holes is computed in phases.
    fn without_holes(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let Some(i) = self.windows.iter().position(|w| w.base_dilation > 1 && w.stride == 1) else {
            return self.sums(b);
        };
        let w = self.windows[i];
        let (at, image, tap) = (
            self.result.spatial[i] as usize,
            self.images.spatial[i] as usize,
            self.kernel.spatial[i] as usize,
        );
        let zero = constants::zero(b, self.sum);
        let mut out = constants::filled(b, zero, &self.to)?;
        let rank = self.to.len();
        for r in 0..w.base_dilation.min(self.to[at]) {
            let Some(phase) = Phase::new(&w, r, self.shapes[0][image], self.to[at]) else { continue };
            let mut part = self.clone();
            part.windows[i] = phase.window;
            part.to[at] = phase.places;
            part.shapes[1][tap] = phase.window.size;
            let (mut offsets, mut strides) = (vec![0; rank], vec![1; rank]);
            (offsets[tap], strides[tap]) = (phase.first, phase.step);
            part.rhs = ExtractSliceOp::create(
                b,
                self.rhs,
                &fixed(&offsets),
                &fixed(&part.shapes[1]),
                &fixed(&strides),
            );
            let sums = part.without_holes(b)?;
            let (mut offsets, mut strides) = (vec![0; rank], vec![1; rank]);
            (offsets[at], strides[at]) = (r, w.base_dilation);
            out = InsertSliceOp::create(b, sums, out, &fixed(&offsets), &fixed(&part.to), &fixed(&strides));
        }
        Ok(out)
    }

    /// The images with their padding.
    fn padded(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        // Windows over all dimensions of the images: the identity in those that are not spatial.
        let still = Window { size: 1, stride: 1, low: 0, high: 0, dilation: 1, base_dilation: 1 };
        let mut all = vec![still; self.to.len()];
        for (&d, &w) in self.images.spatial.iter().zip(&self.windows) {
            all[d as usize] = w;
        }
        let zero = constants::zero(b, b.cx().elem_or_self(b.ty(self.lhs)));
        Padding::of_windows(&all).apply(b, self.lhs, zero, None)
    }

    /// Whether each feature of the images contributes to one feature of the result only.
    fn is_depthwise(&self) -> bool {
        let features = self.shapes[0][self.images.last as usize];
        self.feature_groups == features && self.to[self.result.last as usize] == features
    }

    /// All sums as one op.
    fn sums(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let groups = self.batch_groups.max(self.feature_groups);
        let images = self.padded(b)?;
        if groups == 1 || self.is_depthwise() {
            return self.one_group(b, images);
        }
        let shape = types::shape(b, b.ty(images))?;
        let grouped = if self.feature_groups > 1 { self.images.last } else { self.images.first };
        let images = reshape(b, images, &fixed(&split(&shape, grouped, groups)))?;
        let kernel = reshape(b, self.rhs, &fixed(&split(&self.shapes[1], self.kernel.last, groups)))?;
        let out_shape = split(&self.to, self.result.last, groups);
        // Loops: one for each dimension of the split result, then input features and the elements of windows.
        let n_out = out_shape.len() as u32;
        // The loop of a dimension of the result that is not split.
        let at = |d: i64| d as u32 + u32::from(d > self.result.last);
        let (group, feature) = (self.result.last as u32, self.result.last as u32 + 1);
        let mut image_map = Vec::new();
        let mut kernel_map = Vec::new();
        for d in 0..self.to.len() as i64 {
            if d == grouped {
                image_map.push(AffineExpr::dim(group));
            }
            image_map.push(self.image_index(d, at(self.result.first), n_out, &at)?);
            if d == self.kernel.last {
                kernel_map.push(AffineExpr::dim(group));
            }
            kernel_map.push(self.kernel_index(d, n_out, feature)?);
        }
        let sums = self.build(b, [images, kernel], &out_shape, image_map, kernel_map, true)?;
        reshape(b, sums, &fixed(&self.to))
    }

    /// The sums where groups need no dimension: there is one group, or each is one feature.
    fn one_group(&self, b: &mut Builder<'_>, images: Value) -> Lowered<Value> {
        let n_out = self.to.len() as u32;
        let (at, feature) = (|d: i64| d as u32, self.result.last as u32);
        // A depthwise convolution has no loop over input features.
        let sums_features = self.feature_groups == 1;
        let inner = if sums_features { n_out } else { feature };
        let mut image_map = Vec::new();
        let mut kernel_map = Vec::new();
        for d in 0..n_out as i64 {
            let index =
                self.image_index(d, self.result.first as u32, n_out - u32::from(!sums_features), &at)?;
            image_map.push(if d == self.images.last { AffineExpr::dim(inner) } else { index });
            kernel_map.push(if !sums_features && d == self.kernel.first {
                AffineExpr::constant(0)
            } else {
                self.kernel_index(d, n_out - u32::from(!sums_features), feature)?
            });
        }
        self.build(b, [images, self.rhs], &self.to, image_map, kernel_map, sums_features)
    }

    /// The index of the images in dimension `d`. Loop `inner` runs over input features, those behind it over windows.
    fn image_index(&self, d: i64, batch: u32, inner: u32, at: &dyn Fn(i64) -> u32) -> Lowered<AffineExpr> {
        Ok(if d == self.images.first {
            AffineExpr::dim(batch)
        } else if d == self.images.last {
            AffineExpr::dim(inner)
        } else {
            let i = self.images.spatial.iter().position(|&s| s == d).ok_or("its dimensions are off")?;
            window::place(&self.windows[i], at(self.result.spatial[i]), inner + 1 + i as u32)
        })
    }

    /// The index of the kernel in dimension `d`.
    fn kernel_index(&self, d: i64, inner: u32, feature: u32) -> Lowered<AffineExpr> {
        Ok(if d == self.kernel.last {
            AffineExpr::dim(feature)
        } else if d == self.kernel.first {
            AffineExpr::dim(inner)
        } else {
            let i = self.kernel.spatial.iter().position(|&s| s == d).ok_or("its dimensions are off")?;
            AffineExpr::dim(inner + 1 + i as u32)
        })
    }

    fn build(
        &self,
        b: &mut Builder<'_>,
        inputs: [Value; 2],
        out: &[i64],
        images: Vec<AffineExpr>,
        kernel: Vec<AffineExpr>,
        sums_features: bool,
    ) -> Lowered<Value> {
        let n_out = out.len() as u32;
        let rank = n_out + u32::from(sums_features) + self.windows.len() as u32;
        let maps = [
            AffineMap::new(rank, 0, images),
            AffineMap::new(rank, 0, kernel),
            AffineMap::select(rank, &(0..n_out).collect::<Vec<_>>()),
        ];
        let mut loops = vec![IteratorType::Parallel; n_out as usize];
        loops.resize(rank as usize, IteratorType::Reduction);
        let zero = constants::zero(b, self.sum);
        let init = constants::filled(b, zero, out)?;
        contraction::sum_of_products(b, &inputs, init, &maps, &loops, self.factors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each output position, the positions in the images that it reads, with the taps.
    fn meets(w: &Window, n: i64, count: i64) -> Vec<Vec<(i64, i64)>> {
        let at = |o: i64, k: i64| o * w.stride + k * w.dilation - w.low;
        let inside = |p: i64| p.rem_euclid(w.base_dilation) == 0 && (0..n).contains(&(p / w.base_dilation));
        let taps =
            |o| (0..w.size).filter(move |&k| inside(at(o, k))).map(move |k| (k, at(o, k) / w.base_dilation));
        (0..count).map(|o| taps(o).collect()).collect()
    }

    #[test]
    fn phases_meet_what_the_dilated_window_meets() {
        for (size, dilation, base_dilation, low, n) in [
            (3, 1, 2, 1, 5),
            (3, 2, 2, 1, 5),
            (4, 1, 3, 2, 4),
            (2, 3, 4, 0, 6),
            (1, 1, 2, -1, 3),
            (5, 2, 4, 3, 4),
        ] {
            let count = 13;
            let w = Window { size, stride: 1, low, high: 0, dilation, base_dilation };
            let mut found = vec![Vec::new(); count as usize];
            for r in 0..base_dilation {
                let Some(p) = Phase::new(&w, r, n, count) else { continue };
                for (q, taps) in meets(&p.window, n, p.places).into_iter().enumerate() {
                    let taps = taps.into_iter().map(|(k, x)| (p.first + k * p.step, x));
                    found[q * base_dilation as usize + r as usize] = taps.collect();
                }
            }
            assert_eq!(found, meets(&w, n, count), "{w:?}");
        }
    }
}
