//! `convert-gpu-to-llvm-spv`: converts the ops of `gpu` in a module of kernels to the `llvm` dialect, with calls of OpenCL's builtin functions, as
//! LLVM's backend for SPIR-V reads them.
//!
//! # Before
//! ```mlir
//! gpu.module @m {
//!   gpu.func @k(%x: memref<4xf32>) workgroup(%w: memref<8xf32, #gpu.address_space<workgroup>>) kernel {
//!     %t = gpu.thread_id x
//!     %v = memref.load %x[%t] : memref<4xf32>
//!     gpu.barrier
//!     …
//!     gpu.return
//!   }
//! }
//! ```
//! # After
//! ```mlir
//! gpu.module @m {
//!   llvm.func spir_kernelcc @k(%x: !llvm.ptr<1>, …, %w: !llvm.ptr<3> {llvm.workgroup_attribution = …}) attributes {gpu.kernel} {
//!     %0 = llvm.mlir.constant(0 : i32) : i32
//!     %1 = llvm.call spir_funccc @_Z12get_local_idj(%0) : (i32) -> i32
//!     %t = builtin.unrealized_conversion_cast %1 : i32 to index
//!     %v = memref.load …[%t] : memref<4xf32, 1>
//!     %2 = llvm.mlir.constant(3 : i32) : i32
//!     llvm.call spir_funccc @_Z7barrierj(%2) : (i32) -> ()
//!     …
//!     llvm.return
//!   }
//! }
//! ```
//! Memrefs without a memory space get that of global memory, the address space 1, in all types and attributes of the module. Ops of other
//! dialects stay, and so do those of `gpu` without a builtin function; `reconcile-unrealized-casts` removes the casts once all are converted.

mod builtins;
mod function;
mod memory_spaces;
mod printf;
mod shuffle;

use strata_ir::{prelude::*, rewrite::conversions};
use strata_lowering_llvm::{
    engine::{Dialect, Options},
    module::{FunctionHandler, ToLlvm},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use builtins::{barrier, of_dimension, of_subgroup};

/// Generate LLVM operations to be ingested by a SPIR-V backend for gpu operations.
#[pass(name = "convert-gpu-to-llvm-spv", class = "ConvertGpuOpsToLLVMSPVOps", on = "gpu.module", produces = [llvm])]
pub struct ConvertGpuToLlvmSpv {
    /// Use 64-bit integers to convert index types
    #[option(name = "use-64bit-index")]
    pub use_64bit_index: bool,
}

/// The handlers of ops of `gpu`.
const GPU: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::BlockIdOp => |l| of_dimension(l, "_Z12get_group_idj"),
        strata_gpu::GridDimOp => |l| of_dimension(l, "_Z14get_num_groupsj"),
        strata_gpu::BlockDimOp => |l| of_dimension(l, "_Z14get_local_sizej"),
        strata_gpu::ThreadIdOp => |l| of_dimension(l, "_Z12get_local_idj"),
        strata_gpu::GlobalIdOp => |l| of_dimension(l, "_Z13get_global_idj"),
        strata_gpu::SubgroupIdOp => |l| of_subgroup(l, "_Z16get_sub_group_id"),
        strata_gpu::LaneIdOp => |l| of_subgroup(l, "_Z22get_sub_group_local_id"),
        strata_gpu::NumSubgroupsOp => |l| of_subgroup(l, "_Z18get_num_sub_groups"),
        strata_gpu::SubgroupSizeOp => |l| of_subgroup(l, "_Z18get_sub_group_size"),
        strata_gpu::BarrierOp => barrier,
        strata_gpu::ShuffleOp => shuffle::shuffle,
        strata_gpu::PrintfOp => printf::printf,
        strata_gpu::ReturnOp => function::ret,
    },
    otherwise: None,
};

/// The ops that must not remain.
const REQUIRED: &[&str] = &[
    "gpu.barrier",
    "gpu.block_dim",
    "gpu.block_id",
    "gpu.func",
    "gpu.global_id",
    "gpu.grid_dim",
    "gpu.lane_id",
    "gpu.num_subgroups",
    "gpu.printf",
    "gpu.return",
    "gpu.shuffle",
    "gpu.subgroup_id",
    "gpu.subgroup_size",
    "gpu.thread_id",
];

impl BodyPass for ConvertGpuToLlvmSpv {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        memory_spaces::add_global_space(body);
        let options = Options {
            upstream: true,
            index_bits: if self.use_64bit_index { 64 } else { 32 },
            extra_types: Some(if self.use_64bit_index {
                memory_spaces::types64
            } else {
                memory_spaces::types32
            }),
            required: REQUIRED,
            ..Options::default()
        };
        let functions: [(&str, FunctionHandler); 1] = [("gpu.func", function::convert)];
        let conversion = ToLlvm {
            dialects: &[GPU],
            functions: &functions,
            blocks: false,
            full: false,
            folds: false,
            options,
        };
        Ok(conversion.run(body)?)
    }
}
