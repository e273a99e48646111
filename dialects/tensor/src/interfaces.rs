//! Interfaces of ops that compute shapes or address parts of a tensor or memref.

use strata_ir::prelude::*;

use crate::MixedIndex;

/// An op that can compute the sizes of its results.
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

/// An op whose results are new contents of some of its operands, the inits.
pub trait DestinationStyle {
    /// The op.
    fn as_op(&self) -> Op;
    /// Which operands are inits. Init `i` belongs to result `i`, when there are results.
    fn dps_init_range(&self, b: &Body) -> std::ops::Range<usize>;
    /// The inits.
    fn dps_inits(&self, b: &Body) -> SmallVec<[Value; 2]> {
        self.dps_init_range(b).map(|i| b.operand(self.as_op(), i)).collect()
    }
    /// The other operands.
    fn dps_inputs(&self, b: &Body) -> SmallVec<[Value; 4]> {
        let inits = self.dps_init_range(b);
        b.operands(self.as_op()).enumerate().filter(|(i, _)| !inits.contains(i)).map(|(_, v)| v).collect()
    }
    /// The init of a result.
    fn tied_init(&self, b: &Body, result: usize) -> Option<Value> {
        self.dps_inits(b).get(result).copied()
    }
    /// Whether all shaped operands are tensors.
    fn has_tensor_semantics(&self, b: &Body) -> bool {
        b.operands(self.as_op()).all(|v| {
            let ty = b.ty(v);
            b.cx().type_as::<MemRefType>(ty).is_none() && b.cx().type_as::<UnrankedMemRefType>(ty).is_none()
        })
    }
    /// Whether no operand is a tensor.
    fn has_buffer_semantics(&self, b: &Body) -> bool {
        b.operands(self.as_op()).all(|v| !AnyTensor::check(b.ty(v), b.cx()))
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
