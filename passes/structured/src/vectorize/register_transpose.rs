//! Ops that read an operand in another order than they write: square tiles are transposed in registers.
//!
//! The result is contiguous along one loop, the operand along another. A tile of as many rows as there are lanes is loaded in vectors
//! along the operand and transposed by two-vector shuffles; the payload runs on its columns, which are stored in vectors along the
//! result. Tiles are grouped into blocks as long as a cache line, so that each line is used completely while it is in the cache.
//! Remainders of sizes that are no multiple of the lanes are done with masks.
//!
//! Where the loop along the operand is a reduction, the lanes are rows that are reduced side by side, each in its order. This works for
//! any payload, such as the index of the largest element, and for rows shorter than a vector.

use strata_ir::prelude::*;

use super::{
    generic, lane_loops,
    lane_plan::{self, Plan},
    load, packed_rows,
    payload::{self, Known, Lanes, Place, clone_vector},
    splat, store,
};
use crate::{
    loop_builder::build_for,
    structured_op::{self, Structured},
};

/// More rows than this do not fit into registers.
const MAX_REGISTER_ROWS: i64 = 16;
/// Bytes of a block along each of the two loops: a cache line.
const CACHE_LINE_BYTES: i64 = 64;
/// Bits inside of which shuffles are cheapest.
const LANE_BITS: i64 = 128;

struct Tiles<'a> {
    s: &'a Structured,
    plan: Plan,
    /// The loop along which the transposed inputs are contiguous; `plan.dim` is that of the results.
    other: usize,
    /// Whether an input is transposed.
    transposed: Vec<bool>,
}

/// Vectorises a reduction of many rows that are not much longer than a vector.
pub(super) fn vectorize_short(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    vectorize_if(body, op, vector_bits, |t| {
        let (plan, row) = (&t.plan, t.plan.sizes[t.other]);
        t.reduces() && row < 2 * plan.lanes && plan.sizes[plan.dim] >= plan.lanes
    })
}

/// Vectorises an elementwise op or a reduction with transposed inputs.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    vectorize_if(body, op, vector_bits, |_| true)
}

fn vectorize_if(body: &mut Body, op: Op, vector_bits: u32, wanted: impl FnOnce(&Tiles<'_>) -> bool) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(tiles) = plan(body, &s, vector_bits).filter(wanted) else { return false };
    let mut tiles = tiles;
    tiles.plan.starts = generic::starts(body, &s, &tiles.plan.sizes);
    let mut b = Builder::before(body, op);
    let mut ivs = vec![None; s.num_loops()];
    let around: Vec<usize> =
        (0..s.num_loops()).filter(|&d| d != tiles.plan.dim && d != tiles.other).collect();
    tiles.around(&mut b, &around, &mut ivs);
    true
}

fn plan<'a>(body: &Body, s: &'a Structured, vector_bits: u32) -> Option<Tiles<'a>> {
    let reductions = s.iterators.iter().filter(|&&i| i == structured_op::IteratorType::Reduction).count();
    if reductions > 1 || s.outputs.is_empty() {
        return None;
    }
    let (sizes, widest) = lane_plan::sizes_and_widest(body, s)?;
    let dim = s.maps.last()?.results().last()?.as_dim()? as usize;
    let mut other = None;
    let mut transposed = Vec::new();
    for (i, (v, map)) in s.operands().zip(&s.maps).enumerate() {
        let is_input = i < s.inputs.len();
        if lane_plan::fits_operand(body, s, i, v, map, dim) {
            transposed.push(false);
            continue;
        }
        let last = map.results().last()?.as_dim()? as usize;
        let mut uses = map.results().iter().filter(|e| e.is_function_of_dim(dim as u32));
        let pure = uses.next().is_some_and(|e| e.as_dim() == Some(dim as u32)) && uses.next().is_none();
        let once = map.results().iter().filter(|e| e.is_function_of_dim(last as u32)).count() == 1;
        let same = *other.get_or_insert(last) == last;
        if !(is_input
            && pure
            && once
            && same
            && last != dim
            && structured_op::is_contiguous_innermost(body, v))
        {
            return None;
        }
        transposed.push(true);
    }
    let other = other?;
    if s.iterators[dim] != structured_op::IteratorType::Parallel
        || reductions == 1 && s.iterators[other] != structured_op::IteratorType::Reduction
    {
        return None;
    }
    transposed.truncate(s.inputs.len());
    let classes = payload::classes(body, s, dim)?;
    let lanes = (i64::from(vector_bits) / i64::from(widest)).max(1);
    let lanes = lane_plan::best_lanes(body, s, &classes, lanes, vector_bits).min(MAX_REGISTER_ROWS);
    // A column of a tile is not worth the shuffles of it.
    (lanes > 1 && sizes[dim].min(sizes[other]) > 1).then_some(Tiles {
        s,
        plan: Plan { sizes, dim, lanes, combiner: None, classes, starts: Vec::new() },
        other,
        transposed,
    })
}

/// A part of a loop: its begin, its end, and the number of valid lanes of its tiles where not all are valid.
type Part = (i64, i64, Option<i64>);

/// Whole tiles of `0..n`, then the rest.
fn parts(n: i64, lanes: i64) -> impl Iterator<Item = Part> {
    let full = n - n % lanes;
    [(0, full, None), (full, n, Some(n - full))].into_iter().filter(|p| p.0 < p.1)
}

impl Tiles<'_> {
    /// Whether the rows of transposed inputs are reduced.
    fn reduces(&self) -> bool {
        self.s.iterators[self.other] == structured_op::IteratorType::Reduction
    }
    /// The loops `dims`, which are neither of the two, around the blocks or the reduced rows.
    fn around(&self, b: &mut Builder<'_>, dims: &[usize], ivs: &mut Vec<Option<Value>>) {
        let Some((&d, rest)) = dims.split_first() else {
            return if self.reduces() { self.reduce(b, ivs) } else { self.blocks(b, ivs) };
        };
        lane_loops::full_loop(b, self.plan.sizes[d], 1, &[], |b, iv, _| {
            ivs[d] = Some(iv);
            self.around(b, rest, ivs);
            Vec::new()
        });
    }
    fn blocks(&self, b: &mut Builder<'_>, ivs: &[Option<Value>]) {
        let (lanes, sizes) = (self.plan.lanes, &self.plan.sizes);
        let block = |b: &Body, v: Value| {
            let bits = b.cx().bit_width(b.cx().elem_or_self(b.ty(v))).unwrap_or(8).max(8);
            (CACHE_LINE_BYTES * 8 / i64::from(bits)).max(lanes)
        };
        let input = self.transposed.iter().position(|&t| t).unwrap_or(0);
        let along_input = block(b, self.s.inputs[input]);
        let along_output = block(b, self.s.outputs[0]);
        for rows in parts(sizes[self.other], lanes) {
            for columns in parts(sizes[self.plan.dim], lanes) {
                let tile = |b: &mut Builder<'_>, row: Value, column: Value| {
                    let mut at: Vec<Option<Value>> = ivs.to_vec();
                    at[self.other] = Some(row);
                    at[self.plan.dim] = Some(column);
                    let zero = strata_arith::constant_index(b, 0);
                    let at: Vec<Value> = at.into_iter().map(|v| v.unwrap_or(zero)).collect();
                    self.tile(b, &at, rows.2, columns.2);
                };
                self.block_loop(b, rows, along_input, &mut |b, row_block| {
                    self.block_loop(b, columns, along_output, &mut |b, column_block| {
                        self.tile_loop(b, rows, row_block, along_input, &mut |b, row| {
                            self.tile_loop(b, columns, column_block, along_output, &mut |b, column| {
                                tile(b, row, column);
                            });
                        });
                    });
                });
            }
        }
    }
    /// A loop over the blocks of a part.
    fn block_loop(
        &self,
        b: &mut Builder<'_>,
        part: Part,
        block: i64,
        body: &mut dyn FnMut(&mut Builder<'_>, Value),
    ) {
        let from = strata_arith::constant_index(b, part.0);
        if part.1 - part.0 <= block {
            return body(b, from);
        }
        let [to, step] = [part.1, block].map(|n| strata_arith::constant_index(b, n));
        build_for(b, from, to, step, &[], |b, iv, _| {
            body(b, iv);
            Vec::new()
        });
    }
    /// A loop over the tiles of the block that begins at `start`.
    fn tile_loop(
        &self,
        b: &mut Builder<'_>,
        part: Part,
        start: Value,
        block: i64,
        body: &mut dyn FnMut(&mut Builder<'_>, Value),
    ) {
        let lanes = self.plan.lanes;
        if block <= lanes || part.1 - part.0 <= lanes {
            return body(b, start);
        }
        let [size, end, step] = [block, part.1, lanes].map(|n| strata_arith::constant_index(b, n));
        let mut to = strata_arith::AddIOp::build(b, start, size, None);
        if (part.1 - part.0) % block != 0 {
            to = strata_arith::MinSIOp::build(b, to, end);
        }
        build_for(b, start, to, step, &[], |b, iv, _| {
            body(b, iv);
            Vec::new()
        });
    }
    /// As many rows next to each other as there are lanes, reduced together.
    fn reduce(&self, b: &mut Builder<'_>, ivs: &[Option<Value>]) {
        let (s, plan, lanes) = (self.s, &self.plan, self.plan.lanes);
        let n_in = s.inputs.len();
        let place = |b: &mut Builder<'_>, row: Option<Value>, column: Value| -> Vec<Value> {
            let mut at: Vec<Option<Value>> = ivs.to_vec();
            (at[self.other], at[plan.dim]) = (row, Some(column));
            let zero = strata_arith::constant_index(b, 0);
            at.into_iter().map(|v| v.unwrap_or(zero)).collect()
        };
        for columns in parts(plan.sizes[plan.dim], lanes) {
            self.block_loop(b, columns, lanes, &mut |b, column| {
                let at = place(b, None, column);
                let outputs = n_in..n_in + s.outputs.len();
                let mut carried: Vec<Value> = Vec::new();
                for i in outputs.clone() {
                    let old = match plan.start(i - n_in) {
                        Some(number) => Lanes::Uniform(number),
                        None => lane_loops::operand(b, s, plan, i, &at, columns.2),
                    };
                    carried.push(old.vector(b, lanes));
                }
                for rows in parts(plan.sizes[self.other], lanes) {
                    let [from, to, step] =
                        [rows.0, rows.1, lanes].map(|n| strata_arith::constant_index(b, n));
                    let step_of = |b: &mut Builder<'_>, row: Value, carried: &[Value]| {
                        let at = place(b, Some(row), column);
                        self.reduce_tile(b, &at, rows.2, columns.2, carried)
                    };
                    carried = if rows.1 - rows.0 <= lanes {
                        step_of(b, from, &carried)
                    } else {
                        build_for(b, from, to, step, &carried, |b, row, carried| step_of(b, row, carried))
                    };
                }
                for (i, v) in outputs.zip(carried) {
                    let indices = lane_loops::indices(b, s, i, &at);
                    store(b, v, s.outputs[i - n_in], &indices, columns.2);
                }
            });
        }
    }
    /// The carried results after one more tile, whose steps are combined in order.
    fn reduce_tile(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        rows: Option<i64>,
        columns: Option<i64>,
        carried: &[Value],
    ) -> Vec<Value> {
        let lanes = self.plan.lanes;
        let vectors = self.columns(b, at, rows, columns);
        let mut carried = carried.to_vec();
        for j in 0..rows.unwrap_or(lanes) {
            let at = offset(b, at, self.other, j);
            let mut args = self.inputs(b, &vectors, j, &at, columns);
            args.extend(carried.iter().map(|&v| Lanes::Vector(v)));
            let place = Place { ivs: &at, dim: self.plan.dim, lanes, valid: columns };
            let yielded = clone_vector(b, self.s.block, &args, &place, &Known::default());
            carried = yielded.into_iter().map(|l| l.vector(b, lanes)).collect();
        }
        carried
    }
    /// The columns of a tile of each input that is transposed.
    fn columns(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        rows: Option<i64>,
        columns: Option<i64>,
    ) -> Vec<Option<Vec<Value>>> {
        let (s, lanes) = (self.s, self.plan.lanes);
        let of_input = |b: &mut Builder<'_>, i: usize| {
            let (dims, sizes) = ([self.plan.dim, self.other], &self.plan.sizes);
            let whole = columns.is_none() && rows == Some(sizes[self.other]);
            if whole && let Some(columns) = packed_rows::columns(b, s, sizes, dims, i, at, lanes) {
                return columns;
            }
            let elem = b.cx().elem_or_self(b.ty(s.inputs[i]));
            let ty = b.cx().vector(&[lanes], elem);
            let one = structured_op::one_attr(b.cx(), elem);
            let one = strata_arith::constant(b, one);
            let fill = splat(b, one, lanes);
            let lines = (0..lanes).map(|r| {
                if columns.is_some_and(|n| r >= n) {
                    return fill;
                }
                let at = offset(b, at, self.plan.dim, r);
                let indices = lane_loops::indices(b, s, i, &at);
                load(b, s.inputs[i], &indices, ty, rows, fill)
            });
            let lines = lines.collect();
            transpose(b, lines)
        };
        (0..s.inputs.len()).map(|i| self.transposed[i].then(|| of_input(b, i))).collect()
    }
    /// The inputs of the payload for column `j` of a tile, of which the transposed ones are `vectors`.
    fn inputs(
        &self,
        b: &mut Builder<'_>,
        vectors: &[Option<Vec<Value>>],
        j: i64,
        at: &[Value],
        columns: Option<i64>,
    ) -> Vec<Lanes> {
        let input = |(i, vectors): (usize, &Option<Vec<Value>>)| match vectors {
            Some(vectors) => Lanes::Vector(vectors[j as usize]),
            None => lane_loops::operand(b, self.s, &self.plan, i, at, columns),
        };
        vectors.iter().enumerate().map(input).collect()
    }
    /// One tile at these indices, with so many valid rows of the result and valid columns.
    fn tile(&self, b: &mut Builder<'_>, at: &[Value], rows: Option<i64>, columns: Option<i64>) {
        let (s, plan, lanes) = (self.s, &self.plan, self.plan.lanes);
        let vectors = self.columns(b, at, rows, columns);
        for j in 0..rows.unwrap_or(lanes) {
            let at = offset(b, at, self.other, j);
            let mut args = self.inputs(b, &vectors, j, &at, columns);
            for i in s.inputs.len()..s.inputs.len() + s.outputs.len() {
                args.push(match s.reads_output(b, i - s.inputs.len()) {
                    true => lane_loops::operand(b, s, plan, i, &at, columns),
                    false => Lanes::Uniform(at[0]),
                });
            }
            let place = Place { ivs: &at, dim: plan.dim, lanes, valid: columns };
            let yielded = clone_vector(b, s.block, &args, &place, &Known::default());
            for (i, l) in yielded.into_iter().enumerate() {
                let value = l.vector(b, lanes);
                let indices = lane_loops::indices(b, s, s.inputs.len() + i, &at);
                store(b, value, s.outputs[i], &indices, columns);
            }
        }
    }
}

/// The indices `by` steps further along a loop.
fn offset(b: &mut Builder<'_>, at: &[Value], loop_: usize, by: i64) -> Vec<Value> {
    let by = strata_arith::constant_index(b, by);
    let mut at = at.to_vec();
    at[loop_] = strata_arith::AddIOp::build(b, at[loop_], by, None);
    at
}

fn shuffle(b: &mut Builder<'_>, x: Value, y: Value, mask: &[i64]) -> Value {
    let ty = b.ty(x);
    let mask = b.cx().i64_array(mask);
    strata_vector::ShuffleOp::build(b, x, y, mask, ty)
}

/// The columns of a square of rows, which are vectors of as many lanes as there are rows.
///
/// The squares within 128-bit parts of the rows are transposed by unpacking; then the parts are put together.
pub(super) fn transpose(b: &mut Builder<'_>, rows: Vec<Value>) -> Vec<Value> {
    let n = rows.len();
    let bits = b.cx().bit_width(b.cx().elem_or_self(b.ty(rows[0]))).unwrap_or(8);
    // At most four parts are put together; rows of several registers have larger parts.
    let inner = ((LANE_BITS / i64::from(bits)).max(1) as usize).max(n / 4).min(n);
    let parts = n / inner;
    // Interleaves the lower or upper halves of each part.
    let unpack = |upper: usize| -> Vec<i64> {
        let within = |k: usize| k / 2 + upper * inner / 2 + if k.is_multiple_of(2) { 0 } else { n };
        (0..n).map(|k| (k / inner * inner + within(k % inner)) as i64).collect()
    };
    let masks = [unpack(0), unpack(1)];
    // `groups[g][k]` has column `p * inner + k` of rows `g * inner..` in its part `p`.
    let mut groups: Vec<Vec<Value>> = rows.chunks(inner).map(<[Value]>::to_vec).collect();
    for group in &mut groups {
        for _ in 0..inner.ilog2() {
            let half = inner / 2;
            *group =
                (0..inner).map(|k| shuffle(b, group[k / 2], group[k / 2 + half], &masks[k % 2])).collect();
        }
    }
    // Two parts of the first vector, then two of the second.
    let pick = |parts: &[usize]| -> Vec<i64> {
        let half = parts.len() / 2;
        let part = |(i, &p): (usize, &usize)| {
            let base = p * inner + if i < half { 0 } else { n };
            (base..base + inner).map(|k| k as i64).collect::<Vec<_>>()
        };
        parts.iter().enumerate().flat_map(part).collect()
    };
    let mut columns = vec![rows[0]; n];
    for k in 0..inner {
        match parts {
            1 => columns[k] = groups[0][k],
            2 => {
                for p in 0..2 {
                    columns[p * inner + k] = shuffle(b, groups[0][k], groups[1][k], &pick(&[p, p]));
                }
            }
            _ => {
                for high in 0..2 {
                    let both = [2 * high, 2 * high + 1];
                    let halves = pick(&[both[0], both[1], both[0], both[1]]);
                    let upper = shuffle(b, groups[0][k], groups[1][k], &halves);
                    let lower = shuffle(b, groups[2][k], groups[3][k], &halves);
                    for p in 0..2 {
                        let column = shuffle(b, upper, lower, &pick(&[p, p + 2, p, p + 2]));
                        columns[(2 * high + p) * inner + k] = column;
                    }
                }
            }
        }
    }
    columns
}
