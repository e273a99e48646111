//! The `transform` dialect: schedules of transformations as programs.
//!
//! A *script* is a named sequence whose values are handles to ops and values of the program that is transformed, the *payload*,
//! and parameters. `passes/transform` runs it. What an op does with its handles is [`HandleEffects`]; the ops here have no
//! other meaning.

use strata_ir::prelude::*;

mod affine;
mod apply;
pub mod attrs;
mod bufferize;
mod conversions;
mod convolutions;
mod directives;
mod effects;
mod functions;
mod gpu;
mod handles;
mod irdl;
mod loops;
mod match_structured;
mod matching;
mod memref;
mod navigation;
mod nvgpu;
mod pack;
mod patterns;
mod pdl;
mod promote;
mod sequences;
mod structured;
mod target_patterns;
mod tensors;
mod tile;
mod top_level;
mod tune;
pub mod types;
mod vector_patterns;
mod vectorize;
mod verify;

pub use affine::{SimplifyBoundedAffineOpsOp, SimplifyMinMaxAffineOpsOp};
pub use apply::{
    ApplyCommonSubexpressionEliminationOp, ApplyConversionPatternsOp, ApplyDeadCodeEliminationOp,
    ApplyLoopInvariantCodeMotionOp, ApplyPatternsOp, ApplyRegisteredPassOp,
};
pub use bufferize::{
    BufferLoopHoistingOp, BufferizeToAllocationOp, EliminateEmptyTensorsOp, EmptyTensorToAllocTensorOp,
    OneShotBufferizeOp,
};
pub use conversions::{
    ApplyFuncToLLVMConversionPatternsOp, ApplyGPUSubgroupReduceToNVVMConversionPatternsOp,
    ApplyGPUToNVVMConversionPatternsOp, ApplyGPUWwmaToNVVMConversionPatternsOp,
    ApplyNVGPUToNVVMConversionPatternsOp, ApplySCFToControlFlowPatternsOp, ApplyToLLVMConversionPatternsOp,
    ApplyVectorToLLVMConversionPatternsOp, MemrefToLLVMTypeConverterOp,
};
pub use convolutions::{
    ConvertConv2DToImg2ColOp, DecomposeInterfaceOp, DecomposeWinogradOp, TransposeConv2DOp, WinogradConv2DOp,
};
pub use effects::{HandleEffects, PayloadAccess, consumed_in};
pub use functions::{
    CastAndCallOp, DeduplicateFuncArgsOp, QueryOp, ReplaceFuncSignatureOp,
    TypeConversionCastShapeDynamicDimsOp,
};
pub use gpu::{MapCopyToThreadsOp, MapForallToBlocks, MapNestedForallToThreads};
pub use handles::{
    AnnotateOp, CastOp, EmitParamAsRemarkOp, EmitRemarkAtOp, MergeHandlesOp, NumAssociationsOp,
    ParamConstantOp, PrintOp, ReplicateOp, SelectOp, SplitHandleOp, VerifyOp,
};
pub use irdl::IRDLCollectMatchingOp;
pub use loops::{
    ForallToForOp, ForallToParallelOp, HoistLoopInvariantSubsetsOp, LoopCoalesceOp, LoopFuseSiblingOp,
    LoopOutlineOp, LoopPeelOp, LoopPipelineOp, LoopPromoteIfOneIterationOp, LoopUnrollAndJamOp, LoopUnrollOp,
    ParallelForToNestedForsOp, TakeAssumedBranchOp,
};
pub use match_structured::{
    MatchStructuredBodyOp, MatchStructuredClassifyContractionDimsOp,
    MatchStructuredClassifyConvolutionDimsOp, MatchStructuredDimOp, MatchStructuredElementalBitwidthOp,
    MatchStructuredInitOp, MatchStructuredInputOp, MatchStructuredNumInitsOp, MatchStructuredNumInputsOp,
    MatchStructuredOp, MatchStructuredRankOp, MatchStructuredResultOp, MatchStructuredYieldOp,
};
pub use matching::{
    CollectMatchingOp, ForeachMatchOp, MatchOperationEmptyOp, MatchOperationNameOp, MatchParamCmpIOp,
};
pub use memref::{
    MemRefAllocaToGlobalOp, MemRefEraseDeadAllocAndStoresOp, MemRefMakeLoopIndependentOp, MemRefMultiBufferOp,
};
pub use navigation::{
    GetConsumersOfResultOp, GetDefiningOp, GetOperandOp, GetParentOp, GetProducerOfOperandOp, GetResultOp,
    GetTypeOp,
};
pub use nvgpu::{
    NvgpuCreateAsyncGroupsOp, NvgpuPipelineSharedMemoryCopiesOp, NvgpuRewriteCopyAsTmaOp,
    NvgpuRewriteMatmulAsMmaSyncOp,
};
pub use pack::{
    HoistPadBuildPackingLoopNestOp, HoistPadOp, LowerPackOp, LowerUnPackOp, PackGreedilyOp, PackOp,
    PackTransposeOp, PadTilingInterfaceOp, StructuredPadOp,
};
pub use patterns::{
    ApplyAllocToAllocaOp, ApplyBubbleUpExtractSlicePatternsOp, ApplyCanonicalizationPatternsOp,
    ApplyDecomposeTensorConcatPatternsOp, ApplyDecomposeTensorPackUnpackPatternsOp,
    ApplyDecomposeTensorPadPatternsOp, ApplyDropRedundantInsertSliceRankExpansionPatternsOp,
    ApplyEraseUnnecessaryInputsPatternsOp, ApplyExpandOpsPatternsOp, ApplyExpandStridedMetadataPatternsOp,
    ApplyExtractAddressComputationsPatternsOp, ApplyFoldAddIntoDestPatternsOp,
    ApplyFoldIntoPackAndUnpackPatternsOp, ApplyFoldMemrefAliasOpsPatternsOp,
    ApplyFoldPackUnpackIntoEmptyPatternsOp, ApplyFoldTensorEmptyPatternsOp,
    ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp, ApplyFoldTensorSubsetOpsPatternsOp,
    ApplyFoldUnitExtentDimsViaReshapesPatternsOp, ApplyFoldUnitExtentDimsViaSlicesPatternsOp,
    ApplyForLoopCanonicalizationPatternsOp, ApplyMergeConsecutiveInsertExtractSlicePatternsOp,
    ApplyPadVectorizationPatternsOp, ApplyReassociativeReshapeFoldingPatternsOp,
    ApplyResolveRankedShapedTypeResultDimsPatternsOp, ApplyRewriteTensorOpsAsConstantPatternsOp,
    ApplyTilingCanonicalizationPatternsOp, EliminateBarriersOp,
};
pub use pdl::{PdlMatchOp, WithPdlPatternsOp};
pub use promote::{PromoteOp, PromoteTensorOp};
pub use sequences::{
    AlternativesOp, CONSUMED, ForeachOp, IncludeOp, NamedSequenceOp, READONLY, SequenceOp,
    WITH_NAMED_SEQUENCE, YieldOp,
};
pub use structured::{
    ContinuousTileSizesOp, ConvertToLoopsOp, DecomposeOp, EliminateLinalgOpAnchoredEmptyTensorsOp,
    GeneralizeOp, InterchangeOp, MultiTileSizesOp, ReplaceOp, ScalarizeOp, SpecializeOp, SplitOp,
    SplitReductionOp, StructuredMatchOp, TransposeMatmulOp,
};
pub use target_patterns::{
    ApplyArmNeonContractionToBFMMLAPatternsOp, ApplyArmNeonContractionToI8MMPatternsOp,
    ApplyGPURewritePatternsOp, ApplyVectorContractToFMAPatternsOp,
};
pub use tensors::{
    FlattenElementwiseLinalgOp, InsertSliceToCopyOp, LinalgCopyToMemrefOp, MakeLoopIndependentOp,
    RewriteInDestinationPassingStyleOp,
};
pub use tile::{
    FuseIntoContainingOp, FuseOp, TileReductionUsingForOp, TileReductionUsingForallOp, TileUsingForOp,
    TileUsingForallOp,
};
pub use tune::{KnobOp, TuneAlternativesOp};
pub use vector_patterns::{
    ApplyCastAwayVectorLeadingOneDimPatternsOp, ApplyDropInnerMostUnitDimsFromXferOpsPatternsOp,
    ApplyDropUnitDimWithShapeCastPatternsOp, ApplyFoldArithExtensionPatternsOp,
    ApplyFoldElementwiseToVectorPatternsOp, ApplyInterleaveToShufflePatternsOp, ApplyLowerBitCastPatternsOp,
    ApplyLowerBroadcastPatternsOp, ApplyLowerContractionPatternsOp, ApplyLowerCreateMaskPatternsOp,
    ApplyLowerGatherPatternsOp, ApplyLowerInterleavePatternsOp, ApplyLowerMaskedTransfersPatternsOp,
    ApplyLowerMasksPatternsOp, ApplyLowerMultiReductionPatternsOp, ApplyLowerOuterProductPatternsOp,
    ApplyLowerScanPatternsOp, ApplyLowerShapeCastPatternsOp, ApplyLowerTransferPatternsOp,
    ApplyLowerTransposePatternsOp, ApplyMaterializeMasksPatternsOp, ApplyRankReducingSubviewPatternsOp,
    ApplyRewriteNarrowTypePatternsOp, ApplySinkVectorMemPatternsOp, ApplySinkVectorPatternsOp,
    ApplySplitTransferFullPartialPatternsOp, ApplyTransferPermutationPatternsOp,
    ApplyTransferToScfPatternsOp, ApplyUnrollFromElementsPatternsOp, ApplyUnrollToElementsPatternsOp,
    ApplyVectorReductionToContractPatternsOp,
};
pub use vectorize::{
    HoistRedundantVectorBroadcastsOp, HoistRedundantVectorTransfersOp, VectorizeChildrenAndApplyPatternsOp,
    VectorizeOp,
};

use attrs::ParamOperand;
use types::{
    AffineMapParamType, AnyOpType, AnyParamType, AnyValueType, OperationType, ParamType, TypeParamType,
};

dialect! {
    /// Schedules of transformations as programs.
    transform {
        execution: Annotation,
        ops: [
            AlternativesOp, AnnotateOp, ApplyAllocToAllocaOp, ApplyArmNeonContractionToBFMMLAPatternsOp, ApplyArmNeonContractionToI8MMPatternsOp, ApplyBubbleUpExtractSlicePatternsOp, ApplyCanonicalizationPatternsOp, ApplyCastAwayVectorLeadingOneDimPatternsOp, ApplyCommonSubexpressionEliminationOp, ApplyConversionPatternsOp, ApplyDeadCodeEliminationOp, ApplyDecomposeTensorConcatPatternsOp, ApplyDecomposeTensorPackUnpackPatternsOp, ApplyDecomposeTensorPadPatternsOp, ApplyDropInnerMostUnitDimsFromXferOpsPatternsOp, ApplyDropRedundantInsertSliceRankExpansionPatternsOp, ApplyDropUnitDimWithShapeCastPatternsOp, ApplyEraseUnnecessaryInputsPatternsOp, ApplyExpandOpsPatternsOp, ApplyExpandStridedMetadataPatternsOp, ApplyExtractAddressComputationsPatternsOp, ApplyFoldAddIntoDestPatternsOp, ApplyFoldArithExtensionPatternsOp, ApplyFoldElementwiseToVectorPatternsOp, ApplyFoldIntoPackAndUnpackPatternsOp, ApplyFoldMemrefAliasOpsPatternsOp, ApplyFoldPackUnpackIntoEmptyPatternsOp, ApplyFoldTensorEmptyPatternsOp, ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp, ApplyFoldTensorSubsetOpsPatternsOp, ApplyFoldUnitExtentDimsViaReshapesPatternsOp, ApplyFoldUnitExtentDimsViaSlicesPatternsOp, ApplyForLoopCanonicalizationPatternsOp, ApplyFuncToLLVMConversionPatternsOp, ApplyGPURewritePatternsOp, ApplyGPUSubgroupReduceToNVVMConversionPatternsOp, ApplyGPUToNVVMConversionPatternsOp, ApplyGPUWwmaToNVVMConversionPatternsOp, ApplyInterleaveToShufflePatternsOp, ApplyLoopInvariantCodeMotionOp, ApplyLowerBitCastPatternsOp, ApplyLowerBroadcastPatternsOp, ApplyLowerContractionPatternsOp, ApplyLowerCreateMaskPatternsOp, ApplyLowerGatherPatternsOp, ApplyLowerInterleavePatternsOp, ApplyLowerMaskedTransfersPatternsOp, ApplyLowerMasksPatternsOp, ApplyLowerMultiReductionPatternsOp, ApplyLowerOuterProductPatternsOp, ApplyLowerScanPatternsOp, ApplyLowerShapeCastPatternsOp, ApplyLowerTransferPatternsOp, ApplyLowerTransposePatternsOp, ApplyMaterializeMasksPatternsOp, ApplyMergeConsecutiveInsertExtractSlicePatternsOp, ApplyNVGPUToNVVMConversionPatternsOp, ApplyPadVectorizationPatternsOp, ApplyPatternsOp, ApplyRankReducingSubviewPatternsOp, ApplyReassociativeReshapeFoldingPatternsOp, ApplyRegisteredPassOp, ApplyResolveRankedShapedTypeResultDimsPatternsOp, ApplyRewriteNarrowTypePatternsOp, ApplyRewriteTensorOpsAsConstantPatternsOp, ApplySCFToControlFlowPatternsOp, ApplySinkVectorMemPatternsOp, ApplySinkVectorPatternsOp, ApplySplitTransferFullPartialPatternsOp, ApplyTilingCanonicalizationPatternsOp, ApplyToLLVMConversionPatternsOp, ApplyTransferPermutationPatternsOp, ApplyTransferToScfPatternsOp, ApplyUnrollFromElementsPatternsOp, ApplyUnrollToElementsPatternsOp, ApplyVectorContractToFMAPatternsOp, ApplyVectorReductionToContractPatternsOp, ApplyVectorToLLVMConversionPatternsOp, BufferLoopHoistingOp, BufferizeToAllocationOp, CastAndCallOp, CastOp, CollectMatchingOp, ContinuousTileSizesOp, ConvertConv2DToImg2ColOp, ConvertToLoopsOp, DecomposeInterfaceOp, DecomposeOp, DecomposeWinogradOp, DeduplicateFuncArgsOp, EliminateBarriersOp, EliminateEmptyTensorsOp, EliminateLinalgOpAnchoredEmptyTensorsOp, EmitParamAsRemarkOp, EmitRemarkAtOp, EmptyTensorToAllocTensorOp, FlattenElementwiseLinalgOp, ForallToForOp, ForallToParallelOp, ForeachMatchOp, ForeachOp, FuseIntoContainingOp, FuseOp, GeneralizeOp, GetConsumersOfResultOp, GetDefiningOp, GetOperandOp, GetParentOp, GetProducerOfOperandOp, GetResultOp, GetTypeOp, HoistLoopInvariantSubsetsOp, HoistPadBuildPackingLoopNestOp, HoistPadOp, HoistRedundantVectorBroadcastsOp, HoistRedundantVectorTransfersOp, IRDLCollectMatchingOp, IncludeOp, InsertSliceToCopyOp, InterchangeOp, KnobOp, LinalgCopyToMemrefOp, LoopCoalesceOp, LoopFuseSiblingOp, LoopOutlineOp, LoopPeelOp, LoopPipelineOp, LoopPromoteIfOneIterationOp, LoopUnrollAndJamOp, LoopUnrollOp, LowerPackOp, LowerUnPackOp, MakeLoopIndependentOp, MapCopyToThreadsOp, MapForallToBlocks, MapNestedForallToThreads, MatchOperationEmptyOp, MatchOperationNameOp, MatchParamCmpIOp, MatchStructuredBodyOp, MatchStructuredClassifyContractionDimsOp, MatchStructuredClassifyConvolutionDimsOp, MatchStructuredDimOp, MatchStructuredElementalBitwidthOp, MatchStructuredInitOp, MatchStructuredInputOp, MatchStructuredNumInitsOp, MatchStructuredNumInputsOp, MatchStructuredOp, MatchStructuredRankOp, MatchStructuredResultOp, MatchStructuredYieldOp, MemRefAllocaToGlobalOp, MemRefEraseDeadAllocAndStoresOp, MemRefMakeLoopIndependentOp, MemRefMultiBufferOp, MemrefToLLVMTypeConverterOp, MergeHandlesOp, MultiTileSizesOp, NamedSequenceOp, NumAssociationsOp, NvgpuCreateAsyncGroupsOp, NvgpuPipelineSharedMemoryCopiesOp, NvgpuRewriteCopyAsTmaOp, NvgpuRewriteMatmulAsMmaSyncOp, OneShotBufferizeOp, PackGreedilyOp, PackOp, PackTransposeOp, PadTilingInterfaceOp, ParallelForToNestedForsOp, ParamConstantOp, PdlMatchOp, PrintOp, PromoteOp, PromoteTensorOp, QueryOp, ReplaceFuncSignatureOp, ReplaceOp, ReplicateOp, RewriteInDestinationPassingStyleOp, ScalarizeOp, SelectOp, SequenceOp, SimplifyBoundedAffineOpsOp, SimplifyMinMaxAffineOpsOp, SpecializeOp, SplitHandleOp, SplitOp, SplitReductionOp, StructuredMatchOp, StructuredPadOp, TakeAssumedBranchOp, TileReductionUsingForOp, TileReductionUsingForallOp, TileUsingForOp, TileUsingForallOp, TransposeConv2DOp, TransposeMatmulOp, TuneAlternativesOp, TypeConversionCastShapeDynamicDimsOp, VectorizeChildrenAndApplyPatternsOp, VectorizeOp, VerifyOp, WinogradConv2DOp, WithPdlPatternsOp, YieldOp,
        ],
        types: [AffineMapParamType, AnyOpType, AnyParamType, AnyValueType, OperationType, ParamType, TypeParamType],
        attrs: [ParamOperand],
    }
}
