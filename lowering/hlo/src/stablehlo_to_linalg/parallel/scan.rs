//! Scans as a tree of chunks: the chunks are reduced, their results are scanned, and each element starts from the result in front of its
//! chunk.
//!
//! A level is two ops, and each level has so many fewer elements that the work is little more than two passes over the input. If the length
//! of lines is dynamic, the number of levels is fixed, and the size of chunks depends on the length.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{add, div, elements, index, max, min, mul, sub};
use crate::stablehlo_to_linalg::{
    Lowered,
    emit::{cmpi, select},
    loops::{self, index_op},
    scan::{self, Scan, Scanned},
    sizes,
    state::Lowering,
    types::signless,
};

/// Elements of a chunk. An element of the last level reads half of its chunk, on average.
const CHUNK: i64 = 16;
/// Shorter lines are scanned without chunks.
const SHORT: i64 = 32;
/// The number of levels for lines of dynamic length.
const LEVELS: usize = 3;

/// A `reduce_window` that is a scan, and may be regrouped.
pub(in crate::stablehlo_to_linalg) fn lower(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    let Some(Scanned { scan, inputs, inits }) = scan::of_windows(l, b, op)? else { return Ok(None) };
    Ok(tree(l, b, &scan, &inputs, &inits)?.map(SmallVec::from))
}

/// A `chlo.scan` that may be regrouped.
pub(in crate::stablehlo_to_linalg) fn lower_chlo(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    if !scan::regroups(b, op) {
        return Ok(None);
    }
    let Scanned { scan, inputs, inits } = scan::of_chlo(l, b, op)?;
    let Some(mut results) = tree(l, b, &scan, &inputs, &inits)? else { return Ok(None) };
    // The final carries have no uses.
    results.extend(inits);
    Ok(Some(results.into()))
}

/// The results of a scan; each of `inits` is one element, or one for each line.
fn tree(
    l: &Lowering,
    b: &mut Builder<'_>,
    scan: &Scan,
    inputs: &[Value],
    inits: &[Value],
) -> Lowered<Option<Vec<Value>>> {
    if !scan.regroups {
        return Ok(None);
    }
    let elems = scan.elems.iter().map(|&e| signless(b.cx(), e)).collect();
    let chunk = chunk(b, scan.shape[scan.dim])?;
    Level { l, scan, shape: scan.shape.clone(), elems, chunk, left: LEVELS, backwards: scan.backwards }
        .results(b, inputs, inits)
        .map(Some)
}

/// The size of chunks: a power of two, so that lines of dynamic length are one chunk after all levels.
fn chunk(b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
    if n.as_static().is_some() {
        return Ok(CHUNK.into());
    }
    let bits = sizes::bits(b, n)?;
    // After all levels the remaining line is no longer than a chunk.
    let parts = LEVELS as i64 + 1;
    let bits = sizes::add(b, bits, (parts - 1).into())?;
    let each = sizes::div(b, bits, parts.into())?;
    let (one, each) = (index(b, 1), sizes::value(b, each));
    let length = index_op(b, "arith.shli", one, each)?;
    sizes::max(b, MixedIndex::Value(length), CHUNK.into())
}

/// A scan of the input, or of chunks of it.
struct Level<'a> {
    l: &'a Lowering,
    scan: &'a Scan,
    shape: Vec<MixedIndex>,
    elems: Vec<Type>,
    /// The size of a chunk, and the number of levels that remain for lines of dynamic length.
    chunk: MixedIndex,
    left: usize,
    /// Whether lines are scanned from their ends; those of chunks never are.
    backwards: bool,
}

impl Level<'_> {
    /// The length of the lines.
    fn length(&self) -> MixedIndex {
        self.shape[self.scan.dim]
    }
    /// The index of the last element of a line.
    fn last(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let last = sizes::last(b, self.length())?;
        Ok(sizes::value(b, last))
    }
    fn results(&self, b: &mut Builder<'_>, inputs: &[Value], inits: &[Value]) -> Lowered<Vec<Value>> {
        let dim = self.scan.dim;
        if self.length().as_static().map_or(self.left == 0, |n| n <= SHORT) {
            return elements(b, &self.shape, &self.elems, |b, at| {
                let first = self.starts(b, at, inits);
                let zero = index(b, 0);
                let last = self.turned(b, at[dim])?;
                self.combined(b, inputs, at, &first, [zero, last])
            });
        }
        let mut shape = self.shape.clone();
        shape[dim] = sizes::div_up(b, self.length(), self.chunk)?;
        let totals = elements(b, &shape, &self.elems, |b, at| {
            let (one, chunk, end) = (index(b, 1), sizes::value(b, self.chunk), self.last(b)?);
            let begin = mul(b, at[dim], chunk)?;
            let last = add(b, begin, chunk)?;
            let last = sub(b, last, one)?;
            let last = min(b, last, end)?;
            let first = self.read(b, inputs, at, begin)?;
            let next = add(b, begin, one)?;
            self.combined(b, inputs, at, &first, [next, last])
        })?;
        let left = self.left.saturating_sub(1);
        let level = Level { shape, elems: self.elems.clone(), left, backwards: false, ..*self };
        let sums = level.results(b, &totals, inits)?;
        elements(b, &self.shape, &self.elems, |b, at| {
            let (zero, one, chunk) = (index(b, 0), index(b, 1), sizes::value(b, self.chunk));
            let last = self.turned(b, at[dim])?;
            let number = div(b, last, chunk)?;
            let before = sub(b, number, one)?;
            let before = max(b, before, zero)?;
            let starts = self.starts(b, at, inits);
            let is_first = cmpi(b, CmpIPredicate::Eq, number, zero);
            let first: Vec<Value> = level
                .read(b, &sums, at, before)?
                .into_iter()
                .zip(starts)
                .map(|(sum, start)| select(b, is_first, start, sum))
                .collect();
            let begin = mul(b, number, chunk)?;
            self.combined(b, inputs, at, &first, [begin, last])
        })
    }
    /// Converts a position to an index in the order of the scan, or back.
    fn turned(&self, b: &mut Builder<'_>, place: Value) -> Lowered<Value> {
        if !self.backwards {
            return Ok(place);
        }
        let last = self.last(b)?;
        sub(b, last, place)
    }
    /// Reads element `number` of a line, in the order of the scan.
    fn read(
        &self,
        b: &mut Builder<'_>,
        inputs: &[Value],
        at: &[Value],
        number: Value,
    ) -> Lowered<Vec<Value>> {
        let mut place = at.to_vec();
        place[self.scan.dim] = self.turned(b, number)?;
        Ok(inputs.iter().map(|&v| ExtractOp::build(b, v, &place)).collect())
    }
    /// The initial values of a line.
    fn starts(&self, b: &mut Builder<'_>, at: &[Value], inits: &[Value]) -> Vec<Value> {
        let mut place = at.to_vec();
        place.remove(self.scan.dim);
        let of = |&init: &Value| {
            let is_tensor = b.cx().type_as::<TensorType>(b.ty(init)).is_some();
            if is_tensor { ExtractOp::build(b, init, &place) } else { init }
        };
        inits.iter().map(of).collect()
    }
    /// `first` combined with the elements of a range of indices.
    fn combined(
        &self,
        b: &mut Builder<'_>,
        inputs: &[Value],
        at: &[Value],
        first: &[Value],
        [begin, last]: [Value; 2],
    ) -> Lowered<Vec<Value>> {
        let one = index(b, 1);
        let end = add(b, last, one)?;
        loops::one(b, [begin, end, one], first, |b, number, so_far| {
            let next = self.read(b, inputs, at, number)?;
            self.scan.combine(self.l, b, so_far, &next)
        })
    }
}
