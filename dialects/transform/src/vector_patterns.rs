//! Ops that name patterns on vectors, for the region of `transform.apply_patterns`.

use strata_ir::prelude::*;

use crate::attrs::{ContractLowering, False, MultiReductionLowering, One, TransferSplit, TransposeLowering};

/// Leading dimensions of size one are removed.
#[op(name = "transform.apply_patterns.vector.cast_away_vector_leading_one_dim", asm = "attr-dict")]
pub struct ApplyCastAwayVectorLeadingOneDimPatternsOp {}

/// Transfers of subviews have no dimensions of size one.
#[op(name = "transform.apply_patterns.vector.rank_reducing_subview_patterns", asm = "attr-dict")]
pub struct ApplyRankReducingSubviewPatternsOp {}

/// Dimensions of size one are removed by shape casts.
#[op(name = "transform.apply_patterns.vector.drop_unit_dims_with_shape_cast", asm = "attr-dict")]
pub struct ApplyDropUnitDimWithShapeCastPatternsOp {}

/// Innermost dimensions of size one of transfers are removed.
#[op(name = "transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops", asm = "attr-dict")]
pub struct ApplyDropInnerMostUnitDimsFromXferOpsPatternsOp {}

/// Permutations of transfers become transposes and broadcasts.
#[op(name = "transform.apply_patterns.vector.transfer_permutation_patterns", asm = "attr-dict")]
pub struct ApplyTransferPermutationPatternsOp {}

/// Bitcasts of many dimensions become those of one.
#[op(name = "transform.apply_patterns.vector.lower_bitcast", asm = "attr-dict")]
pub struct ApplyLowerBitCastPatternsOp {}

/// Broadcasts become ones of one dimension.
#[op(name = "transform.apply_patterns.vector.lower_broadcast", asm = "attr-dict")]
pub struct ApplyLowerBroadcastPatternsOp {}

/// Contractions become simpler ops.
#[op(
    name = "transform.apply_patterns.vector.lower_contraction",
    asm = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"
)]
pub struct ApplyLowerContractionPatternsOp {
    /// How it is lowered.
    pub lowering_strategy: DefaultAttr<ContractLowering>,
}

/// Masks become ones of one dimension.
#[op(name = "transform.apply_patterns.vector.lower_create_mask", asm = "attr-dict")]
pub struct ApplyLowerCreateMaskPatternsOp {}

/// Masks of many dimensions become ones of one.
#[op(name = "transform.apply_patterns.vector.lower_masks", asm = "attr-dict")]
pub struct ApplyLowerMasksPatternsOp {}

/// Masked transfers become transfers with masks.
#[op(name = "transform.apply_patterns.vector.lower_masked_transfers", asm = "attr-dict")]
pub struct ApplyLowerMaskedTransfersPatternsOp {}

/// Masks become comparisons.
#[op(name = "transform.apply_patterns.vector.materialize_masks", asm = "attr-dict")]
pub struct ApplyMaterializeMasksPatternsOp {}

/// Reductions of many dimensions become ones of one.
#[op(
    name = "transform.apply_patterns.vector.lower_multi_reduction",
    asm = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"
)]
pub struct ApplyLowerMultiReductionPatternsOp {
    /// How it is lowered.
    pub lowering_strategy: DefaultAttr<MultiReductionLowering>,
}

/// Outer products become multiply-adds.
#[op(name = "transform.apply_patterns.vector.lower_outerproduct", asm = "attr-dict")]
pub struct ApplyLowerOuterProductPatternsOp {}

/// Gathers of many dimensions become ones of one.
#[op(name = "transform.apply_patterns.vector.lower_gather", asm = "attr-dict")]
pub struct ApplyLowerGatherPatternsOp {}

/// Vectors of elements become ones of one dimension.
#[op(name = "transform.apply_patterns.vector.unroll_from_elements", asm = "attr-dict")]
pub struct ApplyUnrollFromElementsPatternsOp {}

/// Elements of vectors are those of vectors of one dimension.
#[op(name = "transform.apply_patterns.vector.unroll_to_elements", asm = "attr-dict")]
pub struct ApplyUnrollToElementsPatternsOp {}

/// Scans become sums of slices.
#[op(name = "transform.apply_patterns.vector.lower_scan", asm = "attr-dict")]
pub struct ApplyLowerScanPatternsOp {}

/// Shape casts become extractions and insertions.
#[op(name = "transform.apply_patterns.vector.lower_shape_cast", asm = "attr-dict")]
pub struct ApplyLowerShapeCastPatternsOp {}

/// Transfers become loads and stores.
#[op(
    name = "transform.apply_patterns.vector.lower_transfer",
    asm = "(`max_transfer_rank` `=` $max_transfer_rank^)? attr-dict"
)]
pub struct ApplyLowerTransferPatternsOp {
    /// Transfers of more dimensions are left.
    pub max_transfer_rank: DefaultAttr<One>,
}

/// Transposes become shuffles or extractions.
#[op(
    name = "transform.apply_patterns.vector.lower_transpose",
    asm = "oilist ( `lowering_strategy` `=` $lowering_strategy | `avx2_lowering_strategy` `=` $avx2_lowering_strategy ) attr-dict"
)]
pub struct ApplyLowerTransposePatternsOp {
    /// How it is lowered.
    pub lowering_strategy: DefaultAttr<TransposeLowering>,
    /// Special shuffles of AVX2 are used.
    pub avx2_lowering_strategy: DefaultAttr<False>,
}

/// Interleavings become ones of one dimension.
#[op(name = "transform.apply_patterns.vector.lower_interleave", asm = "attr-dict")]
pub struct ApplyLowerInterleavePatternsOp {}

/// Interleavings become shuffles.
#[op(name = "transform.apply_patterns.vector.interleave_to_shuffle", asm = "attr-dict")]
pub struct ApplyInterleaveToShufflePatternsOp {}

/// Elements of less than a byte become shifts.
#[op(name = "transform.apply_patterns.vector.rewrite_narrow_types", asm = "attr-dict")]
pub struct ApplyRewriteNarrowTypePatternsOp {}

/// Transfers are split into ones inside of bounds and others.
#[op(
    name = "transform.apply_patterns.vector.split_transfer_full_partial",
    asm = "(`split_transfer_strategy` `=` $split_transfer_strategy^)? attr-dict"
)]
pub struct ApplySplitTransferFullPartialPatternsOp {
    /// How transfers are split.
    pub split_transfer_strategy: DefaultAttr<TransferSplit>,
}

/// Transfers become loops.
#[op(
    name = "transform.apply_patterns.vector.transfer_to_scf",
    asm = "oilist ( `max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` $full_unroll ) attr-dict"
)]
pub struct ApplyTransferToScfPatternsOp {
    /// Transfers of more dimensions are left.
    pub max_transfer_rank: DefaultAttr<One>,
    /// Loops are unrolled.
    pub full_unroll: DefaultAttr<False>,
}

/// Extensions become part of contractions.
#[op(name = "transform.apply_patterns.vector.fold_arith_extension", asm = "attr-dict")]
pub struct ApplyFoldArithExtensionPatternsOp {}

/// Elementwise ops become ones on vectors.
#[op(name = "transform.apply_patterns.vector.elementwise_to_vector", asm = "attr-dict")]
pub struct ApplyFoldElementwiseToVectorPatternsOp {}

/// Reductions become contractions.
#[op(name = "transform.apply_patterns.vector.reduction_to_contract", asm = "attr-dict")]
pub struct ApplyVectorReductionToContractPatternsOp {}

/// Broadcasts and transposes move behind elementwise ops.
#[op(name = "transform.apply_patterns.vector.sink_ops", asm = "attr-dict")]
pub struct ApplySinkVectorPatternsOp {}

/// Extractions of loads become loads.
#[op(name = "transform.apply_patterns.vector.sink_mem_ops", asm = "attr-dict")]
pub struct ApplySinkVectorMemPatternsOp {}
