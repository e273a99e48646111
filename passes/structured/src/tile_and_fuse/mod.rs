//! `linalg-tile-and-fuse`: structured ops on buffers become loops over tiles of their outermost parallel dimensions, and ops
//! that share these run in one loop.
//!
//! # Before
//! ```mlir
//! %max = memref.alloc() : memref<512xf32>
//! linalg.fill ins(%low) outs(%max)
//! linalg.generic {… iterator_types = ["parallel", "reduction"]} ins(%x) outs(%max) { … arith.maximumf … }
//! linalg.generic {… ["parallel", "parallel"]} ins(%x, %max) outs(%y) { … math.exp … }
//! memref.dealloc %max
//! ```
//! # After
//! ```mlir
//! scf.forall (%i) in (32) {
//!   %row = arith.muli %i, %c16 : index
//!   %max = memref.alloc() : memref<16xf32>
//!   %tx = memref.subview %x[%row, 0] [16, 512] [1, 1] …
//!   %ty = memref.subview %y[%row, 0] [16, 512] [1, 1] …
//!   linalg.fill ins(%low) outs(%max)
//!   linalg.generic … ins(%tx) outs(%max) { … arith.maximumf … }
//!   linalg.generic … ins(%tx, %max) outs(%ty) { … math.exp … }
//!   memref.dealloc %max
//! }
//! ```
//! Two ops share a loop if, of each buffer that one of them writes, an iteration of the loop touches only what the same iteration of the
//! other op touches: the index maps tell. Ops between them stay in front, as long as they do not access the memory that the two write. A
//! buffer that only they use shrinks to the part that a tile needs, and so does a padded copy that one of them reads ([`paddings`]).
//!
//! Sizes of tiles are chosen at compile time from estimates of work and bytes and the number of threads that the code is divided for
//! (`max-threads`), so that results do not depend on how many threads run it.
//! Where the work of a group does not pay for a second thread, its loop is `scf.for`, or there is none. A group that occurs several times
//! in a function becomes a loop with one iteration, from which `outline-kernels` makes a function. Loops over elements whose iterations
//! are independent, such as those of scans along rows, are divided among threads too. The reasons are in ADR 0016.

mod cost_model;
mod destinations;
mod emit;
mod fusion_group;
mod group_search;
mod independent_loops;
mod loop_nest;
mod paddings;
mod thresholds;

pub use thresholds::Thresholds;

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;

/// Tiles and fuses the ops of all blocks. Returns the number of new loops, and the number of ops that share a loop with others.
pub fn tile_and_fuse(body: &mut Body, worth: &Thresholds) -> (u64, u64) {
    let mut groups = Vec::new();
    for block in blocks(body) {
        groups.extend(group_search::find(body, block, worth));
    }
    let mut counts: FxHashMap<u64, u64> = FxHashMap::default();
    let keys: Vec<u64> = groups.iter().map(|g| fingerprint(body, g)).collect();
    for &key in &keys {
        *counts.entry(key).or_default() += 1;
    }
    let locals: Vec<_> = groups.iter().map(|g| emit::locals(body, g)).collect();
    let tiling = |((group, key), locals): ((&fusion_group::Group, u64), &Vec<emit::Local>)| {
        let local = locals.iter().map(|l| l.bytes).sum();
        let repeated = counts[&key] >= worth.repeats && group.working().next().is_some();
        cost_model::tiling(group, local, worth).or_else(|| repeated.then(|| cost_model::whole(group)))
    };
    let tilings: Vec<_> = groups.iter().zip(keys).zip(&locals).map(tiling).collect();
    let (paddings, replaced) = paddings::find(body, &groups, &tilings);
    let (mut loops, mut fused) = (0, 0);
    for (i, (group, tiling)) in groups.iter().zip(&tilings).enumerate() {
        let Some(tiling) = tiling.as_ref().filter(|_| !replaced.contains(&i)) else { continue };
        emit::emit(body, &emit::Parts { group, locals: &locals[i], paddings: &paddings[i] }, tiling);
        loops += 1;
        fused += group.nests.len() as u64 - 1;
    }
    // The remaining loops are over elements.
    for block in blocks(body) {
        loops += independent_loops::parallelize(body, block, worth);
        loops += destinations::divide(body, block, worth);
    }
    (loops, fused)
}

/// A hash of what a group does. Groups that become equal functions have equal hashes.
fn fingerprint(body: &Body, group: &fusion_group::Group) -> u64 {
    let mut h = FxHasher::default();
    for nest in &group.nests {
        for op in std::iter::once(nest.op).chain(body.ops_in(nest.op)) {
            let info = body.info(op);
            info.name.hash(&mut h);
            (0..info.attrs.len()).for_each(|slot| body.attr_slot(op, slot).hash(&mut h));
            for value in body.operands(op) {
                body.ty(value).hash(&mut h);
                constant_value(body, value).hash(&mut h);
            }
        }
    }
    h.finish()
}

/// All blocks but the payloads of structured ops.
fn blocks(body: &Body) -> Vec<Block> {
    let of = |op: Op| body.regions(op).iter().flat_map(|&r| body.blocks(r)).copied().collect::<Vec<_>>();
    let mut found = of(Op::SELF);
    for op in body.all_ops() {
        let inside_of_parallel =
            std::iter::successors(Some(op), |&o| body.parent_op(o).filter(|&p| p != Op::SELF))
                .any(|o| o.isa::<strata_scf::ForallOp>(body) || o.isa::<strata_scf::ParallelOp>(body));
        if !op.implements::<dyn LinalgOp>(body) && !inside_of_parallel {
            found.extend(of(op));
        }
    }
    found
}
