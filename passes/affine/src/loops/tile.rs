//! Tiling of a band: each loop becomes one over tiles and one over the points of a tile.

use strata_affine::{ForOp, ValueMap, YieldOp};
use strata_ir::{affine::AffineExpr, prelude::*};

use super::{
    bands::only_inner_loop,
    is_complete,
    trip_count::{constant_trip_count, divides_trip_count, shifted_dim},
};
use crate::analysis::{
    access::accesses_in,
    dependence::all_distances,
    domain::{Enclosing, domain_of},
    effects::has_affine_effects_only,
};

/// Whether iterations of the band may run tile by tile: no dependence goes back in any of its loops, and memory is touched by affine accesses
/// only.
pub fn is_tiling_valid(b: &Body, band: &[ForOp]) -> bool {
    let root = band[0].op();
    if !has_affine_effects_only(b, root) {
        return false;
    }
    let distances = all_distances(b, &accesses_in(b, root), 1..=band.len() + 1);
    let forward = |d: &crate::analysis::dependence::Distance| d.lower.is_some_and(|low| low >= 0);
    distances.is_some_and(|all| all.iter().flat_map(|d| d.iter().take(band.len())).all(forward))
}

/// Whether the bounds of no loop of the band depend on another one of it.
fn is_hyper_rectangular(b: &Body, band: &[ForOp]) -> bool {
    if band.len() <= 1 {
        return true;
    }
    let ops: Vec<Enclosing> = band.iter().map(|&op| Enclosing::For(op)).collect();
    domain_of(b, &ops).is_some_and(|domain| domain.relation.is_hyper_rectangular(0, band.len()))
}

/// Tiles a band: the loops over tiles, outermost first, then those over points. `None`, and nothing changes, if a loop carries values, the
/// bounds depend on each other, or a step does not fit.
pub fn tile_band(body: &mut Body, band: &[ForOp], sizes: &[i64]) -> Option<Vec<ForOp>> {
    let carries = |op: &ForOp| !body.results(op.op()).is_empty();
    let nested = band.windows(2).all(|pair| only_inner_loop(body, pair[0]) == Some(pair[1]));
    let complete = band.iter().all(|&op| is_complete(body, op));
    if band.len() != sizes.len() || band.iter().any(carries) || !nested || !complete {
        return None;
    }
    let steps: Vec<i64> = band
        .iter()
        .zip(sizes)
        .map(|(op, size)| op.step_value(body).checked_mul(*size))
        .collect::<Option<_>>()?;
    if !is_hyper_rectangular(body, band) {
        return None;
    }
    let root = band[0];
    let (mut tiles, mut points) = (Vec::new(), Vec::new());
    let mut at = InsertPoint::before(body, root.op());
    let loc = body.loc(root.op());
    for (i, &op) in band.iter().enumerate() {
        let (lower, upper) = (op.lower(body), op.upper(body));
        let new = new_loop(body, &mut at, loc, &lower, &upper, steps[i]);
        tiles.push(new);
    }
    for (i, &op) in band.iter().enumerate() {
        let iv = tiles[i].induction_var(body)?;
        let upper = point_upper_bound(body, op, sizes[i], steps[i], iv);
        let new = new_loop(body, &mut at, loc, &shifted_dim(iv, 0), &upper, op.step_value(body));
        points.push(new);
    }
    let inner = band[band.len() - 1].region_block(body);
    let end = body.last_op(inner)?;
    if let (Some(first), Some(last)) = (body.first_op(inner), body.prev_op(end)) {
        body.move_ops(first, last, at);
    }
    for (&old, &new) in band.iter().zip(&points) {
        let (old, new) = (old.induction_var(body)?, new.induction_var(body)?);
        body.replace_all_uses(old, new);
    }
    body.erase(root.op());
    tiles.extend(points);
    Some(tiles)
}

/// Creates a loop at `at`, which becomes the place in it.
fn new_loop(
    body: &mut Body,
    at: &mut InsertPoint,
    loc: Location,
    lower: &ValueMap,
    upper: &ValueMap,
    step: i64,
) -> ForOp {
    let mut b = Builder::new(body, *at, loc);
    let op = ForOp::create(&mut b, lower, upper, step, &[]);
    let block = op.region_block(&b);
    b.in_block(block, |b| YieldOp::build(b, &[]));
    *at = InsertPoint::at_start(body, block);
    op
}

/// Where a tile that begins at `iv` ends: `min(iv + step, ub)`, or less if the bounds tell.
fn point_upper_bound(b: &Body, op: ForOp, size: i64, step: i64, iv: Value) -> ValueMap {
    let count = constant_trip_count(b, op).and_then(|n| i64::try_from(n).ok());
    if let Some(length) = count.filter(|&n| n < size).and_then(|n| n.checked_mul(op.step_value(b))) {
        return shifted_dim(iv, length);
    }
    if divides_trip_count(b, op, size.unsigned_abs()) {
        return shifted_dim(iv, step);
    }
    let upper = op.upper(b);
    let (n_dims, n_symbols) = (upper.map.n_dims(), upper.map.n_symbols());
    let mut results = vec![AffineExpr::dim(n_dims) + step];
    results.extend(upper.map.results().iter().cloned());
    let map = strata_ir::affine::AffineMap::new(n_dims + 1, n_symbols, results);
    let operands = [upper.dims(), &[iv], upper.symbols()].concat();
    ValueMap::new(map, operands)
}
