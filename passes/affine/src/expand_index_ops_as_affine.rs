//! `affine-expand-index-ops-as-affine`: `affine.delinearize_index` and `affine.linearize_index` become `affine.apply` ops.
//!
//! Before: `%0:2 = affine.delinearize_index %i into (4, 8) : index, index`. After:
//! ```mlir
//! %0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%i]
//! %1 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%i]
//! ```
//! An op stays where a product of bases is no affine expression, or does not fit.

use strata_affine::{
    DelinearizeIndexOp, LinearizeIndexOp,
    validity::{is_valid_dim, is_valid_symbol},
};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::MixedIndex;

/// Lower affine operations operating on indices into affine.apply operations.
#[pass(
    name = "affine-expand-index-ops-as-affine",
    class = "AffineExpandIndexOpsAsAffine",
    produces = [affine, arith],
    each_body
)]
pub struct AffineExpandIndexOpsAsAffine;

const PATTERNS: &[PatternRow] = patterns! {
    DelinearizeIndexOp => "expand-delinearize-index": delinearize,
    LinearizeIndexOp => "expand-linearize-index": linearize,
};

impl BodyPass for AffineExpandIndexOpsAsAffine {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        let config = GreedyConfig { canonicalize: false, top_down: false, ..GreedyConfig::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Bases and indices as the operands of a map with symbols only.
#[derive(Default)]
struct Operands(Vec<MixedIndex>);

impl Operands {
    fn add(&mut self, operand: impl Into<MixedIndex>) -> AffineExpr {
        self.0.push(operand.into());
        AffineExpr::symbol(self.0.len() as u32 - 1)
    }
    fn base(&mut self, base: Result<i64, Value>) -> AffineExpr {
        match base {
            Ok(n) => AffineExpr::constant(n),
            Err(v) => self.add(v),
        }
    }
    fn apply(&self, rw: &mut Rewriter<'_>, expr: AffineExpr) -> Option<Value> {
        let map = AffineMap::new(0, self.0.len() as u32, vec![expr]);
        let value = composed_apply(rw, &map, &self.0)?.materialize(rw)?;
        if let Some(def) = rw.def_op(value) {
            rw.touch(def);
        }
        Some(value)
    }
}

/// Whether products of the bases are affine: the known ones have a product that fits, and none is an induction variable.
fn fits(b: &Body, basis: &[Result<i64, Value>]) -> bool {
    let is_dim = |v: Value| is_valid_dim(b, v) && !is_valid_symbol(b, v);
    let known = basis.iter().filter_map(|base| base.ok()).try_fold(1i64, i64::checked_mul);
    known.is_some() && !basis.iter().any(|base| base.err().is_some_and(is_dim))
}

/// The weights of all digits but the last: products of the bases from each on.
fn weights(bases: &[AffineExpr], times: impl Fn(AffineExpr, AffineExpr) -> AffineExpr) -> Vec<AffineExpr> {
    let mut weights: Vec<AffineExpr> = Vec::new();
    for base in bases.iter().rev() {
        weights.push(match weights.last() {
            Some(inner) => times(base.clone(), inner.clone()),
            None => base.clone(),
        });
    }
    weights.reverse();
    weights
}

/// Each digit is a quotient by its weight, of what the digits before it leave.
fn delinearize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let typed = op.as_op::<DelinearizeIndexOp>(rw)?;
    let (linear, basis) = (typed.linear_index(rw), typed.effective_basis(rw));
    fits(rw, &basis).then_some(())?;
    let mut operands = Operands::default();
    let bases: Vec<AffineExpr> = basis.iter().map(|&base| operands.base(base)).collect();
    let weights = weights(&bases, |base, inner| base * inner);
    let mut rest = operands.add(linear);
    let mut digits = Vec::new();
    for weight in weights {
        digits.push(operands.apply(rw, rest.floor_div(weight.clone()))?);
        rest = rest.modulo(weight);
    }
    digits.push(operands.apply(rw, rest)?);
    rw.replace_op(op, &digits);
    Some(())
}

/// The sum of the products of digits and weights.
fn linearize(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let typed = op.as_op::<LinearizeIndexOp>(rw)?;
    let (digits, basis): (Vec<Value>, _) = (typed.multi_index(rw).collect(), typed.effective_basis(rw));
    fits(rw, &basis).then_some(())?;
    // Operands are in the order in which a sum of products has them, of which each is an op.
    let mut operands = Operands::default();
    let (&last, others) = digits.split_last()?;
    let mut indices: Vec<AffineExpr> = others.iter().map(|&digit| operands.add(digit)).collect();
    let (inner, outer) = basis.split_last().map_or((None, &basis[..]), |(inner, outer)| (Some(inner), outer));
    let inner = inner.map(|&base| operands.base(base));
    indices.push(operands.add(last));
    let mut bases: Vec<AffineExpr> = outer.iter().map(|&base| operands.base(base)).collect();
    bases.extend(inner);
    let mut weights = weights(&bases, |base, inner| inner * base);
    weights.push(AffineExpr::constant(1));
    let products = indices.into_iter().zip(weights).map(|(index, weight)| index * weight);
    let sum = products.reduce(|x, y| x + y)?;
    let value = operands.apply(rw, sum)?;
    rw.replace_op(op, &[value]);
    Some(())
}
