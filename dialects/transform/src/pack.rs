//! Ops that pack and pad operands.

use strata_ir::prelude::*;

use crate::{
    attrs::{AttrList, I64AttrLists, I64Attrs, MaterializeInDestination, ThreeI64s, ThreeOrNone, True},
    directives::{MATMUL_PACKED_SIZES, PACKED_SIZES, PAD_TO_MULTIPLE_OF, PADDING_SIZES, numbers},
    effects::{HandleEffects, handle_effects, result_names},
    types::{
        CollapseShapeHandle, EmptyHandle, ExpandShapeHandle, ExtractSliceHandle, OpHandle, PackHandle,
        PadHandle, ParamOrHandle, TransposeHandle, UnPackHandle,
    },
    verify::is_permutation,
};

/// Cuts the operands into tiles.
#[op(
    name = "transform.structured.pack",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target `packed_sizes` `=` custom<PACKED_SIZES>($packed_sizes, $static_packed_sizes) attr-dict `:` functional-type(operands, results)",
)]
pub struct PackOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Sizes of tiles that are handles.
    pub packed_sizes: Variadic<OpHandle>,
    /// Sizes of tiles, with a marker for those that are operands; zero for loops that are not packed.
    pub static_packed_sizes: DefaultAttr<I64Array>,
    /// The packed op.
    pub packed_op: Res<OpHandle>,
}

/// Cuts the operands of a contraction into tiles.
#[op(
    name = "transform.structured.pack_greedily",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target oilist( `matmul_packed_sizes` `=` custom<MATMUL_PACKED_SIZES>($matmul_packed_sizes, $static_matmul_packed_sizes) (`matmul_padded_sizes_next_multiple_of` `=` $matmul_padded_sizes_next_multiple_of^)? `matmul_inner_dims_order` `=` $matmul_inner_dims_order ) attr-dict `:` functional-type(operands, results)",
)]
pub struct PackGreedilyOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Sizes of tiles that are handles.
    pub matmul_packed_sizes: Variadic<OpHandle>,
    /// Sizes of the tiles of rows, columns and depth.
    pub static_matmul_packed_sizes: DefaultAttr<ThreeI64s>,
    /// Sizes of loops without a tile are padded to multiples of these.
    pub matmul_padded_sizes_next_multiple_of: DefaultAttr<ThreeOrNone>,
    /// The order of the loops in a tile.
    pub matmul_inner_dims_order: DefaultAttr<ThreeI64s>,
    /// The packed op.
    pub packed_op: Res<OpHandle>,
}

/// Transposes tiles of an operand.
#[op(
    name = "transform.structured.pack_transpose",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target_pack_or_un_pack_op `with_compute_op` `(` $target_linalg_op `)` (`outer_perm` `=` $outer_perm^ )? (`inner_perm` `=` $inner_perm^ )? attr-dict `:` functional-type(operands, results)",
)]
pub struct PackTransposeOp {
    /// The pack or unpack op.
    pub target_pack_or_un_pack_op: Operand<OpHandle>,
    /// The structured op beside it.
    pub target_linalg_op: Operand<OpHandle>,
    /// The new order of the outer dimensions.
    pub outer_perm: OptAttr<I64Array>,
    /// The new order of the dimensions of tiles.
    pub inner_perm: OptAttr<I64Array>,
    /// The packed op.
    pub packed_op: Res<OpHandle>,
    /// The transposed pack op.
    pub pack_op: Res<OpHandle>,
    /// The transposed unpack op.
    pub un_pack_op: Res<OpHandle>,
}

/// Rewrites `linalg.pack` as a padding, a reshape and a transpose.
#[op(
    name = "transform.structured.lower_pack",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LowerPackOp {
    /// The payload ops.
    pub target: Operand<PackHandle>,
    /// A pack that only pads becomes a `tensor.insert_slice`.
    #[ir_name = "lowerPadLikeWithInsertSlice"]
    pub lower_pad_like_with_insert_slice: DefaultAttr<True>,
    /// The paddings.
    pub pad_op: Res<PadHandle>,
    /// The reshapes.
    pub expand_shape_op: Res<ExpandShapeHandle>,
    /// The transposes.
    pub transpose_op: Res<TransposeHandle>,
}

/// Rewrites `linalg.unpack` as a transpose, a reshape and a slice.
#[op(
    name = "transform.structured.lower_unpack",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct LowerUnPackOp {
    /// The payload ops.
    pub target: Operand<UnPackHandle>,
    /// An unpack that only cuts becomes a `tensor.extract_slice`.
    #[ir_name = "lowerUnpadLikeWithExtractSlice"]
    pub lower_unpad_like_with_extract_slice: DefaultAttr<True>,
    /// The destinations.
    pub empty_op: Res<EmptyHandle>,
    /// The transposes.
    pub transpose_op: Res<TransposeHandle>,
    /// The reshapes.
    pub collapse_shape_op: Res<CollapseShapeHandle>,
    /// The slices.
    pub extract_slice_op: Res<ExtractSliceHandle>,
}

/// Pads operands so that the loops get given sizes.
#[op(
    name = "transform.structured.pad_tiling_interface",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target `to` (`padding_sizes` custom<PADDING_SIZES>($static_padding_sizes, $padding_sizes)^)? (`pad_to_multiple_of` $pad_to_multiple_of^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct PadTilingInterfaceOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// A value for each operand.
    pub padding_values: DefaultAttr<AttrList>,
    /// Sizes that are handles or parameters.
    pub padding_sizes: Variadic<ParamOrHandle>,
    /// Sizes, with a marker for those that are operands; zero for loops that keep theirs.
    pub static_padding_sizes: OptAttr<I64Array>,
    /// Sizes become multiples of the given ones.
    pub pad_to_multiple_of: OptAttr<UnitAttr>,
    /// The padded ops.
    pub padded: Res<OpHandle>,
    /// The paddings.
    pub pad: Res<OpHandle>,
}

/// Pads operands to static sizes.
#[op(
    name = "transform.structured.pad",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target (`pad_to_multiple_of` custom<PAD_TO_MULTIPLE_OF>($static_pad_to_multiple_of, $pad_to_multiple_of)^)? (`use_prescribed_tensor_shapes` $use_prescribed_tensor_shapes^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct StructuredPadOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// A value for each operand.
    pub padding_values: DefaultAttr<AttrList>,
    /// The loops that are padded.
    pub padding_dimensions: DefaultAttr<I64Attrs>,
    /// The numbers that sizes become multiples of, as far as they are handles or parameters.
    pub pad_to_multiple_of: Variadic<ParamOrHandle>,
    /// The numbers that the sizes of the loops become multiples of.
    pub static_pad_to_multiple_of: OptAttr<I64Array>,
    /// For each operand, whether a padding that adds nothing is kept.
    pub nofold_flags: DefaultAttr<I64Attrs>,
    /// For each operand, the order of the dimensions of its padded copy.
    pub transpose_paddings: DefaultAttr<I64AttrLists>,
    /// The op that copies the result to the destination.
    pub copy_back_op: DefaultAttr<MaterializeInDestination>,
    /// Sizes are rounded up to what the shapes say.
    pub use_prescribed_tensor_shapes: OptAttr<UnitAttr>,
    /// The padded ops.
    pub padded: Res<OpHandle>,
    /// The paddings.
    pub pad: Res<OpHandle>,
    /// The copies of results.
    pub copy: Res<OpHandle>,
}

/// Moves a padding out of loops.
#[op(
    name = "transform.structured.hoist_pad",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target `by` $num_loops `loops` (`,` `transpose` `by` $transpose^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct HoistPadOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// How many loops it is hoisted out of.
    pub num_loops: Attr<I64Attr>,
    /// The order of the dimensions of the copy.
    pub transpose: DefaultAttr<I64Array>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Builds the loops into which [`HoistPadOp`] moves a padding, without using them.
#[op(
    name = "transform.structured.hoist_pad.build_packing_loop_nest",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target `above` $loop_op (`,` `transpose` `by` $transpose^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct HoistPadBuildPackingLoopNestOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The outermost loop around the padding.
    #[ir_name = "loop"]
    pub loop_op: Operand<OpHandle>,
    /// The order of the dimensions of the copy.
    pub transpose: DefaultAttr<I64Array>,
    /// The new loops.
    pub packing_loop: Res<OpHandle>,
}

result_names! {
    PadTilingInterfaceOp: "padded", "pad";
    HoistPadBuildPackingLoopNestOp: "packing_loop";
    PackTransposeOp: "packed_op", "pack_op", "un_pack_op";
    LowerPackOp: "pad_op", "expand_shape_op", "transpose_op";
    LowerUnPackOp: "empty_op", "transpose_op", "collapse_shape_op", "extract_slice_op";
    StructuredPadOp: "padded", "pad", "copy";
}

handle_effects! {
    target, Modifies: PadTilingInterfaceOp;
    target, Modifies: PackOp, PackGreedilyOp, StructuredPadOp;
    none, Modifies: HoistPadBuildPackingLoopNestOp;
    all, Modifies: PackTransposeOp, LowerPackOp, LowerUnPackOp, HoistPadOp;
}

impl Verify for PackGreedilyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let op = self.op();
        ensure!(
            is_permutation(numbers(b, op, "matmul_inner_dims_order")),
            "matmul_inner_dims_order is not a valid permutation"
        );
        let sizes = numbers(b, op, "static_matmul_packed_sizes");
        for (&size, &multiple) in sizes.iter().zip(numbers(b, op, "matmul_padded_sizes_next_multiple_of")) {
            ensure!(
                size == 0 || multiple == 0,
                "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy"
            );
        }
        Ok(())
    }
}

fn verify_transpose(b: &Body, op: Op) -> VerifyResult {
    let order = numbers(b, op, "transpose");
    let list = order.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    ensure!(is_permutation(order), "expects transpose to be a permutation, found {list}");
    Ok(())
}

impl Verify for HoistPadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_transpose(b, self.op())
    }
}

impl Verify for HoistPadBuildPackingLoopNestOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_transpose(b, self.op())
    }
}

impl Verify for PackTransposeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let op = self.op();
        let (outer, inner) = (numbers(b, op, "outer_perm"), numbers(b, op, "inner_perm"));
        ensure!(is_permutation(inner), " inner_perm is not a valid permutation");
        ensure!(is_permutation(outer), " outer_perm is not a valid permutation");
        ensure!(
            !outer.is_empty() || !inner.is_empty(),
            " at least one of inner_perm or outer_perm must be specified"
        );
        Ok(())
    }
}

impl Verify for StructuredPadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (op, cx) = (self.op(), b.cx());
        let list = |name| {
            let array = b.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a));
            array.map_or(Vec::new(), |a| a.0.iter().filter_map(|&n| cx.attr_i64(n)).collect::<Vec<_>>())
        };
        ensure!(
            list("nofold_flags").iter().all(|n| [0, 1].contains(n)),
            "expects nofold_flags to contain booleans (0/1), found {:?}",
            list("nofold_flags")
        );
        let dims = list("padding_dimensions");
        ensure!(
            dims.iter().all(|&n| n >= 0),
            "expects padding_dimensions to contain positive integers, found {dims:?}"
        );
        let multiples = numbers(b, op, "static_pad_to_multiple_of");
        ensure!(
            multiples.is_empty() || multiples.len() == dims.len(),
            "expects as many multiples as padding_dimensions"
        );
        let copy = b.attr(op, "copy_back_op").and_then(|a| cx.attr_str(a)).unwrap_or_default();
        ensure!(
            ["bufferization.materialize_in_destination", "linalg.copy", "none"].contains(&copy),
            "invalid copy_back_op"
        );
        Ok(())
    }
}
