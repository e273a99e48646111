//! Normal form: loops that begin at 0 and go by steps of 1.

use strata_affine::{ApplyOp, ForOp, ParallelOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::is_complete;

/// Gives a loop the lower bound 0 and the step 1; the old induction variable is computed in it. `None` if the lower bound is a maximum.
pub fn normalize_for(body: &mut Body, op: ForOp) -> Option<()> {
    let (lower, upper, step) = (op.lower(body), op.upper(body), op.step_value(body));
    if lower.map.single_constant() == Some(0) && step == 1 {
        return Some(());
    }
    if lower.map.n_results() != 1 || !is_complete(body, op) {
        return None;
    }
    let mut count = ValueMap::difference(body, &upper, &lower)?.canonicalized(body);
    count.map = count.map.map_results(|e| e.ceil_div(step));
    let iv = op.induction_var(body)?;
    let scaled = AffineMap::new(1, 0, vec![-AffineExpr::dim(0) * step]);
    let old = ValueMap::difference(body, &lower, &ValueMap::new(scaled, [iv]))?.canonicalized(body);
    op.set_bounds(body, &ValueMap::new(AffineMap::constant(0), []), &count);
    op.set_step_value(body, 1);
    let at = InsertPoint::at_start(body, op.region_block(body));
    let loc = body.loc(op.op());
    let value = ApplyOp::create(&mut Builder::new(body, at, loc), old.map, &old.operands);
    replace_uses_but(body, iv, value);
    Some(())
}

/// Gives parallel loops lower bounds 0 and steps 1, unless a bound is a minimum or maximum.
pub fn normalize_parallel(body: &mut Body, op: ParallelOp) -> Option<()> {
    let (lower, upper, steps) = (op.lower(body), op.upper(body), op.step_values(body));
    if lower.groups.iter().chain(&upper.groups).any(|&n| n != 1) {
        return None;
    }
    let zero = |e: &AffineExpr| e.as_const() == Some(0);
    if lower.map.map.results().iter().all(zero) && steps.iter().all(|&s| s == 1) {
        return None;
    }
    let mut ranges = ValueMap::difference(body, &upper.map, &lower.map)?;
    let results = ranges.map.results().iter().zip(&steps).map(|(e, &step)| e.ceil_div(step)).collect();
    ranges.map = ranges.map.with_results(results);
    let block = op.region_block(body);
    let (ivs, loc) = (body.block_args(block).to_vec(), body.loc(op.op()));
    let mut at = InsertPoint::at_start(body, block);
    for ((&iv, expr), &step) in ivs.iter().zip(lower.map.map.results()).zip(&steps) {
        let (n_dims, n_symbols) = (lower.map.map.n_dims(), lower.map.map.n_symbols());
        let map = AffineMap::new(n_dims + 1, n_symbols, vec![expr + AffineExpr::dim(n_dims) * step]);
        let operands = [lower.map.dims(), &[iv], lower.map.symbols()].concat();
        let mut b = Builder::new(body, at, loc);
        let value = ApplyOp::create(&mut b, map, &operands);
        at = b.point();
        replace_uses_but(body, iv, value);
    }
    let zeros = vec![AffineExpr::constant(0); steps.len()];
    let lower = ValueMap::new(AffineMap::new(0, 0, zeros), []);
    op.set_bound_maps(body, &lower, &ranges);
    op.set_step_values(body, &vec![1; steps.len()]);
    Some(())
}

/// Redirects the uses of `old` to `new`, except for that in the op that defines `new`.
pub fn replace_uses_but(body: &mut Body, old: Value, new: Value) {
    let def = body.def_op(new);
    body.replace_uses_if(old, new, |_, user| Some(user) != def);
}
