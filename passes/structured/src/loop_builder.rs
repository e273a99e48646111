//! Building `scf.for`.

use strata_ir::prelude::*;
use strata_scf::{ForOp, YieldOp};

/// Builds a loop; `body` gets the induction variable and the carried values and returns the next ones.
pub fn build_for(
    b: &mut Builder<'_>,
    lower: Value,
    upper: Value,
    step: Value,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
    let op = ForOp::build(b, lower, upper, step, inits, None, &types);
    let mut args = vec![b.ty(lower)];
    args.extend(&types);
    b.region_block(op, 0, &args, |b, block| {
        let args = b.block_args(block).to_vec();
        let next = body(b, args[0], &args[1..]);
        YieldOp::build(b, &next);
    });
    b.results(op.op()).to_vec()
}

/// The bounds of a loop over indices with constant bounds and step one, which runs at least once.
pub fn constant_bounds(b: &Body, op: ForOp) -> Option<(i64, i64)> {
    let known = |i: usize| constant_value(b, b.operand(op.op(), i)).and_then(|a| b.cx().attr_i64(a));
    let (from, to, step) = (known(0)?, known(1)?, known(2)?);
    (step == 1 && from < to && b.cx().is_index(b.ty(b.operand(op.op(), 0)))).then_some((from, to))
}
