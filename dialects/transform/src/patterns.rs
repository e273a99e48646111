//! Ops that name patterns, for the region of `transform.apply_patterns`.

use strata_ir::prelude::*;

use crate::attrs::False;

/// All canonicalizations.
#[op(name = "transform.apply_patterns.canonicalization", asm = "attr-dict")]
pub struct ApplyCanonicalizationPatternsOp {}

/// Canonicalizations that are useful after tiling.
#[op(name = "transform.apply_patterns.linalg.tiling_canonicalization", asm = "attr-dict")]
pub struct ApplyTilingCanonicalizationPatternsOp {}

/// Inputs that are not read are erased.
#[op(name = "transform.apply_patterns.linalg.erase_unnecessary_inputs", asm = "attr-dict")]
pub struct ApplyEraseUnnecessaryInputsPatternsOp {}

/// Dimensions of size one are removed by reshapes.
#[op(name = "transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes", asm = "attr-dict")]
pub struct ApplyFoldUnitExtentDimsViaReshapesPatternsOp {}

/// Dimensions of size one are removed by slices.
#[op(name = "transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices", asm = "attr-dict")]
pub struct ApplyFoldUnitExtentDimsViaSlicesPatternsOp {}

/// Packing of one tile becomes paddings, transposes and slices.
#[op(name = "transform.apply_patterns.linalg.decompose_pack_unpack", asm = "attr-dict")]
pub struct ApplyDecomposeTensorPackUnpackPatternsOp {}

/// Paddings become fills and slices.
#[op(name = "transform.apply_patterns.linalg.decompose_pad", asm = "attr-dict")]
pub struct ApplyDecomposeTensorPadPatternsOp {}

/// Paddings become transfers.
#[op(name = "transform.apply_patterns.linalg.pad_vectorization", asm = "attr-dict")]
pub struct ApplyPadVectorizationPatternsOp {}

/// Sums become destinations.
#[op(name = "transform.apply_patterns.linalg.fold_add_into_dest", asm = "attr-dict")]
pub struct ApplyFoldAddIntoDestPatternsOp {}

/// Packs and unpacks of tensors without contents are their destinations.
#[op(name = "transform.apply_patterns.linalg.fold_pack_unpack_into_empty", asm = "attr-dict")]
pub struct ApplyFoldPackUnpackIntoEmptyPatternsOp {
    /// Has no effect.
    pub fold_single_use_only: DefaultAttr<False>,
}

/// Paddings, slices and transposes become parts of packs and unpacks.
#[op(name = "transform.apply_patterns.tensor.fold_into_pack_and_unpack", asm = "attr-dict")]
pub struct ApplyFoldIntoPackAndUnpackPatternsOp {}

/// Canonicalizations of loops.
#[op(name = "transform.apply_patterns.scf.for_loop_canonicalization", asm = "attr-dict")]
pub struct ApplyForLoopCanonicalizationPatternsOp {}

/// Concatenations become insertions of slices.
#[op(name = "transform.apply_patterns.tensor.decompose_concat", asm = "attr-dict")]
pub struct ApplyDecomposeTensorConcatPatternsOp {}

/// Insertions that only add dimensions are dropped.
#[op(name = "transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion", asm = "attr-dict")]
pub struct ApplyDropRedundantInsertSliceRankExpansionPatternsOp {}

/// Reshapes and slices of empty tensors are empty tensors.
#[op(name = "transform.apply_patterns.tensor.fold_tensor_empty", asm = "attr-dict")]
pub struct ApplyFoldTensorEmptyPatternsOp {
    /// Only values with one use are folded.
    pub fold_single_use_only: DefaultAttr<False>,
}

/// Slices of slices become one.
#[op(name = "transform.apply_patterns.tensor.fold_tensor_subset_ops", asm = "attr-dict")]
pub struct ApplyFoldTensorSubsetOpsPatternsOp {}

/// Transfers read and write tensors around slices.
#[op(
    name = "transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers",
    asm = "attr-dict"
)]
pub struct ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp {}

/// Consecutive slices become one.
#[op(name = "transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice", asm = "attr-dict")]
pub struct ApplyMergeConsecutiveInsertExtractSlicePatternsOp {}

/// Pairs of reshapes and slices are folded.
#[op(name = "transform.apply_patterns.tensor.reassociative_reshape_folding", asm = "attr-dict")]
pub struct ApplyReassociativeReshapeFoldingPatternsOp {}

/// Ops on constants become constants.
#[op(
    name = "transform.apply_patterns.tensor.rewrite_as_constant",
    asm = "(`aggressive` $aggressive^)? attr-dict"
)]
pub struct ApplyRewriteTensorOpsAsConstantPatternsOp {
    /// Large constants are made too.
    pub aggressive: OptAttr<UnitAttr>,
}

/// Slices are taken before reshapes.
#[op(name = "transform.apply_patterns.tensor.bubble_up_extract_slice", asm = "attr-dict")]
pub struct ApplyBubbleUpExtractSlicePatternsOp {}

/// Allocations move to the stack.
#[op(
    name = "transform.apply_patterns.memref.alloc_to_alloca",
    asm = "(`size_limit` `(` $size_limit^ `)`)? attr-dict"
)]
pub struct ApplyAllocToAllocaOp {
    /// The largest size in bytes.
    pub size_limit: OptAttr<I64Attr>,
}

/// Ops that can be written by simpler ones are.
#[op(name = "transform.apply_patterns.memref.expand_ops", asm = "attr-dict")]
pub struct ApplyExpandOpsPatternsOp {}

/// The parts of memrefs become values.
#[op(name = "transform.apply_patterns.memref.expand_strided_metadata", asm = "attr-dict")]
pub struct ApplyExpandStridedMetadataPatternsOp {}

/// Addresses are computed by subviews.
#[op(name = "transform.apply_patterns.memref.extract_address_computations", asm = "attr-dict")]
pub struct ApplyExtractAddressComputationsPatternsOp {}

/// Accesses of subviews become accesses of the memref.
#[op(name = "transform.apply_patterns.memref.fold_memref_alias_ops", asm = "attr-dict")]
pub struct ApplyFoldMemrefAliasOpsPatternsOp {}

/// Sizes of results are computed from operands.
#[op(name = "transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims", asm = "attr-dict")]
pub struct ApplyResolveRankedShapedTypeResultDimsPatternsOp {}

/// Barriers that order no accesses to memory are erased.
#[op(name = "transform.apply_patterns.gpu.eliminate_barriers", asm = "attr-dict")]
pub struct EliminateBarriersOp {}
