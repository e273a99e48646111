//! Edges along which the same data flows, such as from the operand of a loop to its arguments and its result: all places of an edge have
//! one sharding, that of the value that owns it.
//!
//! - a loop has an edge for each value that it carries: the result owns it; operands and next values flow into it;
//! - a branch has one for each result, into which the values of all its regions flow;
//! - a barrier has one for each result, into which its operand flows;
//! - a computation has one for each argument and each result of its body.

use strata_ir::prelude::*;
pub(crate) use strata_sdy::shardings::is_computation;
use strata_stablehlo::{CaseOp, IfOp, OptimizationBarrierOp, WhileOp};

/// Whether the results of an op own edges.
pub(crate) fn owns_edges(b: &Body, op: Op) -> bool {
    is_computation(b, op)
        || op.isa::<WhileOp>(b)
        || op.isa::<CaseOp>(b)
        || op.isa::<IfOp>(b)
        || op.isa::<OptimizationBarrierOp>(b)
}

/// The last ops of the regions of an op.
fn terminators(b: &Body, regions: &[Region]) -> Vec<Op> {
    regions.iter().filter_map(|&region| b.last_op(*b.blocks(region).first()?)).collect()
}

/// The operands that flow into the edge of a result, in this body: those of a computation's body are in another one.
pub(crate) fn sources(b: &Body, op: Op, result: usize) -> Vec<(Op, usize)> {
    let ends = match b.regions(op) {
        _ if is_computation(b, op) => return Vec::new(),
        // The condition of a loop returns whether to go on.
        [_, body] if op.isa::<WhileOp>(b) => terminators(b, &[*body]),
        regions => terminators(b, regions),
    };
    let own = op.isa::<WhileOp>(b) || op.isa::<OptimizationBarrierOp>(b);
    let all = own.then_some(op).into_iter().chain(ends);
    all.filter(|op| result < b.num_operands(*op)).map(|op| (op, result)).collect()
}

/// The arguments of the regions of a loop on the edge of a result.
pub(crate) fn arguments(b: &Body, op: Op, result: usize) -> Vec<Value> {
    if !op.isa::<WhileOp>(b) {
        return Vec::new();
    }
    let blocks = b.regions(op).iter().filter_map(|&region| b.blocks(region).first());
    blocks.filter_map(|&block| b.block_args(block).get(result).copied()).collect()
}

/// Whether all operands of the op flow into its results.
pub(crate) fn carries_operands(b: &Body, op: Op) -> bool {
    op.isa::<WhileOp>(b) || op.isa::<OptimizationBarrierOp>(b)
}
