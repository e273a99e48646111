//! How many more parts each dimension can take, and giving axes to dimensions that can take them.

use std::collections::VecDeque;

use strata_sdy::attrs::{AxisRef, Mesh};

use super::{align, state::Plan};

/// Whether one of the two numbers divides the other.
pub(super) fn divide(a: i64, b: i64) -> bool {
    a > 0 && b > 0 && (a % b == 0 || b % a == 0)
}

/// The part of an axis that a dimension with this capacity can take, and what remains of the axis. The capacity becomes what is left of it.
pub(super) fn take(axis: &AxisRef, capacity: &mut i64, mesh: &Mesh) -> Option<(AxisRef, Option<AxisRef>)> {
    let size = axis.size(mesh);
    if *capacity <= 1 || !divide(size, *capacity) {
        return None;
    }
    if size <= *capacity {
        *capacity /= size;
        return Some((axis.clone(), None));
    }
    let (first, rest) = axis.split(*capacity, mesh)?;
    *capacity = 1;
    Some((first?, rest))
}

/// At which end of a dimension axes are added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Front,
    Back,
}

/// Gives axes of a list to the dimension `dim`, as far as it can take them, and tells about each.
fn give(
    plan: &mut Plan<'_>,
    dim: usize,
    capacity: &mut i64,
    available: &mut VecDeque<AxisRef>,
    end: End,
    parts: &mut Vec<AxisRef>,
) -> Vec<AxisRef> {
    let (mut given, mut at) = (Vec::new(), 0);
    while at < available.len() && *capacity > 1 {
        let Some((axis, rest)) = take(&available[at], capacity, plan.mesh) else {
            at += 1;
            continue;
        };
        available.remove(at);
        if let Some(rest) = rest {
            parts.push(axis.clone());
            available.push_front(rest);
        }
        given.push(axis);
    }
    let place = if end == End::Front { 0 } else { plan.ins[dim].len() };
    plan.ins[dim].splice(place..place, given.iter().cloned());
    given
}

/// Gives axes to the first dimensions that can take them; returns the axes that each got.
pub(super) fn distribute(
    plan: &mut Plan<'_>,
    capacities: &mut [i64],
    available: &mut VecDeque<AxisRef>,
    end: End,
) -> Vec<Vec<AxisRef>> {
    let mut parts = Vec::new();
    let dims = capacities.iter_mut().enumerate();
    let given = dims.map(|(dim, capacity)| give(plan, dim, capacity, available, end, &mut parts)).collect();
    align::cut_at(&mut plan.outs, &parts, plan.mesh);
    given
}

/// Gives each dimension axes of its own list.
pub(super) fn distribute_each(
    plan: &mut Plan<'_>,
    capacities: &mut [i64],
    available: &mut [VecDeque<AxisRef>],
    end: End,
) {
    let mut parts = Vec::new();
    for (dim, (capacity, available)) in capacities.iter_mut().zip(available).enumerate() {
        give(plan, dim, capacity, available, end, &mut parts);
    }
    align::cut_at(&mut plan.outs, &parts, plan.mesh);
}
