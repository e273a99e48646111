//! `sdy-add-data-flow-edges`: an op for each edge along which data flows, which has the sharding of all places of the edge.
//!
//! Before: the uses of the result `%0` of a loop. After: `%1 = sdy.data_flow_edge %0 : tensor<8xf32>`, and the same uses of `%1`.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{DataFlowEdgeOp, shardings};

use crate::{data_flow, nested::for_each_nested};

/// Inserts `DataFlowEdgeOp` for every data-flow edge.
#[pass(
    name = "sdy-add-data-flow-edges",
    class = "AddDataFlowEdgesPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct AddDataFlowEdges;

impl BodyPass for AddDataFlowEdges {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if data_flow::owns_edges(b, op) {
                    let (results, at) = (b.results(op).to_vec(), InsertPoint::after(b, op));
                    add(b, &results, at);
                }
            }
            if data_flow::is_computation(b, Op::SELF)
                && let Some(entry) = b.entry()
            {
                let (args, at) = (b.block_args(entry).to_vec(), InsertPoint::at_start(b, entry));
                add(b, &args, at);
            }
            Ok(())
        })
    }
}

/// Adds edges for values that own them, in their order.
fn add(b: &mut Body, owners: &[Value], at: InsertPoint) {
    let cx = b.cx_arc().clone();
    for &owner in owners {
        let ty = b.ty(owner);
        let is_static =
            cx.shaped(ty).and_then(|shaped| shaped.shape).is_some_and(|shape| !shape.contains(&DYNAMIC));
        if !is_static {
            continue;
        }
        let sharding = shardings::sharding(b, owner).map(|sharding| cx.attr(sharding));
        let loc = b.value_loc(owner);
        let edge = DataFlowEdgeOp::build(&mut Builder::new(b, at, loc), owner, sharding);
        let own = b.def_op(edge);
        b.replace_uses_if(owner, edge, |_, user| Some(user) != own);
    }
}
