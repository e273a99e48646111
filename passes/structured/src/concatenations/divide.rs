//! Elementwise ops on concatenated tensors, divided where these are.

use strata_ir::{
    affine::{AffineMap, inverse_permutation},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp};

use super::{
    Kind,
    cells::{build, cells},
    cuts::cuts,
    places::shape,
    worth::is_worth,
};
use crate::{
    elementwise_fusion::weight,
    structured_op::{self, Structured},
};

/// The most users of a shifted tensor that are looked at.
const MAX_USERS: usize = 16;

/// Divides an op. Returns the results that take the place of its own, and the number of ops.
pub(super) fn divide(
    body: &mut Body,
    op: Op,
    kind: Kind,
    stop: &impl Fn(Value) -> bool,
) -> Option<(Vec<Value>, usize)> {
    let s = structured_op::structured(body, op.as_op::<GenericOp>(body)?.op())?;
    let sizes = s.static_sizes(body).filter(|_| is_divisible(body, &s))?;
    let mut bounds: Vec<Vec<i64>> = sizes.iter().map(|&n| vec![0, n]).collect();
    for (&v, map) in s.inputs.iter().zip(&s.maps) {
        let Some(cuts) = cuts(body, v, kind, stop) else { continue };
        if kind == Kind::Shifted && !is_only_read(body, v) {
            continue;
        }
        for (e, at) in map.results().iter().zip(cuts) {
            bounds[e.as_dim()? as usize].extend(at);
        }
    }
    for list in &mut bounds {
        list.sort_unstable();
        list.dedup();
    }
    let limits = kind.limits();
    let payload = body.block_ops(s.block).count();
    // Outer loops are divided first.
    let mut number = 1;
    for list in &mut bounds {
        let more = number * (list.len() - 1);
        if more > limits.cells || more * payload > limits.payload {
            *list = vec![list[0], list[list.len() - 1]];
        } else {
            number = more;
        }
    }
    let cost = body.block_ops(s.block).map(|o| weight(body, o)).sum::<u64>().max(1);
    let cells = loop {
        let cells = cells(&bounds);
        if is_worth(&s, &sizes, &cells, kind, cost) {
            break cells;
        }
        // Maybe it is without those that cut rows.
        let inner = bounds.iter_mut().rfind(|list| list.len() > 2)?;
        *inner = vec![inner[0], inner[inner.len() - 1]];
    };
    if cells.len() < 2 {
        return None;
    }
    let results = build(body, &s, &cells, kind, stop);
    for (i, &new) in results.iter().enumerate() {
        let old = body.result(op, i);
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    Some((results, cells.len()))
}

/// Whether an op can be divided along all of its loops: it writes each element of its results in one iteration, and reads one of each
/// input.
fn is_divisible(b: &Body, s: &Structured) -> bool {
    let (inputs, outputs) = s.maps.split_at(s.inputs.len());
    let plain = |m: &AffineMap| m.results().iter().all(|e| e.as_dim().is_some());
    let own = |o: &Op| b.parent_block(*o) == Some(s.block);
    s.is_elementwise()
        && b.results(s.op).len() == s.outputs.len()
        && s.operands().all(|v| shape(b, v).is_some())
        && inputs.iter().all(plain)
        && outputs.iter().all(|m| m.n_results() == s.num_loops() && inverse_permutation(m).is_some())
        && (0..s.outputs.len()).all(|i| !s.reads_output(b, i))
        && b.ops_in(s.op).iter().all(|o| !o.isa::<IndexOp>(b) || own(o))
}

/// Whether all users of a tensor are divisible and only read it, so that it is not needed once they are divided.
fn is_only_read(b: &Body, v: Value) -> bool {
    let reads = |op: Op| {
        structured_op::structured(b, op).is_some_and(|s| is_divisible(b, &s) && !s.outputs.contains(&v))
    };
    b.users(v).nth(MAX_USERS).is_none() && b.users(v).all(reads)
}
