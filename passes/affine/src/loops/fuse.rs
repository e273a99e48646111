//! Fusion: a copy of a slice of one nest in another one.

use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::promote::promote_if_single_iteration;
use crate::analysis::{
    constraints::for_op_of,
    slice::{Place, Slice},
};

/// Copies the nest at `source` into the loop that the slice is for, with the bounds of the slice. Loops of the copy that run once
/// become their bodies.
pub fn fuse_slice(body: &mut Body, source: ForOp, slice: &Slice) -> Option<()> {
    let block = slice.into?.region_block(body);
    let at = match slice.place {
        Place::Start => InsertPoint::at_start(body, block),
        Place::End => InsertPoint::before(body, body.last_op(block)?),
    };
    let mut map = IdMap::new();
    let clone = body.clone_op(source.op(), &mut map);
    body.insert(clone, at);
    let mut loops = Vec::new();
    for (&iv, bounds) in slice.ivs.iter().zip(&slice.bounds) {
        let copied = map.get(iv);
        if copied == iv {
            continue;
        }
        let for_op = for_op_of(body, copied)?;
        if let Some(lower) = &bounds.lower {
            let lower = slice.bound(lower).canonicalized(body);
            for_op.set_lower(body, &lower);
        }
        if let Some(upper) = &bounds.upper {
            let upper = slice.bound(upper).canonicalized(body);
            for_op.set_upper(body, &upper);
        }
        loops.push(for_op);
    }
    for for_op in loops {
        promote_if_single_iteration(body, for_op);
    }
    Some(())
}
