//! Contractions whose reductions have one step, as products of elements.

use strata_ir::prelude::*;
use strata_vector::{BroadcastOp, ExtractOp, IteratorType};

use super::Contraction;
use crate::{
    outer_product::multiply,
    shapes::{fixed, vector},
    transpose::transposed,
};

/// The product of the elements of both factors, brought to the shape of the result; `None`, with nothing changed, if a reduction has more
/// than one step.
pub(super) fn elementwise(rw: &mut Rewriter<'_>, c: &Contraction) -> Option<Value> {
    let results = c.maps[2].result_dims().filter(|_| c.mask.is_none())?;
    let sizes = vector(rw, c.acc).map_or(SmallVec::new(), |acc| acc.shape);
    let plans = [Plan::new(rw, c, 0, &results, &sizes)?, Plan::new(rw, c, 1, &results, &sizes)?];
    let mut values = Vec::new();
    for (plan, v) in plans.iter().zip([c.lhs, c.rhs]) {
        values.push(match plan.added.is_empty() {
            true => v,
            false => {
                let ty = vector(rw, v)?;
                let shape = [&plan.added[..], &ty.shape].concat();
                let expanded = rw.cx().vector(&shape, ty.elem);
                BroadcastOp::build(rw, v, expanded)
            }
        });
    }
    for (plan, v) in plans.iter().zip(&mut values) {
        *v = transposed(rw, *v, &plan.order)?;
    }
    for (plan, v) in plans.iter().zip(&mut values) {
        *v = ExtractOp::create(rw, *v, &fixed(&vec![0; plan.reduced]));
    }
    multiply(rw, values[0], values[1], Some(c.acc), c.kind, None)
}

/// How a factor gets the shape of the result, behind its dimensions of reductions.
struct Plan {
    /// The sizes that are added in front.
    added: Vec<i64>,
    /// The permutation behind that.
    order: Vec<i64>,
    /// The number of reductions.
    reduced: usize,
}

impl Plan {
    fn new(b: &Body, c: &Contraction, factor: usize, results: &[u32], sizes: &[i64]) -> Option<Self> {
        let ty = vector(b, [c.lhs, c.rhs][factor]).filter(|ty| !ty.scalable.contains(&true))?;
        let dims = c.maps[factor].result_dims()?;
        let is_reduced = |d: &u32| c.iterators.get(*d as usize) == Some(&IteratorType::Reduction);
        let reduced: Vec<usize> = (0..dims.len()).filter(|&i| is_reduced(&dims[i])).collect();
        if reduced.iter().any(|&i| ty.shape[i] != 1) {
            return None;
        }
        let n_added = results.iter().filter(|d| !dims.contains(d)).count();
        let mut order: Vec<i64> = reduced.iter().map(|&i| (n_added + i) as i64).collect();
        let mut added = Vec::new();
        for (d, &size) in results.iter().zip(sizes) {
            match dims.iter().position(|x| x == d) {
                Some(i) => order.push((n_added + i) as i64),
                None => {
                    order.push(added.len() as i64);
                    added.push(size);
                }
            }
        }
        Some(Self { added, order, reduced: reduced.len() })
    }
}
