//! Reductions over the lanes: vectors of partial results, combined at the end.

use strata_ir::prelude::*;

use super::{
    lane_loops::{full_loop, indices, nest, operand},
    lane_plan::Plan,
    min_max::MinMaxReduction,
    payload::{Known, Lanes, Place, clone_combined, clone_vector},
};
use crate::structured_op::{IteratorType, Structured};

/// The number of vectors of partial results of a long reduction over the lanes: that many steps are independent.
const ACCUMULATORS: i64 = 4;

/// A reduction over the lanes: vectors of partial results, combined into the output at the end.
pub(super) fn reduction_lanes(b: &mut Builder<'_>, s: &Structured, plan: &Plan, ivs: &mut [Option<Value>]) {
    let Some(combiner) = plan.combiner else { return };
    let zero = strata_arith::constant_index(b, 0);
    let elem = b.cx().elem_or_self(b.ty(s.outputs[0]));
    let extremum = MinMaxReduction::new(b.cx(), combiner, elem);
    let neutral = combiner.neutral_attr(b.cx(), elem);
    let neutral = strata_arith::constant(b, neutral);
    let start = super::splat(b, neutral, plan.lanes);
    let start = match &extremum {
        Some(extremum) => extremum.start(b, start, plan.lanes).to_vec(),
        None => vec![start],
    };
    let others: Vec<usize> =
        (0..s.num_loops()).filter(|&d| d != plan.dim && s.iterators[d] == IteratorType::Reduction).collect();
    let (n, lanes, width) = (plan.sizes[plan.dim], plan.lanes, start.len());
    let full = n - n % lanes;
    let count = if full >= 2 * ACCUMULATORS * lanes { ACCUMULATORS } else { 1 };
    let in_strips = full - full % (lanes * count);
    let step = |b: &mut Builder<'_>, ivs: &[Option<Value>], acc: &[Value], valid: Option<i64>| match &extremum
    {
        Some(extremum) => {
            let x = combined(b, s, plan, ivs, valid);
            let mask = valid.map(|n| super::mask(b, n, plan.lanes));
            extremum.step(b, acc, x, mask).to_vec()
        }
        None => vec![combine(b, s, plan, ivs, acc[0], valid)],
    };
    let mut all: Vec<Option<Value>> = ivs.to_vec();
    let inits = start.repeat(count as usize);
    let mut acc = nest(b, &plan.sizes, &others, &mut all, inits, &mut |b, ivs, carried| {
        let mut acc = carried.to_vec();
        let mut ivs: Vec<Option<Value>> = ivs.to_vec();
        if in_strips > 0 {
            acc = full_loop(b, in_strips, lanes * count, &acc, |b, iv, acc| {
                let mut next = Vec::new();
                for (i, acc) in acc.chunks(width).enumerate() {
                    let offset = strata_arith::constant_index(b, i as i64 * lanes);
                    ivs[plan.dim] = Some(strata_arith::AddIOp::build(b, iv, offset, None));
                    next.extend(step(b, &ivs, acc, None));
                }
                next
            });
        }
        if full > in_strips {
            let from = strata_arith::constant_index(b, in_strips);
            let next = full_loop(b, full - in_strips, lanes, &acc[..width], |b, iv, acc| {
                ivs[plan.dim] = Some(strata_arith::AddIOp::build(b, iv, from, None));
                step(b, &ivs, acc, None)
            });
            acc.splice(..width, next);
        }
        if n > full {
            ivs[plan.dim] = Some(strata_arith::constant_index(b, full));
            let next = step(b, &ivs, &acc[..width], Some(n - full));
            acc.splice(..width, next);
        }
        acc
    });
    let total = match &extremum {
        Some(extremum) => extremum.finish(b, &acc),
        None => {
            while acc.len() > 1 {
                acc = acc.chunks(2).map(|pair| combiner.apply(b, pair[0], pair[1])).collect();
            }
            let kind = combiner.kind_attr(b.cx());
            strata_vector::ReductionOp::build(b, kind, acc[0], None, None, elem)
        }
    };
    let at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
    let indices = indices(b, s, s.inputs.len(), &at);
    let old = match plan.start(0) {
        Some(number) => number,
        None => strata_memref::LoadOp::build(b, s.outputs[0], &indices, None, None),
    };
    let new = combiner.apply(b, old, total);
    strata_memref::StoreOp::build(b, new, s.outputs[0], &indices, None, None);
}

/// The elements that one step of a reduction over the lanes combines with the partial results.
fn combined(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &[Option<Value>],
    valid: Option<i64>,
) -> Value {
    let zero = strata_arith::constant_index(b, 0);
    let at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
    let mut args: Vec<Lanes> = (0..s.inputs.len()).map(|i| operand(b, s, plan, i, &at, valid)).collect();
    // Only the op that combines reads the output.
    args.push(Lanes::Uniform(zero));
    let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid };
    clone_combined(b, s.block, &args, &place).vector(b, plan.lanes)
}

/// One step of a reduction over the lanes.
fn combine(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &[Option<Value>],
    acc: Value,
    valid: Option<i64>,
) -> Value {
    let zero = strata_arith::constant_index(b, 0);
    let at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
    let mut args: Vec<Lanes> = (0..s.inputs.len()).map(|i| operand(b, s, plan, i, &at, valid)).collect();
    args.push(Lanes::Vector(acc));
    let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid };
    let yielded = clone_vector(b, s.block, &args, &place, &Known::default());
    let next = yielded[0].vector(b, plan.lanes);
    match valid {
        None => next,
        Some(n) => {
            let mask = super::mask(b, n, plan.lanes);
            strata_arith::SelectOp::build(b, mask, next, acc)
        }
    }
}
