//! The `gpu` dialect: kernels, their launches, and collective operations of threads.

use strata_ir::prelude::*;

pub mod syntax;

mod attrs;
mod binary;
mod chip;
mod function;
mod ids;
mod launch;
mod launch_func;
mod loop_mapping;
mod memory;
mod mma_matrix;
mod subgroup_mma;
mod sync;
mod target;
mod types;

pub use attrs::{
    AddressSpace, AllReduceOperation, BlockMapping, BroadcastType, Dimension, LaneMapping, MappingMask,
    MemorySpaceMapping, ShuffleMode, ThreadMapping, WarpMapping, WarpgroupMapping,
};
pub use binary::{BinaryOp, CompilationTarget, Object, SelectObject};
pub use chip::{Chip, ChipVariant};
pub use function::{FuncOp, KERNEL, MIN_BLOCKS_PER_MULTIPROCESSOR, ModuleOp, ReturnOp};
pub use ids::{
    BlockDimOp, BlockIdOp, ClusterBlockIdOp, ClusterDimBlocksOp, ClusterDimOp, ClusterIdOp, GlobalIdOp,
    GridDimOp, LaneIdOp, NumSubgroupsOp, SubgroupIdOp, SubgroupSizeOp, ThreadIdOp,
};
pub use launch::{LaunchArgs, LaunchOp, LaunchShape, TerminatorOp, YieldOp};
pub use launch_func::{CONTAINER_MODULE, LaunchFuncOp};
pub use loop_mapping::{LoopDimMapping, MapParam, Processor};
pub use memory::{
    AllocOp, DeallocOp, DynamicSharedMemoryOp, HostRegisterOp, HostUnregisterOp, MemcpyOp, MemsetOp,
    PrintfOp, SetDefaultDeviceOp, WaitOp, token_type,
};
pub use mma_matrix::{MmaElements, MmaMatrixType, MmaOperand};
pub use subgroup_mma::{
    MmaElementwise, SubgroupMmaComputeOp, SubgroupMmaConstantMatrixOp, SubgroupMmaElementwiseOp,
    SubgroupMmaExtractThreadLocalOp, SubgroupMmaInsertThreadLocalOp, SubgroupMmaLoadMatrixOp,
    SubgroupMmaStoreMatrixOp,
};
pub use sync::{
    AllReduceOp, BarrierOp, RotateOp, ShuffleOp, SubgroupBroadcastOp, SubgroupReduceOp, SynchronizesThreads,
};
pub use target::{GpuFeature, GpuTarget, MatrixUnits, RegisterFile, SharedMemory};
pub use types::{
    AsyncToken, AsyncTokenType, ByteMemRef, IntegerOrFloat, IntegerOrFloatOr1DVector, LaunchIndex, Printable,
    UnrankedMemRef,
};

dialect! {
    /// The dialect of kernels and their launches.
    gpu {
        execution: Converted("nvvm"),
        ops: [
            AllReduceOp, AllocOp, BarrierOp, BinaryOp, BlockDimOp, BlockIdOp, ClusterBlockIdOp, ClusterDimBlocksOp,
            ClusterDimOp, ClusterIdOp, DeallocOp, DynamicSharedMemoryOp, FuncOp, GlobalIdOp, GridDimOp, HostRegisterOp,
            HostUnregisterOp, LaneIdOp, LaunchFuncOp, LaunchOp, MemcpyOp, MemsetOp, ModuleOp, NumSubgroupsOp, PrintfOp,
            ReturnOp, RotateOp, SetDefaultDeviceOp, ShuffleOp, SubgroupBroadcastOp, SubgroupIdOp, SubgroupMmaComputeOp,
            SubgroupMmaConstantMatrixOp, SubgroupMmaElementwiseOp, SubgroupMmaExtractThreadLocalOp,
            SubgroupMmaInsertThreadLocalOp, SubgroupMmaLoadMatrixOp, SubgroupMmaStoreMatrixOp, SubgroupReduceOp, SubgroupSizeOp, TerminatorOp, ThreadIdOp, WaitOp, YieldOp,
        ],
        types: [AsyncTokenType, MmaMatrixType],
        attrs: [
            AddressSpace, AllReduceOperation, BlockMapping, BroadcastType, Dimension, LaneMapping, LoopDimMapping, MappingMask,
            MemorySpaceMapping, MmaElementwise, Object, SelectObject, ShuffleMode, ThreadMapping, WarpMapping, WarpgroupMapping,
        ],
        constant: strata_arith::materialize_constant,
    }
}
