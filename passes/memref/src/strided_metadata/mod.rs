//! `expand-strided-metadata`: views become `memref.reinterpret_cast` of the memory behind them, with explicit offsets, sizes and strides.
//!
//! Before:
//! ```mlir
//! %s = memref.subview %m[%i, 2] [4, 4] [1, 2] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 2], offset: ?>>
//! ```
//! After:
//! ```mlir
//! %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x8xf32> -> …
//! %0 = affine.apply affine_map<()[s0] -> (s0 * 8 + 2)>()[%i]
//! %s = memref.reinterpret_cast %base to offset: [%0], sizes: [4, 4], strides: [8, 2] : memref<f32> to memref<4x4xf32, …>
//! ```
//! Metadata of views, allocations and globals are computed; a layout that is not strided keeps its ops.

mod extract;
mod views;

use strata_ir::{prelude::*, rewrite::patterns};
use strata_memref::{
    CollapseShapeOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, SubViewOp,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::MixedIndex;

/// Expand memref operations into easier to analyze constructs.
#[pass(
    name = "expand-strided-metadata",
    class = "ExpandStridedMetadataPass",
    produces = [affine, arith, memref],
    each_body
)]
pub struct ExpandStridedMetadata;

/// The patterns of `expand-strided-metadata`.
pub const EXPAND_STRIDED_METADATA: &[PatternRow] = patterns! {
    SubViewOp => "subview": views::rebuild,
    ExpandShapeOp => "expand-shape": views::rebuild,
    CollapseShapeOp => "collapse-shape": views::rebuild,
    ExtractStridedMetadataOp => "metadata": extract::of_definition,
    ExtractAlignedPointerAsIndexOp => "pointer-of-view": extract::pointer_of_view,
};

impl BodyPass for ExpandStridedMetadata {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(EXPAND_STRIDED_METADATA);
        crate::apply(body, &patterns)
    }
}

/// The parts of a descriptor.
struct Metadata {
    base: Value,
    offset: MixedIndex,
    sizes: Vec<MixedIndex>,
    strides: Vec<MixedIndex>,
}

/// A number from the type, or the value where the type has none.
fn known(n: i64, value: Value) -> MixedIndex {
    if n == DYNAMIC { MixedIndex::Value(value) } else { MixedIndex::Static(n) }
}
