//! Passes that rewrite structured ops on tensors and memrefs into other structured ops: upstream's, by upstream's names.
//!
//! They read and write `linalg`, `tensor` and `arith`; each file is one pass or a family of them. Passes that this compiler's own pipelines
//! consist of are in `passes/structured`.

mod block_pack_matmul;
mod detensorize;
mod elementwise_fusion;
mod elementwise_to_linalg;
mod eliminate_empty_tensors;
mod empty_tensors;
mod fold_into_elementwise;
mod generalize;
mod inline_scalar_operands;
pub mod lengthen_payload;
mod morph;
mod patterns;
pub mod payload_args;
mod resolve_dims;
mod simplify_depthwise_conv;
mod specialize;
mod tensor_to_linalg;
mod unit_dims;

pub use elementwise_fusion::ERASE_UNNECESSARY_INPUTS;
pub use eliminate_empty_tensors::eliminate_in as eliminate_empty_tensors_in;
pub use resolve_dims::RESOLVE as RESOLVE_SIZES;
pub use specialize::specialize;
pub use unit_dims::add_unit_dim_patterns;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<block_pack_matmul::BlockPackMatmul>()
        .add::<detensorize::Detensorize>()
        .add::<empty_tensors::EmptyTensorToAllocTensor>()
        .add::<resolve_dims::ReifyResultShapes>()
        .add::<resolve_dims::ResolveRankedShapedTypeResultDims>()
        .add::<resolve_dims::ResolveShapedTypeResultDims>()
        .add::<unit_dims::FoldUnitExtentDims>()
        .add::<eliminate_empty_tensors::EliminateEmptyTensors>()
        .add::<elementwise_fusion::FuseElementwiseOps>()
        .add::<elementwise_to_linalg::ConvertElementwiseToLinalg>()
        .add::<tensor_to_linalg::ConvertTensorToLinalg>()
        .add::<fold_into_elementwise::FoldIntoElementwise>()
        .add::<inline_scalar_operands::InlineScalarOperands>()
        .add::<simplify_depthwise_conv::SimplifyDepthwiseConv>()
        .add::<generalize::GeneralizeNamedOps>()
        .add::<morph::MorphOps>()
        .add::<specialize::SpecializeGenericOps>();
}
