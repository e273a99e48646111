//! The passes of this crate, by their names on the command line.

use strata_ir::{prelude::*, rewrite::RegionSimplification};
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass, schedule::scheduled};
use strata_passes_linalg::ERASE_UNNECESSARY_INPUTS;

use crate::{
    amx, bufferize, byte_divisions, carried_tensors, coalesce_buffers, concatenations, decompose,
    donated_arguments, double_buffering, elementwise_fusion, fold_transposes, hoist_operands, memref_expand,
    panels, plan_arena, prepare_contractions, promote_to_stack, rematerialize_fills, slices_of_transposes,
    split_reductions, tile_and_fuse, tile_contractions, tile_dynamic_sizes, tile_unknown_contractions,
    transpose_operands, vectorize,
};

/// Fuse elementwise operations on tensors, and transpose constants and parts of tensors.
#[pass(
    name = "linalg-fuse-producers",
    class = "LinalgFuseProducers",
    produces = [arith],
    statistics = [
        "num-fused": "Number of producers merged into consumers",
        "num-transposed": "Number of constants that were transposed",
        "num-parts": "Number of parts of transposed tensors that are transposed instead"
    ],
    each_body
)]
pub struct FuseProducers;

impl BodyPass for FuseProducers {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-transposed", fold_transposes::fold(body) as u64);
        cx.count("num-parts", slices_of_transposes::replace(body) as u64);
        cx.count("num-fused", elementwise_fusion::fuse_elementwise(body) as u64);
        erase_unnecessary_inputs(body)
    }
}

/// Erases the inputs of structured ops that payloads do not read, and those that are given twice.
fn erase_unnecessary_inputs(body: &mut Body) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(ERASE_UNNECESSARY_INPUTS);
    let regions = RegionSimplification::Disabled;
    let config = GreedyConfig { fold: false, canonicalize: false, regions, ..GreedyConfig::default() };
    Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
}

/// Decompose ops on tensors into loops, slices and reshapes.
#[pass(
    name = "decompose-structured-ops",
    class = "DecomposeStructuredOps",
    produces = [arith, linalg, math, scf, tensor],
    statistics = ["num-decomposed": "Number of operations that became others"],
    each_body
)]
pub struct DecomposeStructuredOps;

impl BodyPass for DecomposeStructuredOps {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-decomposed", decompose::decompose(body) as u64);
        Ok(())
    }
}

/// Decompose ops on whole vectors into ops on their elements.
#[pass(
    name = "decompose-vector-ops",
    class = "DecomposeVectorOps",
    produces = [arith, memref, scf, vector],
    statistics = ["num-decomposed": "Number of operations that became others"],
    each_body
)]
pub struct DecomposeVectorOps;

impl BodyPass for DecomposeVectorOps {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-decomposed", decompose::vector_ops::decompose(body) as u64);
        Ok(())
    }
}

/// Divide elementwise ops on concatenated tensors at the joints.
#[pass(
    name = "linalg-split-concatenations",
    class = "LinalgSplitConcatenations",
    produces = [arith, linalg, tensor],
    statistics = ["num-split": "Number of operations that were divided, or that read or write a part without its unit dimensions"],
    each_body
)]
pub struct SplitConcatenations {
    /// At concatenations of slices and at paddings, not at those of tensors that are computed.
    pub shifted: bool,
}

impl BodyPass for SplitConcatenations {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let kind = if self.shifted { concatenations::Kind::Shifted } else { concatenations::Kind::Computed };
        cx.count("num-split", concatenations::split(body, kind) as u64);
        Ok(())
    }
}

/// Divide reductions of operands in different orders into partial results and their reduction.
#[pass(
    name = "linalg-split-reductions",
    class = "LinalgSplitReductions",
    produces = [arith, linalg, tensor],
    statistics = ["num-split": "Number of reductions that were divided"],
    each_body
)]
pub struct SplitReductions;

impl BodyPass for SplitReductions {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-split", split_reductions::split(body) as u64);
        Ok(())
    }
}

/// Give each op that overwrites a filled tensor a fill of its own.
#[pass(
    name = "linalg-rematerialize-fills",
    class = "LinalgRematerializeFills",
    produces = [arith, linalg, tensor],
    statistics = ["num-fills": "Number of fills that were made"],
    each_body
)]
pub struct RematerializeFills;

impl BodyPass for RematerializeFills {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-fills", rematerialize_fills::rematerialize(body) as u64);
        Ok(())
    }
}

/// Compute operands of products that are the same in each iteration in front of the loop.
#[pass(
    name = "linalg-hoist-operands",
    class = "LinalgHoistOperands",
    statistics = ["num-hoisted": "Number of operands that were moved"],
    each_body
)]
pub struct HoistOperands;

impl BodyPass for HoistOperands {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-hoisted", hoist_operands::hoist(body) as u64);
        Ok(())
    }
}

/// Replace divisions of numbers that come from bytes, by constants, by fused multiply-adds with the same results.
#[pass(
    name = "linalg-byte-divisions-to-fma",
    class = "LinalgByteDivisionsToFma",
    produces = [arith, linalg, math],
    statistics = ["num-divisions": "Number of divisions that were replaced"],
    each_body
)]
pub struct ByteDivisionsToFma;

impl BodyPass for ByteDivisionsToFma {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let replaced = byte_divisions::replace_divisions(body);
        cx.count("num-divisions", replaced as u64);
        if replaced == 0 { Ok(()) } else { erase_unnecessary_inputs(body) }
    }
}

/// Transpose tensors once that are read many times in another order than results are written.
#[pass(
    name = "linalg-transpose-operands",
    class = "LinalgTransposeOperands",
    produces = [linalg, tensor],
    statistics = ["num-transposed": "Number of operands that were transposed"],
    each_body
)]
pub struct TransposeOperands;

impl BodyPass for TransposeOperands {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-transposed", transpose_operands::transpose(body) as u64);
        Ok(())
    }
}

/// Tile loops of unknown size into loops over tiles of known sizes.
#[pass(
    name = "linalg-tile-unknown-sizes",
    class = "LinalgTileUnknownSizes",
    produces = [arith, linalg, memref, scf],
    statistics = ["num-tiled": "Number of operations that were tiled"],
    each_body
)]
pub struct TileUnknownSizes;

impl BodyPass for TileUnknownSizes {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let contractions = tile_unknown_contractions::tile(body);
        cx.count("num-tiled", (contractions + tile_dynamic_sizes::tile(body)) as u64);
        Ok(())
    }
}

/// Compute and carry tensors without dimensions as scalars.
#[pass(
    name = "scalarize-carried-tensors",
    class = "ScalarizeCarriedTensors",
    produces = [tensor, arith],
    statistics = ["num-changed": "Number of operations that compute or carry scalars"],
    each_body
)]
pub struct ScalarizeCarriedTensors;

impl BodyPass for ScalarizeCarriedTensors {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-changed", carried_tensors::scalarize(body) as u64);
        Ok(())
    }
}

/// Replaces the tensors of a program by buffers.
#[pass(
    name = "bufferize-program",
    class = "BufferizeProgramPass",
    on = "builtin.module",
    produces = [memref, arith],
    establishes = ["no-tensors"],
)]
pub struct BufferizeProgram;

impl BodyPass for BufferizeProgram {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(bufferize::bufferize_module(body)?)
    }
}

/// Promote buffers that are freed in the block that allocates them to the stack of the function.
#[pass(
    name = "promote-freed-buffers-to-stack",
    class = "PromoteFreedBuffersToStack",
    statistics = ["num-promoted": "Number of buffers on the stack"],
    each_body
)]
pub struct PromoteFreedBuffersToStack {
    /// Maximal size in bytes to promote allocations to stack.
    #[option(default = 1024)]
    pub max_alloc_size_in_bytes: u64,
    /// Maximal memref rank to promote dynamic buffers.
    #[option(default = 1)]
    pub max_rank_of_allocated_memref: u64,
}

impl BodyPass for PromoteFreedBuffersToStack {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let rank = usize::try_from(self.max_rank_of_allocated_memref).unwrap_or(usize::MAX);
        let small = promote_to_stack::Small { bytes: self.max_alloc_size_in_bytes, rank };
        cx.count("num-promoted", promote_to_stack::promote(body, &small) as u64);
        Ok(())
    }
}

/// Move buffers that are freed in the block that allocates them out of loop nests.
#[pass(
    name = "freed-buffer-loop-hoisting",
    class = "FreedBufferLoopHoisting",
    statistics = ["num-hoisted": "Number of buffers that were moved"],
    each_body
)]
pub struct FreedBufferLoopHoisting;

impl BodyPass for FreedBufferLoopHoisting {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-hoisted", promote_to_stack::hoist_in(body, Op::SELF) as u64);
        Ok(())
    }
}

/// Let results take the memory of arguments that the caller gives away.
#[pass(
    name = "reuse-donated-arguments",
    class = "ReuseDonatedArguments",
    produces = [arith, memref, scf],
    statistics = ["num-reused": "Number of arguments whose memory a result takes"],
    each_body
)]
pub struct ReuseDonatedArguments;

impl BodyPass for ReuseDonatedArguments {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-reused", donated_arguments::reuse(body) as u64);
        Ok(())
    }
}

/// Let ops write their results where an operand was, or where the result goes in the end.
#[pass(
    name = "coalesce-buffers",
    class = "CoalesceBuffers",
    produces = [linalg],
    statistics = ["num-coalesced": "Number of buffers that became the same as others"],
    each_body
)]
pub struct CoalesceBuffers;

impl BodyPass for CoalesceBuffers {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-coalesced", coalesce_buffers::coalesce(body) as u64);
        Ok(())
    }
}

/// Let loops alternate between two buffers for a value that they carry, instead of copying one to the other.
#[pass(
    name = "double-buffer-loops",
    class = "DoubleBufferLoops",
    produces = [scf],
    statistics = ["num-alternating": "Number of buffers that are no longer copied"],
    each_body
)]
pub struct DoubleBufferLoops {
    /// Loops with more ops are left alone.
    #[option(default = 1024)]
    pub max_ops: u64,
}

impl BodyPass for DoubleBufferLoops {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-alternating", double_buffering::double_buffer(body, self.max_ops));
        Ok(())
    }
}

/// Turn structured ops on buffers into loops over tiles that several of them share.
#[pass(
    name = "linalg-tile-and-fuse",
    class = "LinalgTileAndFuse",
    produces = [scf, memref, arith],
    statistics = [
        "num-loops": "Number of loops over tiles",
        "num-fused": "Number of ops that share the loop of another one",
    ],
    each_body
)]
pub struct TileAndFuse {
    /// Estimated nanoseconds of work that are worth a second thread.
    #[option(default = 24_000)]
    pub min_parallel_work: u64,
    /// Estimated nanoseconds of the shortest chunk of a parallel loop.
    #[option(default = 12_000)]
    pub min_chunk_work: u64,
    /// The threads that the work is divided for: four chunks for each.
    #[option(default = 2)]
    pub max_threads: u64,
    /// Bytes that ops have to touch to be worth a loop over tiles on one thread.
    #[option(default = 256 << 10)]
    pub min_fused_bytes: u64,
    /// How often ops have to occur in a function to become a function of their own.
    #[option(default = 3)]
    pub min_repeats: u64,
}

impl BodyPass for TileAndFuse {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let own = scheduled(self, body)?;
        let worth = tile_and_fuse::Thresholds {
            parallel: own.min_parallel_work,
            chunk: own.min_chunk_work,
            threads: own.max_threads,
            bytes: own.min_fused_bytes,
            repeats: own.min_repeats,
        };
        let (loops, fused) = tile_and_fuse::tile_and_fuse(body, &worth);
        cx.count("num-loops", loops);
        cx.count("num-fused", fused);
        Ok(())
    }
}

/// Put the temporary buffers of each function into one.
#[pass(
    name = "memref-plan-arena",
    class = "MemrefPlanArena",
    produces = [memref, arith],
    statistics = [
        "num-planned": "Number of buffers in arenas",
        "bytes-before": "Bytes of these buffers",
        "bytes-after": "Bytes of the arenas",
        "bytes-bound": "The most bytes that live at a time",
        "num-in-results": "Number of buffers in the memory of results"
    ],
    each_body
)]
pub struct PlanArena {
    /// Put buffers that are not used any more when a result is written first into the memory of the result.
    #[option(default = false)]
    pub use_results: bool,
}

impl BodyPass for PlanArena {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let memory =
            if self.use_results { plan_arena::Memory::OfResultsToo } else { plan_arena::Memory::Own };
        let plan = plan_arena::plan(body, memory);
        cx.count("num-in-results", plan.in_results as u64);
        cx.count("num-planned", plan.buffers as u64);
        cx.count("bytes-before", plan.before);
        cx.count("bytes-after", plan.after);
        cx.count("bytes-bound", plan.bound);
        Ok(())
    }
}

/// Bring contractions on tensors into the form that register tiles are made of.
#[pass(
    name = "linalg-prepare-contractions",
    class = "LinalgPrepareContractions",
    produces = [tensor, arith],
    statistics = ["num-prepared": "Number of contractions that were changed"],
    each_body
)]
pub struct PrepareContractions {
    /// Sum products of bf16 in pairs.
    #[option(default = false)]
    pub bf16_pairs: bool,
    /// Sum products of bytes in groups of four, where they fill registers of tiles.
    #[option(default = false)]
    pub i8_groups: bool,
    /// Products of bf16 are in registers of tiles, too.
    #[option(default = false)]
    pub bf16_tiles: bool,
}

impl BodyPass for PrepareContractions {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let groups = panels::groups::Groups {
            bf16: self.bf16_pairs,
            bytes: self.i8_groups,
            bf16_tiles: self.bf16_tiles,
        };
        cx.count("num-prepared", prepare_contractions::prepare(body, groups) as u64);
        Ok(())
    }
}

/// Lay out an operand of contractions on buffers as register tiles read it, block by block.
#[pass(
    name = "linalg-pack-contractions",
    class = "LinalgPackContractions",
    on = "builtin.module",
    produces = [scf, memref, arith, linalg],
    statistics = [
        "num-packed": "Number of contractions whose operand is packed",
        "num-constants": "Number of constants that are packed when the program is compiled",
        "num-shared": "Number of operands that are packed once for all chunks of a parallel loop"
    ]
)]
pub struct PackContractions {
    /// Width of a native vector in bits.
    #[option(default = 256)]
    pub vector_bits: u64,
    /// Bytes of the first cache of data.
    #[option(default = 32 << 10)]
    pub l1_bytes: u64,
    /// Lines in a set of the first cache.
    #[option(default = 8)]
    pub l1_ways: u64,
    /// Bytes of the second cache.
    #[option(default = 512 << 10)]
    pub l2_bytes: u64,
    /// Lines in a set of the second cache.
    #[option(default = 8)]
    pub l2_ways: u64,
    /// Pages that the first buffer of translations holds.
    #[option(default = 64)]
    pub pages: u64,
    /// Make panels of pairs of bf16.
    #[option(default = false)]
    pub bf16_pairs: bool,
    /// Make panels of groups of four bytes.
    #[option(default = false)]
    pub i8_groups: bool,
    /// Sums of products of bf16 are in registers of tiles.
    #[option(default = false)]
    pub bf16_tiles: bool,
    /// Only contractions whose number of rows is not known.
    #[option(default = false)]
    pub unknown_rows: bool,
}

impl PackContractions {
    /// The processor that the options describe.
    fn machine(&self) -> panels::blocking::Machine {
        use panels::cache::{Cache, Caches};
        // Beyond what any processor has, sizes mean nothing, and products of them stay small.
        let number = |n: u64, most: u64| n.clamp(1, most) as i64;
        let cache = |bytes, ways| Cache { bytes: number(bytes, 1 << 40), ways: number(ways, 1 << 10) };
        let caches = Caches {
            l1: cache(self.l1_bytes, self.l1_ways),
            l2: cache(self.l2_bytes, self.l2_ways),
            pages: number(self.pages, 1 << 30),
        };
        let groups = panels::groups::Groups {
            bf16: self.bf16_pairs,
            bytes: self.i8_groups,
            bf16_tiles: self.bf16_tiles,
        };
        panels::blocking::Machine { caches, vector_bits: number(self.vector_bits, 1 << 16), groups }
    }
}

impl BodyPass for PackContractions {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let machine = |body: &Body| scheduled(self, body).map(|own| own.machine());
        if self.unknown_rows {
            cx.count("num-packed", panels::pack_unknown_rows(body, &machine)? as u64);
            return Ok(());
        }
        let counts = panels::pack_module(body, &machine)?;
        cx.count("num-packed", counts.contractions as u64);
        cx.count("num-constants", counts.constants as u64);
        cx.count("num-shared", counts.shared as u64);
        Ok(())
    }
}

/// Multiply narrow numbers in the registers of tiles that Intel's processors have.
#[pass(
    name = "linalg-contractions-to-amx",
    class = "LinalgContractionsToAmx",
    produces = [amx, scf, memref, arith, linalg],
    statistics = ["num-contractions": "Number of contractions whose sums are in tiles"],
    each_body
)]
pub struct ContractionsToAmx {
    /// Products of i8.
    #[option(default = true)]
    pub int8: bool,
    /// Products of bf16.
    #[option(default = true)]
    pub bf16: bool,
}

impl BodyPass for ContractionsToAmx {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let groups = panels::groups::Groups { bytes: self.int8, bf16: self.bf16, bf16_tiles: self.bf16 };
        cx.count("num-contractions", amx::to_tiles(body, groups) as u64);
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
        let own = scheduled(self, body)?;
        cx.count("num-tiled", tile_contractions::tile_contractions(body, own.vector_bits as u32) as u64);
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
        let own = scheduled(self, body)?;
        cx.count("num-vectorized", vectorize::vectorize(body, own.vector_bits as u32) as u64);
        Ok(())
    }
}

/// Legalize memref operations to be convertible to LLVM.
#[pass(
    name = "memref-expand",
    class = "ExpandOpsPass",
    produces = [arith, memref, scf],
    statistics = ["num-expanded": "Number of operations that became others"],
    each_body
)]
pub struct ExpandMemref;

impl BodyPass for ExpandMemref {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-expanded", memref_expand::expand(body) as u64);
        Ok(())
    }
}

/// Expand memref.realloc operations into its components.
#[pass(
    name = "expand-realloc",
    class = "ExpandReallocPass",
    produces = [arith, memref, scf],
    statistics = ["num-expanded": "Number of reallocations"],
    each_body
)]
pub struct ExpandRealloc {
    /// Emit deallocation operations for the original MemRef
    #[option(default = true)]
    pub emit_deallocs: bool,
}

impl BodyPass for ExpandRealloc {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        cx.count("num-expanded", memref_expand::realloc::expand(body, self.emit_deallocs) as u64);
        Ok(())
    }
}

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<FuseProducers>()
        .add::<DecomposeStructuredOps>()
        .add::<TileUnknownSizes>()
        .add::<DecomposeVectorOps>()
        .add::<SplitConcatenations>()
        .add::<SplitReductions>()
        .add::<RematerializeFills>()
        .add::<ByteDivisionsToFma>()
        .add::<HoistOperands>()
        .add::<TransposeOperands>()
        .add::<ScalarizeCarriedTensors>()
        .add::<BufferizeProgram>()
        .add::<PromoteFreedBuffersToStack>()
        .add::<FreedBufferLoopHoisting>()
        .add::<PlanArena>()
        .add::<ExpandMemref>()
        .add::<ExpandRealloc>()
        .add::<ReuseDonatedArguments>()
        .add::<CoalesceBuffers>()
        .add::<DoubleBufferLoops>()
        .add::<TileAndFuse>()
        .add::<crate::outline_kernels::OutlineKernels>()
        .add::<crate::schedules::AttachSchedules>()
        .add::<crate::profile_marks::InsertProfileMarks>()
        .add::<crate::cancellation_checks::InsertCancellationChecks>()
        .add::<crate::split_functions::SplitLargeFunctions>()
        .add::<crate::merge_functions::DuplicateFunctionElimination>()
        .add::<crate::merge_functions::MergeIdenticalFunctions>()
        .add::<PrepareContractions>()
        .add::<PackContractions>()
        .add::<ContractionsToAmx>()
        .add::<Tile>()
        .add::<Vectorize>()
        .add::<crate::loop_unroll::LoopUnroll>();
}
