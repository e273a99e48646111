//! Transposes of operands and of the result become part of the maps of a contraction.
//!
//! Of the transposes around a contraction, those are folded that leave the fewest elements to be moved, as long as rows of the result
//! are made from rows of an operand. Where that needs an operand in another order, it is transposed instead of a result that is
//! larger, such as the keys of an attention instead of its scores.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{FillOp, IteratorType, TransposeOp};

use super::{Contraction, shape_of, vector_operand};

/// Steps of a sum below which a row is no place for lanes.
const MIN_SUM_STEPS: i64 = 32;

/// Fewer rows than this read operands of a batch where they are.
const FEW_ROWS: i64 = 4;

/// Whether both operands have the steps innermost, as with weights `[out, in]`: for each row a sum of products of neighbours, and
/// for many rows panels that are transposed when they are copied. Either way, nothing is transposed in memory.
fn has_long_rows(maps: &[AffineMap; 3], iterators: &[IteratorType], sizes: &[i64]) -> bool {
    // Places of a window of one place do not count.
    let several = |e: &&AffineExpr| e.as_dim().is_none_or(|d| sizes[d as usize] != 1);
    let innermost = |m: &AffineMap| m.results().iter().rfind(several).and_then(|e| e.as_dim());
    let (Some(x), Some(y)) = (innermost(&maps[0]), innermost(&maps[1])) else { return false };
    let d = x as usize;
    // Each row of one operand is used with each row of the other: there are no batches, whose matrices are small, but for few rows, which do not
    // pay for a transpose of what they read: a query and the keys of many tokens.
    let parallel = |d: &usize| iterators[*d] == IteratorType::Parallel;
    let of_both = |d: usize| (0..2).all(|i| maps[i].uses_dim(d as u32));
    let rows = |i: usize| -> i64 {
        let own =
            (0..iterators.len()).filter(parallel).filter(|&d| !of_both(d) && maps[i].uses_dim(d as u32));
        own.map(|d| sizes[d]).product()
    };
    let few_rows = rows(0).min(rows(1)) < FEW_ROWS;
    x == y
        && is_plain(maps)
        && iterators[d] == IteratorType::Reduction
        && sizes[d] >= MIN_SUM_STEPS
        && (few_rows || !(0..iterators.len()).filter(parallel).any(of_both))
}

/// Whether every index is a loop.
fn is_plain(maps: &[AffineMap; 3]) -> bool {
    maps.iter().all(|m| m.results().iter().all(|e| e.as_dim().is_some()))
}

/// A way of treating the transposes around a contraction.
struct Choice {
    /// The transposes of the operands and of the result that become part of the maps.
    take: [bool; 3],
    maps: [AffineMap; 3],
    /// The operand whose dimension with this number becomes the last one, by a new transpose.
    turned: Option<(usize, usize)>,
    /// Elements that are still transposed in memory.
    moved: i64,
}

impl Contraction {
    /// Folds transposes of the operands and of the result into the maps. If the transpose of the result is folded, returns that op: its
    /// result is the result of the contraction now.
    pub(super) fn fold(&mut self, b: &mut Builder<'_>) -> Option<Op> {
        let sources = [0, 1].map(|i| self.transposed_input(b, i));
        let result = self.transposed_result(b);
        let maps =
            |i: usize| if i < 2 { sources[i].as_ref().map(|s| &s.1) } else { result.as_ref().map(|r| &r.1) };
        let mut best: Option<Choice> = None;
        for bits in 0..8usize {
            let take = [0, 1, 2].map(|i| bits >> i & 1 != 0);
            let taken: Option<Vec<AffineMap>> =
                (0..3).map(|i| if take[i] { maps(i).cloned() } else { Some(self.maps[i].clone()) }).collect();
            let Some(Ok(taken)) = taken.map(<[AffineMap; 3]>::try_from) else { continue };
            let left =
                (0..3).filter(|&i| !take[i] && maps(i).is_some()).map(|i| self.elements(i)).sum::<i64>();
            let fits =
                vector_operand(&taken).is_some() || has_long_rows(&taken, &self.iterators, &self.sizes);
            let turned = if fits { None } else { self.lanes_by_transposing(&taken).filter(|_| take[2]) };
            if !fits && turned.is_none() {
                continue;
            }
            let moved = left + turned.map_or(0, |(v, _)| self.elements(v));
            let count = |take: [bool; 3]| take.iter().filter(|t| **t).count();
            if best.as_ref().is_none_or(|b| (moved, count(b.take)) < (b.moved, count(take))) {
                best = Some(Choice { take, maps: taken, turned, moved });
            }
        }
        let Choice { take, maps, turned, .. } = best?;
        self.maps = maps;
        for (i, source) in sources.into_iter().enumerate() {
            if let (true, Some((value, _))) = (take[i], source) {
                self.inputs[i] = value;
            }
        }
        if let Some((v, at)) = turned {
            self.move_last(b, v, at);
        }
        let (op, _) = result.filter(|_| take[2])?;
        self.result = *b.results(op).first()?;
        self.ty = b.ty(self.result);
        Some(op)
    }

    /// The value that an operand is the transpose of, with its map.
    pub(super) fn transposed_input(&self, body: &Body, i: usize) -> Option<(Value, AffineMap)> {
        let op = body.def_as::<TransposeOp>(self.inputs[i])?;
        // Window positions and features are one loop where they are contiguous; a transpose that permutes only rows is kept, because
        // its copy makes them contiguous.
        let windows = self.maps[1 - i].results().iter().any(|e| e.as_dim().is_none());
        let rows = op.dims(body).last().is_some_and(|&d| d + 1 == op.dims(body).len() as i64);
        if windows && rows {
            return None;
        }
        let mut results = self.maps[i].results().to_vec();
        for (expr, &p) in self.maps[i].results().iter().zip(op.dims(body)) {
            *results.get_mut(usize::try_from(p).ok()?)? = expr.clone();
        }
        Some((op.input(body), self.maps[i].with_results(results)))
    }

    /// The only user of the result, where it is a transpose, and the map of its result.
    fn transposed_result(&self, body: &Body) -> Option<(Op, AffineMap)> {
        if !body.has_one_use(self.result) {
            return None;
        }
        body.def_as::<FillOp>(self.init)?;
        let user = body.users(self.result).next()?;
        let op = user.as_op::<TransposeOp>(body).filter(|t| t.input(body) == self.result)?;
        let results = op.dims(body).iter().map(|&p| self.maps[2].results().get(p as usize).cloned());
        let results = results.collect::<Option<Vec<_>>>()?;
        (body.parent_block(user) == body.parent_block(body.def_op(self.result)?))
            .then(|| (user, self.maps[2].with_results(results)))
    }

    /// The operand, and its dimension, that has to be the last one so that rows of the result are made from rows of the operand.
    fn lanes_by_transposing(&self, maps: &[AffineMap; 3]) -> Option<(usize, usize)> {
        let d = maps[2].results().last()?.as_dim()?;
        let possible = (0..2).filter_map(|v| {
            let at = maps[v].results().iter().position(|e| e.as_dim() == Some(d))?;
            (!maps[1 - v].uses_dim(d)).then_some((v, at))
        });
        possible.min_by_key(|&(v, _)| self.elements(v)).filter(|_| is_plain(maps))
    }

    /// Elements of an operand, or of the result.
    fn elements(&self, i: usize) -> i64 {
        let used = (0..self.sizes.len()).filter(|&d| self.maps[i].uses_dim(d as u32));
        used.map(|d| self.sizes[d]).product()
    }

    /// Transposes an operand so that its dimension `at` is the last one.
    pub(super) fn move_last(&mut self, b: &mut Builder<'_>, v: usize, at: usize) {
        let shape = shape_of(b, self.inputs[v]);
        let mut order: Vec<i64> = (0..shape.len() as i64).collect();
        let moved = order.remove(at);
        order.push(moved);
        let to: Vec<i64> = order.iter().map(|&d| shape[d as usize]).collect();
        let elem = self.elem(b, v);
        let init = super::empty(b, &to, elem);
        let Ok(op) = TransposeOp::create(b, self.inputs[v], init, &order) else { return };
        self.inputs[v] = b.result(op.op(), 0);
        let results = order.iter().map(|&d| self.maps[v].result(d as usize).clone()).collect();
        self.maps[v] = self.maps[v].with_results(results);
    }
}
