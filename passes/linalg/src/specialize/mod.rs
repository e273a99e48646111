//! `linalg-specialize-generic-ops`: a `linalg.generic` that does what a named op does becomes that op.
//!
//! Before:
//! ```mlir
//! %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
//! ^bb0(%in: f32, %out: f32):
//!   %1 = math.exp %in : f32
//!   linalg.yield %1 : f32
//! } -> tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
//! ```
//! Copies, fills, broadcasts, transposes, `exp`, sums, differences, products and quotients of floats, products of matrices, convolutions
//! and pooling have such ops. A function of transposed or broadcast elements becomes the function of the transposed or broadcast tensor.

mod contraction;
mod convolution;
mod elementwise;
mod unfold;

use strata_ir::{prelude::*, rewrite::patterns};
use strata_linalg::GenericOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::structured_op::Structured;

use crate::patterns::apply;

/// Convert generic ops back to named ops.
#[pass(name = "linalg-specialize-generic-ops", class = "LinalgSpecializeGenericOpsPass", produces = [arith, math], each_body)]
pub struct SpecializeGenericOps;

impl BodyPass for SpecializeGenericOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(SPECIALIZE).add(UNFOLD);
        apply(body, &patterns)
    }
}

/// A generic op becomes the named op that is the same.
pub(crate) const SPECIALIZE: &[PatternRow] = patterns! { GenericOp => "specialize": specialize_row };
const UNFOLD: &[PatternRow] = patterns! { GenericOp => "unfold-permutations": unfold::unfold_permutations };

fn specialize_row(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    specialize(op, rw).map(|_| ())
}

/// Replaces a generic op by the named op that is the same, and returns that. `None`, with nothing changed, if there is none.
pub fn specialize(op: Op, rw: &mut Rewriter<'_>) -> Option<Op> {
    let s = Structured::read(rw, op).ok()?;
    let new = elementwise::movement(&s, rw)
        .or_else(|| elementwise::function(&s, rw))
        .or_else(|| contraction::product(&s, rw))
        .or_else(|| convolution::window(&s, rw))?;
    let results = rw.results(new).to_vec();
    rw.replace_op(op, &results);
    Some(new)
}

/// Whether a payload adds the product of two elements to the accumulator.
pub(crate) fn sums_up_products(s: &Structured, b: &Body) -> bool {
    strata_passes_analysis::contraction::product(b, s).is_some()
}

/// Builds a candidate with `make`, and keeps it if its payload is that of `s`.
fn keep_if_same(
    s: &Structured,
    rw: &mut Rewriter<'_>,
    make: impl FnOnce(&mut Rewriter<'_>) -> Option<Op>,
) -> Option<Op> {
    let new = make(rw)?;
    let same = rw.regions(new).first().and_then(|&r| rw.blocks(r).first().copied()).is_some_and(|block| {
        strata_ir::rewrite::equivalence::blocks_equal(rw, block, s.block)
            && rw.result_types(new).eq(rw.result_types(s.op))
    });
    if !same {
        rw.erase_op(new);
        return None;
    }
    Some(new)
}
