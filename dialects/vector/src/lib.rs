//! The `vector` dialect: ops on vectors of any rank, and their transfer from and to memory.

use strata_ir::prelude::*;

pub mod attrs;
pub mod constraints;

mod broadcast;
mod compress;
mod contract;
mod elements;
mod extract_fold;
mod fma;
mod fold;
mod insert_extract;
mod insert_fold;
mod interleave;
mod mask;
mod masked;
mod masking;
mod memory;
mod outerproduct;
mod print;
mod reduction;
mod reshape_fold;
mod scalable;
mod scan;
mod shape;
mod slice;
mod slice_fold;
mod transfer;
mod transfer_fold;
mod type_cast;

pub use attrs::{CombiningKind, IteratorType, PrintPunctuation};
pub use broadcast::{BroadcastOp, is_broadcastable};
pub use compress::{CompressStoreOp, ExpandLoadOp};
pub use contract::ContractionOp;
pub use elements::{FromElementsOp, StepOp, ToElementsOp};
pub use fma::FMAOp;
pub use insert_extract::{ExtractOp, InsertOp};
pub use interleave::{DeinterleaveOp, InterleaveOp};
pub use mask::{ConstantMaskOp, CreateMaskOp, YieldOp};
pub use masked::mask_format;
pub use masking::MaskOp;
pub use memory::{GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp};
pub use outerproduct::OuterProductOp;
pub use print::PrintOp;
pub use reduction::{MultiDimReductionOp, ReductionOp};
pub use scalable::{ScalableExtractOp, ScalableInsertOp};
pub use scan::ScanOp;
pub use shape::{BitCastOp, ShapeCastOp, ShuffleOp, TransposeOp};
pub use slice::{ExtractStridedSliceOp, InsertStridedSliceOp};
pub use transfer::{TransferReadOp, TransferWriteOp, infer_mask};
pub use type_cast::{TypeCastOp, VectorScaleOp};

dialect! {
    /// Vectors of any rank.
    vector {
        ops: [
            BitCastOp, BroadcastOp, CompressStoreOp, ConstantMaskOp, ContractionOp, CreateMaskOp, DeinterleaveOp, ExpandLoadOp, ExtractOp, ExtractStridedSliceOp,
            FMAOp, FromElementsOp, GatherOp, InsertOp, InsertStridedSliceOp, InterleaveOp, LoadOp, MaskOp, MaskedLoadOp, MaskedStoreOp,
            MultiDimReductionOp, OuterProductOp, PrintOp, ReductionOp, ScalableExtractOp, ScalableInsertOp, ScanOp, ScatterOp, ShapeCastOp, ShuffleOp, StepOp,
            StoreOp, ToElementsOp, TransferReadOp, TransferWriteOp, TransposeOp, TypeCastOp,
            VectorScaleOp, YieldOp,
        ],
        attrs: [CombiningKind, IteratorType, PrintPunctuation],
    }
}
