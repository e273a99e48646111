//! Ops that tile and fuse.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    attrs::{DeviceMapping, I64Attrs},
    directives::{
        PACKED_NUM_THREADS, PACKED_TILE_SIZES, SCALABLE_SIZES, TILE_INTERCHANGE, TILE_SIZES, numbers, values,
    },
    effects::{HandleEffects, handle_effects, result_names},
    types::{OpHandle, ParamOrHandle},
    verify::verify_permutation,
};

/// Tiles by loops of `scf.for`.
#[op(
    name = "transform.structured.tile_using_for",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target `tile_sizes` custom<SCALABLE_SIZES>($dynamic_sizes, $static_sizes, $scalable_sizes) (`interchange` `=` $interchange^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct TileUsingForOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Sizes of tiles that are handles or parameters.
    pub dynamic_sizes: Variadic<ParamOrHandle>,
    /// Sizes of tiles, with a marker for those that are operands; zero for loops that are not tiled.
    pub static_sizes: OptAttr<I64Array>,
    /// The order of the loops.
    pub interchange: OptAttr<I64Array>,
    /// Which sizes are multiplied by the size of scalable vectors.
    pub scalable_sizes: OptAttr<BoolArray>,
    /// The tiles.
    pub tiled_linalg_op: Res<OpHandle>,
    /// The loops around the tiles, outermost first.
    pub loops: VariadicRes<OpHandle>,
}

/// Tiles by a loop of `scf.forall`.
#[op(
    name = "transform.structured.tile_using_forall",
    traits = [AttrSizedOperandSegments],
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target oilist( `num_threads` custom<PACKED_NUM_THREADS>($packed_num_threads, $num_threads, $static_num_threads) | `tile_sizes` custom<PACKED_TILE_SIZES>($packed_tile_sizes, $tile_sizes, $static_tile_sizes)) (`(` `mapping` `=` $mapping^ `)`)? attr-dict `:` functional-type(operands, results)",
)]
pub struct TileUsingForallOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Numbers of threads that are handles or parameters.
    pub num_threads: Variadic<ParamOrHandle>,
    /// Sizes of tiles that are handles or parameters.
    pub tile_sizes: Variadic<ParamOrHandle>,
    /// A handle to all numbers of threads.
    pub packed_num_threads: OptOperand<ParamOrHandle>,
    /// A handle to all sizes of tiles.
    pub packed_tile_sizes: OptOperand<ParamOrHandle>,
    /// Numbers of threads, with a marker for those that are operands.
    pub static_num_threads: OptAttr<I64Array>,
    /// Sizes of tiles, with a marker for those that are operands; zero for loops that are not tiled.
    pub static_tile_sizes: OptAttr<I64Array>,
    /// The devices that the loops are mapped to.
    pub mapping: OptAttr<DeviceMapping>,
    /// The tiles.
    pub tiled_op: Res<OpHandle>,
    /// The loops.
    pub forall_op: Res<OpHandle>,
}

/// Tiles, and computes the operands of tiles inside of the loops.
#[op(
    name = "transform.structured.fuse",
    traits = [AttrSizedOperandSegments],
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target oilist( `tile_sizes` custom<TILE_SIZES>($tile_sizes, $static_tile_sizes) | `interchange` custom<TILE_INTERCHANGE>($tile_interchange, $static_tile_interchange) ) attr-dict `:` functional-type(operands, results)",
)]
pub struct FuseOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Sizes of tiles that are handles or parameters.
    pub tile_sizes: Variadic<ParamOrHandle>,
    /// The order of the loops, as far as it is handles or parameters.
    pub tile_interchange: Variadic<ParamOrHandle>,
    /// Sizes of tiles, with a marker for those that are operands; zero for loops that are not tiled.
    pub static_tile_sizes: OptAttr<I64Array>,
    /// The order of the loops.
    pub static_tile_interchange: OptAttr<I64Array>,
    /// Slices are simplified between the steps.
    pub apply_cleanup: OptAttr<UnitAttr>,
    /// The loops are one `scf.forall`.
    pub use_forall: OptAttr<UnitAttr>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
    /// The loops around the tiles, outermost first.
    pub loops: VariadicRes<OpHandle>,
}

/// Computes the parts of a producer that a loop reads inside of it.
#[op(
    name = "transform.structured.fuse_into_containing_op",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$producer_op `into` $containing_op attr-dict `:` functional-type(operands, results)",
)]
pub struct FuseIntoContainingOp {
    /// The ops that are fused.
    pub producer_op: Operand<OpHandle>,
    /// The loop that they are fused into.
    pub containing_op: Operand<OpHandle>,
    /// The fused ops.
    pub fused_op: Res<OpHandle>,
    /// The loop.
    pub new_containing_op: Res<OpHandle>,
}

/// Tiles a reduction into partial results.
#[op(
    name = "transform.structured.tile_reduction_using_for",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target (`reduction_dims` `=` $reduction_dims^)? `by` `tile_sizes` `=` $tile_sizes attr-dict `:` functional-type(operands, results)",
)]
pub struct TileReductionUsingForOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The loops that are reduced.
    pub reduction_dims: DefaultAttr<I64Attrs>,
    /// Sizes of tiles.
    pub tile_sizes: DefaultAttr<I64Attrs>,
    /// The fills with the neutral element.
    pub fill_op: VariadicRes<OpHandle>,
    /// The partial reductions.
    pub split_op: Res<OpHandle>,
    /// The reductions of the partial results.
    pub combining_op: Res<OpHandle>,
    /// The loops.
    pub for_op: Res<OpHandle>,
}

/// Tiles a reduction into partial results that are computed in parallel.
#[op(
    name = "transform.structured.tile_reduction_using_forall",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target (`reduction_dims` `=` $reduction_dims^)? `by` (`num_threads` `=` $num_threads^)? (`tile_sizes` `=` $tile_sizes^)? (`mapping` `=` $mapping^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct TileReductionUsingForallOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The loops that are reduced.
    pub reduction_dims: DefaultAttr<I64Attrs>,
    /// Numbers of threads.
    pub num_threads: DefaultAttr<I64Array>,
    /// Sizes of tiles.
    pub tile_sizes: DefaultAttr<I64Array>,
    /// The devices that the loops are mapped to.
    pub mapping: OptAttr<DeviceMapping>,
    /// The fills with the neutral element.
    pub fill_op: VariadicRes<OpHandle>,
    /// The partial reductions.
    pub split_op: Res<OpHandle>,
    /// The reductions of the partial results.
    pub combining_op: Res<OpHandle>,
    /// The loops.
    pub forall_op: Res<OpHandle>,
}

result_names! {
    TileUsingForOp: "tiled_linalg_op", "loops";
    TileUsingForallOp: "tiled_op", "forall_op";
    FuseOp: "transformed", "loops";
    FuseIntoContainingOp: "fused_op", "new_containing_op";
    TileReductionUsingForOp: "fill_op", "split_op", "combining_op", "for_op";
    TileReductionUsingForallOp: "fill_op", "split_op", "combining_op", "forall_op";
}

handle_effects! {
    target, Modifies: TileUsingForOp, TileUsingForallOp, FuseOp;
    all, Modifies: TileReductionUsingForOp, TileReductionUsingForallOp;
    target, Modifies: FuseIntoContainingOp;
}

impl Verify for TileUsingForOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let op = self.op();
        let (sizes, scalable) = (numbers(b, op, "static_sizes"), numbers(b, op, "scalable_sizes"));
        ensure!(
            sizes.len() == scalable.len(),
            "expected same number of sizes ({}) and scalable sizes ({})",
            sizes.len(),
            scalable.len()
        );
        let (tiled, loops) = (sizes.iter().filter(|&&n| n != 0).count(), b.results(op).len() - 1);
        ensure!(
            loops == 1 || tiled == loops,
            "expected number of loops to tile ({tiled}) to match number of `loops` results ({loops})"
        );
        Ok(())
    }
}

impl Verify for TileUsingForallOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let op = self.op();
        let has = |packed, list, statics| {
            let (packed, list): (&str, &str) = (packed, list);
            let plain = !values(b, op, list).is_empty() || !numbers(b, op, statics).is_empty();
            (!values(b, op, packed).is_empty(), plain)
        };
        let threads = has("packed_num_threads", "num_threads", "static_num_threads");
        let tiles = has("packed_tile_sizes", "tile_sizes", "static_tile_sizes");
        ensure!(threads != (true, true), "num_threads and packed_num_threads are mutually exclusive");
        ensure!(tiles != (true, true), "tile_sizes and packed_tile_sizes are mutually exclusive");
        ensure!(
            threads != (false, false) || tiles != (false, false),
            "either (packed_)num_threads or (packed_)tile_sizes must be specified"
        );
        Ok(())
    }
}

impl Verify for FuseOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let op = self.op();
        let order = numbers(b, op, "static_tile_interchange");
        if !order.contains(&DYNAMIC) {
            verify_permutation(
                b,
                op,
                "static_tile_interchange",
                "expects interchange to be a permutation, found ",
            )?;
        }
        let sizes = numbers(b, op, "static_tile_sizes");
        let tiled = sizes.iter().filter(|&&n| n != 0).count();
        let loops = if self.use_forall(b).is_some() { tiled.min(1) } else { tiled };
        ensure!(b.results(op).len() == loops + 1, "expects {loops} loop results");
        Ok(())
    }
}
