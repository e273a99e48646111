//! `linalg-fold-unit-extent-dims`: loops that run once, and the dimensions of size one that they index, are removed.
//!
//! Before:
//! ```mlir
//! %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x5xf32>) outs(%y : tensor<1x5xf32>) { … }
//! ```
//! After:
//! ```mlir
//! %c = tensor.collapse_shape %x [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
//! %d = tensor.collapse_shape %y [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
//! %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%c : tensor<5xf32>) outs(%d : tensor<5xf32>) { … }
//! %0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
//! ```
//! With `use-rank-reducing-slices`, slices do this instead of reshapes. Paddings, and slices, lose such dimensions too.

mod generic;
mod inits;
mod pad;
mod reduce_rank;
mod slices;

use std::sync::Arc;

use strata_ir::{prelude::*, rewrite::patterns};
use strata_linalg::{FillOp, GenericOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, PadOp};

use crate::{patterns::apply, resolve_dims::RESOLVE};

/// How values lose and regain dimensions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// `collapse_shape` and `expand_shape`.
    Reshapes,
    /// `extract_slice` or `subview`, and `insert_slice`.
    Slices,
}

/// Remove unit-extent dimension in Linalg ops on tensors.
#[pass(
    name = "linalg-fold-unit-extent-dims",
    class = "LinalgFoldUnitExtentDimsPass",
    produces = [affine, arith, linalg, memref, tensor],
    each_body
)]
pub struct FoldUnitExtentDims {
    /// Generate rank-reducing slices instead of reassociative reshapes
    pub use_rank_reducing_slices: bool,
}

impl BodyPass for FoldUnitExtentDims {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        add_unit_dim_patterns(&mut patterns, self.use_rank_reducing_slices);
        patterns.add(patterns! { GenericOp => "inits-to-inputs": inits::move_inits_to_inputs });
        apply(body, &patterns)
    }
}

/// The patterns that remove unit dimensions, by slices or by reshapes.
pub fn add_unit_dim_patterns(patterns: &mut PatternSet, slices: bool) {
    let strategy = if slices { Strategy::Slices } else { Strategy::Reshapes };
    patterns.add_fn(
        Some(GenericOp::NAME),
        "drop-unit-dims",
        1,
        Arc::new(move |op, rw| generic::drop_unit_dims(op, rw, strategy)),
    );
    patterns.add_fn(
        Some(PadOp::NAME),
        "drop-unit-dims",
        1,
        Arc::new(move |op, rw| pad::drop_unit_dims(op, rw, strategy)),
    );
    if strategy == Strategy::Reshapes {
        patterns.add(patterns! {
            ExtractSliceOp => "reduce-slice": slices::reduce_extract,
            InsertSliceOp => "reduce-slice": slices::reduce_insert,
            CollapseShapeOp => "canonicalize": canonicalize,
            ExpandShapeOp => "canonicalize": canonicalize,
        });
    }
    patterns.add(patterns! {
        FillOp => "canonicalize": canonicalize,
        EmptyOp => "canonicalize": canonicalize,
        ExtractSliceOp => "fold-empty": slices::fold_empty,
        CollapseShapeOp => "fold-empty": slices::fold_empty,
        ExpandShapeOp => "fold-empty": slices::fold_empty,
    });
    patterns.add(RESOLVE);
}

fn canonicalize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw)
}
