//! `sdy-sink-data-flow-edges`: the sharding of an edge goes to the value that owns it, and the op of the edge goes away.
//!
//! Before: `%1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]>` behind a loop `%0`. After: the loop has the sharding.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{DataFlowEdgeOp, FuncDataFlowEdgeOp, shardings};

use crate::nested::for_each_nested;

/// Sinks all `DataFlowEdgeOp` into their input.
#[pass(
    name = "sdy-sink-data-flow-edges",
    class = "SinkDataFlowEdgesPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct SinkDataFlowEdges;

impl BodyPass for SinkDataFlowEdges {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if let Some(edge) = op.as_op::<DataFlowEdgeOp>(b) {
                    let sharding = edge.sharding(b).map(|sharding| sharding.get(b.cx()).clone());
                    let input = edge.input(b);
                    if let Some(sharding) = sharding {
                        shardings::set_local_sharding(b, input, sharding);
                    }
                } else if !op.isa::<FuncDataFlowEdgeOp>(b) {
                    continue;
                }
                let (input, result) = (b.operand(op, 0), b.result(op, 0));
                b.replace_all_uses(result, input);
                b.erase(op);
            }
            Ok(())
        })
    }
}
