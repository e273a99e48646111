//! The choice of axes for an all-slice.
//!
//! A dimension can take as many more parts as the target has more than the tensor; an axis beyond that would have to leave it again.

use std::collections::VecDeque;

use strata_sdy::{attrs::AxisRef, axes};

use crate::gcd::gcd;

use super::{
    capacity::{self, End},
    state::{Kind, Plan, size},
};

/// Adds an all-slice, if some axis of the target is not in the tensor and some dimension can take it.
pub(super) fn all_slice(plan: &mut Plan<'_>) {
    let mesh = plan.mesh;
    let mut sliced = vec![Vec::new(); plan.rank()];
    let mut capacities: Vec<i64> = plan
        .ins
        .iter()
        .zip(&plan.outs)
        .map(|(ins, outs)| {
            let (ins, outs) = (size(ins, mesh), size(outs, mesh));
            outs / gcd(ins, outs)
        })
        .collect();
    for source in 0..plan.rank() {
        for axis in for_all_to_all(plan, source, &mut capacities).unwrap_or_default() {
            plan.ins[source].push(axis.clone());
            push(plan, &mut sliced, source, &axis);
        }
    }
    let mut available = VecDeque::new();
    for (dim, capacity) in capacities.iter_mut().enumerate() {
        at_their_place(plan, &mut sliced, dim, capacity, &mut available);
    }
    let given = capacity::distribute(plan, &mut capacities, &mut available, End::Back);
    for (dim, list) in given.iter().enumerate() {
        list.iter().for_each(|axis| push(plan, &mut sliced, dim, axis));
    }
    if sliced.iter().any(|list| !list.is_empty()) {
        plan.step(Kind::AllSlice(sliced));
    }
}

fn push(plan: &mut Plan<'_>, sliced: &mut [Vec<AxisRef>], dim: usize, axis: &AxisRef) {
    axes::push(&mut sliced[dim], axis.clone(), plan.mesh);
    plan.push_current(dim, axis);
}

/// Cuts along the axes that are to come in a dimension. Those for which there is no place are available for others.
fn at_their_place(
    plan: &mut Plan<'_>,
    sliced: &mut [Vec<AxisRef>],
    dim: usize,
    capacity: &mut i64,
    available: &mut VecDeque<AxisRef>,
) {
    let mut at = 0;
    while let Some(axis) = plan.outs[dim].get(at).cloned() {
        if plan.has_in(&axis) {
            at += 1;
            continue;
        }
        let Some((within, rest)) = capacity::take(&axis, capacity, plan.mesh) else {
            available.push_back(axis);
            at += 1;
            continue;
        };
        push(plan, sliced, dim, &within);
        if plan.ins[dim].is_empty() && at == 0 {
            plan.outs[dim].remove(0);
        } else {
            plan.ins[dim].push(within.clone());
            plan.outs[dim][at] = within;
            at += 1;
        }
        if let Some(rest) = rest {
            plan.outs[dim].insert(at, rest.clone());
            available.push_back(rest);
            at += 1;
        }
    }
}

/// Axes to cut `source` along although they are to come in another dimension, to which they move together with the axes that are before
/// them there and that `source` ends with. Without this, the axes would come to the other dimension in the wrong order, which takes a
/// permute. `None` if a permute is needed anyway, or if the dimension is too small for the axes.
fn for_all_to_all(plan: &Plan<'_>, source: usize, capacities: &mut [i64]) -> Option<Vec<AxisRef>> {
    let mesh = plan.mesh;
    let ins = &plan.ins[source];
    let last = ins.last().filter(|_| plan.outs[source].is_empty())?;
    let (target, place) = plan.out_place(last)?;
    if !plan.ins[target].is_empty() {
        return None;
    }
    let (before, behind) = plan.outs[target].split_at(place + 1);
    let free = behind.iter().take_while(|axis| !plan.has_in(axis)).count();
    if free == 0 {
        return None;
    }
    let common = ins.iter().rev().zip(before.iter().rev()).take_while(|(a, b)| a == b).count();
    let (others, moved) = ins.split_at(ins.len() - common);
    if others.iter().any(|axis| plan.out_place(axis).is_some_and(|place| place.0 == target)) {
        return None;
    }
    let added = &behind[..free];
    let parts = size(&plan.current[source], mesh).saturating_mul(size(added, mesh));
    if plan.sizes[source] % parts != 0 {
        return None;
    }
    capacities[target] /= size(moved, mesh).saturating_mul(size(added, mesh));
    Some(added.to_vec())
}
