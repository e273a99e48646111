//! Tensors to buffers, and where buffers are allocated and freed: upstream's passes, by upstream's names.
//!
//! `one-shot-bufferize` reads `arith`, `bufferization`, `cf`, `func`, `linalg`, `scf`, `shape`, `tensor` and `vector`, and writes the same with
//! `memref` in the place of tensors.
//!
//! **Architecture invariants.** What an op does with the buffers of its tensors is said once, by its rule in `one_shot/rules`: the analysis
//! and the rewrite ask the same rule.

mod calls;
mod dealloc_helper;
mod drop_equivalent;
mod hoisting;
mod lower_dealloc;
pub mod one_shot;
mod optimize_liveness;
mod ownership;
mod placement;
mod promote_to_stack;
mod rebuild;
mod results_to_out_params;
mod simplify_dealloc;
mod to_memref;
mod view_flow;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<hoisting::BufferHoisting>()
        .add::<hoisting::BufferLoopHoisting>()
        .add::<drop_equivalent::DropEquivalentBufferResults>()
        .add::<one_shot::OneShotBufferize>()
        .add::<optimize_liveness::OptimizeAllocationLiveness>()
        .add::<simplify_dealloc::BufferDeallocationSimplification>()
        .add::<ownership::OwnershipBasedBufferDeallocation>()
        .add::<promote_to_stack::PromoteBuffersToStack>()
        .add::<results_to_out_params::BufferResultsToOutParams>()
        .add::<to_memref::ConvertBufferizationToMemRef>()
        .add::<to_memref::LowerDeallocations>();
}
