//! Interfaces of ops that compute shapes or address parts of a tensor or memref.

use strata_ir::prelude::*;

use crate::MixedIndex;

/// An op that can tell the sizes of its results.
pub trait ReifyShape {
    /// The sizes of result `result`: constants, or values that exist or are built with `b`, which must build before
    /// or at the op. `None` when the sizes cannot be told.
    fn reify_shape(&self, b: &mut Builder<'_>, result: usize) -> Option<Vec<MixedIndex>>;
}

/// An op that addresses a hyperrectangular part of a tensor or memref.
pub trait OffsetSizeStride {
    /// Where the part begins, for each dimension.
    fn mixed_offsets(&self, b: &Body) -> Vec<MixedIndex>;
    /// How many elements it has, for each dimension.
    fn mixed_sizes(&self, b: &Body) -> Vec<MixedIndex>;
    /// The distance of its elements, for each dimension.
    fn mixed_strides(&self, b: &Body) -> Vec<MixedIndex>;
    /// Whether all strides are the constant 1.
    fn has_unit_strides(&self, b: &Body) -> bool {
        self.mixed_strides(b).iter().all(|s| *s == MixedIndex::Static(1))
    }
    /// Whether all offsets are the constant 0.
    fn has_zero_offsets(&self, b: &Body) -> bool {
        self.mixed_offsets(b).iter().all(|s| *s == MixedIndex::Static(0))
    }
}

/// Gives the name of results of ops in textual form, as `%extracted`.
#[macro_export]
macro_rules! result_name {
    ($($op:ty => $name:literal),* $(,)?) => {$(
        impl ::strata_ir::core::ResultNames for $op {
            fn name_results(&self, body: &::strata_ir::core::Body, name: &mut dyn FnMut(::strata_ir::core::Value, &str)) {
                if let Some(&v) = body.results(::strata_ir::core::OpDef::op(*self)).first() {
                    name(v, $name);
                }
            }
        }
    )*};
}
