//! The loop for the iterations that are left over when a trip count is not a multiple of the unroll factor.

use strata_affine::{ApplyOp, ForOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use crate::analysis::{constraints::ValueConstraints, region::is_affine_induction_var};

use super::{promote::promote_if_single_iteration, trip_count::trip_count_map};

/// Where the left-over iterations begin: `lb + (count - count mod factor) * step` for each result of the trip count.
fn cleanup_lower_bound(body: &mut Body, for_op: ForOp, factor: i64) -> Option<ValueMap> {
    let count = trip_count_map(body, for_op)?;
    let (lower, step) = (for_op.lower(body), for_op.step_value(body));
    let mut b = Builder::before(body, for_op.op());
    // The sums are composed of ops, which are erased again, so that the result is simplified as sums of ops are.
    let lower = ApplyOp::create(&mut b, lower.map, &lower.operands);
    let bumps: Vec<Value> = count
        .map
        .results()
        .iter()
        .map(|e| {
            let bump = (e - e.modulo(factor)) * step;
            ApplyOp::create(&mut b, count.map.with_results(vec![bump]), &count.operands)
        })
        .collect();
    let sums = (1..=bumps.len() as u32).map(|i| AffineExpr::dim(0) + AffineExpr::dim(i)).collect();
    let map = AffineMap::new(1 + bumps.len() as u32, 0, sums);
    let operands: Vec<Value> = std::iter::once(lower).chain(bumps.iter().copied()).collect();
    // A quotient can become a sum when it is rebuilt, which the second time merges with the rest.
    let bound = ValueMap::new(map, operands).composed(&b).canonicalized(&b).flattened().flattened();
    for value in bumps.into_iter().chain([lower]) {
        if let Some(def) = body.def_op(value).filter(|_| !body.has_uses(value)) {
            body.erase(def);
        }
    }
    Some(bound)
}

/// Whether the upper bound may be so far below the lower one that the left-over iterations would begin before that, for some values of outer
/// induction variables. Other values, sizes mostly, are taken not to be such; as upstream, which does so for all.
fn may_be_negative(b: &Body, for_op: ForOp) -> bool {
    let Some(count) = trip_count_map(b, for_op) else { return true };
    if !count.operands.iter().any(|&v| is_affine_induction_var(b, v)) {
        return false;
    }
    count.map.results().iter().any(|result| {
        let mut system = ValueConstraints::default();
        for &v in &count.operands {
            if system.column(b, v).is_none() {
                return true;
            }
        }
        // -count - 1 >= 0
        let negative = count.map.with_results(vec![-result - 1]);
        let rows = system.rows(b, &ValueMap::new(negative, count.operands.iter().copied()));
        let Some(rows) = rows else { return true };
        rows.into_iter().for_each(|row| system.relation.add_inequality(row));
        !system.relation.is_empty()
    })
}

/// The bound that is the larger one of two.
fn maximum(b: &Body, first: &ValueMap, second: &ValueMap) -> ValueMap {
    let shifted = second.map.shift_dims(0, first.map.n_dims()).shift_symbols(0, first.map.n_symbols());
    let results = first.map.results().iter().chain(shifted.results()).cloned().collect();
    let operands = [first.dims(), second.dims(), first.symbols(), second.symbols()].concat();
    ValueMap::new(AffineMap::new(shifted.n_dims(), shifted.n_symbols(), results), operands).canonicalized(b)
}

/// Adds a loop after `for_op` for the iterations that are left over when it takes `factor` of them at a time, and ends it before these.
/// `None` if the trip count is not an affine expression.
pub fn split_off_cleanup_loop(body: &mut Body, for_op: ForOp, factor: i64) -> Option<()> {
    trip_count_map(body, for_op)?;
    let clone = body.clone_op(for_op.op(), &mut IdMap::new());
    let at = InsertPoint::after(body, for_op.op());
    body.insert(clone, at);
    let cleanup = clone.as_op::<ForOp>(body)?;
    let (results, new) = (body.results(for_op.op()).to_vec(), body.results(clone).to_vec());
    let first_init = body.num_operands(clone) - results.len();
    for (i, (&old, &new)) in results.iter().zip(&new).enumerate() {
        body.replace_all_uses(old, new);
        body.set_operand(clone, first_init + i, old);
    }
    let bound = cleanup_lower_bound(body, for_op, factor)?;
    let lower = if may_be_negative(body, for_op) {
        maximum(body, &for_op.lower(body), &bound)
    } else {
        bound.clone()
    };
    cleanup.set_lower(body, &lower);
    promote_if_single_iteration(body, cleanup);
    for_op.set_upper(body, &bound);
    Some(())
}
