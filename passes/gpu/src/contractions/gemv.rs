//! Products of matrices and vectors, with one row or one column: they read a matrix once, and are reductions for the passes that
//! follow.
//!
//! Their loops are put in the order of the matrix in memory, as those passes derive from the order of the loops which elements are
//! contiguous.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, LinalgOp};
use strata_passes_analysis::contraction;

use super::{
    epilogue::erase_factors,
    factor_source::{FactorSource, is_projection},
};
use crate::loop_nest::LoopNest;

/// The fewest elements of a matrix that pay off.
const WORTH: i64 = 1 << 12;

/// Reorders the loops of a product with one row or one column like the matrix; returns whether the op is one.
pub fn reorder(b: &mut Body, op: Op) -> bool {
    let Some((nest, order, sources)) = read(b, op) else { return false };
    let moved = sources.iter().any(|s| s.transpose.is_some());
    if !moved && order.iter().enumerate().all(|(i, &l)| i == l) {
        return true;
    }
    let Some(kinds) = op.cast::<dyn LinalgOp>(b).map(|o| o.iterator_types(b)) else { return false };
    let kinds: Vec<IteratorType> = order.iter().map(|&l| kinds[l]).collect();
    let place = |l: u32| order.iter().position(|&o| o == l as usize).unwrap_or(0) as u32;
    let renamed = |map: &AffineMap| {
        let results = map.results().iter().filter_map(AffineExpr::as_dim);
        AffineMap::new(map.n_dims(), 0, results.map(|l| AffineExpr::dim(place(l))).collect())
    };
    let maps: Vec<AffineMap> = sources.iter().map(|s| &s.map).chain([&nest.maps[2]]).map(renamed).collect();
    let inputs: Vec<Value> = sources.iter().map(|s| s.buffer).collect();
    let out = nest.operands[2];
    let mut at = Builder::before(b, op);
    GenericOp::build_with(&mut at, &inputs, &[out], &maps, &kinds, &[], |b, args| {
        let args: Vec<Option<Value>> = args.iter().copied().map(Some).collect();
        // A payload that multiplies and adds has no `linalg.index`.
        nest.clone_payload(b, &args, &[]).unwrap_or_default()
    });
    let old = [nest.operands[0], nest.operands[1]];
    b.erase(op);
    erase_factors(b, old, sources.map(|s| s.transpose));
    true
}

/// The op, the order of its loops, and where its factors come from.
fn read(b: &Body, op: Op) -> Option<(LoopNest, Vec<usize>, [FactorSource; 2])> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    if linalg.dps_init_range(b) != (2..3) || b.num_operands(op) != 3 {
        return None;
    }
    let nest = LoopNest::read(b, op).ok()?;
    if nest.ranges.contains(&DYNAMIC) || nest.ranges.contains(&0) || !nest.maps.iter().all(is_projection) {
        return None;
    }
    contraction::product_in(b, nest.payload)?.factor()?;
    let sources = [0, 1].map(|i| FactorSource::find(b, op, nest.operands[i], &nest.maps[i]));
    let [x, y] = sources;
    let sources = [x?, y?];
    let has = |i: usize, l: usize| nest.maps[i].uses_dim(l as u32);
    let size = |i: usize| {
        let own = (0..nest.ranges.len()).filter(|&l| has(i, l) && has(2, l) && !has(1 - i, l));
        own.map(|l| nest.ranges[l]).fold(1, i64::saturating_mul)
    };
    let matrix = match (size(0), size(1)) {
        (_, 1) => 0,
        (1, _) => 1,
        _ => return None,
    };
    let dims =
        |map: &AffineMap| map.results().iter().filter_map(|e| e.as_dim().map(|l| l as usize)).collect();
    let inner: Vec<usize> = dims(&sources[matrix].map);
    let elements = inner.iter().map(|&l| nest.ranges[l]).fold(1, i64::saturating_mul);
    // Loops that the matrix does not depend on have one row or column.
    let mut order: Vec<usize> = (0..nest.ranges.len()).filter(|l| !inner.contains(l)).collect();
    if elements < WORTH || order.iter().any(|&l| nest.ranges[l] != 1) {
        return None;
    }
    order.extend(inner);
    Some((nest, order, sources))
}
