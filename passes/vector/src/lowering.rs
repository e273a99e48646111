//! The lowerings that a conversion of vectors begins with: ops of one dimension remain.

use strata_ir::prelude::*;

use crate::{
    broadcast::LOWER_BROADCAST,
    canonical::FOLD_VECTORS,
    contraction::{ContractionLowering, add_contraction_patterns},
    mask_rows::LOWER_MASK,
    outer_product::LOWER_OUTER_PRODUCT,
    shape_cast::LOWER_SHAPE_CAST,
    strided_slices::LOWER_STRIDED_SLICES,
    transfer_lowering::add_transfer_lowering_patterns,
    transpose::{TransposeLowering, add_transpose_patterns},
    unrolling::{
        LOWER_INTERLEAVE, UNROLL_BITCAST, UNROLL_FMA, UNROLL_FROM_ELEMENTS, UNROLL_GATHER, UNROLL_TO_ELEMENTS,
    },
};

/// Adds the lowerings of ops of several dimensions, and of transfers of one dimension.
pub fn add_lowering_patterns(
    set: &mut PatternSet,
    contractions: ContractionLowering,
    transposes: TransposeLowering,
) {
    set.add(FOLD_VECTORS).add(UNROLL_BITCAST).add(LOWER_BROADCAST).add(LOWER_OUTER_PRODUCT);
    add_contraction_patterns(set, contractions);
    set.add(LOWER_MASK).add(LOWER_SHAPE_CAST).add(LOWER_INTERLEAVE);
    add_transpose_patterns(set, transposes);
    add_transfer_lowering_patterns(set, Some(1));
    set.add(LOWER_STRIDED_SLICES).add(UNROLL_FMA).add(UNROLL_GATHER);
    set.add(UNROLL_FROM_ELEMENTS).add(UNROLL_TO_ELEMENTS);
}
