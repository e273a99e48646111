//! Elementwise ops whose result has short groups innermost, of one to four elements. The operands have the rows one after the other,
//! or the same row repeatedly; in the result, the elements of these rows alternate.
//!
//! ```mlir
//! linalg.generic {indexing_maps = [(k, n, p) -> (k, p, n), (k, n, p) -> (k, n, p)], …}
//!   ins(%x : memref<8x2x64xi16>) outs(%y : memref<8x64x2xi16>) { … }
//! ```
//! The payload runs on vectors of all rows, and `vector.interleave` merges these into one vector.

use strata_ir::prelude::*;
use strata_memref::CollapseShapeOp;
use strata_vector::ShuffleOp;

use super::{
    lane_loops,
    lane_plan::{self, Plan},
    payload::{self, Known, Lanes, Place, clone_vector},
    store,
};
use crate::structured_op::{self, Structured};

/// The most elements that a group may have.
const MAX_GROUP: i64 = 4;

/// Vectorises an op that writes groups.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some((plan, group)) = plan(body, &s, vector_bits) else { return false };
    let mut b = Builder::before(body, op);
    let outer: Vec<usize> = (0..s.num_loops()).filter(|&d| d != plan.dim && d != group).collect();
    let mut ivs = vec![None; s.num_loops()];
    lane_loops::nest(&mut b, &plan.sizes, &outer, &mut ivs, Vec::new(), &mut |b, ivs, _| {
        rows(b, &s, &plan, group, ivs);
        Vec::new()
    });
    true
}

/// How the op is vectorised, and its loop over groups.
fn plan(body: &Body, s: &Structured, vector_bits: u32) -> Option<(Plan, usize)> {
    let (sizes, _) = lane_plan::sizes_and_widest(body, s)?;
    if !s.is_elementwise() || s.outputs.len() != 1 || s.reads_output(body, 0) {
        return None;
    }
    let [.., row, last] = s.maps.last()?.results() else { return None };
    let (dim, group) = (row.as_dim()? as usize, last.as_dim()? as usize);
    let size = *sizes.get(group).filter(|&&n| (1..=MAX_GROUP).contains(&n))?;
    let inputs = s.inputs.iter().zip(&s.maps).enumerate();
    let fits = inputs.clone().all(|(i, (&v, map))| lane_plan::fits_operand(body, s, i, v, map, dim));
    let moves = inputs.clone().any(|(_, (_, map))| map.uses_dim(dim as u32));
    if !lane_loops::has_dense_rows(body, s.outputs[0], size) || !fits || !moves {
        return None;
    }
    let classes = payload::classes(body, s, dim)?;
    // The number of the group is no vector.
    let widest = lane_plan::vector_widths(body, s, &classes).into_iter().max()?;
    let lanes = i64::from(vector_bits) / widest;
    if lanes < 2 {
        return None;
    }
    Some((Plan { sizes, dim, lanes, combiner: None, classes, starts: Vec::new() }, group))
}

/// The loop over vectors of groups.
fn rows(b: &mut Builder<'_>, s: &Structured, plan: &Plan, group: usize, ivs: &[Option<Value>]) {
    let n = plan.sizes[plan.dim];
    let full = n - n % plan.lanes;
    if full > 0 {
        lane_loops::full_loop(b, full, plan.lanes, &[], |b, iv, _| {
            row(b, s, plan, group, ivs, iv, None);
            Vec::new()
        });
    }
    if n > full {
        let start = strata_arith::constant_index(b, full);
        row(b, s, plan, group, ivs, start, Some(n - full));
    }
}

/// One vector of groups.
fn row(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    group: usize,
    ivs: &[Option<Value>],
    start: Value,
    valid: Option<i64>,
) {
    let zero = strata_arith::constant_index(b, 0);
    let place_of = |b: &mut Builder<'_>, number: i64| {
        let mut at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
        at[plan.dim] = start;
        at[group] = strata_arith::constant_index(b, number);
        at
    };
    let size = plan.sizes[group];
    let mut rows = Vec::new();
    for number in 0..size {
        let at = place_of(b, number);
        let mut args: Vec<Lanes> =
            (0..s.inputs.len()).map(|i| lane_loops::operand(b, s, plan, i, &at, valid)).collect();
        args.push(Lanes::Uniform(zero));
        let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid };
        let yielded = clone_vector(b, s.block, &args, &place, &Known::default());
        rows.push(yielded[0].vector(b, plan.lanes));
    }
    let all = interleaved(b, &rows, plan.lanes);
    let at = place_of(b, 0);
    let indices = lane_loops::row_indices(b, s, s.inputs.len(), &at, size);
    // The vector goes over several groups, so it is stored in the buffer whose rows are those of all groups.
    let groups = structured_op::last_two(indices.len() + 1);
    let Some(buffer) = CollapseShapeOp::create(b, s.outputs[0], &groups) else { return };
    let each = size * plan.lanes / all.len() as i64;
    for (i, &part) in all.iter().enumerate() {
        let first = i as i64 * each;
        let left = valid.map(|n| size * n - first);
        if left.is_some_and(|n| n <= 0) {
            break;
        }
        let mut indices = indices.clone();
        if let Some(last) = indices.last_mut().filter(|_| first > 0) {
            let first = strata_arith::constant_index(b, first);
            *last = strata_arith::AddIOp::build(b, *last, first, None);
        }
        store(b, part, buffer, &indices, left.filter(|&n| n < each));
    }
}

/// The elements of rows in turn: one vector, or as many as there are rows if their number is odd.
fn interleaved(b: &mut Builder<'_>, rows: &[Value], lanes: i64) -> Vec<Value> {
    let mut rows = rows.to_vec();
    if let [first, second, third] = rows[..] {
        return (0..3).map(|number| third_of(b, [first, second, third], number, lanes)).collect();
    }
    // Interleaves the first half of the rows with the second half, until one vector remains.
    while rows.len() > 1 {
        let half = rows.len() / 2;
        rows = (0..half).map(|i| strata_vector::InterleaveOp::build(b, rows[i], rows[i + half])).collect();
    }
    rows
}

/// Vector `number` of the three that three rows make, whose lane `k` is of row `k mod 3`.
fn third_of(b: &mut Builder<'_>, rows: [Value; 3], number: i64, lanes: i64) -> Value {
    let ty = b.ty(rows[0]);
    let place = |lane: i64| ((number * lanes + lane) % 3, (number * lanes + lane) / 3);
    // The lanes of the first two rows first, then those of the third between them.
    let two: Vec<i64> = (0..lanes)
        .map(|lane| match place(lane) {
            (1, at) => lanes + at,
            (_, at) => at,
        })
        .collect();
    let three: Vec<i64> = (0..lanes)
        .map(|lane| match place(lane) {
            (2, at) => lanes + at,
            _ => lane,
        })
        .collect();
    let [two, three] = [two, three].map(|order| b.cx().i64_array(&order));
    let both = ShuffleOp::build(b, rows[0], rows[1], two, ty);
    ShuffleOp::build(b, both, rows[2], three, ty)
}
