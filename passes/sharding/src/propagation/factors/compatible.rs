//! Axes that several lists have in common, and axes that are in conflict with nothing.

use strata_sdy::attrs::{AxisRef, Mesh};

use super::FactorProblem;
use crate::gcd::gcd;
use crate::propagation::direction::Direction;
use crate::propagation::projection::{FactorSharding, Projection, TensorFactors};

/// The longest list of axes for a factor on which the tensors that have it agree, whatever else they are split by. In one direction, the
/// tensors on the other side shorten the list and do not extend it.
pub(super) fn common_axes(
    problem: &FactorProblem<'_>,
    projection: &Projection,
    factor: usize,
) -> Vec<AxisRef> {
    let (operands, results) = projection.tensors.split_at(projection.operands);
    let (first, second) = match (problem.direction)(factor) {
        Direction::None => return Vec::new(),
        Direction::Both | Direction::Forward => (operands, results),
        Direction::Backward => (results, operands),
    };
    let mut common = Common { axes: Vec::new(), can_grow: true };
    let of = |tensor| TensorFactors::get(tensor, factor).map(|own| &own.axes);
    for axes in first.iter().filter_map(of) {
        common.add(axes, problem.mesh);
    }
    common.can_grow &= (problem.direction)(factor) == Direction::Both;
    for axes in second.iter().filter_map(of) {
        common.add(axes, problem.mesh);
    }
    common.axes
}

/// A list of axes, and whether another one that begins with it extends it.
struct Common {
    axes: Vec<AxisRef>,
    can_grow: bool,
}

impl Common {
    /// Adds a list: the longer one remains if the shorter one begins it, else what both begin with.
    fn add(&mut self, new: &[AxisRef], mesh: &Mesh) {
        let old = std::mem::take(&mut self.axes);
        for i in 0..old.len().max(new.len()) {
            let (a, b) = match (old.get(i), new.get(i)) {
                (Some(a), Some(b)) => (a, b),
                (Some(a), None) => {
                    self.axes.push(a.clone());
                    continue;
                }
                (None, Some(b)) if self.can_grow => {
                    self.axes.push(b.clone());
                    continue;
                }
                (None, _) => break,
            };
            if a == b {
                self.axes.push(a.clone());
                continue;
            }
            // Of two parts of an axis, one of which begins the other, the longer one remains if nothing follows the shorter one.
            let (shorter, longer, is_last, may_grow) = if b.is_prefix_of(a, mesh) {
                (b, a, i + 1 == new.len(), true)
            } else if a.is_prefix_of(b, mesh) {
                (a, b, i + 1 == old.len(), self.can_grow)
            } else {
                self.can_grow = false;
                return;
            };
            if is_last && may_grow {
                self.axes.push(longer.clone());
                continue;
            }
            self.axes.push(shorter.clone());
            self.can_grow = false;
            return;
        }
    }
}

/// Shortens a list of axes to what `keep` leaves of each, given the number of parts by the axes before.
pub(super) fn truncate(
    problem: &FactorProblem<'_>,
    axes: &mut Vec<AxisRef>,
    keep: impl Fn(AxisRef, i64) -> Option<AxisRef>,
) {
    let mut parts = 1i64;
    for i in 0..axes.len() {
        let kept = keep(axes[i].clone(), parts);
        match kept.filter(|axis| !(problem.is_conservative && axis.sub_axis_info.is_some())) {
            Some(kept) if kept == axes[i] => parts = parts.saturating_mul(kept.size(problem.mesh)),
            Some(kept) => {
                axes[i] = kept;
                axes.truncate(i + 1);
                return;
            }
            None => {
                axes.truncate(i);
                return;
            }
        }
    }
}

/// The longest prefix of an axis that overlaps none of the others.
fn without_overlap<'a>(
    axis: AxisRef,
    others: impl IntoIterator<Item = &'a AxisRef>,
    mesh: &Mesh,
) -> Option<AxisRef> {
    others.into_iter().try_fold(axis, |axis, other| match axis.name == other.name {
        true => axis.prefix_without_overlap(other, mesh),
        false => Some(axis),
    })
}

/// The prefix of an axis that splits no other factor of a tensor.
pub(super) fn unused_by_others(
    tensor: &TensorFactors,
    factor: usize,
    axis: AxisRef,
    mesh: &Mesh,
) -> Option<AxisRef> {
    let others = tensor.factors.iter().enumerate().filter(|(other, _)| *other != factor);
    let used =
        others.filter_map(|(_, own)| own.as_ref()).flat_map(|own| own.overflow.iter().chain(&own.axes));
    without_overlap(axis, used, mesh)
}

/// The prefix of an axis by which a factor of a tensor is split, or can be split behind axes with `parts` parts.
pub(super) fn fits(
    tensor: &TensorFactors,
    own: &FactorSharding,
    axis: AxisRef,
    parts: i64,
    size: i64,
    mesh: &Mesh,
) -> Option<AxisRef> {
    let axis = without_overlap(axis, tensor.replicated.iter().chain(&tensor.unreduced), mesh)?;
    if own.axes.iter().any(|has| has.contains(&axis, mesh)) {
        return Some(axis);
    }
    if !own.is_closed && own.overflow.is_empty() {
        if own.is_minor_most {
            return Some(axis);
        }
        // Parts behind the factor begin anew in each of its elements, so it must be divided evenly.
        if size % parts.max(1) == 0 {
            let common = gcd(size / parts.max(1), axis.size(mesh));
            if common == axis.size(mesh) {
                return Some(axis);
            }
            if common > 1 {
                return axis.split(common, mesh)?.0;
            }
        }
    }
    own.axes.last().filter(|last| last.is_prefix_of(&axis, mesh)).cloned()
}
