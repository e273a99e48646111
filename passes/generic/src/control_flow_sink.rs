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
        for op in body.post_order() {
            for region in once_regions(body, op) {
                cx.count("num-sunk", sink(body, region));
            }
        }
        Ok(())
    }
}

/// The regions of `op` that are entered at most once, and not always.
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

fn sink(body: &mut Body, region: Region) -> u64 {
    let Some(&entry) = body.blocks(region).first() else { return 0 };
    let mut sunk = 0;
    // The operands of the last op move first, and each op that moves brings its own operands: the order of `mlir-opt`.
    let mut todo: Vec<Op> = body.region_ops(region).collect();
    while let Some(user) = todo.pop() {
        for i in 0..body.num_operands(user) {
            let Some(op) = body.def_op(body.operand(user, i)) else { continue };
            let movable = body.parent_region(op) != Some(region)
                && !body.is_shell(op)
                && is_memory_effect_free(body, op)
                && body.results(op).iter().all(|&v| body.users(v).all(|u| inside(body, u, region)));
            if movable {
                let at = InsertPoint::at_start(body, entry);
                body.move_op(op, at);
                sunk += 1;
                todo.push(op);
            }
        }
    }
    sunk
}
