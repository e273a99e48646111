//! Ops between tensors and buffers that a program has itself: each is a copy, since nothing tells who writes to either side later.

use strata_bufferization::{ToBufferOp, ToTensorOp};
use strata_ir::prelude::*;

use super::buffers::{State, buffer_type, copy_of};

/// Replaces an op with a copy. Returns whether the op is one of these, and its memref is row-major.
pub(super) fn cross(body: &mut Body, state: &mut State, op: Op) -> bool {
    let cx = body.cx_arc().clone();
    if let Some(source) = op.as_op::<ToTensorOp>(body) {
        let (buffer, tensor) = (source.buffer(body), source.result(body));
        let ty = body.ty(tensor);
        if body.ty(buffer) != buffer_type(&cx, ty) {
            return false;
        }
        let copy = copy_of(&mut Builder::before(body, op), state, buffer, ty);
        state.set(tensor, copy);
        state.dead.push(op);
        return true;
    }
    let Some(target) = op.as_op::<ToBufferOp>(body) else { return false };
    let (tensor, memref) = (target.tensor(body), target.buffer(body));
    let (ty, buffer) = (body.ty(tensor), state.buffer(tensor));
    if body.ty(memref) != buffer_type(&cx, ty) {
        return false;
    }
    let is_read = body.attr(op, "read_only").is_some();
    let new = if is_read { buffer } else { copy_of(&mut Builder::before(body, op), state, buffer, ty) };
    body.replace_all_uses(memref, new);
    state.dead.push(op);
    true
}
