//! The `nvvm` dialect: the instructions of NVIDIA's GPUs beside those of LLVM.
//!
//! Ops, attributes and their text are MLIR's. Attributes on `llvm.func` mark kernels and describe their launches:
//! `nvvm.kernel`, `nvvm.maxntid`, `nvvm.reqntid`, `nvvm.minctasm`, `nvvm.maxnreg`, `nvvm.cluster_dim`, and
//! `nvvm.grid_constant` on arguments.

use strata_ir::prelude::*;

pub mod attrs;
pub mod constraints;
pub mod enums;
pub mod ops;

pub use attrs::*;
pub use enums::*;
pub use ops::*;

/// The attribute of `llvm.func` that makes it a kernel.
pub const KERNEL: &str = "nvvm.kernel";
/// The attribute of a kernel with the largest numbers of threads of a block.
pub const MAXNTID: &str = "nvvm.maxntid";
/// The attribute of a kernel with the numbers of threads of a block.
pub const REQNTID: &str = "nvvm.reqntid";
/// The attribute of a kernel with how many blocks a multiprocessor is to hold.
pub const MINCTASM: &str = "nvvm.minctasm";
/// The attribute of a kernel with how many registers a thread may have.
pub const MAXNREG: &str = "nvvm.maxnreg";
/// The attribute of a kernel with the numbers of blocks of a cluster.
pub const CLUSTER_DIM: &str = "nvvm.cluster_dim";
/// The attribute of a parameter that kernels do not write.
pub const GRID_CONSTANT: &str = "nvvm.grid_constant";

/// A type as text, for messages.
pub(crate) fn printed_type(cx: &Context, ty: Type) -> String {
    cx.type_to_string(ty)
}

dialect! {
    /// The dialect of NVIDIA's instructions.
    nvvm {
        execution: Simulated,
        ops: [
            LaneIdOp, WarpSizeOp, WarpIdOp, WarpDimOp, SmIdOp, SmDimOp, GridIdOp, ThreadIdXOp, ThreadIdYOp,
            ThreadIdZOp, BlockDimXOp, BlockDimYOp, BlockDimZOp, BlockIdXOp, BlockIdYOp, BlockIdZOp, GridDimXOp,
            GridDimYOp, GridDimZOp, ClusterIdXOp, ClusterIdYOp, ClusterIdZOp, ClusterDimXOp, ClusterDimYOp,
            ClusterDimZOp, BlockInClusterIdXOp, BlockInClusterIdYOp, BlockInClusterIdZOp, ClusterDimBlocksXOp,
            ClusterDimBlocksYOp, ClusterDimBlocksZOp, ClusterId, ClusterDim, LaneMaskEqOp, LaneMaskLeOp,
            LaneMaskLtOp, LaneMaskGeOp, LaneMaskGtOp, TotalSmemSize, DynamicSmemSize, AggrSmemSize, ClockOp,
            Clock64Op, GlobalTimerOp, GlobalTimerLoOp, Barrier0Op, FenceScClusterOp, FenceMbarrierInitOp, ExitOp,
            BreakpointOp, BarrierOp, BarrierArriveOp, ClusterArriveOp, ClusterArriveRelaxedOp, ClusterWaitOp,
            MembarOp, FenceProxyOp, FenceProxyAcquireOp, FenceProxyReleaseOp, SetMaxRegisterOp, NanosleepOp,
            GriddepcontrolOp, ReduxOp, ShflOp, VoteSyncOp, MatchSyncOp, SyncWarpOp, ElectSyncOp, RcpApproxFtzF32Op,
            PermuteOp, ConvertFloatToTF32Op, MapaOp, MBarrierInitOp, MBarrierInvalOp, MBarrierExpectTxOp,
            MBarrierCompleteTxOp, MBarrierArriveOp, MBarrierArriveDropOp, MBarrierArriveNocompleteOp,
            MBarrierArriveDropNocompleteOp, MBarrierArriveExpectTxOp, MBarrierArriveDropExpectTxOp,
            MBarrierTryWaitParityOp, MBarrierTestWaitOp, MBarrierTryWaitOp, CpAsyncOp, CpAsyncCommitGroupOp,
            CpAsyncWaitGroupOp, CpAsyncMBarrierArriveOp, PrefetchOp, BulkStoreOp, CpAsyncBulkCommitGroupOp,
            CpAsyncBulkWaitGroupOp, CpAsyncBulkTensorGlobalToSharedClusterOp, CpAsyncBulkTensorSharedCTAToGlobalOp,
            CpAsyncBulkGlobalToSharedClusterOp, CpAsyncBulkSharedCTAToGlobalOp, InlinePtxOp, StMatrixOp, LdMatrixOp,
            MmaOp, WgmmaFenceAlignedOp, WgmmaGroupSyncAlignedOp, WgmmaWaitGroupSyncOp, WgmmaMmaAsyncOp, WMMALoadOp,
            WMMAStoreOp, WMMAMmaOp,
        ],
        attrs: [
            MemorySpace, MemScope, SharedSpace, MemOrder, ReduxKind, BarrierReduction, ProxyKind,
            SetMaxRegisterAction, ShflKind, VoteSyncKind, MatchSyncKind, PermuteMode, LoadCacheModifier,
            FpRoundingMode, SaturationMode, MmaBitProduct, MmaIntOverflow, MmaLayout, MmaType, MmaFrag, LdStMatrixEltType,
            TmaLoadMode, TmaStoreMode, CtaGroup, PrefetchCacheLevel, CacheEvictionPriority, WgmmaScaleIn,
            WgmmaScaleOut, WgmmaType, GridDepAction, MmaShape, LdStMatrixShape, NvvmTarget,
        ],
    }
}
