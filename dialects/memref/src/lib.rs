//! The `memref` dialect: buffers, their allocation and views of them.

use strata_ir::prelude::*;

pub mod constraints;
pub mod layout;

mod access;
mod alloc;
mod cast;
mod copy;
mod dim;
mod global;
mod metadata;
mod prefetch;
mod reinterpret;
mod reshape;
mod subview;
mod view;

pub use access::{LoadOp, StoreOp};
pub use alloc::{AllocOp, AllocaOp, DeallocOp};
pub use cast::{CastOp, MemorySpaceCastOp, cast_compatible, cast_source};
pub use copy::CopyOp;
pub use dim::{DimOp, RankOp};
pub use global::{GetGlobalOp, GlobalOp};
pub use metadata::{AssumeAlignmentOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp};
pub use prefetch::PrefetchOp;
pub use reinterpret::ReinterpretCastOp;
pub use reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
pub use subview::SubViewOp;
pub use view::{TransposeOp, ViewOp};

dialect! {
    /// Buffers in memory and views of them.
    memref {
        ops: [
            AllocOp, AllocaOp, AssumeAlignmentOp, CastOp, CollapseShapeOp, CopyOp,
            DeallocOp, DimOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, GetGlobalOp,
            GlobalOp, LoadOp, MemorySpaceCastOp, PrefetchOp, RankOp, ReinterpretCastOp, ReshapeOp, StoreOp, SubViewOp,
            TransposeOp, ViewOp,
        ],
    }
}
