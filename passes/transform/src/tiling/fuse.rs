//! Fusion of producers into the loops around a tile: a slice of a producer becomes the producer of that slice.

use std::collections::VecDeque;

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_scf::ForallOp;
use strata_tensor::{ExtractSliceOp, MixedIndex, OffsetSizeStride};

use super::tile_op::{Domain, tiled};

/// Where a slice in a loop comes from.
struct Origin {
    producer: Op,
    result: usize,
    /// The number of the value that the outermost loop carries, if the slice is one of its destination.
    carried: Option<usize>,
}

/// The structured op that defines the source of a slice, through the values that loops carry.
fn origin(body: &Body, slice: ExtractSliceOp, loops: &[Op]) -> Option<Origin> {
    let mut v = slice.source(body);
    let mut carried = None;
    for &op in loops.iter().rev() {
        let looplike = op.cast::<dyn LoopLike>(body)?;
        if let Some(i) = looplike.iter_args(body).iter().position(|&arg| arg == v) {
            v = *looplike.inits(body).get(i)?;
            carried = Some(i);
        }
    }
    let Def::Result { op, index } = body.def(v) else { return None };
    op.cast::<dyn LinalgOp>(body)?;
    Some(Origin { producer: op, result: index, carried })
}

/// The iterations of a producer that make a slice of a result.
fn domain_of(b: &mut Builder<'_>, producer: Op, result: usize, slice: ExtractSliceOp) -> Option<Domain> {
    let linalg = producer.cast::<dyn LinalgOp>(b)?;
    let init = linalg.dps_init_range(b).start + result;
    let map = linalg.indexing_map(b, init)?;
    if !map.is_projected_permutation(false) || !slice.has_unit_strides(b) {
        return None;
    }
    let (offsets, sizes) = (slice.mixed_offsets(b), slice.mixed_sizes(b));
    let ranges = super::tile_op::ranges(b, producer)?;
    let mut domain = Domain { offsets: vec![MixedIndex::Static(0); ranges.len()], sizes: ranges };
    for (expr, (offset, size)) in map.results().iter().zip(offsets.into_iter().zip(sizes)) {
        let d = expr.as_dim()? as usize;
        (domain.offsets[d], domain.sizes[d]) = (offset, size);
    }
    Some(domain)
}

/// Puts the tile of a producer in the place of a slice of its result; returns it.
fn fuse_slice(body: &mut Body, slice: ExtractSliceOp, from: &Origin) -> Option<Op> {
    let rank = |v: Value| body.cx().shaped(body.ty(v)).and_then(|s| s.rank());
    if rank(slice.result(body)) != rank(slice.source(body)) {
        return None;
    }
    let source = slice.source(body);
    let mut inits: Vec<Value> = from.producer.cast::<dyn LinalgOp>(body)?.dps_inits(body).to_vec();
    if from.carried.is_some() {
        inits[from.result] = source;
    }
    let mut b = Builder::before(body, slice.op());
    let domain = domain_of(&mut b, from.producer, from.result, slice)?;
    let new = tiled(&mut b, from.producer, &inits, &domain)?;
    let (old, value) = (slice.result(body), body.result(new, from.result));
    body.replace_all_uses(old, value);
    body.erase(slice.op());
    Some(new)
}

/// Sets what the outermost loop gets for a carried value.
fn set_init(body: &mut Body, outer: Op, carried: usize, v: Value) {
    let inits = outer.cast::<dyn LoopLike>(body).map_or(0, |l| l.inits(body).len());
    let first = body.num_operands(outer) - inits;
    body.set_operand(outer, first + carried, v);
}

/// Fuses all producers of the operands of a tile into its loops, and theirs; returns the fused ops. `reduces` says that loops may run
/// several times for one part of a destination, whose producers then stay outside.
pub fn fuse_producers(body: &mut Body, tile: Op, loops: &[Op], reduces: bool) -> Vec<Op> {
    let slices_of = |body: &Body, op: Op| -> Vec<ExtractSliceOp> {
        body.operands(op).filter_map(|v| body.def_as::<ExtractSliceOp>(v)).collect()
    };
    let mut queue: VecDeque<ExtractSliceOp> = slices_of(body, tile).into();
    let mut fused = Vec::new();
    while let Some(slice) = queue.pop_front() {
        if !body.is_live(slice.op()) {
            continue;
        }
        let Some(from) = origin(body, slice, loops) else { continue };
        if from.carried.is_some() && reduces {
            continue;
        }
        let dest = from
            .producer
            .cast::<dyn LinalgOp>(body)
            .and_then(|l| l.dps_inits(body).get(from.result).copied());
        let Some(new) = fuse_slice(body, slice, &from) else { continue };
        if let (Some(carried), Some(dest), Some(&outer)) = (from.carried, dest, loops.first()) {
            set_init(body, outer, carried, dest);
        }
        fused.push(new);
        queue.extend(slices_of(body, new));
    }
    fused
}

/// Fuses the part of a producer that a loop reads first into that loop; returns the fused op. `None` if it is not read there.
pub fn fuse_into(body: &mut Body, producer: Op, containing: Op) -> Option<Op> {
    for result in 0..body.results(producer).len() {
        let value = body.result(producer, result);
        let users: Vec<Op> = body.users(value).collect();
        for &user in &users {
            let Some(slice) = user.as_op::<ExtractSliceOp>(body) else { continue };
            if body.is_ancestor(containing, user) {
                let from = Origin { producer, result, carried: None };
                if let Some(new) = fuse_slice(body, slice, &from) {
                    return Some(new);
                }
            }
        }
        if users.contains(&containing)
            && let Some(new) = fuse_through_argument(body, producer, result, containing)
        {
            return Some(new);
        }
    }
    clone_into(body, producer, containing)
}

/// The same where the loop shares the result as a destination.
fn fuse_through_argument(body: &mut Body, producer: Op, result: usize, containing: Op) -> Option<Op> {
    let forall = containing.as_op::<ForallOp>(body)?;
    let value = body.result(producer, result);
    let carried = forall.outputs(body).position(|v| v == value)?;
    let arg = *forall.region_out_args(body).get(carried)?;
    let slice = body.users(arg).find_map(|op| op.as_op::<ExtractSliceOp>(body))?;
    let dest = *producer.cast::<dyn LinalgOp>(body)?.dps_inits(body).get(result)?;
    let new = fuse_slice(body, slice, &Origin { producer, result, carried: Some(carried) })?;
    set_init(body, containing, carried, dest);
    Some(new)
}

/// Copies a producer before its first use in a loop.
fn clone_into(body: &mut Body, producer: Op, containing: Op) -> Option<Op> {
    let results = body.results(producer).to_vec();
    let inside = |body: &Body, op: Op| op != containing && body.is_ancestor(containing, op);
    let (user, operand) = results.iter().find_map(|&v| body.uses_of(v).find(|&(op, _)| inside(body, op)))?;
    let value = body.operand(user, operand);
    let number = results.iter().position(|&v| v == value)?;
    let new = body.clone_op(producer, &mut IdMap::new());
    let at = InsertPoint::before(body, user);
    body.insert(new, at);
    let copy = body.result(new, number);
    body.set_operand(user, operand, copy);
    Some(new)
}
