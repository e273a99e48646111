//! Data flow edges as propagation sees them: the edge of a value, and the values that flow into an edge.
//!
//! One target of an edge owns it: the result, or the argument of a computation. A `sdy.data_flow_edge` is the only use of the owner, and has
//! the sharding of all targets.

use strata_ir::prelude::*;
use strata_sdy::DataFlowEdgeOp;
use strata_stablehlo::WhileOp;

use crate::data_flow::{self, is_computation, owns_edges};

/// The owner of the edge to a value; `None` for a value to which no edge goes.
pub(super) fn owner_of_target(b: &Body, target: Value) -> Option<Value> {
    match b.def(target) {
        Def::Result { op, .. } => owns_edges(b, op).then_some(target),
        Def::Arg { block, index } => {
            let op = b.block_parent_op(block)?;
            if op == Op::SELF {
                return is_computation(b, op).then_some(target);
            }
            if op.isa::<WhileOp>(b) { b.results(op).get(index).copied() } else { None }
        }
        Def::Forward => None,
    }
}

/// The edge of an owner.
pub(super) fn edge_of_owner(b: &Body, owner: Value) -> Option<Op> {
    let mut users = b.users(owner);
    let user = users.next().filter(|user| user.isa::<DataFlowEdgeOp>(b))?;
    users.next().is_none().then_some(user)
}

/// The sources of the edge whose owner is a result of an op other than a computation.
pub(super) fn sources(b: &Body, owner: Value) -> Vec<Value> {
    let Def::Result { op, index } = b.def(owner) else { return Vec::new() };
    data_flow::sources(b, op, index).into_iter().map(|(op, operand)| b.operand(op, operand)).collect()
}
