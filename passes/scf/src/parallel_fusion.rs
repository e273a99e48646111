//! `scf-parallel-loop-fusion`: adjacent parallel loops over the same iterations become one.
//!
//! Before:
//! ```mlir
//! scf.parallel (%i) = (%c0) to (%n) step (%c1) { memref.store %x, %m[%i] : memref<?xf32> }
//! scf.parallel (%i) = (%c0) to (%n) step (%c1) { %v = memref.load %m[%i] : memref<?xf32> … }
//! ```
//! After:
//! ```mlir
//! scf.parallel (%i) = (%c0) to (%n) step (%c1) {
//!   memref.store %x, %m[%i] : memref<?xf32>
//!   %v = memref.load %m[%i] : memref<?xf32>
//!   …
//! }
//! ```
//! Bounds and steps must be the same values, neither loop may contain a parallel loop, and what stands between the loops must have no
//! effect. Where one loop writes memory that the other accesses, both must do so at the same indices.

mod dependences;

use rustc_hash::FxHashMap;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ParallelOp, ReduceOp};

/// Fuse adjacent parallel loops.
#[pass(name = "scf-parallel-loop-fusion", class = "SCFParallelLoopFusion", each_body)]
pub struct ParallelLoopFusion;

impl BodyPass for ParallelLoopFusion {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut regions: Vec<Region> = Vec::new();
        for op in body.post_order().into_iter().chain([Op::SELF]) {
            regions.extend_from_slice(body.regions(op));
        }
        for region in regions {
            // The regions of loops and of their reductions are gone after fusion; what was in them is fused already.
            if body.is_live_region(region) {
                for block in body.blocks(region).to_vec() {
                    fuse_in_block(body, block);
                }
            }
        }
        Ok(())
    }
}

/// Fuses the loops of a block; a loop that was fused is tried with the next one.
fn fuse_in_block(body: &mut Body, block: Block) {
    let mut last: Option<ParallelOp> = None;
    let mut next = body.first_op(block);
    while let Some(op) = next {
        next = body.next_op(op);
        if let Some(second) = op.as_op::<ParallelOp>(body) {
            last = Some(last.and_then(|first| fuse(body, first, second)).unwrap_or(second));
        } else if !body.regions(op).is_empty() || body.is_shell(op) || !is_memory_effect_free(body, op) {
            last = None;
        }
    }
}

/// Whether two loops have the same bounds and steps.
fn same_iterations(body: &Body, first: ParallelOp, second: ParallelOp) -> bool {
    first.lower_bound(body).eq(second.lower_bound(body))
        && first.upper_bound(body).eq(second.upper_bound(body))
        && first.step(body).eq(second.step(body))
}

fn contains_parallel(body: &Body, op: ParallelOp) -> bool {
    body.ops_in(op.op()).iter().any(|o| o.isa::<ParallelOp>(body))
}

/// Whether all uses of the results of `first` come after `second`, a later op of the same block.
fn used_after(body: &Body, first: Op, second: Op) -> bool {
    let block = body.parent_block(second);
    body.results(first).iter().flat_map(|&v| body.users(v)).all(|user| {
        let around = block.and_then(|block| body.ancestor_in(user, block));
        // A user in another block is dominated by the whole block.
        around.is_none_or(|o| o != second && body.is_before(second, o))
    })
}

/// Fuses two loops, if that changes nothing; returns the new loop.
fn fuse(body: &mut Body, first: ParallelOp, second: ParallelOp) -> Option<ParallelOp> {
    let (block1, block2) = (first.body_block(body), second.body_block(body));
    let legal = same_iterations(body, first, second)
        && !contains_parallel(body, first)
        && !contains_parallel(body, second)
        && dependences::allow_fusion(body, block1, block2)
        && used_after(body, first.op(), second.op());
    let (end1, end2) = (first.reduce_op(body)?, second.reduce_op(body)?);
    if !legal {
        return None;
    }
    let lower: Vec<Value> = second.lower_bound(body).collect();
    let upper: Vec<Value> = second.upper_bound(body).collect();
    let step: Vec<Value> = second.step(body).collect();
    let inits: Vec<Value> = first.init_vals(body).chain(second.init_vals(body)).collect();
    let types: Vec<Type> = inits.iter().map(|&v| body.ty(v)).collect();
    let reduced: Vec<Value> = body.operands(end1.op()).chain(body.operands(end2.op())).collect();
    let reductions: Vec<Region> =
        body.regions(end1.op()).iter().chain(body.regions(end2.op())).copied().collect();

    let end_loc = if reduced.is_empty() { body.loc(second.op()) } else { body.loc(end2.op()) };
    let mut b = Builder::before(body, second.op());
    let fused = ParallelOp::build(&mut b, &lower, &upper, &step, &inits, &types);
    let index = b.cx().index();
    let block = b.region_block(fused, 0, &vec![index; lower.len()], |b, block| {
        b.set_cur_loc(end_loc);
        let end = ReduceOp::build(b, &reduced, reductions.len());
        for (i, &from) in reductions.iter().enumerate() {
            let to = b.regions(end.op())[i];
            b.body().move_blocks(from, to);
        }
        block
    });
    body.erase(end1);
    body.erase(end2);
    let ivs = body.block_args(block).to_vec();
    for part in [block1, block2] {
        let at = InsertPoint { block, before: body.last_op(block) };
        body.inline_block(part, at, &ivs);
    }
    let olds: Vec<Value> =
        body.results(first.op()).iter().chain(body.results(second.op())).copied().collect();
    for (old, new) in olds.into_iter().zip(body.results(fused.op()).to_vec()) {
        body.replace_all_uses(old, new);
    }
    body.erase(first);
    body.erase(second);
    Some(fused)
}

/// The arguments of one block by those of another.
fn args_by_args(body: &Body, from: Block, to: Block) -> FxHashMap<Value, Value> {
    body.block_args(from).iter().copied().zip(body.block_args(to).iter().copied()).collect()
}
