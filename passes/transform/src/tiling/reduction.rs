//! Reductions whose tiles make partial results, which are reduced afterwards.
//!
//! ```mlir
//! %r = linalg.generic { … "reduction" … } ins(%a : tensor<64xf32>) outs(%c : tensor<f32>)
//! ```
//! with tiles of 8 becomes
//! ```mlir
//! %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
//! %p = scf.for … iter_args(%s = %f) { linalg.generic { … "parallel" … } ins(%a[%i] [8]) outs(%s) … }
//! %r = linalg.reduce ins(%p : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0] …
//! ```
//! Parallel loops have one partial result for each iteration instead, which is a reduction of its own.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, LinalgOp, attrs};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{DimOp, EmptyOp, InsertSliceOp, MixedIndex, ParallelInsertSliceOp, index_list};

use super::{
    Domain, LoopKind, Place, Tiling, close_nest,
    domain::Tiles,
    index_math::tiles,
    loops::{Nest, open_nest},
    tile_op,
};
use crate::reductions::{Reduction, clone_payload, filled, reduce};

/// A tiled reduction.
#[derive(Clone, Debug)]
pub struct TiledReduction {
    /// The fills with the neutral element.
    pub fills: Vec<Op>,
    /// The op on tiles.
    pub op: Op,
    /// The reductions of partial results.
    pub combining: Vec<Op>,
    /// The loops.
    pub loops: Vec<Op>,
}

/// The parts of a reduction that are tiled.
struct Partial {
    /// The loops that have a dimension of the partial results.
    dims: Vec<usize>,
    /// The sizes of these dimensions.
    sizes: Vec<MixedIndex>,
    inits: std::ops::Range<usize>,
    maps: Vec<AffineMap>,
    kinds: Vec<IteratorType>,
}

/// Tiles a reduction. `dims` are the loops with partial results; other tiled ones are reductions in the loops.
///
/// # Errors
/// In words; nothing has changed then.
pub fn tile_reduction(
    body: &mut Body,
    op: Op,
    tiling: &Tiling,
    dims: &[usize],
) -> Result<TiledReduction, String> {
    let linalg = op.cast::<dyn LinalgOp>(body).ok_or("expected a structured op")?;
    let kinds = linalg.iterator_types(body);
    let (n, maps, inits) = (kinds.len(), linalg.indexing_maps(body), linalg.dps_init_range(body));
    if tiling.sizes.len() > n {
        return Err(format!("too many tiles provided, expected at most {n} found {}", tiling.sizes.len()));
    }
    let tiled = |d: usize| tiling.sizes.get(d).is_some_and(|&s| s != MixedIndex::Static(0));
    if (0..n).any(|d| tiled(d) && kinds[d] == IteratorType::Parallel) {
        let message = "tiling parallel dimensions is not supported with partial reduction tiling strategies";
        return Err(message.to_owned());
    }
    if !(0..n).any(tiled) {
        return Err("no loop is tiled".to_owned());
    }
    let is_tensor = |v: Value| body.cx().type_as::<TensorType>(body.ty(v)).is_some();
    if !inits.clone().all(|i| is_tensor(body.operand(op, i)) && maps[i].result_dims().is_some()) {
        return Err("expected results that are tensors, indexed by loops".to_owned());
    }
    let reductions = Reduction::all(body, op).ok_or("failed to get an identity value for the reduction")?;
    let dims: Vec<usize> = (0..n).filter(|d| tiled(*d) && dims.contains(d)).collect();
    let partial = Partial { dims, sizes: Vec::new(), inits, maps, kinds };
    build(body, op, tiling, partial, &reductions)
        .ok_or_else(|| "the sizes of its loops are not known".to_owned())
}

fn build(
    body: &mut Body,
    op: Op,
    tiling: &Tiling,
    mut partial: Partial,
    reductions: &[Reduction],
) -> Option<TiledReduction> {
    let mut b = Builder::before(body, op);
    let n = partial.kinds.len();
    // The sizes of all operands, as upstream reads them; those that nothing uses are dead.
    for v in b.operands(op).collect::<Vec<_>>() {
        DimOp::all(&mut b, v)?;
    }
    let ranges = tile_op::ranges(&mut b, op)?;
    for &d in &partial.dims {
        let size = *tiling.sizes.get(d)?;
        partial.sizes.push(match tiling.loops {
            LoopKind::For | LoopKind::Threads(_) => size,
            LoopKind::Forall(_) | LoopKind::Stepped(_) => tiles(&mut b, ranges[d], size),
        });
    }
    let mut fills = Vec::new();
    for (i, reduction) in partial.inits.clone().zip(reductions) {
        let mut sizes: Vec<MixedIndex> =
            partial.maps[i].result_dims()?.into_iter().map(|d| ranges[d as usize]).collect();
        sizes.extend(&partial.sizes);
        let v = b.operand(op, i);
        let elem = b.cx().elem_or_self(b.ty(v));
        let empty = EmptyOp::create(&mut b, &sizes, elem);
        fills.push(filled(&mut b, reduction.neutral, empty)?);
    }
    let starts: Vec<Value> = fills.iter().map(|&fill| b.result(fill, 0)).collect();
    let mut space = Tiles::new(tiling, ranges, (0..n).collect());
    let nest = open_nest(&mut b, &mut space, &starts);
    let domain = space.domain(&mut b, &nest.ivs);
    let (new, values) = tile(&mut b, op, &partial, &domain, &nest, &tiling.sizes)?;
    let results = close_nest(&mut b, &nest, values);
    let mut combining = Vec::new();
    for ((&v, i), &reduction) in results.iter().zip(partial.inits.clone()).zip(reductions) {
        let first = partial.maps[i].n_results();
        let dims: Vec<i64> = (first..first + partial.dims.len()).map(|d| d as i64).collect();
        let init = b.operand(op, i);
        combining.push(reduce(&mut b, v, init, &dims, reduction));
    }
    let new_results: Vec<Value> = combining.iter().map(|&op| body.result(op, 0)).collect();
    crate::loops::replace(body, op, &new_results);
    Some(TiledReduction { fills, op: new, combining, loops: nest.loops })
}

/// The op on a tile, and what the loops yield.
fn tile(
    b: &mut Builder<'_>,
    op: Op,
    partial: &Partial,
    domain: &Domain,
    nest: &Nest,
    steps: &[MixedIndex],
) -> Option<(Op, Vec<Value>)> {
    let serial = nest.in_parallel.is_none();
    let places: Vec<Place> = partial
        .inits
        .clone()
        .map(|i| {
            let mut place = tile_op::place(b, op, i, domain)?;
            for &d in &partial.dims {
                let (offset, size) = if serial {
                    (MixedIndex::Static(0), domain.sizes[d])
                } else {
                    (number_of_tile(b, nest, d, steps), MixedIndex::Static(1))
                };
                place.offsets.push(offset);
                place.sizes.push(size);
            }
            Some(place)
        })
        .collect::<Option<_>>()?;
    let mut operands = Vec::new();
    for i in 0..partial.inits.start {
        let v = b.operand(op, i);
        let place = tile_op::place(b, op, i, domain)?;
        operands.push(tile_op::slice(b, v, &place));
    }
    for (i, (place, &v)) in partial.inits.clone().zip(places.iter().zip(&nest.iter_args)) {
        let rank = if serial { place.sizes.len() } else { partial.maps[i].n_results() };
        operands.push(reduced_slice(b, v, place, rank));
    }
    let types: Vec<Type> = operands[partial.inits.clone()].iter().map(|&v| b.ty(v)).collect();
    let new = if serial {
        let mut maps = partial.maps.clone();
        for i in partial.inits.clone() {
            let mut results = maps[i].results().to_vec();
            results.extend(partial.dims.iter().map(|&d| AffineExpr::dim(d as u32)));
            maps[i] = maps[i].with_results(results);
        }
        let mut kinds = partial.kinds.clone();
        partial.dims.iter().for_each(|&d| kinds[d] = IteratorType::Parallel);
        let [maps, kinds] = [attrs::maps_attr(b.cx(), &maps), attrs::iterator_types_attr(b.cx(), &kinds)];
        let (ins, outs) = operands.split_at(partial.inits.start);
        let new = GenericOp::build(b, ins, outs, maps, kinds, None, None, &types).op();
        clone_payload(b, op, new)?;
        new
    } else {
        tile_op::copy_with(b, op, &operands, &types)
    };
    tile_op::offset_indices(b.body(), new, &domain.offsets);
    let at = InsertPoint::after(b, new);
    b.goto(at);
    let results = b.results(new).to_vec();
    Some((new, write_back(b, nest, &results, &places)))
}

/// The number of the tile of a parallel loop.
fn number_of_tile(b: &mut Builder<'_>, nest: &Nest, d: usize, steps: &[MixedIndex]) -> MixedIndex {
    let tiled: Vec<usize> = (0..steps.len()).filter(|&d| steps[d] != MixedIndex::Static(0)).collect();
    let iv = tiled.iter().position(|&t| t == d).and_then(|i| nest.ivs.get(i).copied());
    match (iv, nest.step) {
        (Some(iv), true) => {
            let number = combined(b, &[iv.into(), steps[d]], |iv, step| iv.floor_div(step));
            number.unwrap_or(iv.into())
        }
        (Some(iv), false) => iv.into(),
        (None, _) => MixedIndex::Static(0),
    }
}

/// A slice with the first dimensions of a place.
fn reduced_slice(b: &mut Builder<'_>, v: Value, place: &Place, rank: usize) -> Value {
    if rank == place.sizes.len() {
        return tile_op::slice(b, v, place);
    }
    let shape: Vec<i64> = place.sizes[..rank].iter().map(|s| s.as_dim()).collect();
    let elem = b.cx().elem_or_self(b.ty(v));
    let ty = b.cx().tensor(&shape, elem);
    strata_tensor::ExtractSliceOp::of_type(b, v, &place.offsets, &place.sizes, &place.strides(), ty)
}

/// Writes partial results to the values that the loops carry.
fn write_back(b: &mut Builder<'_>, nest: &Nest, values: &[Value], places: &[Place]) -> Vec<Value> {
    let all = values.iter().zip(places).zip(&nest.iter_args);
    let Some(block) = nest.in_parallel else {
        return all
            .map(|((&v, place), &into)| {
                if place.sizes.is_empty() {
                    return v;
                }
                InsertSliceOp::create(b, v, into, &place.offsets, &place.sizes, &place.strides())
            })
            .collect();
    };
    let all: Vec<_> = all.collect();
    b.in_block(block, |b| {
        for ((&v, place), &into) in all {
            let strides = place.strides();
            let [(so, o), (ss, s), (st, t)] =
                [&place.offsets, &place.sizes, &strides].map(|l| index_list::split(l));
            let [so, ss, st] = [&so, &ss, &st].map(|l| b.cx().i64_array(l));
            ParallelInsertSliceOp::build(b, v, into, &o, &s, &t, so, ss, st);
        }
    });
    Vec::new()
}
