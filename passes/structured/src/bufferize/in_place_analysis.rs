//! The analysis of writes in place.

use strata_ir::prelude::*;
use strata_tensor::{
    CastOp, CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, MixedIndex,
    OffsetSizeStride,
};

use super::buffers::State;

/// Whether `op` may write into the buffer of its operand `dest` instead of into a copy.
///
/// The tensor must have no other use than reads that come before the write, and so must the tensors that it is a view of, up to a buffer
/// that this function allocated. Inserting the result where the view was taken from does not count as a use, as it is in that place
/// already.
pub(super) fn in_place(body: &Body, state: &State, op: Op, dest: Value) -> bool {
    let (mut value, mut via) = (dest, op);
    loop {
        if !only_read_before(body, value, via, op) {
            return false;
        }
        match body.def(value) {
            Def::Result { op: def, .. } => {
                // The definition must run as often as the write, or a later iteration would see the first one's result.
                if body.parent_region(def) != body.parent_region(op) {
                    return false;
                }
                match view_source(body, def) {
                    Some(source) => (value, via) = (source, def),
                    None => return state.owned.contains(&state.buffer(value)),
                }
            }
            Def::Arg { .. } => {
                return state.owned.contains(&state.buffer(value)) && same_region(body, value, op);
            }
            Def::Forward => return false,
        }
    }
}

/// Whether all uses of `value` are over before `op`, except for that by `via`: this is `op` itself or the view that it writes through,
/// and uses `value` once.
fn only_read_before(body: &Body, value: Value, via: Op, op: Op) -> bool {
    if body.operands(via).filter(|&v| v == value).count() != 1 {
        return false;
    }
    let mut pending: SmallVec<[Value; 4]> = smallvec![value];
    while let Some(value) = pending.pop() {
        for user in body.users(value).filter(|&user| user != via) {
            if gives_back(body, user, via, op) {
                continue;
            }
            // A terminator passes the tensor on.
            if body.has_trait(user, Trait::Terminator) || !is_over(body, user, op) {
                return false;
            }
            if view_source(body, user).is_some() {
                pending.extend_from_slice(body.results(user));
            }
        }
    }
    true
}

/// Whether `user` inserts the result of `op`, which writes through the view `via`, where the view was taken from.
fn gives_back(body: &Body, user: Op, via: Op, op: Op) -> bool {
    let (Some(insert), Some(view)) = (user.as_op::<InsertSliceOp>(body), via.as_op::<ExtractSliceOp>(body))
    else {
        return false;
    };
    body.def_op(insert.source(body)) == Some(op)
        && insert.dest(body) == view.source(body)
        && body.parent_block(user) == body.parent_block(op)
        && same_place(body, insert, view)
}

/// Whether a part is inserted where another one was taken from.
pub(super) fn same_place(body: &Body, insert: InsertSliceOp, view: ExtractSliceOp) -> bool {
    let same = |x: Vec<MixedIndex>, y: Vec<MixedIndex>| {
        x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.same(y, body))
    };
    body.ty(insert.source(body)) == body.ty(view.result(body))
        && same(insert.mixed_offsets(body), view.mixed_offsets(body))
        && same(insert.mixed_sizes(body), view.mixed_sizes(body))
        && same(insert.mixed_strides(body), view.mixed_strides(body))
}

/// Whether `earlier`, or an op that it is in, comes before `op` in the same block.
fn is_over(body: &Body, earlier: Op, op: Op) -> bool {
    let above = body.parent_block(op).and_then(|block| body.ancestor_in(earlier, block));
    above.is_some_and(|o| o != op && body.is_before(o, op))
}

fn same_region(body: &Body, arg: Value, op: Op) -> bool {
    let region = body.def_block(arg).and_then(|b| body.block_parent(b));
    body.parent_region(op) == region
}

/// The tensor that an op makes a view of.
pub(super) fn view_source(body: &Body, op: Op) -> Option<Value> {
    let is_view = op.isa::<ExtractSliceOp>(body)
        || op.isa::<CastOp>(body)
        || op.isa::<ExpandShapeOp>(body)
        || op.isa::<CollapseShapeOp>(body);
    is_view.then(|| body.operand(op, 0))
}

/// Whether a tensor has no contents yet.
pub(super) fn is_uninitialized(body: &Body, value: Value) -> bool {
    body.def_as::<EmptyOp>(value).is_some()
}
