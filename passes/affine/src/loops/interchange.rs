//! Interchange: loops whose iterations do not depend on each other move outwards in a band.

use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{bands::perfect_nest, is_complete};
use crate::analysis::{
    access::accesses_in, dependence::all_distances, domain::enclosing_loops, effects::has_affine_effects_only,
};

/// Moves the sequential loops of the band at `root` inwards, if dependences and bounds allow it. The order among parallel loops and among
/// sequential ones stays, and so does the op of each place in the band.
pub fn sink_sequential_loops(body: &mut Body, root: ForOp) -> Option<()> {
    let band = perfect_nest(body, root);
    let carries = |op: &ForOp| !body.results(op.op()).is_empty() || !is_complete(body, *op);
    if band.len() < 2 || band.iter().any(carries) || !has_affine_effects_only(body, root.op()) {
        return None;
    }
    let outer = enclosing_loops(body, root.op()).len();
    let accesses = accesses_in(body, root.op());
    let distances = all_distances(body, &accesses, outer + 1..=outer + band.len())?;
    let range = outer..outer + band.len();
    let parallel: Vec<bool> = range
        .clone()
        .map(|i| distances.iter().all(|d| d.get(i).is_some_and(|d| d.lower == Some(0) && d.upper == Some(0))))
        .collect();
    let mut order: Vec<usize> = (0..band.len()).filter(|&i| parallel[i]).collect();
    order.extend((0..band.len()).filter(|&i| !parallel[i]));
    let forward = |d: &Vec<_>| {
        let lower = |i: usize| d.get(outer + i).map(|d: &crate::analysis::dependence::Distance| d.lower);
        for &i in &order {
            match lower(i) {
                Some(Some(1..)) => return true,
                Some(Some(0)) => {}
                _ => return false,
            }
        }
        true
    };
    if !distances.iter().all(forward) {
        return None;
    }
    permute(body, &band, &order)
}

/// Puts loop `order[i]` of a band to place `i`. `None` if the bounds of one depend on another one.
fn permute(body: &mut Body, band: &[ForOp], order: &[usize]) -> Option<()> {
    let ivs: Vec<Value> = band.iter().map(|op| op.induction_var(body)).collect::<Option<_>>()?;
    if band.iter().any(|op| body.operands(op.op()).any(|v| ivs.contains(&v))) {
        return None;
    }
    let bounds: Vec<_> =
        band.iter().map(|op| (op.lower(body), op.upper(body), op.step_value(body))).collect();
    for (&to, &from) in band.iter().zip(order) {
        let (lower, upper, step) = &bounds[from];
        to.set_bounds(body, lower, upper);
        to.set_step_value(body, *step);
    }
    for op in body.ops_in(band[0].op()) {
        let old: Vec<Value> = body.operands(op).collect();
        let moved = |v: &Value| match ivs.iter().position(|iv| iv == v) {
            Some(from) => order.iter().position(|&o| o == from).map_or(*v, |to| ivs[to]),
            None => *v,
        };
        let new: Vec<Value> = old.iter().map(moved).collect();
        if new != old {
            body.set_operands(op, &new);
        }
    }
    Some(())
}
