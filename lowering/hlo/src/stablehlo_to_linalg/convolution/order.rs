//! The order of the dimensions of images, kernel and result, and transposes to the order in which vector lanes are innermost.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::{DIMENSIONS, Problem};
use crate::stablehlo_to_linalg::{
    Lowered, movement,
    reshape::reshape,
    sizes::{self, fixed},
};

/// The first dimension, the spatial ones, and the last one.
#[derive(Clone)]
pub(super) struct Order {
    /// Batch of images and results, input features of kernels.
    pub first: i64,
    pub spatial: Vec<i64>,
    /// Features; output features of kernels.
    pub last: i64,
}

impl Order {
    /// Those of images, kernel and result, which are dimensions of tensors of these ranks.
    pub fn all(dims: &hlo::ConvDimensionNumbers, ranks: [usize; 2]) -> Lowered<[Order; 3]> {
        let order = |first: i64, spatial: &[i64], last: i64| Order { first, spatial: spatial.to_vec(), last };
        let all = [
            order(dims.input_batch_dimension, &dims.input_spatial_dimensions, dims.input_feature_dimension),
            order(
                dims.kernel_input_feature_dimension,
                &dims.kernel_spatial_dimensions,
                dims.kernel_output_feature_dimension,
            ),
            order(
                dims.output_batch_dimension,
                &dims.output_spatial_dimensions,
                dims.output_feature_dimension,
            ),
        ];
        let is_permutation = |order: &Order| {
            let mut all = order.permutation(false);
            all.sort_unstable();
            ranks == [all.len(); 2] && all.iter().enumerate().all(|(i, &d)| i as i64 == d)
        };
        if all.iter().all(is_permutation) { Ok(all) } else { Err(DIMENSIONS.into()) }
    }
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

fn permuted(all: &[MixedIndex], order: &[i64]) -> Vec<MixedIndex> {
    order.iter().map(|&d| all[d as usize]).collect()
}

impl Problem {
    /// The sums, with operands transposed so that vector lanes are innermost.
    pub(super) fn with_lanes_innermost(mut self, b: &mut Builder<'_>) -> Lowered<Value> {
        let rank = self.result.rank();
        let last = rank as i64 - 1;
        if self.kernel.last == last && self.result.last == last {
            return self.without_holes(b);
        }
        let orders = [(&self.images, false), (&self.kernel, true), (&self.result, false)]
            .map(|(order, kernel)| order.permutation(kernel));
        self.lhs = movement::transpose(b, self.lhs, &orders[0])?;
        self.shapes[0] = permuted(&self.shapes[0], &orders[0]);
        self.padded = permuted(&self.padded, &orders[0]);
        self.rhs = self.kernel_with_lanes_innermost(b, &orders[1])?;
        self.shapes[1] = permuted(&self.shapes[1], &orders[1]);
        self.kernel = Order::channels_last(rank, true);
        self.to = permuted(&self.to, &orders[2]);
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
    /// which are long then, are permuted after that: the few contiguous elements of a window make poor rows for vectors. A kernel of
    /// unknown sizes is not, as the reshapes would cost copies.
    fn kernel_with_lanes_innermost(&self, b: &mut Builder<'_>, order: &[i64]) -> Lowered<Value> {
        let Some(shape) = sizes::constants(&self.shapes[1]).filter(|_| self.kernel.last == 0) else {
            return movement::transpose(b, self.rhs, order);
        };
        let places: i64 = self.kernel.spatial.iter().map(|&d| shape[d as usize]).product();
        if places == 1 {
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
}
