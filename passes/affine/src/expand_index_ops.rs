//! `affine-expand-index-ops`: `affine.delinearize_index` and `affine.linearize_index` become arithmetic.
//!
//! Before: `%0:2 = affine.delinearize_index %i into (4, 8)`. After: a quotient by 8, rounded down, and a remainder that is not negative.

use strata_affine::{DelinearizeIndexOp, LinearizeIndexOp};
use strata_arith::IntegerOverflowFlags;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::index_basis::{expand_delinearize, expand_linearize};

/// Lower affine operations operating on indices into more fundamental operations.
#[pass(name = "affine-expand-index-ops", class = "AffineExpandIndexOps", produces = [arith], each_body)]
pub struct AffineExpandIndexOps;

const PATTERNS: &[PatternRow] = patterns! {
    DelinearizeIndexOp => "expand-delinearize-index": delinearize,
    LinearizeIndexOp => "expand-linearize-index": linearize,
};

impl BodyPass for AffineExpandIndexOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
        let result = rewrite_greedily(body, &patterns, &config);
        Ok(result.into_result()?)
    }
}

fn delinearize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let typed = op.as_op::<DelinearizeIndexOp>(rw)?;
    let (linear, basis) = (typed.linear_index(rw), typed.effective_basis(rw));
    fits(&basis).then_some(())?;
    let values = expand_delinearize(rw, linear, &basis).ok()?;
    rw.replace_op(op, &values);
    Some(())
}

fn linearize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let typed = op.as_op::<LinearizeIndexOp>(rw)?;
    let (digits, basis): (Vec<Value>, _) = (typed.multi_index(rw).collect(), typed.effective_basis(rw));
    fits(&basis).then_some(())?;
    let overflow = if typed.is_disjoint(rw) { IntegerOverflowFlags::BOTH } else { IntegerOverflowFlags::NSW };
    let value = expand_linearize(rw, &digits, &basis, overflow).ok()?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// Whether the product of the known bases is a number that weights can have; otherwise the op stays.
fn fits(basis: &[Result<i64, Value>]) -> bool {
    basis.iter().filter_map(|base| base.ok()).try_fold(1i64, i64::checked_mul).is_some()
}
