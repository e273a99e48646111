//! The updates of a `scatter` from the view of an element of the result: the windows that may contain it, and their values.

use strata_arith::AndIOp;
use strata_ir::prelude::*;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{div, index, into, rem, sub, where_holds};
use crate::stablehlo_to_linalg::{
    Lowered,
    indices::{Start, inside},
    loops,
    scatter::Scatter,
    sizes,
};

/// The updates of a scatter.
pub(super) struct Updates<'a> {
    pub scatter: &'a Scatter<'a>,
    /// The dimensions of the updates that enumerate the windows, and their sizes.
    pub batch: Vec<usize>,
    pub counts: Vec<MixedIndex>,
    /// Those of them that the element's position does not determine, and the number of windows that these enumerate.
    pub free: Vec<usize>,
    pub updates: MixedIndex,
    /// The number of positions that the index vectors can select.
    pub places: MixedIndex,
}

impl Updates<'_> {
    /// The window indices for an element of the result; `free` are those that its position does not determine.
    pub fn counters(&self, b: &mut Builder<'_>, at: &[Value], free: &[Value]) -> Vec<Value> {
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
    /// The window indices of the free dimensions, from a linear index.
    pub fn split(&self, b: &mut Builder<'_>, number: Value) -> Lowered<Vec<Value>> {
        let (mut rest, mut counters) = (number, Vec::new());
        for (k, &i) in self.free.iter().enumerate().rev() {
            if k == 0 {
                counters.push(rest);
                break;
            }
            let n = sizes::value(b, self.counts[i]);
            counters.push(rem(b, rest, n)?);
            rest = div(b, rest, n)?;
        }
        counters.reverse();
        Ok(counters)
    }
    /// The update values of a window for an element at the given offsets, with their types before the lowering.
    pub fn values(
        &self,
        b: &mut Builder<'_>,
        counters: &[Value],
        offsets: &[Option<Value>],
    ) -> Lowered<Vec<(Value, Type)>> {
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
        Ok(s.sources.iter().map(|&(source, elem)| (ExtractOp::build(b, source, &place), elem)).collect())
    }
    /// Combines the current values of an element with others.
    pub fn combined(
        &self,
        b: &mut Builder<'_>,
        so_far: &[Value],
        values: &[(Value, Type)],
    ) -> Lowered<Vec<Value>> {
        let s = self.scatter;
        let mut args: Vec<(Value, Type)> = so_far.iter().copied().zip(s.elems.iter().copied()).collect();
        args.extend(values);
        loops::apply(s.l, b, s.region, &args, &s.elems)
    }
    /// The conjunction of conditions, of which there may be none so far.
    pub fn both(b: &mut Builder<'_>, all: Option<Value>, next: Value) -> Option<Value> {
        Some(all.map_or(next, |all| AndIOp::build(b, all, next)))
    }
    /// The offsets of an element in a window, for each dimension that the window has, and whether the element is inside.
    pub fn offsets(
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
                    if size != s.to[d] {
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
                    if s.whole && size != 1.into() {
                        let fits = s.fits(b, start, d)?;
                        hits = Self::both(b, hits, fits);
                    }
                    offsets.push(window.map(|_| offset));
                }
            }
        }
        Ok((offsets, hits))
    }
    /// Each element searches all windows.
    pub fn searched(&self, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Vec<Value>> {
        let counts: Vec<MixedIndex> = self.free.iter().map(|&i| self.counts[i]).collect();
        into(b, starts, |b, at, olds| {
            loops::nest_of(b, &counts, olds, &mut |b, free, so_far| {
                let counters = self.counters(b, at, free);
                let start = self.scatter.indices.start(b, &counters, self.scatter.to.len())?;
                let (offsets, hits) = self.offsets(b, at, &start)?;
                let combined = |b: &mut Builder<'_>| {
                    let values = self.values(b, &counters, &offsets)?;
                    self.combined(b, so_far, &values)
                };
                match hits {
                    Some(hits) => where_holds(b, hits, so_far, combined),
                    None => combined(b),
                }
            })
        })
    }
}
