//! Putting reshards and reductions between a value and a use of it, or between an op and the uses of its result.

use strata_ir::prelude::*;
use strata_sdy::{
    AllReduceOp, ReshardOp,
    attrs::{AxisRefList, TensorSharding},
    axes,
    shardings::{self, Meshes},
};

use crate::compare::{are_equivalent, closed, without};

/// How many reshards are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Wherever shardings differ.
    Full,
    /// Reductions only.
    Reductions,
}

/// The sharding of a tensor that is whole on the devices of the same mesh.
pub(super) fn replicated_like(sharding: &TensorSharding) -> TensorSharding {
    TensorSharding::replicated(sharding.mesh_or_ref, sharding.dim_shardings.len(), true)
}

/// Ends the reduction of an operand along the axes along which the target has no parts of one.
pub(super) fn reduce_operand(
    b: &mut Body,
    (op, index): (Op, usize),
    target: Option<&TensorSharding>,
    meshes: &Meshes,
) {
    let cx = b.cx_arc().clone();
    let value = b.operand(op, index);
    let Some(mut own) = shardings::sharding(b, value) else { return };
    let Some(mesh) = meshes.get(&cx, own.mesh_or_ref) else { return };
    let kept = target.map_or(&[][..], |target| &target.unreduced_axes[..]);
    let reduced = without(&own.unreduced_axes, kept, mesh);
    if reduced.is_empty() {
        return;
    }
    let reduced = axes::sorted(reduced, mesh);
    own.unreduced_axes = axes::sorted(without(&own.unreduced_axes, &reduced, mesh), mesh);
    let (reduced, own) = (cx.attr(AxisRefList(reduced)), cx.attr(own));
    let new = AllReduceOp::build(&mut Builder::before(b, op), value, reduced, own);
    b.set_operand(op, index, new);
}

/// Brings an operand to a sharding; `None` is a replicated one.
pub(super) fn reshard_operand(
    b: &mut Body,
    (op, index): (Op, usize),
    target: Option<&TensorSharding>,
    meshes: &Meshes,
    extent: Extent,
) {
    reduce_operand(b, (op, index), target, meshes);
    let value = b.operand(op, index);
    let own = shardings::sharding(b, value);
    if extent != Extent::Full || are_equivalent(own.as_ref(), target) {
        return;
    }
    let target = target.cloned().or_else(|| own.as_ref().map(replicated_like));
    let Some(target) = target else { return };
    let target = b.cx().attr(target);
    let new = ReshardOp::build(&mut Builder::before(b, op), value, target);
    b.set_operand(op, index, new);
}

/// Gives a result another sharding, and its uses a reshard to the one that it had.
pub(super) fn reshard_result(b: &mut Body, value: Value, sharding: TensorSharding) {
    let Some(op) = b.def_op(value) else { return };
    let old = shardings::sharding(b, value).unwrap_or_else(|| replicated_like(&sharding));
    shardings::set_sharding(b, value, sharding);
    let old = b.cx().attr(closed(&old));
    let new = ReshardOp::build(&mut Builder::after(b, op), value, old);
    replace_other_uses(b, value, new);
}

/// Replaces all uses of a value but that of the op that makes the new one.
pub(super) fn replace_other_uses(b: &mut Body, value: Value, new: Value) {
    let own = b.def_op(new);
    b.replace_uses_if(value, new, |_, user| Some(user) != own);
}
