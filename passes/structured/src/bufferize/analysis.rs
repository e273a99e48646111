//! When a destination can be written in place.

use strata_ir::prelude::*;
use strata_tensor::{CastOp, CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp};

use super::State;

/// Whether `op` may write into the buffer of its operand `dest` instead of into a copy.
///
/// The tensor must have no other use, and neither may the tensors that it is a view of, down to a buffer that this
/// function allocated.
pub(super) fn in_place(body: &Body, state: &State, op: Op, dest: Value) -> bool {
    let mut value = dest;
    loop {
        let mut users = body.users(value);
        let first = users.next();
        if users.next().is_some() || first.is_none() {
            return false;
        }
        match body.def(value) {
            Def::Result { op: def, .. } => {
                // The definition must run as often as the write, or a later iteration would see the first one's result.
                if body.parent_region(def) != body.parent_region(op) {
                    return false;
                }
                match view_source(body, def) {
                    Some(source) => value = source,
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
