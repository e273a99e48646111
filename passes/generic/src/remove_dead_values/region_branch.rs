//! The operands that an op with region control flow passes to arguments and results.

use std::ops::Range;

use strata_ir::prelude::*;

/// Operands of an op that are forwarded, each to the value that receives it.
pub struct Forwarded {
    /// The op itself or a terminator in it.
    pub op: Op,
    /// The operands, in order.
    pub operands: Range<usize>,
    /// The arguments or results that receive them, as many as there are operands.
    pub inputs: SmallVec<[Value; 4]>,
}

/// All edges along which values flow into and out of the regions of `op`; empty when it is no [`RegionBranchOp`].
pub fn forwarded(body: &Body, op: Op) -> Vec<Forwarded> {
    let Some(branch) = op.cast::<dyn RegionBranchOp>(body) else { return Vec::new() };
    let mut out = Vec::new();
    for to in branch.successors(body, RegionPoint::Parent) {
        add(body, op, &branch.entry_operands(body, to), branch.successor_inputs(body, to), &mut out);
    }
    for (i, terminator) in terminators(body, op) {
        for to in branch.successors(body, RegionPoint::Region(i)) {
            let values: SmallVec<[Value; 4]> = match terminator.cast::<dyn RegionTerminator>(body) {
                Some(t) => t.forwarded(body, to),
                None => body.operands(terminator).collect(),
            };
            add(body, terminator, &values, branch.successor_inputs(body, to), &mut out);
        }
    }
    out
}

/// The terminators of the regions of `op`, with the number of the region.
pub fn terminators(body: &Body, op: Op) -> Vec<(usize, Op)> {
    let regions = body.regions(op).iter().enumerate();
    let blocks = regions.flat_map(|(i, &r)| body.blocks(r).iter().map(move |&b| (i, b)));
    blocks
        .filter_map(|(i, b)| Some((i, body.last_op(b)?)))
        .filter(|&(_, t)| body.successors(t).is_empty())
        .collect()
}

/// Adds an edge for `values`, which are found among the operands of `op`, usually at their end.
fn add(body: &Body, op: Op, values: &[Value], inputs: SmallVec<[Value; 4]>, out: &mut Vec<Forwarded>) {
    let all: SmallVec<[Value; 8]> = body.operands(op).collect();
    if values.is_empty() || values.len() != inputs.len() {
        return;
    }
    let Some(at) =
        (0..=all.len().saturating_sub(values.len())).rev().find(|&at| all[at..].starts_with(values))
    else {
        return;
    };
    out.push(Forwarded { op, operands: at..at + values.len(), inputs });
}

/// The operands of `op` that `flows` does not forward.
pub fn kept(body: &Body, op: Op, flows: &[Forwarded]) -> Vec<Value> {
    let is_passed = |i: usize| flows.iter().any(|f| f.op == op && f.operands.contains(&i));
    body.operands(op).enumerate().filter(|&(i, _)| !is_passed(i)).map(|(_, v)| v).collect()
}
