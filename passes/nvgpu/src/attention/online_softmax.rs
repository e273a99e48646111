//! The softmax of a warp's queries while keys come: scores, weights, and sums of values, all in registers.
//!
//! A lane holds elements of two rows of each 16, eight apart, and of two neighbours of each eight columns. So four lanes share a row, and
//! the weights already have the layout of the second product's first operand.

use strata_arith::{
    AddFOp, CmpFOp, CmpFPredicate, ExtFOp, MaximumFOp, MinUIOp, MulFOp, OrIOp, SelectOp, SubFOp,
    constant_float, constant_index,
};
use strata_ir::prelude::*;
use strata_nvgpu::MmaSyncOp;
use strata_passes_analysis::index_arith::{add, add_const, less, mask, shift, times};
use strata_passes_gpu::warp_shuffle::shuffle_xor;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp};

use super::{
    intrinsics::{exp, pair},
    plan::{KEYS, Plan, Thread, float},
    smem_tile::{SIDE, fragments, halves, lane_place},
};

/// Rows, columns and depth of one product of fragments.
const SHAPE: [i64; 3] = [16, 8, 16];
/// Fragments of queries that stay in registers.
const KEPT: i64 = 8;

/// The queries of a warp.
pub(super) struct OnlineSoftmax<'a> {
    pub(super) plan: &'a Plan,
    /// Where a lane loads queries, and the fragments that it keeps.
    at: [Value; 2],
    kept: Option<Vec<Vec<Value>>>,
    /// Where it loads keys and values.
    key_at: [Value; 2],
    value_at: [Value; 2],
    /// The first row and column of the lane's sums.
    pub(super) row: Value,
    pub(super) column: Value,
}

/// Loop-carried values of 16 queries: maxima and sums of two rows, and sums of values.
pub(super) struct State<'s> {
    pub maxima: &'s [Value],
    pub sums: &'s [Value],
    pub out: &'s [Value],
}

impl<'a> OnlineSoftmax<'a> {
    pub(super) fn new(plan: &'a Plan, b: &mut Builder<'_>, me: &Thread, at: [Value; 2]) -> Self {
        let row = shift(b, me.lane, 4);
        let row = add(b, me.row, row);
        let column = mask(b, me.lane, 3);
        let column = times(b, column, 2);
        let (key_at, value_at) = (lane_place(b, me.lane, true), lane_place(b, me.lane, false));
        let mut rows = Self { plan, at, kept: None, key_at, value_at, row, column };
        let count = plan.padded()[0] / SIDE;
        if count * plan.division.tiles <= KEPT {
            rows.kept = Some((0..count).map(|k| rows.queries(b, me, k)).collect());
        }
        rows
    }
    /// The fragments of queries at one depth.
    fn queries(&self, b: &mut Builder<'_>, me: &Thread, depth: i64) -> Vec<Value> {
        if let Some(kept) = &self.kept {
            return kept[depth as usize].clone();
        }
        let zero = constant_index(b, 0);
        let load = |b: &mut Builder<'_>, i| {
            fragments(b, (me.buffers[0], zero), self.at, [i * SIDE, depth * SIDE], false)
        };
        (0..self.plan.division.tiles).map(|i| load(b, i)).collect()
    }
    /// The number of fragments of sums of values of 16 queries.
    fn width(&self) -> usize {
        (self.plan.padded()[1] / SHAPE[1]) as usize
    }
    pub(super) fn state<'s>(&self, all: &'s [Value], tile: usize) -> State<'s> {
        let each = 4 + self.width();
        let mine = &all[tile * each..(tile + 1) * each];
        State { maxima: &mine[..2], sums: &mine[2..4], out: &mine[4..] }
    }

    /// The initial loop-carried values.
    pub(super) fn start(&self, b: &mut Builder<'_>) -> Vec<Value> {
        let (low, zero, none) = (float(b, f64::NEG_INFINITY), float(b, 0.0), fragment_of_zeros(b));
        let mut all = Vec::new();
        for _ in 0..self.plan.division.tiles {
            all.extend([low, low, zero, zero]);
            all.extend(std::iter::repeat_n(none, self.width()));
        }
        all
    }

    /// One step: the keys and values of a stage.
    pub(super) fn step(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        step: Value,
        stage: Value,
        state: &[Value],
    ) -> Result<Vec<Value>, String> {
        let first = times(b, step, KEYS);
        let column = add(b, first, self.column);
        let products = self.products(b, me, stage);
        let (mut weights, mut next) = (Vec::new(), Vec::new());
        for (i, products) in products.iter().enumerate() {
            let scores = self.scores(b, me, i as i64, column, products)?;
            let (mine, following) = self.weigh(b, &scores, &self.state(state, i));
            weights.push(mine);
            next.push(following);
        }
        self.values(b, me, stage, &weights, &mut next);
        Ok(next.concat())
    }

    /// The first product: for each 16 queries the fragments of all keys.
    fn products(&self, b: &mut Builder<'_>, me: &Thread, stage: Value) -> Vec<Vec<Value>> {
        let none = fragment_of_zeros(b);
        let columns = (KEYS / SHAPE[1]) as usize;
        let mut sums = vec![vec![none; columns]; self.plan.division.tiles as usize];
        for k in 0..self.plan.padded()[0] / SIDE {
            let queries = self.queries(b, me, k);
            for j in 0..KEYS / SIDE {
                let four = fragments(b, (me.buffers[1], stage), self.key_at, [j * SIDE, k * SIDE], false);
                for (half, keys) in halves(b, four, self.plan.attention.elem).into_iter().enumerate() {
                    for (sums, &query) in sums.iter_mut().zip(&queries) {
                        let sum = &mut sums[2 * j as usize + half];
                        *sum = MmaSyncOp::create(b, [query, keys, *sum], SHAPE, false);
                    }
                }
            }
        }
        sums
    }

    /// The scores of both rows of a lane in 16 queries, from the first product's sums.
    fn scores(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        tile: i64,
        column: Value,
        products: &[Value],
    ) -> Result<[Vec<Value>; 2], String> {
        let plan = self.plan;
        let (axes, a) = (&plan.axes, &plan.attention);
        let mut all = [Vec::new(), Vec::new()];
        for (half, all) in all.iter_mut().enumerate() {
            let row = add_const(b, self.row, tile * SIDE + half as i64 * 8);
            let mut of_row = me.known.clone();
            let clamped = clamp(b, row, plan.queries(), plan.division.queries());
            of_row.number(b, axes, &a.rows, clamped);
            for (j, &fragment) in products.iter().enumerate() {
                for k in 0..2 {
                    let product = ExtractOp::create(b, fragment, &[(half as i64).into(), k.into()]);
                    let key = add_const(b, column, j as i64 * SHAPE[1] + k);
                    let mut known = of_row.clone();
                    let clamped = clamp(b, key, plan.keys(), KEYS);
                    known.number(b, axes, &a.columns, clamped);
                    known.part(a.first, product);
                    let mut score = known.value(b, (axes, &plan.nodes), a.scores)?;
                    let f32 = b.cx().f32();
                    if b.ty(score) != f32 {
                        score = ExtFOp::build(b, score, None, f32);
                    }
                    if plan.keys() % KEYS != 0 {
                        let inside = less(b, key, plan.keys());
                        let low = float(b, f64::NEG_INFINITY);
                        score = SelectOp::build(b, inside, score, low);
                    }
                    all.push(score);
                }
            }
        }
        Ok(all)
    }

    /// The weights of scores, and the next loop-carried values, with the sums of values rescaled to the new maximum.
    fn weigh(
        &self,
        b: &mut Builder<'_>,
        scores: &[Vec<Value>; 2],
        old: &State<'_>,
    ) -> (Vec<Vec<Value>>, Vec<Value>) {
        let (mut weights, mut maxima, mut sums, mut factors) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (low, zero) = (float(b, f64::NEG_INFINITY), float(b, 0.0));
        for (half, scores) in scores.iter().enumerate() {
            let mut max = scores[0];
            for &score in &scores[1..] {
                max = MaximumFOp::build(b, max, score, None);
            }
            for offset in [1, 2] {
                let other = shuffle_xor(b, max, offset);
                max = MaximumFOp::build(b, max, other, None);
            }
            let max = MaximumFOp::build(b, old.maxima[half], max, None);
            // Rows without a visible key so far have weights of zero.
            let none = compare(b, CmpFPredicate::Oeq, max, low);
            let base = SelectOp::build(b, none, zero, max);
            let factor = exponential(b, old.maxima[half], base);
            let mine: Vec<Value> = scores.iter().map(|&score| exponential(b, score, base)).collect();
            let mut sum = MulFOp::build(b, old.sums[half], factor, None);
            for &weight in &mine {
                sum = AddFOp::build(b, sum, weight, None);
            }
            weights.push(mine);
            maxima.push(max);
            sums.push(sum);
            factors.push(factor);
        }
        let mut next = maxima;
        next.extend(sums);
        for &out in old.out {
            next.push(scaled(b, out, &factors));
        }
        (weights, next)
    }

    /// The second product, added to the loop-carried sums.
    fn values(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        stage: Value,
        weights: &[Vec<Vec<Value>>],
        next: &mut [Vec<Value>],
    ) {
        let elem = self.plan.attention.elem;
        for k in 0..KEYS / SIDE {
            let of_weights: Vec<Value> = weights.iter().map(|w| packed(b, w, k as usize, elem)).collect();
            for j in 0..self.width() / 2 {
                let at = [k * SIDE, j as i64 * SIDE];
                let four = fragments(b, (me.buffers[2], stage), self.value_at, at, true);
                for (half, values) in halves(b, four, elem).into_iter().enumerate() {
                    for (next, &weights) in next.iter_mut().zip(&of_weights) {
                        let sum = &mut next[4 + 2 * j + half];
                        *sum = MmaSyncOp::create(b, [weights, values, *sum], SHAPE, false);
                    }
                }
            }
        }
    }

    /// Whether a row of this lane has no score so large that the weights of scores `masked` are zero.
    pub(super) fn counts(&self, b: &mut Builder<'_>, state: &[Value], masked: f64) -> Value {
        let mut any: Option<Value> = None;
        for tile in 0..self.plan.division.tiles {
            for (half, &max) in self.state(state, tile as usize).maxima.iter().enumerate() {
                let masked = float(b, masked);
                let difference = SubFOp::build(b, masked, max, None);
                // The exponential of a smaller number is zero.
                let least = float(b, -110.0);
                let mut counts = compare(b, CmpFPredicate::Uge, difference, least);
                if self.plan.queries() % self.plan.division.queries() != 0 {
                    let row = add_const(b, self.row, tile * SIDE + half as i64 * 8);
                    let inside = less(b, row, self.plan.queries());
                    counts = strata_arith::AndIOp::build(b, counts, inside);
                }
                any = Some(any.map_or(counts, |any| OrIOp::build(b, any, counts)));
            }
        }
        any.unwrap_or_else(|| {
            let i1 = b.cx().i1();
            strata_arith::constant_int(b, 0, i1)
        })
    }
}

/// The number, or the last one where that is less, which blocks of `each` may go beyond.
fn clamp(b: &mut Builder<'_>, number: Value, size: i64, each: i64) -> Value {
    if size % each == 0 {
        return number;
    }
    let last = constant_index(b, size - 1);
    MinUIOp::build(b, number, last)
}

pub(super) fn compare(b: &mut Builder<'_>, predicate: CmpFPredicate, x: Value, y: Value) -> Value {
    let predicate = b.cx().i64_attr(predicate as i64);
    CmpFOp::build(b, predicate, x, y, None)
}

/// `exp(x - base)`.
fn exponential(b: &mut Builder<'_>, x: Value, base: Value) -> Value {
    let difference = SubFOp::build(b, x, base, None);
    exp(b, difference)
}

/// A fragment of sums that are zero.
fn fragment_of_zeros(b: &mut Builder<'_>) -> Value {
    let cx = b.cx();
    let ty = cx.vector(&[2, 2], cx.f32());
    constant_float(b, 0.0, ty)
}

/// A fragment whose rows are each multiplied by a factor of their own.
fn scaled(b: &mut Builder<'_>, fragment: Value, factors: &[Value]) -> Value {
    let ty = b.cx().vector(&[2], b.cx().f32());
    let mut out = fragment;
    for (i, &factor) in factors.iter().enumerate() {
        let part = ExtractOp::create(b, fragment, &[(i as i64).into()]);
        let factor = BroadcastOp::build(b, factor, ty);
        let part = MulFOp::build(b, part, factor, None);
        out = InsertOp::create(b, part, out, &[(i as i64).into()]);
    }
    out
}

/// The weights of 16 keys, packed as the first operand of the second product.
fn packed(b: &mut Builder<'_>, weights: &[Vec<Value>], keys: usize, elem: Type) -> Value {
    let ty = b.cx().vector(&[4, 2], elem);
    let mut out = constant_float(b, 0.0, ty);
    for i in 0..4 {
        let (half, eight) = (i % 2, i / 2);
        let from = keys * 4 + eight * 2;
        let both = pair(b, [weights[half][from], weights[half][from + 1]], elem);
        out = InsertOp::create(b, both, out, &[(i as i64).into()]);
    }
    out
}
