//! `linalg-fuse-elementwise-ops`: a `linalg.generic` takes up producers that nothing else reads.
//!
//! Before:
//! ```mlir
//! %0 = linalg.generic {…} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) { … math.exp … }
//! %1 = linalg.generic {…} ins(%0, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) { … arith.addf … }
//! ```
//! After:
//! ```mlir
//! %1 = linalg.generic {…} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) { … math.exp … arith.addf … }
//! ```
//! Fills and constants of equal elements become scalars of payloads, and a reshape gives its loops to the op that reads or makes the
//! tensor. The files are the families of patterns; their order below is upstream's, on which results depend.

mod constants;
mod expand;
mod expansion;
mod move_definitions;
mod outs;
mod pads;
mod payloads;
mod producers;
mod reshapes;
mod transposes;
mod unused;

use std::sync::Arc;

use strata_affine::ApplyOp;
use strata_ir::{
    affine::AffineMap,
    prelude::*,
    rewrite::{FnPattern, RegionSimplification, patterns},
};
use strata_linalg::{GenericOp, LinalgOp, TransposeOp, simplify_structured};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, PadOp};

use payloads::WithoutIndices;
pub use unused::ERASE_UNNECESSARY_INPUTS;

/// Fuse elementwise operations on tensors.
#[pass(
    name = "linalg-fuse-elementwise-ops",
    class = "LinalgElementwiseOpFusionPass",
    produces = [affine, arith, linalg, memref, tensor],
    each_body
)]
pub struct FuseElementwiseOps;

impl BodyPass for FuseElementwiseOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        let plain = Arc::new(WithoutIndices::default());
        let (of_producers, of_unused) = (plain.clone(), plain);
        let fuse: FnPattern = Arc::new(move |op, rw| producers::fuse(op, rw, &of_producers));
        let erase: FnPattern = Arc::new(move |op, rw| unused::erase_unused(op, rw, &of_unused));
        patterns
            .add_fn(Some(GenericOp::NAME), "fuse-producer", 1, fuse)
            .add(patterns! {
                GenericOp => "fold-fill": constants::fold_fills,
                GenericOp => "fold-constant": constants::fold_constant,
                GenericOp => "drop-outs": outs::drop_contents,
            })
            .add_fn(Some(GenericOp::NAME), "erase-unused-operands", 1, erase)
            .add(patterns! {
                GenericOp => "erase-unused-cycles": unused::erase_cycles,
                GenericOp => "expand-loops": reshapes::of_operand,
                ExpandShapeOp => "expand-loops": reshapes::of_result,
                PadOp => "pad-of-collapse": pads::pad_of_collapse,
                ExpandShapeOp => "expand-of-pad": pads::expand_of_pad,
                ExpandShapeOp => "expand-of-collapse": reshapes::expand_first,
                ApplyOp => "canonicalize": canonicalize,
                GenericOp => "canonicalize": canonicalize,
                ExpandShapeOp => "canonicalize": canonicalize,
                CollapseShapeOp => "canonicalize": canonicalize,
                TransposeOp => "identity": transposes::drop_identity,
                any => "expand-loops": reshapes::of_named_operand,
                any => "canonicalize": canonicalize_named,
                any => "transpose-constant": transposes::fold,
            });
        let config = GreedyConfig {
            canonicalize: false,
            visit_created: true,
            regions: RegionSimplification::Aggressive,
            ..GreedyConfig::default()
        };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

fn canonicalize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw)
}

/// The simplifications that all structured ops share, for those with names.
fn canonicalize_named(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.isa::<GenericOp>(rw) {
        return None;
    }
    let linalg = op.cast::<dyn LinalgOp>(rw)?;
    simplify_structured(&*linalg, rw)
}

/// Whether the op that defines `v` has one use, counting all of its results.
fn is_only_use(b: &Body, v: Value) -> bool {
    b.def_op(v)
        .is_some_and(|def| b.results(def).iter().map(|&r| b.uses_of(r).take(2).count()).sum::<usize>() == 1)
}

/// Whether operands with these maps tell the sizes of all loops: the map with the results of all of them has an inverse.
fn cover_loops<'a>(maps: impl IntoIterator<Item = &'a AffineMap>, loops: usize) -> bool {
    let mut maps = maps.into_iter().peekable();
    if maps.peek().is_none() {
        return loops == 0;
    }
    let mut found: SmallVec<[bool; 8]> = SmallVec::new();
    for map in maps {
        if map.n_symbols() > 0 {
            return false;
        }
        if found.len() < map.n_dims() as usize {
            found.resize(map.n_dims() as usize, false);
        }
        map.results().iter().filter_map(|e| e.as_dim()).for_each(|dim| found[dim as usize] = true);
    }
    found.iter().all(|&found| found)
}

/// The maps of a `linalg.generic`, as attributes.
fn map_attrs<'c>(cx: &'c Context, b: &Body, op: Op) -> Option<&'c [Attr]> {
    Some(&cx.attr_as::<ArrayAttr>(b.attr(op, "indexing_maps")?)?.0)
}
