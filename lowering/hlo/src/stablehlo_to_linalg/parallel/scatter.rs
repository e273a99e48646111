//! `scatter` with a thread for each element of the result, which combines the updates that are for it, in their order.
//!
//! Few updates are looked through by each thread. Of many, the places where they go are sorted, together with their numbers, and
//! an element finds its own by a binary search. So results never depend on which thread is faster, floats not either.

use strata_arith::{AndIOp, CmpIPredicate, IndexCastOp};
use strata_ir::prelude::*;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{add, div, elements, index, into, min, rem, sort, sub, times, where_holds, while_holds};
use crate::stablehlo_to_linalg::{
    Lowered,
    indices::{Start, inside},
    loops::{self, index_op},
    scalar::{cmpi, select},
    scatter::Scatter,
};

/// So many updates are looked through one by one.
const FEW: i64 = 32;

/// The results, unless there is one window, which is combined in place.
pub(in crate::stablehlo_to_linalg) fn gathered(
    scatter: &Scatter<'_>,
    b: &mut Builder<'_>,
    starts: &[Value],
) -> Lowered<Option<Vec<Value>>> {
    let is_window = |d: &usize| scatter.numbers.update_window_dims.contains(&(*d as i64));
    let batch: Vec<usize> = (0..scatter.extent.len()).filter(|d| !is_window(d)).collect();
    let counts: Vec<i64> = batch.iter().map(|&d| scatter.extent[d]).collect();
    let given = |i: &usize| scatter.indices.batching.iter().any(|&(_, from)| from == *i);
    let free: Vec<usize> = (0..counts.len()).filter(|i| !given(i)).collect();
    let Some(updates) = free.iter().try_fold(1i64, |n, &i| n.checked_mul(counts[i])) else { return Ok(None) };
    if counts.iter().product::<i64>() < 2 {
        return Ok(None);
    }
    let all = Updates { scatter, batch, counts, free, updates };
    let is_point = |&d: &usize| scatter.size(d) == 1;
    let points = scatter.indices.map.iter().all(is_point) && all.places().is_some();
    if updates > FEW && points { all.sorted(b, starts).map(Some) } else { all.searched(b, starts).map(Some) }
}

struct Updates<'a> {
    scatter: &'a Scatter<'a>,
    /// The dimensions of the updates that number the windows, and their sizes.
    batch: Vec<usize>,
    counts: Vec<i64>,
    /// Which of these an element of the result does not tell, and how many windows they make.
    free: Vec<usize>,
    updates: i64,
}

impl Updates<'_> {
    /// How many places the index vectors can select.
    fn places(&self) -> Option<i64> {
        let map = &self.scatter.indices.map;
        map.iter().try_fold(1i64, |n, &d| n.checked_mul(self.scatter.to[d]))
    }
    /// The counters of the windows that an element of the result can be in; `free` are those that it does not tell.
    fn counters(&self, b: &mut Builder<'_>, at: &[Value], free: &[Value]) -> Vec<Value> {
        let zero = index(b, 0);
        let mut counters = vec![zero; self.counts.len()];
        for &(d, from) in &self.scatter.indices.batching {
            counters[from] = at[d];
        }
        for (&i, &v) in self.free.iter().zip(free) {
            counters[i] = v;
        }
        counters
    }
    /// The counters for a window's number.
    fn split(&self, b: &mut Builder<'_>, number: Value) -> Lowered<Vec<Value>> {
        let (mut rest, mut counters) = (number, Vec::new());
        for (k, &i) in self.free.iter().enumerate().rev() {
            if k == 0 {
                counters.push(rest);
                break;
            }
            let n = index(b, self.counts[i]);
            counters.push(rem(b, rest, n)?);
            rest = div(b, rest, n)?;
        }
        counters.reverse();
        Ok(counters)
    }
    /// The old values of an element combined with what a window has for it at the given offsets.
    fn combined(
        &self,
        b: &mut Builder<'_>,
        so_far: &[Value],
        counters: &[Value],
        offsets: &[Option<Value>],
    ) -> Lowered<Vec<Value>> {
        let s = self.scatter;
        let zero = index(b, 0);
        let mut place = vec![zero; s.extent.len()];
        for (&d, &counter) in self.batch.iter().zip(counters) {
            place[d] = counter;
        }
        for (w, offset) in s.window.iter().zip(offsets) {
            if let (&Some(w), &Some(offset)) = (w, offset) {
                place[w] = offset;
            }
        }
        let mut args: Vec<(Value, Type)> = so_far.iter().copied().zip(s.elems.iter().copied()).collect();
        for &(source, elem) in &s.sources {
            args.push((ExtractOp::build(b, source, &place), elem));
        }
        loops::apply(s.l, b, s.region, &args, &s.elems)
    }
    /// Whether all of some conditions hold, of which there may be none.
    fn both(b: &mut Builder<'_>, all: Option<Value>, next: Value) -> Option<Value> {
        Some(all.map_or(next, |all| AndIOp::build(b, all, next)))
    }
    /// In each dimension where in a window an element is, if it is there, and whether it is.
    fn offsets(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        start: &[Start],
    ) -> Lowered<(Vec<Option<Value>>, Option<Value>)> {
        let s = self.scatter;
        let (mut offsets, mut hits) = (Vec::new(), None);
        for (d, start) in start.iter().enumerate() {
            let size = s.size(d);
            match (*start, s.window[d]) {
                (Start::Batch(_), _) => offsets.push(None),
                (Start::Zero, window) => {
                    if size < s.to[d] {
                        let fits = inside(b, at[d], size);
                        hits = Self::both(b, hits, fits);
                    }
                    offsets.push(window.map(|_| at[d]));
                }
                (Start::Selected(v), window) => {
                    let start = s.indices.unclamped(b, v, s.to[d])?;
                    let offset = sub(b, at[d], start)?;
                    let fits = inside(b, offset, size);
                    hits = Self::both(b, hits, fits);
                    offsets.push(window.map(|_| offset));
                }
            }
        }
        Ok((offsets, hits))
    }
    /// Each element looks through all windows.
    fn searched(&self, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Vec<Value>> {
        let counts: Vec<i64> = self.free.iter().map(|&i| self.counts[i]).collect();
        into(b, starts, |b, at, olds| {
            loops::nest(b, &counts, olds, &mut |b, free, so_far| {
                let counters = self.counters(b, at, free);
                let start = self.scatter.indices.start(b, &counters, &self.scatter.to)?;
                let (offsets, hits) = self.offsets(b, at, &start)?;
                match hits {
                    Some(hits) => {
                        where_holds(b, hits, so_far, |b| self.combined(b, so_far, &counters, &offsets))
                    }
                    None => self.combined(b, so_far, &counters, &offsets),
                }
            })
        })
    }
    /// The place that index vectors select, as one number, from a number for each dimension.
    fn place(
        &self,
        b: &mut Builder<'_>,
        mut of: impl FnMut(&mut Builder<'_>, usize) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let s = self.scatter;
        let mut place = None;
        for &d in &s.indices.map {
            let next = of(b, d)?;
            place = Some(match place {
                Some(so_far) => {
                    let scaled = times(b, so_far, s.to[d])?;
                    add(b, scaled, next)?
                }
                None => next,
            });
        }
        Ok(place.unwrap_or_else(|| index(b, 0)))
    }
    /// Each element finds its windows among sorted ones.
    fn sorted(&self, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Vec<Value>> {
        let s = self.scatter;
        let places = self.places().unwrap_or(i64::MAX);
        let key = if i32::try_from(places).is_ok() { b.cx().i32() } else { b.cx().i64() };
        let number = if i32::try_from(self.updates).is_ok() { b.cx().i32() } else { b.cx().i64() };
        // The dimensions that elements tell come first.
        let told: Vec<usize> = (0..self.counts.len()).filter(|i| !self.free.contains(i)).collect();
        let mut shape: Vec<MixedIndex> = told.iter().map(|&i| self.counts[i].into()).collect();
        shape.push(self.updates.into());
        let line = told.len();
        let pairs = elements(b, &shape, &[key, number], |b, at| {
            let free = self.split(b, at[line])?;
            let zero = index(b, 0);
            let mut counters = vec![zero; self.counts.len()];
            for (&i, &v) in told.iter().zip(at).chain(self.free.iter().zip(&free)) {
                counters[i] = v;
            }
            let start = s.indices.start(b, &counters, &s.to)?;
            let mut fits = None;
            let place = self.place(b, |b, d| {
                let Start::Selected(v) = start[d] else { return Err("an index vector lost a part".into()) };
                let place = s.indices.unclamped(b, v, s.to[d])?;
                let is_inside = inside(b, place, s.to[d]);
                fits = Self::both(b, fits, is_inside);
                Ok(place)
            })?;
            // What is outside comes last.
            let outside = index(b, places);
            let place = fits.map_or(place, |fits| select(b, fits, place, outside));
            Ok(vec![IndexCastOp::build(b, place, key), IndexCastOp::build(b, at[line], number)])
        })?;
        let before =
            |b: &mut Builder<'_>, x: &[Value], y: &[Value]| Ok(cmpi(b, CmpIPredicate::Slt, x[0], y[0]));
        let pairs = sort::sorted(b, &pairs, line, &before)?;
        let (keys, numbers) = (pairs[0], pairs[1]);
        let read = |b: &mut Builder<'_>, tensor: Value, at: &[Value], k: Value| {
            let d_of = |i: usize| s.indices.batching.iter().find(|&&(_, from)| from == i).map(|&(d, _)| d);
            let mut place: Vec<Value> = told.iter().filter_map(|&i| Some(at[d_of(i)?])).collect();
            place.push(k);
            let v = ExtractOp::build(b, tensor, &place);
            let index = b.cx().index();
            IndexCastOp::build(b, v, index)
        };
        into(b, starts, |b, at, olds| {
            let (zero, one, count) = (index(b, 0), index(b, 1), index(b, self.updates));
            let last = index(b, self.updates - 1);
            let own = self.place(b, |_, d| Ok(at[d]))?;
            let found = while_holds(
                b,
                &[zero, count],
                |b, range| Ok(cmpi(b, CmpIPredicate::Slt, range[0], range[1])),
                |b, range| {
                    let sum = add(b, range[0], range[1])?;
                    let half = index_op(b, "arith.shrui", sum, one)?;
                    let key = read(b, keys, at, half);
                    let is_before = cmpi(b, CmpIPredicate::Slt, key, own);
                    let next = add(b, half, one)?;
                    Ok(vec![select(b, is_before, next, range[0]), select(b, is_before, range[1], half)])
                },
            )?;
            // Windows are points in the dimensions that are selected in.
            let start: Vec<Start> = (0..s.to.len())
                .map(|d| match s.indices.map.contains(&d) {
                    true => Start::Batch(zero),
                    false => match s.indices.batching.iter().any(|&(of, _)| of == d) {
                        true => Start::Batch(zero),
                        false => Start::Zero,
                    },
                })
                .collect();
            let (offsets, hits) = self.offsets(b, at, &start)?;
            let mut inits = vec![found[0]];
            inits.extend(olds);
            let done = while_holds(
                b,
                &inits,
                |b, carried| {
                    let exists = cmpi(b, CmpIPredicate::Slt, carried[0], count);
                    let k = min(b, carried[0], last)?;
                    let key = read(b, keys, at, k);
                    let is_own = cmpi(b, CmpIPredicate::Eq, key, own);
                    let goes_on = AndIOp::build(b, exists, is_own);
                    Ok(hits.map_or(goes_on, |hits| AndIOp::build(b, goes_on, hits)))
                },
                |b, carried| {
                    let number = read(b, numbers, at, carried[0]);
                    let free = self.split(b, number)?;
                    let counters = self.counters(b, at, &free);
                    let mut next = vec![add(b, carried[0], one)?];
                    next.extend(self.combined(b, &carried[1..], &counters, &offsets)?);
                    Ok(next)
                },
            )?;
            Ok(done[1..].to_vec())
        })
    }
}
