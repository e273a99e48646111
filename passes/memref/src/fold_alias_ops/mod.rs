//! `fold-memref-alias-ops` and `affine-fold-memref-alias-ops`: accesses to views become accesses to the buffers behind them.
//!
//! Before:
//! ```mlir
//! %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
//! %v = memref.load %s[%j, %k] : memref<4x4xf32, strided<[8, 1], offset: ?>>
//! ```
//! After:
//! ```mlir
//! %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %j]
//! %1 = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%k]
//! %v = memref.load %m[%0, %1] : memref<8x8xf32>
//! ```
//! Expanded and collapsed shapes are folded likewise, with `affine.linearize_index` and `affine.delinearize_index`; a view of a view becomes one
//! view. Transfers beyond the bounds, or of views with strides, stay.

mod reshape;
mod subview;

use strata_affine::{LoadOp as AffineLoadOp, StoreOp as AffineStoreOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_memref::{CollapseShapeOp, ExpandShapeOp, SubViewOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::access::Access;

/// Fold memref alias ops into consumer load/store ops.
#[pass(
    name = "fold-memref-alias-ops",
    class = "FoldMemRefAliasOpsPass",
    produces = [affine, arith, memref, vector],
    each_body
)]
pub struct FoldMemRefAliasOps;

/// Fold memref alias ops into affine memory ops.
#[pass(
    name = "affine-fold-memref-alias-ops",
    class = "AffineFoldMemRefAliasOpsPass",
    produces = [affine, arith, memref],
    each_body
)]
pub struct AffineFoldMemRefAliasOps;

const AFFINE: &[PatternRow] = patterns! {
    AffineLoadOp => "fold-load": access,
    AffineStoreOp => "fold-store": access,
};
/// The patterns of `fold-memref-alias-ops`.
pub const FOLD_ALIAS_OPS: &[PatternRow] = patterns! {
    any => "fold-access": other_access,
    SubViewOp => "fold-subview-of-subview": subview::of_subview,
};

impl BodyPass for FoldMemRefAliasOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(FOLD_ALIAS_OPS);
        crate::apply(body, &patterns)
    }
}

impl BodyPass for AffineFoldMemRefAliasOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(AFFINE);
        crate::apply(body, &patterns)
    }
}

/// Folds a view that an access reads or writes.
fn access(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let all: Vec<Access> = Access::all(rw, op).collect();
    all.iter().find_map(|access| {
        if let Some(view) = rw.def_of::<SubViewOp>(access.memref) {
            subview::fold(access, view, rw)
        } else if let Some(view) = rw.def_of::<ExpandShapeOp>(access.memref) {
            reshape::fold_expand(access, view, rw)
        } else {
            let view = rw.def_of::<CollapseShapeOp>(access.memref)?;
            reshape::fold_collapse(access, view, rw)
        }
    })
}

/// [`access`], for ops that are not of `affine`.
fn other_access(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let affine = op.isa::<AffineLoadOp>(rw) || op.isa::<AffineStoreOp>(rw);
    if affine { None } else { access(op, rw) }
}
