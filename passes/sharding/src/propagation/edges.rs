//! Data flow edges: which values of an op with regions have one sharding.
//!
//! The sources of an edge are operands of the op and values that its regions return; its targets are arguments of regions and results. One
//! target is the owner: the result, or the argument of a computation. A `sdy.data_flow_edge` is the only use of the owner, and has the sharding
//! of all targets.

use strata_ir::prelude::*;
use strata_sdy::{DataFlowEdgeOp, ManualComputationOp, NamedComputationOp};
use strata_stablehlo::{CaseOp, IfOp, OptimizationBarrierOp, WhileOp};

/// The owner of the edge to a value; `None` for a value to which no edge goes.
pub(super) fn owner_of_target(b: &Body, target: Value) -> Option<Value> {
    match b.def(target) {
        Def::Result { op, .. } => (is_computation(b, op) || has_edges(b, op)).then_some(target),
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

fn has_edges(b: &Body, op: Op) -> bool {
    matches!(b.op_name(op), WhileOp::NAME | CaseOp::NAME | IfOp::NAME | OptimizationBarrierOp::NAME)
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
    let operand = b.operands(op).nth(index);
    let returned = |region: &Region| {
        let block = *b.blocks(*region).first()?;
        b.operands(b.last_op(block)?).nth(index)
    };
    let regions = b.regions(op);
    match b.op_name(op) {
        // The first region is the condition.
        WhileOp::NAME => operand.into_iter().chain(regions.get(1).and_then(returned)).collect(),
        CaseOp::NAME | IfOp::NAME => regions.iter().filter_map(returned).collect(),
        OptimizationBarrierOp::NAME => operand.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether an op is a computation, whose body has edges to its arguments too.
fn is_computation(b: &Body, op: Op) -> bool {
    op.isa::<ManualComputationOp>(b) || op.isa::<NamedComputationOp>(b)
}
