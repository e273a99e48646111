//! `affine.min` and `affine.max` that are one of their results, by what loops say about their operands.

use strata_affine::{ApplyOp, MaxOp, MinOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_scf::{ForOp, ForallOp, ParallelOp, syntax::Mixed};

use crate::linear_system::{LinearSystem, Sum};

/// The map and operands of an `affine.min` or `affine.max`, and whether it is the first.
fn min_or_max(body: &Body, op: Op) -> Option<(ValueMap, bool)> {
    if let Some(min) = op.as_op::<MinOp>(body) {
        return Some((min.value_map(body), true));
    }
    Some((op.as_op::<MaxOp>(body)?.value_map(body), false))
}

/// Whether an op is an `affine.min` or `affine.max`.
pub(crate) fn is_min_or_max(body: &Body, op: Op) -> bool {
    op.isa::<MinOp>(body) || op.isa::<MaxOp>(body)
}

/// Replaces an op by one of the results of its map, if that is at most (for a maximum, at least) all others wherever the inequalities hold.
pub(crate) fn simplify(rw: &mut Rewriter<'_>, op: Op, system: LinearSystem) -> Option<()> {
    simplify_with(rw, op, system, &[])
}

/// The same, where some values are known numbers.
fn simplify_with(
    rw: &mut Rewriter<'_>,
    op: Op,
    mut system: LinearSystem,
    known: &[(Value, i64)],
) -> Option<()> {
    let (vm, is_min) = min_or_max(rw, op)?;
    let n_dims = vm.map.n_dims() as usize;
    if vm.map.n_inputs() as usize != vm.operands.len() {
        return None;
    }
    let results: Option<Vec<Sum>> =
        vm.map.results().iter().map(|e| system.expr(rw, e, n_dims, &vm.operands)).collect();
    let results = results?;
    let is_first =
        |x: &Sum, y: &Sum| if is_min { system.implies_at_most(x, y) } else { system.implies_at_most(y, x) };
    let chosen = (0..results.len())
        .find(|&i| (0..results.len()).all(|j| i == j || is_first(&results[i], &results[j])))?;
    let map = AffineMap::new(vm.map.n_dims(), vm.map.n_symbols(), vec![vm.map.result(chosen).clone()]);
    let number = |i: usize, place: AffineExpr| {
        let known = vm.operands.get(i).and_then(|v| known.iter().find(|(value, _)| value == v));
        known.map_or(place, |&(_, n)| AffineExpr::constant(n))
    };
    let dims: Vec<AffineExpr> = (0..map.n_dims()).map(|d| number(d as usize, AffineExpr::dim(d))).collect();
    let symbols: Vec<AffineExpr> =
        (0..map.n_symbols()).map(|s| number(n_dims + s as usize, AffineExpr::symbol(s))).collect();
    let map = map.replace_dims_and_symbols(&dims, &symbols, map.n_dims(), map.n_symbols());
    let new = ValueMap::new(map, vm.operands).simplified(rw);
    let at = InsertPoint::before(rw, op);
    let loc = rw.loc(op);
    rw.goto(at).set_cur_loc(loc);
    let value = ApplyOp::create(rw, new.map, &new.operands);
    if let Some(apply) = rw.def_op(value) {
        rw.touch(apply);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// The first value of an induction variable, the value before which the loop ends, and the step.
fn bounds(body: &Body, iv: Value, system: &mut LinearSystem) -> Option<[Sum; 3]> {
    let Def::Arg { block, index } = body.def(iv) else { return None };
    let around = body.block_parent_op(block)?;
    if let Some(op) = around.as_op::<ForOp>(body) {
        let values = (index == 0).then(|| [op.lower_bound(body), op.upper_bound(body), op.step(body)])?;
        return Some(values.map(|v| system.value(body, v)));
    }
    if let Some(op) = around.as_op::<ParallelOp>(body) {
        let values =
            [op.lower_bound(body).nth(index)?, op.upper_bound(body).nth(index)?, op.step(body).nth(index)?];
        return Some(values.map(|v| system.value(body, v)));
    }
    let op = around.as_op::<ForallOp>(body)?;
    let mut value = |list: Vec<Mixed>| match *list.get(index)? {
        Mixed::Static(c) => Some(Sum::constant(c.into())),
        Mixed::Dynamic(v) => Some(system.value(body, v)),
    };
    Some([value(op.lower_bounds(body))?, value(op.upper_bounds(body))?, value(op.steps(body))?])
}

/// Replaces an op by one of its results, if the ranges of the induction variables among its operands tell which.
pub(crate) fn simplify_in_loop(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (vm, _) = min_or_max(rw, op)?;
    let mut system = LinearSystem::default();
    let mut known: Vec<Value> = Vec::new();
    for &iv in &vm.operands {
        if known.contains(&iv) {
            continue;
        }
        let Some([lower, upper, step]) = bounds(rw, iv, &mut system) else { continue };
        known.push(iv);
        let step = step.as_constant().filter(|&s| s > 0)?;
        // The last value is a number of steps from the first one.
        let iv = system.value(rw, iv);
        let length = upper.plus(-1, &lower)?.plus(1, &Sum::constant(-1))?;
        let last = lower.plus(step, &system.quotient(&length, step)?)?;
        system.at_least(&iv, &lower);
        system.at_least(&last, &iv);
    }
    simplify(rw, op, system)
}

/// Replaces an `affine.min` or `affine.max` by one of the results of its map, if that decides it wherever each of these values is at least
/// the first number and less than the second.
pub fn simplify_bounded(rw: &mut Rewriter<'_>, op: Op, bounds: &[(Value, i64, i64)]) -> Option<()> {
    let mut system = LinearSystem::default();
    // Others may be gone.
    let operands: Vec<Value> = rw.operands(op).collect();
    for &(value, lower, end) in bounds.iter().filter(|b| operands.contains(&b.0)) {
        let sum = system.value(rw, value);
        system.at_least(&sum, &Sum::constant(lower.into()));
        system.at_least(&Sum::constant(i128::from(end) - 1), &sum);
    }
    let known: Vec<(Value, i64)> =
        bounds.iter().filter(|b| b.1.checked_add(1) == Some(b.2)).map(|b| (b.0, b.1)).collect();
    simplify_with(rw, op, system, &known)
}
