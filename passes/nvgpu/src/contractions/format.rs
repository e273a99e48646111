//! Formats of factors that tensor cores multiply, and the depth of one product of fragments in each.
//!
//! A product of fragments has 16 rows and 8 columns, and 32 bytes along the reduction: so fragments of all formats have the same size in
//! bytes. Only `f64` has 8 rows.

use strata_gpu::GpuTarget;
use strata_ir::prelude::*;
use strata_linalg::InputPrecision;
use strata_passes_gpu::contractions::product::Product;

/// Columns of one product of fragments.
pub(super) const COLUMNS: i64 = 8;
/// Bytes of a fragment along the reduction.
const BYTES: i64 = 32;

/// The format of the factors' elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// `f16` and `bf16` with sums of `f32`.
    Halves,
    /// Integers of 8 bits with sums of 32 bits, each factor with or without a sign.
    Bytes { unsigned: [bool; 2] },
    /// `f32`, rounded to `tf32`.
    Tf32,
    /// `f32`, split into a sum of two `tf32`, with three products of these.
    Tf32x3,
    /// `f64`.
    Doubles,
}

impl Format {
    /// That of a product, if tensor cores have one.
    pub(super) fn for_product(b: &Body, product: &Product) -> Option<Self> {
        let (cx, elem, sum) = (b.cx(), product.elem, product.sum);
        if (elem == cx.f16() || elem == cx.bf16()) && sum == cx.f32() {
            return Some(Self::Halves);
        }
        if elem == cx.i8() && sum == cx.i32() {
            return Some(Self::Bytes { unsigned: product.unsigned });
        }
        if elem == cx.f64() && sum == elem {
            return Some(Self::Doubles);
        }
        if elem != cx.f32() || sum != elem {
            return None;
        }
        match InputPrecision::from_op(b, product.nest.op) {
            InputPrecision::Tf32 => Some(Self::Tf32),
            InputPrecision::Tf32x3 => Some(Self::Tf32x3),
            InputPrecision::Ieee => None,
        }
    }
    /// Bytes of an element of a factor.
    pub(super) fn bytes(self) -> i64 {
        match self {
            Self::Bytes { .. } => 1,
            Self::Halves => 2,
            Self::Tf32 | Self::Tf32x3 => 4,
            Self::Doubles => 8,
        }
    }
    /// Multiplications of a multiprocessor per clock.
    pub(super) fn rate(self, target: &GpuTarget) -> i64 {
        let halves = target.matrices.halves;
        match self {
            Self::Bytes { .. } => 2 * halves,
            Self::Halves => halves,
            Self::Tf32 => halves / 2,
            Self::Tf32x3 => halves / 6,
            Self::Doubles => halves / 16,
        }
    }
    /// Bytes of a sum.
    pub(super) fn sum_bytes(self) -> i64 {
        self.bytes().max(4)
    }
    /// Rows, columns and depth of one product of fragments.
    pub(super) fn shape(self) -> [i64; 3] {
        [if self == Self::Doubles { 8 } else { 16 }, COLUMNS, BYTES / self.bytes()]
    }
    /// Elements along the reduction that a lane loads at once: of `f64` those of two products.
    pub(super) fn depth(self) -> i64 {
        let [_, _, depth] = self.shape();
        if self == Self::Doubles { 2 * depth } else { depth }
    }
}
