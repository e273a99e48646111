//! The `memref` dialect: buffers, their allocation and views of them.

use strata_ir::prelude::*;

pub mod constraints;
pub mod layout;
mod memory_slots;

mod access;
mod alloc;
mod atomic;
mod canonicalize;
mod cast;
mod copy;
mod dim;
mod distinct;
mod dma;
mod global;
mod metadata;
mod prefetch;
mod realloc;
mod reinterpret;
mod reshape;
mod scope;
mod subview;
mod view;

pub use access::{LoadOp, StoreOp};
pub use alloc::{AllocOp, AllocaOp, DeallocOp};
pub use atomic::{AtomicRMWOp, AtomicYieldOp, GenericAtomicRMWOp};
pub use cast::{CastOp, MemorySpaceCastOp, cast_compatible, cast_source};
pub use copy::CopyOp;
pub use dim::{DimOp, RankOp};
pub use distinct::DistinctObjectsOp;
pub use dma::{DmaStartOp, DmaWaitOp};
pub use global::{GetGlobalOp, GlobalOp};
pub use metadata::{AssumeAlignmentOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp};
pub use prefetch::PrefetchOp;
pub use realloc::ReallocOp;
pub use reinterpret::ReinterpretCastOp;
pub use reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
pub use scope::{AllocaScopeOp, AllocaScopeReturnOp};
pub use subview::SubViewOp;
pub use view::{TransposeOp, ViewOp};

dialect! {
    /// Buffers in memory and views of them.
    memref {
        ops: [
            AllocOp, AllocaOp, AllocaScopeOp, AllocaScopeReturnOp, AssumeAlignmentOp, AtomicRMWOp, AtomicYieldOp,
            CastOp, CollapseShapeOp, CopyOp, DeallocOp, DimOp, DistinctObjectsOp, DmaStartOp, DmaWaitOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, GetGlobalOp,
            GenericAtomicRMWOp, GlobalOp, LoadOp, MemorySpaceCastOp, PrefetchOp, RankOp, ReallocOp, ReinterpretCastOp, ReshapeOp, StoreOp, SubViewOp,
            TransposeOp, ViewOp,
        ],
    }
}
