//! Transformations of affine loops that passes are made of: trip counts, bands, promotion, unrolling, tiling.

pub mod bands;
pub mod cleanup;
pub mod coalesce;
pub mod copy;
pub mod fuse;
pub mod interchange;
pub mod iteration;
pub mod normalize;
pub mod promote;
pub mod redirect;
pub mod separate;
pub mod tile;
pub mod trip_count;
pub mod unroll;
pub mod unroll_jam;

use strata_affine::ForOp;
use strata_ir::prelude::*;

/// The affine loops of a body, inner ones before the loops around them.
pub fn loops_post_order(body: &Body) -> Vec<ForOp> {
    body.post_order().into_iter().filter_map(|op| op.as_op::<ForOp>(body)).collect()
}

/// The ops of the body of a loop except for its terminator.
pub fn ops_without_terminator(body: &Body, block: Block) -> Vec<Op> {
    let last = body.last_op(block);
    body.block_ops(block).filter(|&op| Some(op) != last).collect()
}

/// Whether an op is a loop that is well formed enough to be changed: a block with an induction variable and a terminator.
pub fn is_complete(body: &Body, for_op: ForOp) -> bool {
    let block = for_op.region_block(body);
    for_op.induction_var(body).is_some() && body.last_op(block).is_some()
}
