//! Ops that map loops to the blocks and threads of a GPU.

use strata_ir::prelude::*;

use crate::{
    attrs::{Sizes, ThirtyTwo, True},
    directives::numbers,
    effects::{HandleEffects, handle_effects, result_names},
    types::OpHandle,
};

/// Maps the loop of a launch to its blocks.
#[op(
    name = "transform.gpu.map_forall_to_blocks",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target (`generate_gpu_launch` $generate_gpu_launch^)? (`grid_dims` `=` $grid_dims^)? attr-dict `:` functional-type($target, $result)",
)]
pub struct MapForallToBlocks {
    /// The launches, or the ops for whose loops launches are made.
    pub target: Operand<OpHandle>,
    /// The number of blocks; as many as iterations if it is missing.
    pub grid_dims: OptAttr<I64Array>,
    /// The loop gets a launch of its own.
    pub generate_gpu_launch: OptAttr<UnitAttr>,
    /// The launches.
    pub result: Res<OpHandle>,
}

/// Maps the loops in a launch to threads, warps and lanes.
#[op(
    name = "transform.gpu.map_nested_forall_to_threads",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target `block_dims` `=` $block_dims (`sync_after_distribute` `=` $sync_after_distribute^)? (`warp_size` `=` $warp_size^)? attr-dict `:` functional-type($target, $result)",
)]
pub struct MapNestedForallToThreads {
    /// The launches.
    pub target: Operand<OpHandle>,
    /// The number of threads.
    pub block_dims: DefaultAttr<Sizes>,
    /// All threads wait for each other after a loop.
    pub sync_after_distribute: DefaultAttr<True>,
    /// The number of threads of a warp.
    pub warp_size: DefaultAttr<ThirtyTwo>,
    /// The launches.
    pub result: Res<OpHandle>,
}

/// Divides copies among threads, with as many contiguous elements for each as an alignment allows.
#[op(
    name = "transform.structured.gpu.map_copy_to_threads",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target `total_num_threads` `=` $total_num_threads `desired_bit_alignment` `=` $desired_bit_alignment attr-dict `:` functional-type(operands, results)",
)]
pub struct MapCopyToThreadsOp {
    /// The copies.
    pub target: Operand<OpHandle>,
    /// The number of threads.
    pub total_num_threads: Attr<I64Attr>,
    /// The alignment of the elements of one thread.
    pub desired_bit_alignment: Attr<I64Attr>,
    /// The loops over threads.
    pub forall_op: Res<OpHandle>,
    /// The copies of one thread.
    pub tiled_op: Res<OpHandle>,
}

result_names! {
    MapCopyToThreadsOp: "forall_op", "tiled_op";
}

handle_effects! {
    all, Modifies: MapCopyToThreadsOp, MapForallToBlocks, MapNestedForallToThreads;
}

impl Verify for MapForallToBlocks {
    fn verify(&self, b: &Body) -> VerifyResult {
        let dims = numbers(b, self.op(), "grid_dims");
        ensure!(dims.is_empty() || dims.len() == 3, "transform requires empty or size-3 grid_dims");
        Ok(())
    }
}
