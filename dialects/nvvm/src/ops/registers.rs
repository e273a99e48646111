//! Special registers: indices of a thread and its block, and their numbers.

use strata_ir::prelude::*;
use strata_llvm::{constraints::LlvmType, metadata::ConstantRange};

/// Defines ops that read a register; the number can be told to be in a range.
macro_rules! ranged {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], asm = "(`range` $range^)? attr-dict `:` type($res)")]
        pub struct $name {
            /// The range of the number.
            pub range: OptAttr<ConstantRange>,
            /// The number.
            pub res: Res<LlvmType>,
        }
    )*};
}
ranged! {
    "The thread's number in its warp." LaneIdOp = "nvvm.read.ptx.sreg.laneid";
    "How many threads a warp has." WarpSizeOp = "nvvm.read.ptx.sreg.warpsize";
    "The warp's number in its block." WarpIdOp = "nvvm.read.ptx.sreg.warpid";
    "How many numbers warps of a block can have." WarpDimOp = "nvvm.read.ptx.sreg.nwarpid";
    "The multiprocessor's number." SmIdOp = "nvvm.read.ptx.sreg.smid";
    "How many numbers multiprocessors can have." SmDimOp = "nvvm.read.ptx.sreg.nsmid";
    "The number of the launch." GridIdOp = "nvvm.read.ptx.sreg.gridid";
    "The thread's number in its block along x." ThreadIdXOp = "nvvm.read.ptx.sreg.tid.x";
    "The thread's number in its block along y." ThreadIdYOp = "nvvm.read.ptx.sreg.tid.y";
    "The thread's number in its block along z." ThreadIdZOp = "nvvm.read.ptx.sreg.tid.z";
    "How many threads the block has along x." BlockDimXOp = "nvvm.read.ptx.sreg.ntid.x";
    "How many threads the block has along y." BlockDimYOp = "nvvm.read.ptx.sreg.ntid.y";
    "How many threads the block has along z." BlockDimZOp = "nvvm.read.ptx.sreg.ntid.z";
    "The block's number along x." BlockIdXOp = "nvvm.read.ptx.sreg.ctaid.x";
    "The block's number along y." BlockIdYOp = "nvvm.read.ptx.sreg.ctaid.y";
    "The block's number along z." BlockIdZOp = "nvvm.read.ptx.sreg.ctaid.z";
    "How many blocks there are along x." GridDimXOp = "nvvm.read.ptx.sreg.nctaid.x";
    "How many blocks there are along y." GridDimYOp = "nvvm.read.ptx.sreg.nctaid.y";
    "How many blocks there are along z." GridDimZOp = "nvvm.read.ptx.sreg.nctaid.z";
    "The cluster's number along x." ClusterIdXOp = "nvvm.read.ptx.sreg.clusterid.x";
    "The cluster's number along y." ClusterIdYOp = "nvvm.read.ptx.sreg.clusterid.y";
    "The cluster's number along z." ClusterIdZOp = "nvvm.read.ptx.sreg.clusterid.z";
    "How many clusters there are along x." ClusterDimXOp = "nvvm.read.ptx.sreg.nclusterid.x";
    "How many clusters there are along y." ClusterDimYOp = "nvvm.read.ptx.sreg.nclusterid.y";
    "How many clusters there are along z." ClusterDimZOp = "nvvm.read.ptx.sreg.nclusterid.z";
    "The block's number in its cluster along x." BlockInClusterIdXOp = "nvvm.read.ptx.sreg.cluster.ctaid.x";
    "The block's number in its cluster along y." BlockInClusterIdYOp = "nvvm.read.ptx.sreg.cluster.ctaid.y";
    "The block's number in its cluster along z." BlockInClusterIdZOp = "nvvm.read.ptx.sreg.cluster.ctaid.z";
    "How many blocks the cluster has along x." ClusterDimBlocksXOp = "nvvm.read.ptx.sreg.cluster.nctaid.x";
    "How many blocks the cluster has along y." ClusterDimBlocksYOp = "nvvm.read.ptx.sreg.cluster.nctaid.y";
    "How many blocks the cluster has along z." ClusterDimBlocksZOp = "nvvm.read.ptx.sreg.cluster.nctaid.z";
    "The block's number among all of its cluster." ClusterId = "nvvm.read.ptx.sreg.cluster.ctarank";
    "How many blocks the cluster has in all." ClusterDim = "nvvm.read.ptx.sreg.cluster.nctarank";
}

/// Defines ops that read a register.
macro_rules! plain {
    ($($doc:tt [$($trait:ident),*] $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [$($trait),*], asm = "attr-dict `:` type($res)")]
        pub struct $name {
            /// The number.
            pub res: Res<LlvmType>,
        }
    )*};
}
plain! {
    "The bit of this lane." [Pure] LaneMaskEqOp = "nvvm.read.ptx.sreg.lanemask.eq";
    "The bits of lanes up to this one." [Pure] LaneMaskLeOp = "nvvm.read.ptx.sreg.lanemask.le";
    "The bits of lanes before this one." [Pure] LaneMaskLtOp = "nvvm.read.ptx.sreg.lanemask.lt";
    "The bits of lanes from this one on." [Pure] LaneMaskGeOp = "nvvm.read.ptx.sreg.lanemask.ge";
    "The bits of lanes after this one." [Pure] LaneMaskGtOp = "nvvm.read.ptx.sreg.lanemask.gt";
    "How much shared memory the block has." [Pure] TotalSmemSize = "nvvm.read.ptx.sreg.total.smem.size";
    "How much shared memory the launch asked for." [Pure] DynamicSmemSize = "nvvm.read.ptx.sreg.dynamic.smem.size";
    "How much shared memory the block has, with what the system takes." [Pure] AggrSmemSize = "nvvm.read.ptx.sreg.aggr.smem.size";
    "A count of cycles, 32 bits of it." [MemRead, MemWrite] ClockOp = "nvvm.read.ptx.sreg.clock";
    "A count of cycles." [MemRead, MemWrite] Clock64Op = "nvvm.read.ptx.sreg.clock64";
    "Nanoseconds." [MemRead, MemWrite] GlobalTimerOp = "nvvm.read.ptx.sreg.globaltimer";
    "Nanoseconds, the lower half." [MemRead, MemWrite] GlobalTimerLoOp = "nvvm.read.ptx.sreg.globaltimer.lo";
}
