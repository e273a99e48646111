//! `scatter` of many updates: their positions are sorted together with their indices, so that the updates of an element of the result are a
//! segment, which is found by binary search.
//!
//! Where few elements get many updates each, as in a histogram, several threads each reduce a part of a segment, if updates may be
//! regrouped.

use strata_arith::{CmpIPredicate, IndexCastOp};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    add, div, elements, index, into, min, scaled, sort, sub, updates::Updates, where_holds, while_holds,
};
use crate::stablehlo_to_linalg::{
    Lowered, constants,
    emit::{cmpi, select},
    indices::{Start, inside},
    loops::{self, index_op},
    sizes,
    state::terminator,
    types::signless,
};

/// Segments with fewer updates on average are not divided into parts.
const LONG: i64 = 256;
/// The largest number of parts of a segment, and of all segments.
const MOST_PARTS: i64 = 1024;
const MOST_PARTS_OF_ALL: i64 = 1 << 20;
/// For larger results, segments are not divided if the number of updates is dynamic.
const FEW_ELEMENTS: i64 = 1 << 14;

/// Emits the results.
pub(super) fn combined(all: &Updates<'_>, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Vec<Value>> {
    let segments = Segments::new(all, b)?;
    let parts = if regroups(all, b) { parts(all, b)? } else { 1.into() };
    if parts == 1.into() { segments.whole(b, starts) } else { segments.in_parts(b, starts, parts) }
}

/// The number of parts of a segment: about the square root of its average length, if that is long.
fn parts(all: &Updates<'_>, b: &mut Builder<'_>) -> Lowered<MixedIndex> {
    let elements = all.scatter.to.iter().try_fold(1i64, |n, d| n.checked_mul(d.as_static()?));
    let Some(elements) = elements.map(|n| n.max(1)) else { return Ok(1.into()) };
    let most = MOST_PARTS.min(MOST_PARTS_OF_ALL / elements);
    if let (Some(updates), Some(places)) = (all.updates.as_static(), all.places.as_static()) {
        let length = updates / places.max(1);
        return Ok((if length >= LONG { (1i64 << (length.ilog2() / 2)).min(most).max(1) } else { 1 }).into());
    }
    if elements > FEW_ELEMENTS {
        return Ok(1.into());
    }
    let places = sizes::max(b, all.places, 1.into())?;
    let length = sizes::div(b, all.updates, places)?;
    let bits = sizes::bits(b, length)?;
    let half = sizes::div(b, bits, 2.into())?;
    let (one, half) = (index(b, 1), sizes::value(b, half));
    let parts = index_op(b, "arith.shli", one, half)?;
    sizes::min(b, MixedIndex::Value(parts), most.into())
}

/// Whether updates may be regrouped: the computation is a sum, a product or the like, or returns the last update.
fn regroups(all: &Updates<'_>, b: &Body) -> bool {
    let s = all.scatter;
    let &[block] = b.blocks(s.region) else { return false };
    let args = b.block_args(block);
    let n = s.elems.len();
    let same = |(i, &elem): (usize, &Type)| {
        let is = |&v: &Value| b.cx().elem_or_self(b.ty(v)) == elem;
        s.sources[i].1 == elem && args.get(i).is_some_and(is) && args.get(n + i).is_some_and(is)
    };
    let Ok(last) = terminator(b, block) else { return false };
    let returned: Vec<Value> = b.operands(last).collect();
    let known = |i: usize| {
        let Some(&v) = returned.get(i) else { return false };
        let Some(op) = b.def_op(v) else { return v == args[n + i] };
        let operands: Vec<Value> = b.operands(op).collect();
        let both = operands == [args[i], args[n + i]] || operands == [args[n + i], args[i]];
        let of = |op: Op| {
            op.isa::<hlo::AddOp>(b)
                || op.isa::<hlo::MulOp>(b)
                || op.isa::<hlo::MaxOp>(b)
                || op.isa::<hlo::MinOp>(b)
                || op.isa::<hlo::AndOp>(b)
                || op.isa::<hlo::OrOp>(b)
                || op.isa::<hlo::XorOp>(b)
        };
        both && of(op)
    };
    args.len() == 2 * n && s.elems.iter().enumerate().all(same) && (0..n).all(known)
}

/// The updates, sorted by their positions.
struct Segments<'a> {
    all: &'a Updates<'a>,
    /// The index vector dimensions that the element's position determines; each combination of them has a line of sorted positions.
    told: Vec<usize>,
    keys: Value,
    numbers: Value,
}

impl<'a> Segments<'a> {
    fn new(all: &'a Updates<'a>, b: &mut Builder<'_>) -> Lowered<Self> {
        let s = all.scatter;
        let fitting = |n: MixedIndex| n.as_static().is_some_and(|n| i32::try_from(n).is_ok());
        let [key, number] =
            [all.places, all.updates].map(|n| if fitting(n) { b.cx().i32() } else { b.cx().i64() });
        let told: Vec<usize> = (0..all.counts.len()).filter(|i| !all.free.contains(i)).collect();
        let mut shape: Vec<MixedIndex> = told.iter().map(|&i| all.counts[i]).collect();
        shape.push(all.updates);
        let line = told.len();
        let pairs = elements(b, &shape, &[key, number], |b, at| {
            let free = all.split(b, at[line])?;
            let zero = index(b, 0);
            let mut counters = vec![zero; all.counts.len()];
            for (&i, &v) in told.iter().zip(at).chain(all.free.iter().zip(&free)) {
                counters[i] = v;
            }
            let start = s.indices.start(b, &counters, s.to.len())?;
            let mut fits = None;
            let place = place(all, b, |b, d| {
                let Start::Selected(v) = start[d] else { return Err("an index vector lost a part".into()) };
                let place = s.indices.unclamped(b, v, s.to[d])?;
                let is_inside = inside(b, place, s.to[d]);
                fits = Updates::both(b, fits, is_inside);
                Ok(place)
            })?;
            // Positions out of bounds come last.
            let outside = sizes::value(b, all.places);
            let place = fits.map_or(place, |fits| select(b, fits, place, outside));
            Ok(vec![IndexCastOp::build(b, place, key), IndexCastOp::build(b, at[line], number)])
        })?;
        let before =
            |b: &mut Builder<'_>, x: &[Value], y: &[Value]| Ok(cmpi(b, CmpIPredicate::Slt, x[0], y[0]));
        let pairs = sort::sorted(b, &pairs, line, &before)?;
        Ok(Self { all, told, keys: pairs[0], numbers: pairs[1] })
    }
    /// Element `k` of the line of a result element.
    fn read(&self, b: &mut Builder<'_>, tensor: Value, at: &[Value], k: Value) -> Value {
        let batching = &self.all.scatter.indices.batching;
        let of = |i: usize| batching.iter().find(|&&(_, from)| from == i).map(|&(d, _)| at[d]);
        let mut place: Vec<Value> = self.told.iter().filter_map(|&i| of(i)).collect();
        place.push(k);
        let v = ExtractOp::build(b, tensor, &place);
        let index = b.cx().index();
        IndexCastOp::build(b, v, index)
    }
    /// The number of positions in the line of an element that are less than `place`.
    fn before(&self, b: &mut Builder<'_>, at: &[Value], place: Value) -> Lowered<Value> {
        let (zero, one, count) = (index(b, 0), index(b, 1), sizes::value(b, self.all.updates));
        let found = while_holds(
            b,
            &[zero, count],
            |b, range| Ok(cmpi(b, CmpIPredicate::Slt, range[0], range[1])),
            |b, range| {
                let sum = add(b, range[0], range[1])?;
                let half = index_op(b, "arith.shrui", sum, one)?;
                let key = self.read(b, self.keys, at, half);
                let is_before = cmpi(b, CmpIPredicate::Slt, key, place);
                let next = add(b, half, one)?;
                Ok(vec![select(b, is_before, next, range[0]), select(b, is_before, range[1], half)])
            },
        )?;
        Ok(found[0])
    }
    /// The bounds of an element's segment, and the offsets of the element in its windows.
    fn segment(&self, b: &mut Builder<'_>, at: &[Value]) -> Lowered<([Value; 2], Vec<Option<Value>>)> {
        let s = self.all.scatter;
        let (zero, one) = (index(b, 0), index(b, 1));
        let own = place(self.all, b, |_, d| Ok(at[d]))?;
        let next = add(b, own, one)?;
        let (first, end) = (self.before(b, at, own)?, self.before(b, at, next)?);
        // Windows have one element in the selected dimensions.
        let is_point =
            |d: &usize| s.indices.map.contains(d) || s.indices.batching.iter().any(|&(of, _)| of == *d);
        let start: Vec<Start> =
            (0..s.to.len()).map(|d| if is_point(&d) { Start::Batch(zero) } else { Start::Zero }).collect();
        let (offsets, hits) = self.all.offsets(b, at, &start)?;
        let end = hits.map_or(end, |hits| select(b, hits, end, first));
        Ok(([first, end], offsets))
    }
    /// The values of update `k` in the line of an element.
    fn update(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        k: Value,
        offsets: &[Option<Value>],
    ) -> Lowered<Vec<(Value, Type)>> {
        let number = self.read(b, self.numbers, at, k);
        let free = self.all.split(b, number)?;
        let counters = self.all.counters(b, at, &free);
        self.all.values(b, &counters, offsets)
    }
    /// Combines values with the updates of a range of indices.
    fn folded(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        [first, end]: [Value; 2],
        offsets: &[Option<Value>],
        inits: &[Value],
    ) -> Lowered<Vec<Value>> {
        let one = index(b, 1);
        loops::one(b, [first, end, one], inits, |b, k, so_far| {
            let values = self.update(b, at, k, offsets)?;
            self.all.combined(b, so_far, &values)
        })
    }
    /// One thread for each segment.
    fn whole(&self, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Vec<Value>> {
        into(b, starts, |b, at, olds| {
            let (bounds, offsets) = self.segment(b, at)?;
            self.folded(b, at, bounds, &offsets, olds)
        })
    }
    /// Several threads for each segment; the results of its parts are combined in order.
    fn in_parts(&self, b: &mut Builder<'_>, starts: &[Value], parts: MixedIndex) -> Lowered<Vec<Value>> {
        let s = self.all.scatter;
        let mut elems: Vec<Type> = s.elems.iter().map(|&e| signless(b.cx(), e)).collect();
        elems.push(b.cx().i1());
        let mut shape: Vec<MixedIndex> = vec![parts];
        shape.extend(&s.to);
        let sums = elements(b, &shape, &elems, |b, all| {
            let Some((&part, at)) = all.split_first() else { return Err("a loop lost its counters".into()) };
            let ([first, end], offsets) = self.segment(b, at)?;
            let (one, count) = (index(b, 1), sizes::value(b, parts));
            let length = sub(b, end, first)?;
            let length = add(b, length, count)?;
            let length = sub(b, length, one)?;
            let length = div(b, length, count)?;
            let skipped = index_op(b, "arith.muli", part, length)?;
            let first = add(b, first, skipped)?;
            let own_end = add(b, first, length)?;
            let end = min(b, own_end, end)?;
            let exists = cmpi(b, CmpIPredicate::Slt, first, end);
            let nothing: Vec<Value> = elems[..s.elems.len()].iter().map(|&e| constants::zero(b, e)).collect();
            let mut sums = where_holds(b, exists, &nothing, |b| {
                let start: Vec<Value> = self.update(b, at, first, &offsets)?.iter().map(|v| v.0).collect();
                let next = add(b, first, one)?;
                self.folded(b, at, [next, end], &offsets, &start)
            })?;
            sums.push(exists);
            Ok(sums)
        })?;
        into(b, starts, |b, at, olds| {
            loops::nest_of(b, &[parts], olds, &mut |b, part, so_far| {
                let place = [part, at].concat();
                let exists = ExtractOp::build(b, sums[s.elems.len()], &place);
                where_holds(b, exists, so_far, |b| {
                    let values: Vec<(Value, Type)> = sums
                        .iter()
                        .zip(&s.elems)
                        .map(|(&v, &elem)| (ExtractOp::build(b, v, &place), elem))
                        .collect();
                    self.all.combined(b, so_far, &values)
                })
            })
        })
    }
}

/// The linear index that index vectors select, from an index for each dimension.
fn place(
    all: &Updates<'_>,
    b: &mut Builder<'_>,
    mut of: impl FnMut(&mut Builder<'_>, usize) -> Lowered<Value>,
) -> Lowered<Value> {
    let s = all.scatter;
    let mut place = None;
    for &d in &s.indices.map {
        let next = of(b, d)?;
        place = Some(match place {
            Some(so_far) => {
                let scaled = scaled(b, so_far, s.to[d])?;
                add(b, scaled, next)?
            }
            None => next,
        });
    }
    Ok(place.unwrap_or_else(|| index(b, 0)))
}
