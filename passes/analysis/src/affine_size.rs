//! Sizes and positions as one `affine.apply` of others.

use strata_affine::{ApplyOp, MaxOp, ValueMap};
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
    let expr = (0..sizes.len() as u32).map(AffineExpr::symbol).reduce(combine)?;
    composed_apply(b, &AffineMap::new(0, sizes.len() as u32, vec![expr]), sizes)
}

/// The only result of a map: a constant, one of its operands, or an `affine.apply` with which those of the operands are composed.
pub fn composed_apply(b: &mut Builder<'_>, map: &AffineMap, operands: &[MixedIndex]) -> Option<MixedIndex> {
    let (simple, known) = composed(b, map, operands)?;
    if let Some(known) = known {
        return Some(known);
    }
    Some(MixedIndex::Value(ApplyOp::create(b, simple.map, &simple.operands)))
}

/// The largest result of a map: a constant, one of its operands, or an `affine.max` with which the maps of `affine.apply` ops are composed.
pub fn composed_max(b: &mut Builder<'_>, map: &AffineMap, operands: &[MixedIndex]) -> Option<MixedIndex> {
    if map.n_results() == 1 {
        return composed_apply(b, map, operands);
    }
    let simple = composed(b, map, operands)?.0;
    if let Some(all) = simple.map.constant_results() {
        return all.into_iter().max().map(MixedIndex::Static);
    }
    Some(MixedIndex::Value(MaxOp::create(b, simple.map, &simple.operands)))
}

/// The map of `composed_apply` with its operands, and the result if that needs no op.
fn composed(
    b: &mut Builder<'_>,
    map: &AffineMap,
    operands: &[MixedIndex],
) -> Option<(ValueMap, Option<MixedIndex>)> {
    let n_dims = map.n_dims() as usize;
    let (mut values, mut places) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for (i, operand) in operands.iter().enumerate() {
        let symbol = usize::from(i >= n_dims);
        let make = [AffineExpr::dim, AffineExpr::symbol][symbol];
        places[symbol].push(match (operand.constant(b), operand.value()) {
            (Some(n), _) => AffineExpr::constant(n),
            (None, Some(v)) => {
                values[symbol].push(v);
                make(values[symbol].len() as u32 - 1)
            }
            (None, None) => return None,
        });
    }
    let [n_dims, n_symbols] = [values[0].len() as u32, values[1].len() as u32];
    let map = map.replace_dims_and_symbols(&places[0], &places[1], n_dims, n_symbols);
    let simple = ValueMap::new(map, values.concat()).simplified(b);
    let result = simple.map.results().first()?;
    let known = match (result.as_const(), result.as_symbol().or(result.as_dim()), &simple.operands[..]) {
        (Some(n), ..) => Some(MixedIndex::Static(n)),
        (_, Some(0), &[v]) => Some(MixedIndex::Value(v)),
        _ => None,
    };
    Some((simple, known))
}
