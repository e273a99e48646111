//! The host's part of a function: the ops and blocks that are in no kernel.

use strata_gpu::LaunchOp;
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_scf::ParallelOp;

/// The error that an op has no kernel.
pub fn failure(b: &Body, op: Op, why: &str) -> Diagnostic {
    Diagnostic::error(b.loc(op), format!("'{}' op has no kernel: {why}", b.op_name(op)))
}

/// The ops of a function that are not in kernels, nor in loops that become kernels, outer ones first.
pub fn host_ops(b: &Body) -> Vec<Op> {
    outside_of(b, |op| op.isa::<LaunchOp>(b) || op.implements::<dyn LinalgOp>(b) || op.isa::<ParallelOp>(b))
}

/// All ops of a function that are not in kernels.
pub(crate) fn all_host_ops(b: &Body) -> Vec<Op> {
    outside_of(b, |op| op.isa::<LaunchOp>(b) || op.implements::<dyn LinalgOp>(b))
}

/// The ops of a function, without what is in some of them.
fn outside_of(b: &Body, closed: impl Fn(Op) -> bool) -> Vec<Op> {
    let mut found = Vec::new();
    b.walk_in(Op::SELF, |op| {
        if op != Op::SELF {
            found.push(op);
        }
        if op != Op::SELF && closed(op) { WalkControl::Skip } else { WalkControl::Continue }
    });
    found
}

/// The blocks of a function that the host runs.
pub(crate) fn host_blocks(b: &Body) -> Vec<Block> {
    let mut found: Vec<Block> = b.regions(Op::SELF).iter().flat_map(|&r| b.blocks(r).to_vec()).collect();
    b.walk_in(Op::SELF, |op| {
        if op.isa::<LaunchOp>(b) || op.implements::<dyn LinalgOp>(b) {
            return WalkControl::Skip;
        }
        found.extend(b.regions(op).iter().flat_map(|&r| b.blocks(r).to_vec()));
        WalkControl::Continue
    });
    found
}
