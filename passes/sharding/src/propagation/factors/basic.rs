//! Axes along a factor spread to all tensors, if they are in conflict with no other factor of any tensor.

use strata_sdy::attrs::AxisRef;

use super::FactorProblem;
use super::compatible::{common_axes, fits, truncate, unused_by_others};
use crate::propagation::projection::Projection;

pub(super) fn propagate(problem: &FactorProblem<'_>, projection: &mut Projection) -> Vec<bool> {
    let mut changed = vec![false; projection.tensors.len()];
    for (factor, &size) in problem.sizes.iter().enumerate() {
        if projection.agrees(factor) {
            continue;
        }
        let mut axes = common_axes(problem, projection, factor);
        truncate(problem, &mut axes, |axis, parts| {
            compatible(problem, projection, factor, (axis, parts), size)
        });
        for (tensor, changed) in projection.tensors.iter_mut().zip(&mut changed) {
            *changed |= tensor.expand(factor, &axes, problem.mesh);
        }
    }
    changed
}

/// The prefix of an axis by which all tensors can be split along a factor.
fn compatible(
    problem: &FactorProblem<'_>,
    projection: &Projection,
    factor: usize,
    (axis, parts): (AxisRef, i64),
    size: i64,
) -> Option<AxisRef> {
    projection.tensors.iter().try_fold(axis, |axis, tensor| {
        // A tensor without the factor is asked too: the axis would have to be gathered for it.
        let axis = unused_by_others(tensor, factor, axis, problem.mesh)?;
        match tensor.get(factor) {
            Some(own) => fits(tensor, own, axis, parts, size, problem.mesh),
            None => Some(axis),
        }
    })
}
