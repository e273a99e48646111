//! A loop some ops of which run an iteration before the others: the first ones once, both in a loop, the others once.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_affine::{ApplyOp, ForOp, ValueMap, YieldOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use crate::loops::{iteration::clone_ops, ops_without_terminator, promote::promote_if_single_iteration};

/// Runs the ops `starts` of a loop, and the ops that compute their operands, an iteration before the others. `None`, without it, if an op that is to
/// run later uses a value of one that runs earlier, or the reverse, or if the loop carries values.
pub fn pipeline(body: &mut Body, for_op: ForOp, starts: &[Op], trips: u64) -> Option<()> {
    let mut early: FxHashSet<Op> = starts.iter().copied().collect();
    for &start in starts {
        early.extend(own_indices(body, start));
    }
    let block = for_op.region_block(body);
    let ops = ops_without_terminator(body, block);
    let separate = |&op: &Op| {
        let users = body.results(op).iter().flat_map(|&v| body.users(v));
        let mut here = users.filter_map(|user| body.ancestor_in(user, block));
        here.all(|user| Some(user) != body.last_op(block) && early.contains(&user) == early.contains(&op))
    };
    if !ops.iter().all(separate) || !body.results(for_op.op()).is_empty() {
        return None;
    }
    let (first, rest): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(|op| early.contains(op));
    let step = for_op.step_value(body);
    let end = i64::try_from(trips).ok()?.checked_mul(step)?;
    let behind = end.checked_add(step)?;
    shifted_loop(body, for_op, [0, 1], &[(0, &first)])?;
    shifted_loop(body, for_op, [step, end], &[(0, &first), (step, &rest)])?;
    shifted_loop(body, for_op, [end, behind], &[(step, &rest)])?;
    body.erase(for_op.op());
    Some(())
}

/// A loop before `for_op` from and to a distance behind its lower bound. Its ops are copies of groups of ops, each with the value of the induction
/// variable by which it lags behind.
fn shifted_loop(body: &mut Body, for_op: ForOp, range: [i64; 2], groups: &[(i64, &[Op])]) -> Option<()> {
    let lower = for_op.lower(body);
    let bound = |by: i64| ValueMap::new(lower.map.map_results(|e| e + by), lower.operands.iter().copied());
    let (step, old_iv, loc) = (for_op.step_value(body), for_op.induction_var(body)?, body.loc(for_op.op()));
    let mut b = Builder::before(body, for_op.op());
    let new = ForOp::create(&mut b, &bound(range[0]), &bound(range[1]), step, &[]);
    let block = new.region_block(&b);
    b.goto_end(block);
    let end = YieldOp::build(&mut b, &[]).op();
    let (at, iv) = (InsertPoint::before(body, end), new.induction_var(body)?);
    let mut map = IdMap::default();
    for &(lag, ops) in groups {
        let mut value = iv;
        if lag != 0 && body.has_uses(old_iv) {
            let before = AffineMap::new(1, 0, vec![AffineExpr::dim(0) - lag]);
            value = ApplyOp::create(&mut Builder::new(body, at, loc), before, &[iv]);
        }
        map.values.insert(old_iv, value);
        clone_ops(body, ops, at, &mut map);
    }
    promote_if_single_iteration(body, new);
    Some(())
}

/// Gives an op its own `affine.apply` ops where other ops use those of its operands too. The result has the ops that belong to it.
fn own_indices(body: &mut Body, op: Op) -> Vec<Op> {
    let applied = |b: &Body, v: Value| b.def_as::<ApplyOp>(v).is_some();
    let operands: Vec<Value> = body.operands(op).collect();
    let computed: Vec<Value> = operands.iter().copied().filter(|&v| applied(body, v)).collect();
    let (mut reachable, mut stack) = (Vec::new(), computed.clone());
    while let Some(value) = stack.pop() {
        if let Some(apply) = body.def_as::<ApplyOp>(value)
            && !reachable.contains(&apply.op())
        {
            reachable.push(apply.op());
            stack.extend(body.operands(apply.op()));
        }
    }
    let shared = |&apply: &Op| body.results(apply).iter().any(|&v| body.users(v).any(|user| user != op));
    if !reachable.iter().any(shared) {
        return reachable;
    }
    let vm = ValueMap::new(AffineMap::identity(computed.len() as u32), computed.iter().copied());
    let vm = vm.composed(body).canonicalized(body);
    let own = ApplyOp::of_each_result(&mut Builder::before(body, op), &vm.map, &vm.operands);
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    for (&old, &new) in computed.iter().zip(&own) {
        replaced.entry(old).or_insert(new);
    }
    let operands: Vec<Value> = operands.into_iter().map(|v| replaced.get(&v).copied().unwrap_or(v)).collect();
    body.set_operands(op, &operands);
    own.into_iter().filter_map(|v| body.def_op(v)).collect()
}
