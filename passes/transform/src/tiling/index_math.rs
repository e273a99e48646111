//! Affine arithmetic on indices that are constants or values.

use strata_affine::{ApplyOp, MaxOp, MinOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_tensor::MixedIndex;

/// The map with constants in the place of dimensions that are known, and the values of the others.
fn bind(exprs: &[AffineExpr], operands: &[MixedIndex]) -> (AffineMap, Vec<Value>) {
    let mut values = Vec::new();
    let dims: Vec<AffineExpr> = operands
        .iter()
        .map(|m| match *m {
            MixedIndex::Static(n) => AffineExpr::constant(n),
            MixedIndex::Value(v) => {
                let at = values.iter().position(|&known| known == v).unwrap_or_else(|| {
                    values.push(v);
                    values.len() - 1
                });
                AffineExpr::dim(at as u32)
            }
        })
        .collect();
    let exprs = exprs.iter().map(|e| e.replace_dims(&dims)).collect();
    (AffineMap::new(values.len() as u32, 0, exprs), values)
}

/// The value of an expression whose dimensions are these operands.
pub fn apply(b: &mut Builder<'_>, expr: &AffineExpr, operands: &[MixedIndex]) -> MixedIndex {
    let (map, values) = bind(std::slice::from_ref(expr), operands);
    let map = strata_ir::affine::simplify_map(&map);
    if let Some(n) = map.result(0).as_const() {
        return MixedIndex::Static(n);
    }
    if let Some(d) = map.result(0).as_dim() {
        return MixedIndex::Value(values[d as usize]);
    }
    MixedIndex::Value(ApplyOp::create(b, map, &values))
}

/// The least of the values of expressions.
pub fn min(b: &mut Builder<'_>, exprs: &[AffineExpr], operands: &[MixedIndex]) -> MixedIndex {
    let (map, values) = bind(exprs, operands);
    let known: Option<Vec<i64>> = map.results().iter().map(AffineExpr::as_const).collect();
    match known.and_then(|k| k.into_iter().min()) {
        Some(n) => MixedIndex::Static(n),
        None => MixedIndex::Value(MinOp::create(b, map, &values)),
    }
}

/// A value, but zero if it is less.
pub fn at_least_zero(b: &mut Builder<'_>, size: MixedIndex) -> MixedIndex {
    match size {
        MixedIndex::Static(n) => MixedIndex::Static(n.max(0)),
        MixedIndex::Value(v) => {
            let map = AffineMap::new(1, 0, vec![AffineExpr::constant(0), AffineExpr::dim(0)]);
            MixedIndex::Value(MaxOp::create(b, map, &[v]))
        }
    }
}

/// How many tiles of a size cover a range.
pub fn tiles(b: &mut Builder<'_>, range: MixedIndex, size: MixedIndex) -> MixedIndex {
    apply(b, &AffineExpr::dim(0).ceil_div(AffineExpr::dim(1)), &[range, size])
}

/// The digits of a number in a system whose bases these are; the base of the first digit is no limit. `None` if the bases are too large.
pub fn digits(number: &AffineExpr, bases: &[i64]) -> Option<Vec<AffineExpr>> {
    let mut out = Vec::new();
    let mut weight: i64 = 1;
    for (i, &base) in bases.iter().enumerate().rev() {
        let whole = weight.checked_mul(base)?;
        let below = if i == 0 { number.clone() } else { number.modulo(whole) };
        out.push(below.floor_div(weight));
        weight = whole;
    }
    out.reverse();
    Some(out)
}
