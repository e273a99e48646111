//! Elementwise ops and reductions.
//!
//! One loop becomes the lanes. When it is parallel, the remaining reductions run inside of it with vectors carried;
//! when it is a reduction, one vector is carried and combined at the end.

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};

use super::{
    gather_rows, load,
    payload::{self, Class, Known, Lanes, Place, clone_uniform, clone_vector, is_vectorizable},
    reduction::reduction_lanes,
    store,
};
use crate::{
    combiner::{self, Combiner},
    loop_builder::build_for,
    structured_op::{self, IteratorType, Structured},
};

/// How a structured op is vectorised.
pub(super) struct Plan {
    /// The sizes of the loops.
    pub sizes: Vec<i64>,
    /// The loop that becomes the lanes.
    pub dim: usize,
    /// How many lanes there are.
    pub lanes: i64,
    /// For a reduction over the lanes: the operation that combines them with the only output.
    pub combiner: Option<Combiner>,
    /// The class of each value of the payload.
    pub classes: FxHashMap<Value, Class>,
}

/// Vectorises a structured op on static buffers.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(plan) = plan(body, &s, vector_bits) else { return false };
    let mut b = Builder::before(body, op);
    emit(&mut b, &s, &plan);
    true
}

/// The sizes of the loops and the bits of the widest element, of an op on static buffers that has a vector form.
pub(super) fn sizes_and_widest(body: &Body, s: &Structured) -> Option<(Vec<i64>, u32)> {
    let cx = body.cx();
    if !body.results(s.op).is_empty() || s.num_loops() == 0 || !is_vectorizable(body, s.block) {
        return None;
    }
    let sizes = s.static_sizes(body)?;
    if sizes.contains(&0) {
        return None;
    }
    let mut widest = 8;
    for v in s.operands() {
        let ty = body.ty(v);
        match cx.type_as::<MemRefType>(ty) {
            Some(t) => {
                // Truth values are bytes in memory.
                let bits = cx.bit_width(t.elem).filter(|w| (*w == 1 || *w >= 8) && w.is_power_of_two())?;
                (!t.shape.contains(&DYNAMIC)).then_some(())?;
                widest = widest.max(bits);
            }
            // A scalar operand.
            None => {
                cx.shaped(ty).is_none().then_some(())?;
            }
        }
    }
    for op in body.block_ops(s.block) {
        for t in body.result_types(op) {
            widest = widest.max(cx.bit_width(t).filter(|w| *w == 1 || *w >= 8)?);
        }
    }
    s.maps.iter().all(|m| m.results().iter().all(structured_op::is_expandable)).then_some((sizes, widest))
}

fn plan(body: &Body, s: &Structured, vector_bits: u32) -> Option<Plan> {
    let (sizes, widest) = sizes_and_widest(body, s)?;
    let mut lanes = (vector_bits / widest).max(1) as i64;
    let fits = |dim: usize| fits(body, s, dim);
    let n_par = (0..s.num_loops()).rev().find(|&d| s.iterators[d] == IteratorType::Parallel && fits(d));
    let n_red = (0..s.num_loops()).rev().find(|&d| s.iterators[d] == IteratorType::Reduction && fits(d));
    let combiner = combiner::recognize(body, s);
    // A long contiguous reduction is better than a parallel loop that only broadcasts or is short.
    let (dim, combiner) = match (n_par, n_red) {
        (Some(p), Some(r)) if combiner.is_some() && sizes[p] < lanes && sizes[r] >= lanes => (r, combiner),
        (Some(p), _) => (p, None),
        (None, Some(r)) => (r, Some(combiner?)),
        (None, None) => return None,
    };
    let classes = payload::classes(body, s, dim)?;
    if s.is_elementwise() {
        lanes = best_lanes(body, s, &classes, lanes, vector_bits);
    }
    if s.iterators[dim] == IteratorType::Parallel {
        lanes = enough(sizes[dim], lanes);
    }
    // Less than half a vector is not worth masks, unless the op has several loops.
    (lanes > 1).then_some(Plan { sizes, dim, lanes, combiner, classes })
}

/// The fewest lanes that hold a row of `n` elements, if one vector holds it: masked vectors cost as much as all of their lanes.
fn enough(n: i64, lanes: i64) -> i64 {
    let power =
        u64::try_from(n).ok().and_then(u64::checked_next_power_of_two).and_then(|n| i64::try_from(n).ok());
    power.map_or(lanes, |n| n.max(2).min(lanes))
}

/// As many lanes as fit into a vector of the widest elements, or twice as many, where most elements are narrower.
pub(super) fn best_lanes(
    body: &Body,
    s: &Structured,
    classes: &FxHashMap<Value, Class>,
    lanes: i64,
    vector_bits: u32,
) -> i64 {
    let cx = body.cx();
    let args = body.block_args(s.block).iter().copied();
    let results = body.block_ops(s.block).flat_map(|op| body.results(op).to_vec());
    let widths: Vec<i64> = args
        .chain(results)
        .filter(|v| classes.get(v) == Some(&Class::Vector))
        .map(|v| i64::from(cx.bit_width(body.ty(v)).unwrap_or(1)))
        .filter(|&w| w >= 8)
        .collect();
    let bits = i64::from(vector_bits);
    let registers = |lanes: i64| -> i64 { widths.iter().map(|w| (w * lanes + bits - 1) / bits).sum() };
    if registers(2 * lanes) < 2 * registers(lanes) { 2 * lanes } else { lanes }
}

/// Whether loop `dim` can be the lanes: every operand is contiguous along it or does not depend on it.
fn fits(body: &Body, s: &Structured, dim: usize) -> bool {
    s.operands().zip(&s.maps).enumerate().all(|(i, (v, map))| fits_operand(body, s, i, v, map, dim))
        && payload::classes(body, s, dim).is_some()
}

/// Whether operand `i` is contiguous along loop `dim` or does not depend on it.
pub(super) fn fits_operand(
    body: &Body,
    s: &Structured,
    i: usize,
    v: Value,
    map: &AffineMap,
    dim: usize,
) -> bool {
    let n_in = s.inputs.len();
    let uses: Vec<usize> =
        (0..map.n_results()).filter(|&r| map.result(r).is_function_of_dim(dim as u32)).collect();
    match uses[..] {
        [] => i < n_in || s.iterators[dim] == IteratorType::Reduction,
        [r] => {
            r + 1 == map.n_results()
                && structured_op::is_contiguous_innermost(body, v)
                && if i < n_in {
                    matches!(stride(map.result(r), dim), Some(1 | -1))
                } else {
                    map.result(r).as_dim() == Some(dim as u32) && s.iterators[dim] == IteratorType::Parallel
                }
        }
        _ => false,
    }
}

/// How far an index moves with each step of loop `dim`.
fn stride(expr: &AffineExpr, dim: usize) -> Option<i64> {
    if !expr.is_function_of_dim(dim as u32) {
        return Some(0);
    }
    match expr.kind() {
        Kind::Dim(_) => Some(1),
        Kind::Binary(BinaryOp::Add, l, r) => stride(l, dim)?.checked_add(stride(r, dim)?),
        Kind::Binary(BinaryOp::Mul, l, r) => match (l.as_const(), r.as_const()) {
            (_, Some(by)) => stride(l, dim)?.checked_mul(by),
            (Some(by), _) => stride(r, dim)?.checked_mul(by),
            _ => None,
        },
        _ => None,
    }
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

/// A loop over `0..n`; without a loop when there is one iteration.
pub(super) fn full_loop(
    b: &mut Builder<'_>,
    n: i64,
    step: i64,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let zero = strata_arith::constant_index(b, 0);
    if n <= step {
        return body(b, zero, inits);
    }
    let (end, step) = (strata_arith::constant_index(b, n), strata_arith::constant_index(b, step));
    build_for(b, zero, end, step, inits, body)
}

/// The most vectors that a reduction inside of the lanes carries: enough to hide the latency of the combining op, and to use the whole of
/// each cache line.
const STRIP: i64 = 8;
/// Short rows with a payload of at most so many ops are written out.
const SHORT: (i64, usize) = (4, 16);

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
    let is_short = full / lanes <= SHORT.0 && b.block_ops(s.block).count() <= SHORT.1;
    let strip = if reduces {
        (full / lanes).min(STRIP)
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

/// Computes the values that are the same for all lanes and depend on no loop without an induction variable yet.
pub(super) fn uniform(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    ivs: &[Option<Value>],
    mut known: Known,
) -> Known {
    let zero = strata_arith::constant_index(b, 0);
    let at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
    let there = |map: &AffineMap| (0..ivs.len()).all(|d| ivs[d].is_some() || !map.uses_dim(d as u32));
    let args = b.block_args(s.block).to_vec();
    for (i, &arg) in args.iter().enumerate().take(s.inputs.len()) {
        let new = there(&s.maps[i]) && !known.contains_key(&arg);
        if new && plan.classes.get(&arg) == Some(&Class::Uniform) && b.has_uses(arg) {
            let value = operand(b, s, plan, i, &at, None);
            known.insert(arg, value);
        }
    }
    let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid: None };
    clone_uniform(b, s.block, &plan.classes, &place, |d| ivs[d].is_some(), &mut known);
    known
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
            let lanes = operand(b, s, plan, n_in + i, &at, valid);
            inits.push(lanes.vector(b, plan.lanes));
        }
    }
    let mut ivs: Vec<Option<Value>> = ivs.to_vec();
    let outer = ivs.clone();
    let mut results: Vec<Vec<Value>> = Vec::new();
    let carried = nest(b, s, plan, &reductions, &mut ivs, inits, &mut |b, ivs, carried| {
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

/// Nested loops over `dims` that carry values.
pub(super) fn nest(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    dims: &[usize],
    ivs: &mut Vec<Option<Value>>,
    inits: Vec<Value>,
    inner: &mut dyn FnMut(&mut Builder<'_>, &[Option<Value>], &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let Some((&d, rest)) = dims.split_first() else { return inner(b, ivs, &inits) };
    full_loop(b, plan.sizes[d], 1, &inits, |b, iv, carried| {
        ivs[d] = Some(iv);
        nest(b, s, plan, rest, ivs, carried.to_vec(), inner)
    })
}

/// The lanes of operand `i` at an iteration.
pub(super) fn operand(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    i: usize,
    at: &[Value],
    valid: Option<i64>,
) -> Lanes {
    let value = s.operands().nth(i).expect("operand of the op");
    if b.cx().type_as::<MemRefType>(b.ty(value)).is_none() {
        return Lanes::Uniform(value);
    }
    let map = &s.maps[i];
    let backwards = map.results().last().is_some_and(|e| stride(e, plan.dim) == Some(-1));
    let mut at = at.to_vec();
    if backwards {
        // The last valid lane has the lowest address, so the load starts there.
        let last = strata_arith::constant_index(b, valid.unwrap_or(plan.lanes) - 1);
        at[plan.dim] = strata_arith::AddIOp::build(b, at[plan.dim], last, None);
    }
    let indices = indices(b, s, i, &at);
    if !map.uses_dim(plan.dim as u32) {
        return Lanes::Uniform(strata_memref::LoadOp::build(b, value, &indices, None, None));
    }
    let elem = b.cx().elem_or_self(b.ty(value));
    let ty = b.cx().vector(&[plan.lanes], elem);
    // Lanes that are masked off hold one, which no integer division traps on.
    let one = structured_op::one_attr(b.cx(), ty);
    let fill = strata_arith::constant(b, one);
    let vector = load(b, value, &indices, ty, valid, fill);
    if !backwards {
        return Lanes::Vector(vector);
    }
    let count = valid.unwrap_or(plan.lanes);
    let order: Vec<i64> = (0..plan.lanes).map(|j| if j < count { count - 1 - j } else { j }).collect();
    let order = b.cx().i64_array(&order);
    Lanes::Vector(strata_vector::ShuffleOp::build(b, vector, vector, order, ty))
}

pub(super) fn indices(b: &mut Builder<'_>, s: &Structured, i: usize, at: &[Value]) -> Vec<Value> {
    let map = s.maps[i].clone();
    map.results().iter().filter_map(|e| structured_op::expand(b, e, at)).collect()
}
