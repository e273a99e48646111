//! `control-flow-sink`: moves ops into the only region of a conditional op that uses them.
//!
//! Before:
//! ```mlir
//! %0 = arith.addi %a, %a : i32
//! scf.if %c { "use"(%0) }
//! ```
//! After: `%0` is computed inside of the `scf.if`.

use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Sink operations into conditional blocks.
#[pass(
    name = "control-flow-sink",
    statistics = ["num-sunk": "Number of operations sunk"],
    each_body,
    idempotent
)]
pub struct ControlFlowSink;

impl BodyPass for ControlFlowSink {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            for region in once_regions(body, op) {
                cx.count("num-sunk", sink(body, op, region));
            }
        }
        Ok(())
    }
}

/// The regions of `op` that control enters at most once, and not always.
fn once_regions(body: &Body, op: Op) -> Vec<Region> {
    let Some(branch) = op.cast::<dyn RegionBranchOp>(body) else { return Vec::new() };
    let entries = branch.successors(body, RegionPoint::Parent);
    if entries.len() < 2 {
        return Vec::new();
    }
    let repeats = |i: usize| {
        branch.successors(body, RegionPoint::Region(i)).iter().any(|p| matches!(p, RegionPoint::Region(_)))
    };
    let regions = body.regions(op);
    let entered = entries.iter().filter_map(|p| match p {
        RegionPoint::Region(i) if !repeats(*i) => regions.get(*i).copied(),
        _ => None,
    });
    entered.collect()
}

/// Whether `op` is nested in `region`.
fn inside(body: &Body, op: Op, region: Region) -> bool {
    std::iter::successors(Some(op), |&o| body.parent_op(o)).any(|o| body.parent_region(o) == Some(region))
}

fn sink(body: &mut Body, holder: Op, region: Region) -> u64 {
    let Some(&entry) = body.blocks(region).first() else { return 0 };
    let mut sunk = 0;
    // Operands of the ops in the region come first; what is sunk brings its own operands.
    let mut todo: Vec<Op> = Vec::new();
    for &block in body.blocks(region) {
        for op in body.block_ops(block) {
            todo.extend(body.operands(op).filter_map(|v| body.def_op(v)));
            for nested in body.ops_in(op) {
                todo.extend(body.operands(nested).filter_map(|v| body.def_op(v)));
            }
        }
    }
    while let Some(op) = todo.pop() {
        let movable = body.parent_block(op) == body.parent_block(holder)
            && !body.is_shell(op)
            && is_memory_effect_free(body, op)
            && body.results(op).iter().all(|&v| body.users(v).all(|u| inside(body, u, region)));
        if !movable {
            continue;
        }
        let at = InsertPoint::at_start(body, entry);
        body.move_op(op, at);
        sunk += 1;
        todo.extend(body.operands(op).filter_map(|v| body.def_op(v)));
        for nested in body.ops_in(op) {
            todo.extend(body.operands(nested).filter_map(|v| body.def_op(v)));
        }
    }
    sunk
}
