//! The `nvgpu` dialect: features of NVIDIA's GPUs, on memrefs and vectors.

use strata_ir::prelude::*;

pub mod types;

mod barrier;
mod copy;
mod mma;
mod tma;
mod warpgroup;

pub use barrier::{
    MBarrierArriveExpectTxOp, MBarrierArriveNoCompleteOp, MBarrierArriveOp, MBarrierCreateOp, MBarrierGetOp,
    MBarrierInitOp, MBarrierTestWaitOp, MBarrierTryWaitParityOp,
};
pub use copy::{DeviceAsyncCopyOp, DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp};
pub use mma::{IntegerProduct, LdMatrixOp, MmaSparseSyncOp, MmaSyncOp, RcpOp, RcpRoundingMode, mma_shape};
pub use tma::{TmaAsyncLoadOp, TmaAsyncStoreOp, TmaCreateDescriptorOp, TmaFenceOp, TmaPrefetchOp};
pub use types::{
    DeviceAsyncTokenType, MBarrierGroupType, MBarrierTokenType, TensorMapDescriptorType,
    WarpgroupAccumulatorType, WarpgroupDescriptorType,
};
pub use warpgroup::{
    WarpgroupGenerateDescriptorOp, WarpgroupMmaInitAccumulatorOp, WarpgroupMmaOp, WarpgroupMmaStoreOp,
};

dialect! {
    /// The dialect of features of NVIDIA's GPUs.
    nvgpu {
        execution: Simulated,
        ops: [
            DeviceAsyncCopyOp, DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp, LdMatrixOp, MBarrierArriveExpectTxOp,
            MBarrierArriveNoCompleteOp, MBarrierArriveOp, MBarrierCreateOp, MBarrierGetOp, MBarrierInitOp,
            MBarrierTestWaitOp, MBarrierTryWaitParityOp, MmaSparseSyncOp, MmaSyncOp, RcpOp, TmaAsyncLoadOp,
            TmaAsyncStoreOp, TmaCreateDescriptorOp, TmaFenceOp, TmaPrefetchOp, WarpgroupGenerateDescriptorOp,
            WarpgroupMmaInitAccumulatorOp, WarpgroupMmaOp, WarpgroupMmaStoreOp,
        ],
        types: [
            DeviceAsyncTokenType, MBarrierGroupType, MBarrierTokenType, TensorMapDescriptorType,
            WarpgroupAccumulatorType, WarpgroupDescriptorType,
        ],
        attrs: [RcpRoundingMode],
    }
}
