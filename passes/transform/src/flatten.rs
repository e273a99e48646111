//! Elementwise ops of several dimensions as ops of one.
//!
//! ```mlir
//! linalg.exp ins(%a : memref<32x7xf32>) outs(%b : memref<32x7xf32>)
//! ```
//! becomes
//! ```mlir
//! %x = memref.collapse_shape %a [[0, 1]] : memref<32x7xf32> into memref<224xf32>
//! %y = memref.collapse_shape %b [[0, 1]] : memref<32x7xf32> into memref<224xf32>
//! linalg.exp ins(%x : memref<224xf32>) outs(%y : memref<224xf32>)
//! ```

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{IteratorType, LinalgOp, attrs, dim_of};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp};

use crate::tiling::tile_op;

/// Whether an op computes each element of its outputs from one element of each input, by ops on scalars.
pub fn is_elementwise(body: &Body, op: Op) -> bool {
    let Some(linalg) = op.cast::<dyn LinalgOp>(body) else { return false };
    let maps = linalg.indexing_maps(body);
    let scalar = |op: Op| {
        let name = body.info(op).dialect();
        body.regions(op).is_empty() && ["arith", "math", "complex", "linalg", "affine"].contains(&name)
            || body.op_name(op) == "tensor.extract"
    };
    linalg.num_parallel_loops(body) == linalg.num_loops(body)
        && maps.iter().all(|m| m.is_projected_permutation(false))
        && linalg.dps_init_range(body).all(|i| maps.get(i).is_some_and(AffineMap::is_permutation))
        && linalg.payload(body).is_some_and(|block| body.block_ops(block).all(scalar))
}

/// Makes one loop of all; returns the new op. `None`, with nothing changed, if operands are transposed or broadcast, buffers have gaps, or the
/// payload asks for loop numbers.
pub fn flatten(body: &mut Body, op: Op) -> Option<Op> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let (maps, n) = (linalg.indexing_maps(body), linalg.num_loops(body));
    let collapses = |m: &AffineMap| m.is_identity() && m.n_results() == n;
    if linalg.has_index_semantics(body) || !maps.iter().all(|m| m.n_results() == 0 || collapses(m)) {
        return None;
    }
    let bare = |v: Value| match body.cx().type_as::<MemRefType>(body.ty(v)) {
        Some(_) => strata_passes_analysis::buffer_layout::is_bare(body.cx(), body.ty(v)),
        None => true,
    };
    if !body.operands(op).all(bare) {
        return None;
    }
    let inits = linalg.dps_init_range(body);
    let mut b = Builder::before(body, op);
    // The sizes of all operands, as upstream reads them; those that nothing uses are dead.
    for (v, map) in b.operands(op).zip(&maps).collect::<Vec<_>>() {
        for d in 0..map.n_results() {
            dim_of(&mut b, v, d)?;
        }
    }
    let ranges = tile_op::ranges(&mut b, op)?;
    let group = [(0..n as i64).collect::<Vec<i64>>()];
    let mut operands = Vec::new();
    for (v, map) in b.operands(op).zip(&maps).collect::<Vec<_>>() {
        operands.push(match map.n_results() {
            0 => v,
            _ if b.cx().type_as::<MemRefType>(b.ty(v)).is_some() => {
                strata_memref::CollapseShapeOp::create(&mut b, v, &group)?
            }
            _ => CollapseShapeOp::create(&mut b, v, &group),
        });
    }
    let has_results = !b.results(op).is_empty();
    let types: Vec<Type> =
        if has_results { operands[inits].iter().map(|&v| b.ty(v)).collect() } else { Vec::new() };
    let new = tile_op::copy_with(&mut b, op, &operands, &types);
    if b.attr(op, "indexing_maps").is_some() {
        let flat: Vec<AffineMap> = maps
            .iter()
            .map(|m| if m.n_results() == 0 { AffineMap::select(1, &[]) } else { AffineMap::identity(1) })
            .collect();
        let flat = attrs::maps_attr(b.cx(), &flat);
        b.body().set_attr(new, "indexing_maps", Some(flat));
    }
    if b.attr(op, "iterator_types").is_some() {
        let kinds = attrs::iterator_types_attr(b.cx(), &[IteratorType::Parallel]);
        b.body().set_attr(new, "iterator_types", Some(kinds));
    }
    let results = b.results(new).to_vec();
    let expanded: Vec<Value> =
        results.into_iter().map(|v| ExpandShapeOp::create(&mut b, v, &group, &ranges)).collect();
    crate::loops::replace(body, op, &expanded);
    Some(new)
}
