//! The choice of axes for a collective-permute.
//!
//! A permute keeps the number of parts of each dimension, and can take any axes whose sizes have the same product.

use std::collections::VecDeque;

use strata_sdy::attrs::AxisRef;

use super::{
    capacity::{self, End},
    state::{Kind, Plan, pop, size},
};

/// Adds a permute if it brings axes to their place or into their order, or if the devices of the result are in another order.
pub(super) fn collective_permute(plan: &mut Plan<'_>) {
    let improved = if is_useful(plan) { replace_axes(plan) } else { None };
    match improved {
        Some(improved) => *plan = improved,
        None if !plan.changes_mesh => return,
        None => {}
    }
    plan.changes_mesh = false;
    plan.step(Kind::Permute);
}

/// Whether a permute is worth while:
/// 1. a dimension has axes, and is to have others in their place; or
/// 2. axes of a dimension that are to come in one dimension are not in their order there, or not beside each other; or
/// 3. an axis is to be gathered, but one that moves to another dimension is before it; or
/// 4. an axis of the target is nowhere yet, and can replace one that is to be gathered.
fn is_useful(plan: &Plan<'_>) -> bool {
    let (mut needless, mut missing) = (None, None);
    for dim in 0..plan.rank() {
        let (ins, outs) = (&plan.ins[dim], &plan.outs[dim]);
        if let (Some(a), Some(b)) = (ins.first(), outs.first())
            && capacity::divide(a.size(plan.mesh), b.size(plan.mesh))
        {
            return true;
        }
        missing = outs.iter().rfind(|axis| !plan.has_in(axis)).or(missing);
        let (mut last, mut seen): (Option<(usize, usize)>, Vec<usize>) = (None, Vec::new());
        for axis in ins {
            let place = plan.out_place(axis);
            if let Some((target, index)) = place {
                let is_next = last.is_some_and(|last| last.0 == target && last.1 + 1 == index);
                if (target == dim || seen.contains(&target)) && !is_next {
                    return true;
                }
                seen.push(target);
            } else if last.is_some() && outs.is_empty() {
                return true;
            } else {
                needless = Some(axis);
            }
            last = place;
        }
    }
    needless.zip(missing).is_some_and(|(a, b)| capacity::divide(a.size(plan.mesh), b.size(plan.mesh)))
}

/// The state behind a permute: axes of the target first, at their place as long as there is one, then axes that are to be gathered, in
/// front of the others and where they were before. `None` if some dimension cannot be filled, since the sizes of the axes do not divide
/// one another.
fn replace_axes<'a>(plan: &Plan<'a>) -> Option<Plan<'a>> {
    let mesh = plan.mesh;
    let mut new = plan.clone();
    let mut capacities: Vec<i64> = plan.ins.iter().map(|ins| size(ins, mesh)).collect();
    let (mut missing, mut needless) = (VecDeque::new(), Vec::new());
    for (dim, capacity) in capacities.iter_mut().enumerate() {
        let ins = std::mem::take(&mut new.ins[dim]);
        let parts = *capacity;
        pop(&mut new.current[dim], &ins, mesh);
        while let Some(axis) = new.outs[dim].first().cloned() {
            let Some((within, rest)) = capacity::take(&axis, capacity, mesh) else { break };
            new.push_current(dim, &within);
            new.outs[dim].splice(..1, rest);
        }
        missing.extend(new.outs[dim].iter().cloned());
        let own = ins.into_iter().filter(|axis| plan.out_place(axis).is_none());
        needless.push(behind_front(own.collect(), parts / *capacity, plan));
    }
    capacity::distribute(&mut new, &mut capacities, &mut missing, End::Back);
    capacity::distribute_each(&mut new, &mut capacities, &mut needless, End::Front);
    let mut needless = needless.into_iter().flatten().collect();
    capacity::distribute(&mut new, &mut capacities, &mut needless, End::Front);
    for dim in 0..new.rank() {
        for axis in new.ins[dim].clone() {
            new.push_current(dim, &axis);
        }
    }
    let parts = |plan: &Plan<'_>| -> Vec<i64> { plan.current.iter().map(|list| size(list, mesh)).collect() };
    (parts(&new) == parts(plan)).then_some(new)
}

/// Turns a list so that what is behind the first `used` parts comes first: this can stay where it was.
fn behind_front(list: Vec<AxisRef>, mut used: i64, plan: &Plan<'_>) -> VecDeque<AxisRef> {
    let (mut rest, mut replaced) = (VecDeque::from(list), Vec::new());
    while let Some(axis) = rest.front().cloned() {
        let Some((within, behind)) = capacity::take(&axis, &mut used, plan.mesh) else { break };
        rest.pop_front();
        if let Some(behind) = behind {
            rest.push_front(behind);
        }
        replaced.push(within);
    }
    rest.extend(replaced);
    rest
}
