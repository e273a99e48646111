//! The `tensor` dialect: creating, slicing and reshaping tensor values.
//!
//! Two modules serve other dialects too: `index_list` (lists that mix constants and values, such as
//! `[%a, 4]`) and [`reassociation`] (the groups of dimensions of reshapes).

use strata_ir::prelude::*;

pub mod constraints;
pub mod index_list;
pub mod interfaces;
pub mod reassociation;

mod cast;
mod concat;
mod dim;
mod element;
mod empty;
mod gather;
mod generate;
mod pad;
mod pad_fold;
mod reshape;
mod slice;
mod slice_fold;

pub use cast::{BitcastOp, CastOp, cast_compatible, cast_source, retype_result};
pub use concat::ConcatOp;
pub use dim::{DimOp, RankOp, fold_size};
pub use element::{ExtractOp, FromElementsOp, InsertOp, SplatOp};
pub use empty::EmptyOp;
pub use gather::{GatherOp, ScatterOp};
pub use generate::{GenerateOp, YieldOp};
pub use index_list::MixedIndex;
pub use interfaces::{DestinationStyle, OffsetSizeStride, ReifyShape};
pub use pad::PadOp;
pub use pad_fold::sum;
pub use reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
pub use slice::{
    ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, in_bounds, rank_reduction, verify_bounds,
    verify_lists,
};
pub use slice_fold::fold_place;

dialect! {
    /// Tensor values: immutable multi-dimensional arrays.
    tensor {
        constant: element::materialize_constant,
        ops: [
            BitcastOp, CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, ExtractSliceOp,
            FromElementsOp, GatherOp, GenerateOp, InsertOp, InsertSliceOp, PadOp, ParallelInsertSliceOp, RankOp, ReshapeOp, ScatterOp,
            SplatOp, YieldOp,
        ],
    }
}
