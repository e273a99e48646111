//! The passes of this crate, by their names on the command line.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass};

use crate::{bufferize, detensorize, fuse, stack, tile, vectorize};

/// Fuse elementwise operations on tensors.
#[pass(
    name = "linalg-fuse-elementwise-ops",
    class = "LinalgElementwiseOpFusionPass",
    statistics = ["num-fused": "Number of producers merged into consumers"],
    each_body
)]
pub struct FuseElementwise;

impl BodyPass for FuseElementwise {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-fused", fuse::fuse_elementwise(body) as u64);
        Ok(())
    }
}

/// Detensorize linalg ops.
#[pass(
    name = "linalg-detensorize",
    class = "LinalgDetensorizePass",
    produces = [tensor, arith],
    statistics = ["num-changed": "Number of operations that compute or carry scalars"],
    each_body
)]
pub struct Detensorize;

impl BodyPass for Detensorize {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-changed", detensorize::detensorize(body) as u64);
        Ok(())
    }
}

/// One-Shot Bufferize.
#[pass(
    name = "one-shot-bufferize",
    class = "OneShotBufferizePass",
    on = "builtin.module",
    produces = [memref, arith],
    establishes = ["no-tensors"],
)]
pub struct OneShotBufferize;

impl BodyPass for OneShotBufferize {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(bufferize::bufferize_module(body)?)
    }
}

/// Promotes heap-based allocations to automatically managed stack-based allocations.
#[pass(
    name = "promote-buffers-to-stack",
    class = "PromoteBuffersToStackPass",
    statistics = ["num-promoted": "Number of buffers on the stack"],
    each_body
)]
pub struct PromoteBuffersToStack {
    /// Maximal size in bytes to promote allocations to stack.
    #[option(default = 1024)]
    pub max_alloc_size_in_bytes: u64,
    /// Maximal memref rank to promote dynamic buffers.
    #[option(default = 1)]
    pub max_rank_of_allocated_memref: u64,
}

impl BodyPass for PromoteBuffersToStack {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let rank = usize::try_from(self.max_rank_of_allocated_memref).unwrap_or(usize::MAX);
        let small = stack::Small { bytes: self.max_alloc_size_in_bytes, rank };
        cx.count("num-promoted", stack::promote(body, &small) as u64);
        Ok(())
    }
}

/// Optimizes placement of allocation operations by moving them out of loop nests.
#[pass(
    name = "buffer-loop-hoisting",
    class = "BufferLoopHoistingPass",
    statistics = ["num-hoisted": "Number of buffers that were moved"],
    each_body
)]
pub struct BufferLoopHoisting;

impl BodyPass for BufferLoopHoisting {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-hoisted", stack::hoist(body) as u64);
        Ok(())
    }
}

/// Split contractions on buffers into register tiles.
#[pass(
    name = "linalg-tile",
    class = "LinalgTile",
    produces = [scf, memref, arith],
    statistics = ["num-tiled": "Number of tiled contractions"],
    each_body
)]
pub struct Tile {
    /// Width of a native vector in bits.
    #[option(default = 256)]
    pub vector_bits: u64,
}

impl BodyPass for Tile {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-tiled", tile::tile_contractions(body, self.vector_bits as u32) as u64);
        Ok(())
    }
}

/// Turn structured ops on buffers into loops of vectors.
#[pass(
    name = "linalg-vectorize",
    class = "LinalgVectorize",
    produces = [scf, memref, arith, vector],
    statistics = ["num-vectorized": "Number of vectorized ops"],
    each_body
)]
pub struct Vectorize {
    /// Width of a native vector in bits.
    #[option(default = 256)]
    pub vector_bits: u64,
}

impl BodyPass for Vectorize {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-vectorized", vectorize::vectorize(body, self.vector_bits as u32) as u64);
        Ok(())
    }
}

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<FuseElementwise>()
        .add::<Detensorize>()
        .add::<OneShotBufferize>()
        .add::<PromoteBuffersToStack>()
        .add::<BufferLoopHoisting>()
        .add::<Tile>()
        .add::<Vectorize>();
    crate::scf::register(registry);
}
