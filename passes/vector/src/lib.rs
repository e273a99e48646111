//! Passes that rewrite ops on vectors into simpler ones of `vector` and `arith`, products into those of tiles (`amx`) and instructions
//! of Arm (`arm_neon`), and transfers into loops (`scf`): upstream's, by upstream's names.

mod broadcast;
mod canonical;
mod contraction;
mod index_masks;
mod inner_ones;
mod leading_ones;
mod lowering;
mod mask;
mod mask_rows;
mod masked;
mod multi_reduction;
mod narrow_types;
mod neon_products;
mod neon_rows;
mod outer_product;
mod scan;
mod shape_cast;
mod shapes;
mod shuffle_tree;
mod sinking;
mod strided_slices;
mod subset_hoisting;
mod subset_ops;
mod to_amx;
mod to_scf;
mod transfer_hoisting;
mod transfer_lowering;
mod transfer_permutation;
mod transpose;
mod transpose_16x16;
mod transpose_avx2;
mod unit_dims;
mod unit_products;
mod unrolling;
mod view_ones;

pub use broadcast::LOWER_BROADCAST;
pub use contraction::{
    ContractionLowering, FOLD_EXTENSIONS, REDUCTION_TO_CONTRACT, add_contraction_patterns,
};
pub use index_masks::{LaneIndex, add_mask_patterns, compare_lanes, lane_numbers, lanes};
pub use inner_ones::DROP_INNER_ONES;
pub use leading_ones::add_leading_one_patterns;
pub use lowering::add_lowering_patterns;
pub use mask::LOWER_MASKED;
pub use mask_rows::LOWER_MASK;
pub use multi_reduction::{Lowering as MultiReductionLowering, add_multi_reduction_patterns};
pub use narrow_types::add_narrow_type_patterns;
pub use neon_products::{add_neon_bf16_products, add_neon_byte_products};
pub use outer_product::{LOWER_OUTER_PRODUCT, PRODUCT_TO_OUTER_PRODUCT};
pub use scan::LOWER_SCAN;
pub use shape_cast::LOWER_SHAPE_CAST;
pub use shapes::zero_attr;
pub use sinking::{SINK_MEMORY, add_sink_patterns};
pub use subset_hoisting::hoist_subsets_from;
pub use subset_ops::{FOLD_SUBSETS, FOLD_SUBSETS_INTO_TRANSFERS};
pub use to_scf::{ConvertVectorToScf, lower_transfers};
pub use transfer_hoisting::{hoist_redundant_broadcasts, hoist_redundant_transfers};
pub use transfer_lowering::add_transfer_lowering_patterns;
pub use transfer_permutation::PERMUTE_TRANSFERS;
pub use transpose::{TransposeLowering, add_transpose_patterns, transposed};
pub use transpose_avx2::add_avx2_transpose_patterns;
pub use unit_dims::add_unit_dim_cast_patterns;
pub use unit_products::UNIT_PRODUCT_TO_FMA;
pub use unrolling::{
    INTERLEAVE_TO_SHUFFLE, LOWER_INTERLEAVE, UNROLL_BITCAST, UNROLL_FROM_ELEMENTS, UNROLL_GATHER,
    UNROLL_TO_ELEMENTS,
};
pub use view_ones::DROP_ONES_OF_VIEWS;

use strata_ir::prelude::*;
use strata_pass::{PassRegistry, PassResult};

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<subset_ops::FoldTensorSubsetOps>()
        .add::<subset_hoisting::LoopInvariantSubsetHoisting>()
        .add::<mask::LowerVectorMask>()
        .add::<multi_reduction::LowerVectorMultiReduction>()
        .add::<neon_rows::ArmNeon2dToIntr>()
        .add::<to_amx::ConvertVectorToAmx>()
        .add::<to_scf::ConvertVectorToScf>()
        .add::<shuffle_tree::LowerToFromElementsToShuffleTree>();
}

/// Applies patterns and folds until nothing changes; ops are not canonicalized.
fn apply(body: &mut Body, patterns: &PatternSet) -> PassResult {
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, patterns, &config).into_result()?)
}
