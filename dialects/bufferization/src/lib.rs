//! The `bufferization` dialect: the boundary between tensors, which are values, and buffers, which are memory.

use strata_ir::prelude::*;

mod alloc_tensor;
mod boundary;
mod buffers;
mod canonicalize;
mod dealloc;
mod materialize;

pub use alloc_tensor::AllocTensorOp;
pub use boundary::{ToBufferOp, ToTensorOp};
pub use buffers::{CloneOp, DeallocTensorOp};
pub use dealloc::DeallocOp;
pub use materialize::MaterializeInDestinationOp;

dialect! {
    /// Ops between tensors and the buffers that hold them.
    bufferization {
        ops: [
            AllocTensorOp, CloneOp, DeallocOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp,
        ],
    }
}

/// Whether `ty` is a ranked or unranked memref.
fn is_memref(cx: &strata_ir::core::Context, ty: Type) -> bool {
    cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<UnrankedMemRefType>(ty).is_some()
}

/// Whether `ty` is a ranked or unranked tensor.
fn is_tensor(cx: &strata_ir::core::Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some()
}
