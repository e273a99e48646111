//! Ops that make vectors.

use strata_ir::prelude::*;

use crate::{
    directives::{VECTOR_SIZES, numbers},
    effects::{HandleEffects, handle_effects},
    types::{OpHandle, ParamOrHandle},
};

/// Rewrites structured ops as ops on vectors.
#[op(
    name = "transform.structured.vectorize",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target oilist( `vector_sizes` custom<VECTOR_SIZES>($vector_sizes, $static_vector_sizes, $scalable_sizes)) attr-dict `:` type($target)(`,`type($vector_sizes)^)?",
)]
pub struct VectorizeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Sizes of vectors that are handles or parameters.
    pub vector_sizes: Variadic<ParamOrHandle>,
    /// Sizes of vectors, with a marker for those that are operands.
    pub static_vector_sizes: OptAttr<I64Array>,
    /// `tensor.extract` becomes gathers.
    pub vectorize_nd_extract: OptAttr<UnitAttr>,
    /// Unknown sizes are those of the vectors.
    pub assume_dynamic_dims_match_vec_sizes: OptAttr<UnitAttr>,
    /// Contractions become `vector.contract`.
    pub create_named_contraction: OptAttr<UnitAttr>,
    /// Which sizes are multiplied by the size of scalable vectors.
    pub scalable_sizes: OptAttr<BoolArray>,
}

/// Vectorizes all structured ops in an op.
#[op(
    name = "transform.structured.vectorize_children_and_apply_patterns",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:`functional-type(operands, results)",
)]
pub struct VectorizeChildrenAndApplyPatternsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Extensions of element types become part of contractions.
    pub fold_type_extensions_into_contract: OptAttr<UnitAttr>,
    /// Paddings become vectors too.
    pub vectorize_padding: OptAttr<UnitAttr>,
    /// `tensor.extract` becomes gathers.
    pub vectorize_nd_extract: OptAttr<UnitAttr>,
    /// The channels of convolutions are flattened.
    pub flatten_1d_depthwise_conv: OptAttr<UnitAttr>,
    /// Reductions do not become contractions.
    pub disable_multi_reduction_to_contract_patterns: OptAttr<UnitAttr>,
    /// Permutations of transfers do not become transposes.
    pub disable_transfer_permutation_map_lowering_patterns: OptAttr<UnitAttr>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Moves pairs of transfers out of loops.
#[op(
    name = "transform.structured.hoist_redundant_vector_transfers",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct HoistRedundantVectorTransfersOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Only loops that run at least once are left.
    pub verify_non_zero_trip: OptAttr<UnitAttr>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Moves pairs of `vector.extract` and `vector.broadcast` out of loops.
#[op(
    name = "transform.structured.hoist_redundant_vector_broadcasts",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct HoistRedundantVectorBroadcastsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

handle_effects! {
    target, Modifies: VectorizeOp;
    all, Modifies: VectorizeChildrenAndApplyPatternsOp, HoistRedundantVectorTransfersOp, HoistRedundantVectorBroadcastsOp;
}

impl Verify for VectorizeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (sizes, scalable) =
            (numbers(b, self.op(), "static_vector_sizes"), numbers(b, self.op(), "scalable_sizes"));
        ensure!(
            sizes.len() == scalable.len(),
            "expected same number of vector sizes ({}) and scalable sizes ({})",
            sizes.len(),
            scalable.len()
        );
        Ok(())
    }
}
