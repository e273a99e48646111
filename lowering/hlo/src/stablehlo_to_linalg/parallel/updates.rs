//! The updates of a `scatter`: which windows an element of the result can be in, and what they have for it.

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

/// The updates of a scatter, as an element of the result sees them.
pub(super) struct Updates<'a> {
    pub scatter: &'a Scatter<'a>,
    /// The dimensions of the updates that number the windows, and their sizes.
    pub batch: Vec<usize>,
    pub counts: Vec<MixedIndex>,
    /// Which of these an element of the result does not tell, and how many windows they make.
    pub free: Vec<usize>,
    pub updates: MixedIndex,
    /// How many places the index vectors can select.
    pub places: MixedIndex,
}

impl Updates<'_> {
    /// The counters of the windows that an element of the result can be in; `free` are those that it does not tell.
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
    /// The counters for a window's number.
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
    /// What a window has for an element at the given offsets, with its types before the lowering.
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
    /// The values of an element so far combined with others.
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
    /// Whether all of some conditions hold, of which there may be none.
    pub fn both(b: &mut Builder<'_>, all: Option<Value>, next: Value) -> Option<Value> {
        Some(all.map_or(next, |all| AndIOp::build(b, all, next)))
    }
    /// In each dimension where in a window an element is, if it is there, and whether it is.
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
    /// Each element looks through all windows.
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
