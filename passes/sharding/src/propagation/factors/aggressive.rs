//! Axes along a factor spread to each tensor for itself. Where two factors of a tensor want the same axes, the one comes first whose axes
//! are those of the largest tensor.

use std::cmp::Reverse;

use strata_sdy::attrs::AxisRef;
use strata_sdy::axes;

use super::FactorProblem;
use super::compatible::{common_axes, fits, truncate, unused_by_others};
use crate::propagation::projection::{Projection, TensorFactors, is_strict_prefix};

pub(super) fn propagate(problem: &FactorProblem<'_>, projection: &mut Projection) -> Vec<bool> {
    let mut changed = vec![false; projection.tensors.len()];
    let factors = 0..problem.sizes.len();
    let wanted: Vec<Vec<AxisRef>> =
        factors.clone().map(|factor| common_axes(problem, projection, factor)).collect();
    if wanted.iter().all(Vec::is_empty) {
        return changed;
    }
    let mut order: Vec<usize> = factors.collect();
    let sources = sources(problem, projection, &wanted);
    order.sort_by_key(|&factor| {
        let parts = if problem.is_elementwise { axes::size(&wanted[factor], problem.mesh) } else { None };
        (Reverse(sources[factor].0), Reverse(parts.unwrap_or(0)), sources[factor].1, factor)
    });
    for factor in order {
        // Results first, as operands get no more than they have.
        let results = projection.operands..projection.tensors.len();
        for tensor in results.chain(0..projection.operands) {
            changed[tensor] |= expand(problem, projection, tensor, factor, &wanted[factor]);
        }
    }
    changed
}

/// The source of the axes of each factor: the largest tensor that is split by all of them, by its size and its number.
fn sources(
    problem: &FactorProblem<'_>,
    projection: &Projection,
    wanted: &[Vec<AxisRef>],
) -> Vec<(i128, i64)> {
    let mut sources = vec![(-1, -1); wanted.len()];
    for (number, tensor) in (0..).zip(&projection.tensors) {
        let own =
            || tensor.factors.iter().enumerate().filter_map(|(factor, own)| Some((factor, own.as_ref()?)));
        let size =
            own().fold(1i128, |size, (factor, _)| size.saturating_mul(i128::from(problem.sizes[factor])));
        for (factor, own) in own() {
            let is_source =
                !wanted[factor].is_empty() && axes::is_prefix(&wanted[factor], &own.axes, problem.mesh);
            if is_source && size > sources[factor].0 {
                sources[factor] = (size, number);
            }
        }
    }
    sources
}

/// Extends the axes of a factor of one tensor as far as they fit.
fn expand(
    problem: &FactorProblem<'_>,
    projection: &mut Projection,
    number: usize,
    factor: usize,
    wanted: &[AxisRef],
) -> bool {
    let tensor = &projection.tensors[number];
    let Some(mut axes) = fitting(problem, tensor, factor, wanted) else { return false };
    if problem.is_elementwise && number < projection.operands {
        // An operand gets no axes that its result cannot have, else both this operand and the other one would have to be gathered.
        for result in &projection.tensors[projection.operands..] {
            if let Some(own) = result.get(factor)
                && is_strict_prefix(&own.axes, &axes, problem.mesh)
            {
                axes.clone_from(&own.axes);
            }
        }
    }
    projection.tensors[number].expand(factor, &axes, problem.mesh)
}

fn fitting(
    problem: &FactorProblem<'_>,
    tensor: &TensorFactors,
    factor: usize,
    wanted: &[AxisRef],
) -> Option<Vec<AxisRef>> {
    let own = tensor.get(factor)?;
    if own.axes == wanted {
        return None;
    }
    let mut axes = wanted.to_vec();
    let size = problem.sizes[factor];
    truncate(problem, &mut axes, |axis, parts| fits(tensor, own, axis, parts, size, problem.mesh));
    if !is_strict_prefix(&own.axes, &axes, problem.mesh) {
        return None;
    }
    truncate(problem, &mut axes, |axis, _| unused_by_others(tensor, factor, axis, problem.mesh));
    Some(axes)
}
