//! Elementwise ops and reductions.
//!
//! One loop becomes the lanes. When it is parallel, the remaining reductions run inside of it with vectors carried;
//! when it is a reduction, one vector is carried and combined at the end.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_passes_analysis::buffer_alias::root;

use super::{
    contract::fused_fill,
    gather_rows,
    lane_loops::{full_loop, indices, nest, operand, uniform},
    lane_plan::{Plan, plan},
    payload::{Known, Lanes, Place, clone_vector},
    reduction::reduction_lanes,
    store,
};
use crate::structured_op::{self, IteratorType, Structured};

/// Vectorises a structured op on static buffers.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(mut plan) = plan(body, &s, vector_bits) else { return false };
    plan.starts = starts(body, &s, &plan.sizes);
    let mut b = Builder::before(body, op);
    emit(&mut b, &s, &plan);
    true
}

/// The outputs of a reduction that are filled before, and the numbers. Each element is read and written once, so that the fills are not needed.
pub(super) fn starts(body: &mut Body, s: &Structured, sizes: &[i64]) -> Vec<(usize, Value)> {
    let mut starts = Vec::new();
    if !s.iterators.contains(&IteratorType::Reduction) {
        return starts;
    }
    for i in 0..s.outputs.len() {
        let operand = s.inputs.len() + i;
        if s.reads_output(body, i) && is_alone(body, s, operand) && covers(body, s, operand, sizes) {
            starts.extend(fused_fill::take(body, s.op, s.outputs[i]).map(|number| (i, number)));
        }
    }
    starts
}

/// Whether no other operand touches the buffer of an operand.
fn is_alone(body: &Body, s: &Structured, operand: usize) -> bool {
    let roots: Vec<_> = s.operands().map(|v| root(body, v)).collect();
    (0..roots.len()).all(|i| i == operand || !roots[i].may_alias(body, roots[operand]))
}

/// Whether the loops touch each element of an operand once for each step of the reductions.
fn covers(body: &Body, s: &Structured, operand: usize, sizes: &[i64]) -> bool {
    let dims = s.maps[operand].results().iter().map(AffineExpr::as_dim).collect::<Option<Vec<_>>>();
    let Some((dims, ty)) = dims.zip(s.operands().nth(operand).map(|v| body.ty(v))) else { return false };
    let distinct = dims.iter().all(|d| dims.iter().filter(|&other| other == d).count() == 1);
    let shape = body.cx().shaped(ty).and_then(|ty| ty.shape);
    distinct && shape.is_some_and(|shape| dims.iter().map(|&d| sizes[d as usize]).eq(shape.iter().copied()))
}

fn emit(b: &mut Builder<'_>, s: &Structured, plan: &Plan) {
    let mut ivs: Vec<Option<Value>> = vec![None; s.num_loops()];
    let outer: Vec<usize> =
        (0..s.num_loops()).filter(|&d| d != plan.dim && s.iterators[d] == IteratorType::Parallel).collect();
    outer_loops(b, s, plan, &outer, &mut ivs, Known::default());
}

fn outer_loops(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    outer: &[usize],
    ivs: &mut Vec<Option<Value>>,
    known: Known,
) {
    // Values of the loops so far, above all the row that an index selects, are computed before the loops inside.
    let reduces = s.iterators.contains(&IteratorType::Reduction);
    let known = if reduces { known } else { uniform(b, s, plan, ivs, known) };
    let Some((&d, rest)) = outer.split_first() else {
        return if s.iterators[plan.dim] == IteratorType::Parallel {
            parallel_lanes(b, s, plan, ivs, &known)
        } else {
            reduction_lanes(b, s, plan, ivs)
        };
    };
    let together = if rest.is_empty() { gather_rows::together(b, s, plan, d) } else { 1 };
    full_loop(b, plan.sizes[d], together, &[], |b, iv, _| {
        ivs[d] = Some(iv);
        if together > 1 {
            gather_rows::emit(b, s, plan, d, together, ivs, &known);
        } else {
            outer_loops(b, s, plan, rest, ivs, known);
        }
        Vec::new()
    });
}

/// How many vectors of lanes a reduction inside carries at most: enough to keep the units busy that combine them, and
/// to use what a row has in the cache lines that it touches.
const MAX_STRIP: i64 = 8;
/// Short rows with a payload of at most so many ops are written out.
const SHORT_ROW: (i64, usize) = (4, 16);

/// Full vectors of the lanes loop, several at once where there is a reduction inside; then the rest with a mask.
fn parallel_lanes(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &mut [Option<Value>],
    known: &Known,
) {
    let (n, lanes) = (plan.sizes[plan.dim], plan.lanes);
    let full = n - n % lanes;
    let reduces = s.iterators.contains(&IteratorType::Reduction);
    let is_short = full / lanes <= SHORT_ROW.0 && b.block_ops(s.block).count() <= SHORT_ROW.1;
    let strip = if reduces {
        (full / lanes).min(MAX_STRIP)
    } else if is_short {
        (full / lanes).max(1)
    } else {
        1
    };
    let in_strips = if strip > 1 { full - full % (lanes * strip) } else { 0 };
    if in_strips > 0 {
        full_loop(b, in_strips, lanes * strip, &[], |b, iv, _| {
            let starts: Vec<Value> = (0..strip)
                .map(|i| {
                    let offset = strata_arith::constant_index(b, i * lanes);
                    strata_arith::AddIOp::build(b, iv, offset, None)
                })
                .collect();
            reduce_inside(b, s, plan, ivs, known, &starts, None);
            Vec::new()
        });
    }
    if full > in_strips {
        let from = strata_arith::constant_index(b, in_strips);
        full_loop(b, full - in_strips, lanes, &[], |b, iv, _| {
            let start = match in_strips {
                0 => iv,
                _ => strata_arith::AddIOp::build(b, iv, from, None),
            };
            reduce_inside(b, s, plan, ivs, known, &[start], None);
            Vec::new()
        });
    }
    if n > full {
        let start = strata_arith::constant_index(b, full);
        reduce_inside(b, s, plan, ivs, known, &[start], Some(n - full));
    }
}

/// The reductions inside of parallel lanes, with the outputs carried as vectors; the vectors begin at `starts`.
fn reduce_inside(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &[Option<Value>],
    known: &Known,
    starts: &[Value],
    valid: Option<i64>,
) {
    let reductions: Vec<usize> =
        (0..s.num_loops()).filter(|&d| s.iterators[d] == IteratorType::Reduction).collect();
    let n_in = s.inputs.len();
    // Outputs do not depend on the reductions, so zero stands for their indices.
    let zero = strata_arith::constant_index(b, 0);
    let place = |ivs: &[Option<Value>], start: Value| -> Vec<Value> {
        let at = ivs.iter().enumerate();
        at.map(|(d, v)| if d == plan.dim { start } else { v.unwrap_or(zero) }).collect()
    };
    // A reduction carries the yielded value of every output, also where the payload does not read the output.
    let reads_outputs: Vec<bool> = (0..s.outputs.len()).map(|i| s.reads_output(b, i)).collect();
    let read: Vec<usize> = (0..s.outputs.len()).filter(|&i| reads_outputs[i]).collect();
    let mut inits = Vec::new();
    for &start in starts {
        let at = place(ivs, start);
        for &i in &read {
            let lanes = match plan.start(i) {
                Some(number) => Lanes::Uniform(number),
                None => operand(b, s, plan, n_in + i, &at, valid),
            };
            inits.push(lanes.vector(b, plan.lanes));
        }
    }
    let mut ivs: Vec<Option<Value>> = ivs.to_vec();
    let outer = ivs.clone();
    let mut results: Vec<Vec<Value>> = Vec::new();
    let carried = nest(b, &plan.sizes, &reductions, &mut ivs, inits, &mut |b, ivs, carried| {
        results.clear();
        let mut next = carried.iter();
        for &start in starts {
            let at = place(ivs, start);
            let mut args = Vec::new();
            for i in 0..n_in {
                let arg = b.block_args(s.block)[i];
                args.push(match known.get(&arg) {
                    Some(&lanes) => lanes,
                    None => operand(b, s, plan, i, &at, valid),
                });
            }
            for &read in &reads_outputs {
                // An output that the payload does not read needs no value.
                let value = if read { next.next() } else { None };
                args.push(value.map_or(Lanes::Uniform(zero), |&v| Lanes::Vector(v)));
            }
            let here = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid };
            let yielded = clone_vector(b, s.block, &args, &here, known);
            results.push(yielded.into_iter().map(|l| l.vector(b, plan.lanes)).collect());
        }
        results.iter().flat_map(|vectors| read.iter().map(|&i| vectors[i])).collect()
    });
    let mut carried = carried.into_iter();
    for (&start, mut vectors) in starts.iter().zip(results) {
        for (&i, v) in read.iter().zip(carried.by_ref()) {
            vectors[i] = v;
        }
        let at = place(&outer, start);
        for (i, v) in vectors.into_iter().enumerate() {
            let indices = indices(b, s, n_in + i, &at);
            store(b, v, s.outputs[i], &indices, valid);
        }
    }
}
