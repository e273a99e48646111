//! Sizes and positions as one `affine.apply` of others.

use strata_affine::{ApplyOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_tensor::MixedIndex;

/// The combination of all sizes, from the left: a constant, one of them, or an `affine.apply` with which those of the operands are
/// composed. `None` if an expression grows beyond the limits.
pub fn combined(
    b: &mut Builder<'_>,
    sizes: &[MixedIndex],
    combine: impl Fn(AffineExpr, AffineExpr) -> AffineExpr,
) -> Option<MixedIndex> {
    let (mut operands, mut terms) = (Vec::new(), Vec::new());
    for size in sizes {
        match (size.constant(b), size.value()) {
            (Some(n), _) => terms.push(AffineExpr::constant(n)),
            (None, Some(v)) => {
                terms.push(AffineExpr::symbol(operands.len() as u32));
                operands.push(v);
            }
            (None, None) => return None,
        }
    }
    let expr = terms.into_iter().reduce(combine)?;
    let map = AffineMap::new(0, operands.len() as u32, vec![expr]);
    let simple = ValueMap::new(map, operands).simplified(b);
    let result = simple.map.results().first()?;
    if let Some(n) = result.as_const() {
        return Some(MixedIndex::Static(n));
    }
    match (result.as_symbol().or(result.as_dim()), &simple.operands[..]) {
        (Some(0), &[v]) => Some(MixedIndex::Value(v)),
        _ => Some(MixedIndex::Value(ApplyOp::create(b, simple.map.clone(), &simple.operands))),
    }
}
