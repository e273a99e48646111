//! The `vector` dialect: ops on vectors of any rank, and their transfer from and to memory.

use strata_ir::prelude::*;

pub mod attrs;
pub mod constraints;

mod broadcast;
mod contract;
mod elements;
mod fma;
mod insert_extract;
mod mask;
mod memory;
mod outerproduct;
mod print;
mod reduction;
mod shape;
mod slice;
mod transfer;

pub use attrs::{CombiningKind, IteratorType, PrintPunctuation};
pub use broadcast::BroadcastOp;
pub use contract::ContractionOp;
pub use elements::{FromElementsOp, StepOp, ToElementsOp};
pub use fma::FMAOp;
pub use insert_extract::{ExtractOp, InsertOp};
pub use mask::{ConstantMaskOp, CreateMaskOp, YieldOp};
pub use memory::{GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp};
pub use outerproduct::OuterProductOp;
pub use print::PrintOp;
pub use reduction::{MultiDimReductionOp, ReductionOp};
pub use shape::{BitCastOp, ShapeCastOp, ShuffleOp, TransposeOp};
pub use slice::{ExtractStridedSliceOp, InsertStridedSliceOp};
pub use transfer::{TransferReadOp, TransferWriteOp};

dialect! {
    /// Vectors of any rank.
    vector {
        ops: [
            BitCastOp, BroadcastOp, ConstantMaskOp, ContractionOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp,
            FMAOp, FromElementsOp, GatherOp, InsertOp, InsertStridedSliceOp, LoadOp, MaskedLoadOp, MaskedStoreOp,
            MultiDimReductionOp, OuterProductOp, PrintOp, ReductionOp, ScatterOp, ShapeCastOp, ShuffleOp, StepOp,
            StoreOp, ToElementsOp, TransferReadOp, TransferWriteOp, TransposeOp, YieldOp,
        ],
        attrs: [CombiningKind, IteratorType, PrintPunctuation],
    }
}
