//! Ops that divide structured ops along a loop, and the sizes for that.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::LinalgOp;
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{InsertSliceOp, MixedIndex};
use strata_transform::types::HandleKind;

use super::{
    Rows,
    tile::{all_sizes_of, sizes_of},
};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    state::Mapping,
    tiling::{Domain, index_math::apply, tile_op},
};

pub const OPS: Rows = &[
    ("transform.structured.continuous_tile_sizes", continuous_tile_sizes),
    ("transform.structured.split", split),
];

/// A failure about a target.
fn failed(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp, message: impl Into<String>) -> Failure {
    Failure::silenceable(cx.payload.note(site.error(message), at, "target op"))
}

/// The number of the loop, which the target has.
fn checked_dimension(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Outcome<usize> {
    let dimension = site.int("dimension").and_then(|d| usize::try_from(d).ok()).unwrap_or(usize::MAX);
    let body = cx.payload.body(at.body);
    let Some(n) = at.op.cast::<dyn LinalgOp>(body).map(|l| l.num_loops(body)) else {
        return Err(failed(cx, site, at, "only applies to structured ops"));
    };
    if dimension >= n {
        return Err(failed(cx, site, at, format!("dimension {dimension} does not exist in target op")));
    }
    Ok(dimension)
}

/// Divides a target; the parts that are not empty.
fn parts_of<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    at: PayloadOp,
    point: MixedIndex,
) -> Outcome<[Option<PayloadOp>; 2]> {
    let dimension = checked_dimension(cx, site, at)?;
    match cx.payload.edit(at.body, |body| split_op(body, at.op, dimension, point)) {
        Some(parts) => Ok(parts.map(|part| part.map(|op| PayloadOp { op, ..at }))),
        None => Err(failed(cx, site, at, "splitting failed")),
    }
}

fn split<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let multiway = site.has("multiway");
    if let (true, n @ (0 | 2..)) = (multiway, targets.len()) {
        let message = format!("requires exactly one target when multiway split is enabled (got {n})");
        return Err(site.silenceable(message));
    }
    let points: Vec<MixedIndex> = match (site.int("static_chunk_sizes"), site.operands(1).first()) {
        (Some(n), _) if n != DYNAMIC => vec![MixedIndex::Static(n); targets.len()],
        (_, Some(&v)) if multiway => all_sizes_of(cx, site, v)?,
        (_, Some(&v)) => sizes_of(cx, site, v, targets.len())?,
        (_, None) => return Err(site.definite("the split point is missing")),
    };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    if multiway {
        let mut rest = targets.first().copied();
        for point in points {
            let Some(at) = rest else { break };
            let [first, second] = parts_of(cx, site, at, point)?;
            firsts.extend(first);
            rest = second;
        }
        seconds.extend(rest);
    } else {
        for (at, point) in targets.into_iter().zip(points) {
            let [first, second] = parts_of(cx, site, at, point)?;
            firsts.extend(first);
            seconds.extend(second);
        }
    }
    firsts.extend(seconds);
    cx.set_ops(site, 0, firsts);
    Ok(())
}

/// The next smaller power of two.
fn next_size(size: i64) -> i64 {
    let power = 1i64 << size.ilog2();
    if power == size { power / 2 } else { power }
}

/// The sizes of tiles, with the number of tiles of each, that cover a range; the first one is given.
fn known_sizes(range: i64, target: i64) -> Vec<(i64, i64)> {
    let mut out = vec![(target, range / target)];
    let (mut size, mut rest) = (target, range % target);
    while size > 1 && rest != 0 {
        size = next_size(size);
        if rest / size > 0 {
            out.push((size, rest / size));
        }
        rest %= size;
    }
    out
}

/// The same as values that ops before the target compute: the sizes of tiles and of the parts of the loop. `None` if the range is not known.
fn computed_sizes(body: &mut Body, op: Op, dimension: usize, target: i64) -> Option<Vec<[Op; 2]>> {
    let mut b = Builder::before(body, op);
    let range = *tile_op::ranges(&mut b, op)?.get(dimension)?;
    let [s0, s1] = [0, 1].map(AffineExpr::symbol);
    let map = |expr| AffineMap::new(0, 2, vec![expr]);
    let (quotient, product) = (map(s0.clone().floor_div(s1.clone())), map(s0.clone() * s1.clone()));
    let remainder = map(s0 % s1);
    let (mut size, mut rest, mut out) = (target, range, Vec::new());
    loop {
        let tile = MixedIndex::Value(strata_arith::constant_index(&mut b, size));
        let count = composed_apply(&mut b, &quotient, &[rest, tile])?;
        if size == target || count.constant(&b) != Some(0) {
            let chunk = composed_apply(&mut b, &product, &[tile, count])?.materialize(&mut b)?;
            let tile = tile.value()?;
            out.push([b.def_op(tile)?, b.def_op(chunk)?]);
        }
        if size <= 1 {
            return Some(out);
        }
        rest = composed_apply(&mut b, &remainder, &[rest, tile])?;
        size = next_size(size);
    }
}

fn continuous_tile_sizes<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let [at] = targets[..] else {
        return Err(site.silenceable(format!("requires exactly one target (got {})", targets.len())));
    };
    let body = cx.payload.body(at.body);
    let Some(linalg) = at.op.cast::<dyn LinalgOp>(body) else {
        return Err(site.definite("expected Linalg Op"));
    };
    let ranges = linalg.static_loop_ranges(body);
    let target = site.int("target_size").filter(|&n| n > 0);
    let target = target.ok_or_else(|| site.definite("the target size is not positive"))?;
    let dimension = site.int("dimension").and_then(|d| usize::try_from(d).ok());
    let dimension = dimension.filter(|&d| d < ranges.len());
    let dimension = dimension.ok_or_else(|| site.silenceable("could not generate tile size computation"))?;
    let is_param = HandleKind::from_type(site.body.cx(), site.result_type(0)) == Some(HandleKind::Param);
    if !is_param {
        let sizes = cx.payload.edit(at.body, |body| computed_sizes(body, at.op, dimension, target));
        let sizes = sizes.ok_or_else(|| site.silenceable("could not generate tile size computation"))?;
        for i in 0..2 {
            cx.set_ops(site, i, sizes.iter().map(|ops| PayloadOp { op: ops[i], ..at }));
        }
        return Ok(());
    }
    if ranges.contains(&DYNAMIC) {
        let d = site.error("cannot compute parametric tile sizes for dynamically shaped payload op");
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    }
    let sizes = known_sizes(ranges[dimension], target);
    let params = |f: fn(&(i64, i64)) -> i64| {
        Mapping::Params(sizes.iter().map(|size| site.body.cx().i64_attr(f(size))).collect())
    };
    let (tiles, chunks) = (params(|s| s.0), params(|s| s.0 * s.1));
    cx.set(site, 0, tiles);
    cx.set(site, 1, chunks);
    Ok(())
}

/// Divides an op at an index of a loop into two, the second of which gets the results of the first.
fn split_op(body: &mut Body, op: Op, dimension: usize, point: MixedIndex) -> Option<[Option<Op>; 2]> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let inits = linalg.dps_init_range(body);
    let on_tensors = !body.results(op).is_empty();
    let mut dests: Vec<Value> = if on_tensors { linalg.dps_inits(body).to_vec() } else { Vec::new() };
    let mut b = Builder::before(body, op);
    let ranges = tile_op::ranges(&mut b, op)?;
    let [range, at] = [0, 1].map(AffineExpr::dim);
    let whole = ranges[dimension];
    let point = point.constant(&b).map_or(point, MixedIndex::Static);
    let first = match (point, whole) {
        (MixedIndex::Static(p), MixedIndex::Static(n)) => MixedIndex::Static(p.clamp(0, n)),
        _ => crate::tiling::index_math::min(&mut b, &[range.clone(), at.clone()], &[point, whole]),
    };
    let mut parts = [None, None];
    let zero = MixedIndex::Static(0);
    for (i, part) in parts.iter_mut().enumerate() {
        let (offset, size) = match i {
            0 => (zero, first),
            _ => (first, apply(&mut b, &(range.clone() - at.clone()), &[whole, first])),
        };
        if size == zero {
            continue;
        }
        let mut domain = Domain { offsets: vec![zero; ranges.len()], sizes: ranges.clone() };
        (domain.offsets[dimension], domain.sizes[dimension]) = (offset, size);
        let new = tile_op::tiled(&mut b, op, &dests, &domain)?;
        for (i, v) in b.results(new).to_vec().into_iter().enumerate() {
            let place = tile_op::place(&mut b, op, inits.start + i, &domain)?;
            dests[i] = if place.sizes.is_empty() {
                v
            } else {
                InsertSliceOp::create(&mut b, v, dests[i], &place.offsets, &place.sizes, &place.strides())
            };
        }
        *part = Some(new);
    }
    crate::loops::replace(body, op, &dests);
    Some(parts)
}
