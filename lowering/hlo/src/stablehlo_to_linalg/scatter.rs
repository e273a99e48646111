//! `scatter`: loops over the updates that combine elements in place.
//!
//! Windows are combined one after the other, in the order of their index vectors. A window that is partly outside of the input is dropped,
//! or with `scatter-out-of-bounds=element` only its elements outside are. A window that is entirely inside is combined by one elementwise op
//! on a part of the input, which is a few vectors if it is a row. Sizes may be dynamic: the constraints of the op are checked at run time
//! then.

use strata_arith::CmpIPredicate;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType};
use strata_passes_analysis::combiner::Combiner;
use strata_scf::{IfOp, YieldOp};
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, ExtractSliceOp, InsertOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants,
    emit::{cmpi, select},
    indices::{Indices, Start, inside},
    loops::{self, index_op},
    sizes::{self, fixed},
    state::Lowering,
};

/// A scatter: the computation, the indices, and the updates.
pub(super) struct Scatter<'l> {
    pub l: &'l Lowering,
    pub region: Region,
    pub numbers: hlo::ScatterDimensionNumbers,
    pub indices: Indices,
    /// The sizes of the inputs and of the updates.
    pub to: Vec<MixedIndex>,
    pub extent: Vec<MixedIndex>,
    /// The element types of the results, and the updates with their types.
    pub elems: Vec<Type>,
    pub sources: Vec<(Value, Type)>,
    /// For each dimension of the inputs the dimension of the updates that runs along it inside of a window.
    pub window: Vec<Option<usize>>,
    /// Whether a window that is partly outside is dropped.
    pub whole: bool,
    /// Whether the program says that indices ascend and may be equal.
    pub sorted: bool,
}

/// The place of the elements of the update before in the last dimension, the only one in which it is another one, and their values.
///
/// Where indices are sorted, updates of one element follow each other. Its value is carried from one to the next, which need not wait
/// until it is stored and loaded again; whether indices are in fact sorted does not matter to the result.
#[derive(Clone, Copy)]
pub(super) struct Previous<'v> {
    pub place: Value,
    pub values: &'v [Value],
}

/// An update that was combined: the new tensors, the place of its elements, and their values.
pub(super) struct Combined {
    pub tensors: Vec<Value>,
    pub place: Vec<Value>,
    pub values: Vec<Value>,
}

/// Windows with fewer elements are combined element by element.
const SMALL_WINDOW: i64 = 4;

/// Runs of equal indices that are shorter on the average cost more by branches that are not predicted than stores that are waited for.
const MIN_RUN: i64 = 16;

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let (scatter, starts) = analyze(l, b, op)?;
    match scatter {
        Some(scatter) => match scatter.plan(b, &starts) {
            Some(plan) => scatter.in_parts(b, plan, &starts),
            None => scatter.windows(b, &starts),
        },
        None => Ok(starts.into()),
    }
}

/// The updates of a scatter and its initial tensors; `None` if there are no elements to combine.
pub(super) fn analyze<'l>(
    l: &'l Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<(Option<Scatter<'l>>, Vec<Value>)> {
    let Some(scatter) = op.as_op::<hlo::ScatterOp>(b) else { return Err("it is not known".into()) };
    let inputs: Vec<Value> = scatter.inputs(b).collect();
    let updates: Vec<Value> = scatter.updates(b).collect();
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let mut starts = Vec::new();
    for (&old, &elem) in inputs.iter().zip(&elems) {
        let (new, from) = (l.get(old)?, b.cx().elem_or_self(b.ty(old)));
        starts.push(loops::converted(b, new, from, elem)?);
    }
    let sources: Vec<(Value, Type)> =
        updates.iter().map(|&v| Ok((l.get(v)?, b.cx().elem_or_self(b.ty(v))))).collect::<Lowered<_>>()?;
    let tensors: Vec<Value> = sources.iter().map(|s| s.0).collect();
    let (to, extent) = (sizes::common(b, &starts)?, sizes::common(b, &tensors)?);
    let nothing = MixedIndex::Static(0);
    if to.contains(&nothing) || extent.contains(&nothing) {
        return Ok((None, starts));
    }
    let numbers = scatter.scatter_dimension_numbers(b).get(b.cx()).clone();
    let indices = Indices::new(
        l,
        b,
        scatter.scatter_indices(b),
        numbers.index_vector_dim.0,
        &numbers.scatter_dims_to_operand_dims,
        [&numbers.input_batching_dims, &numbers.scatter_indices_batching_dims],
    )?;
    let mut windows = numbers.update_window_dims.iter().map(|&w| w as usize);
    let dropped =
        |d: &i64| numbers.inserted_window_dims.contains(d) || numbers.input_batching_dims.contains(d);
    let window = (0..to.len() as i64).map(|d| if dropped(&d) { None } else { windows.next() }).collect();
    let region = scatter.update_computation(b);
    let yes = b.cx().bool_attr(true);
    let is_set = |flag: Option<AttrOf<BoolAttr>>| flag.is_some_and(|flag| Attr::from(flag) == yes);
    let sorted = is_set(scatter.indices_are_sorted(b)) && !is_set(scatter.unique_indices(b));
    let mut scatter =
        Scatter { l, region, numbers, indices, to, extent, elems, sources, window, whole: false, sorted };
    // A window of one element along the selected dimensions is never partly outside.
    let selected = |s: &Scatter<'_>| s.indices.map.iter().any(|&d| s.size(d) != 1.into());
    scatter.whole = l.options.scatter_out_of_bounds == hlo::ScatterOutOfBounds::Window && selected(&scatter);
    scatter.require(b)?;
    Ok((Some(scatter), starts))
}

impl Scatter<'_> {
    /// The size of a window along a dimension of the inputs.
    pub fn size(&self, d: usize) -> MixedIndex {
        self.window[d].map_or(1.into(), |w| self.extent[w])
    }
    /// The dimensions of the updates that enumerate the windows.
    pub fn batch(&self) -> Vec<usize> {
        let is_window = |d: &usize| self.numbers.update_window_dims.contains(&(*d as i64));
        (0..self.extent.len()).filter(|d| !is_window(d)).collect()
    }
    /// Ends the program unless there is an index vector for every window, and windows are no larger than the inputs.
    fn require(&self, b: &mut Builder<'_>) -> Lowered<()> {
        let vectors = self.indices.batch(b)?;
        for (&d, &n) in self.batch().iter().zip(&vectors) {
            let what = "there are not as many windows as indices";
            sizes::promised(b, CmpIPredicate::Eq, n, self.extent[d], what)?;
        }
        for d in (0..self.to.len()).filter(|&d| self.window[d].is_some()) {
            sizes::promised(
                b,
                CmpIPredicate::Sle,
                self.size(d),
                self.to[d],
                "a window is larger than its input",
            )?;
        }
        for &(d, from) in &self.indices.batching {
            let n = *vectors.get(from).ok_or("its indices have too few dimensions")?;
            sizes::promised(b, CmpIPredicate::Eq, n, self.to[d], "sizes of batching dimensions differ")?;
        }
        Ok(())
    }
    /// Combines the windows one after the other.
    pub fn windows(&self, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<SmallVec<[Value; 2]>> {
        let batch = self.batch();
        let inner: Vec<usize> = (0..self.extent.len()).filter(|d| !batch.contains(d)).collect();
        let mut counts: Vec<MixedIndex> = batch.iter().map(|&d| self.extent[d]).collect();
        let mut sizes: Vec<MixedIndex> = inner.iter().map(|&d| self.extent[d]).collect();
        let known: Option<i64> = sizes.iter().map(|n| n.as_static()).product();
        let fits =
            |d: usize| self.size(d).as_static().zip(self.to[d].as_static()).is_some_and(|(n, m)| n <= m);
        let at_once = known.is_some_and(|n| n >= SMALL_WINDOW) && (0..self.to.len()).all(fits);
        // An element is read for every update, so there must be one.
        let loops = if counts.is_empty() { &mut sizes } else { &mut counts };
        *loops = sizes::where_some(b, std::mem::take(loops), &self.to)?;
        if known == Some(1) && self.has_long_runs(&counts) {
            return self.sorted_elements(b, &counts, starts);
        }
        let done = loops::nest_of(b, &counts, starts, &mut |b, counters, carried| {
            let start = self.indices.start(b, counters, self.to.len())?;
            let mut at = vec![None; self.extent.len()];
            for (&d, &counter) in batch.iter().zip(counters) {
                at[d] = Some(counter);
            }
            let judged = if at_once || self.whole { Some(self.inside(b, &start)?) } else { None };
            let elements = |b: &mut Builder<'_>, carried: &[Value]| {
                loops::nest_of(b, &sizes, carried, &mut |b, counters, carried| {
                    let zero = strata_arith::constant_index(b, 0);
                    let mut at: Vec<Value> = at.iter().map(|v| v.unwrap_or(zero)).collect();
                    for (&d, &counter) in inner.iter().zip(counters) {
                        at[d] = counter;
                    }
                    Ok(self.element(b, &start, &at, carried, None)?.tensors)
                })
            };
            let Some((offsets, inside)) = judged else { return elements(b, carried) };
            let window = |b: &mut Builder<'_>, carried: &[Value]| {
                if at_once { self.window_at_once(b, &offsets, &at, carried) } else { elements(b, carried) }
            };
            let Some(inside) = inside else { return window(b, carried) };
            // A window that is not entirely inside may be partly inside, unless it has one element in the selected dimensions.
            let parts =
                (0..start.len()).any(|d| matches!(start[d], Start::Selected(_)) && self.size(d) != 1.into());
            let in_part = parts && !self.whole;
            // A branch is written as a loop of zero or one iterations, which keeps the carried tensors in place.
            let when = |b: &mut Builder<'_>, [no, yes]: [i64; 2]| {
                let [zero, one] = [0, 1].map(|n| strata_arith::constant_index(b, n));
                let [no, yes] = [no, yes].map(|n| strata_arith::constant_index(b, n));
                [zero, select(b, inside, yes, no), one]
            };
            let bounds = when(b, [0, 1]);
            let done = loops::one(b, bounds, carried, |b, _, carried| window(b, carried))?;
            if !in_part {
                return Ok(done);
            }
            let bounds = when(b, [1, 0]);
            loops::one(b, bounds, &done, |b, _, carried| elements(b, carried))
        })?;
        Ok(done.into())
    }
    /// Whether many updates of an element follow each other: indices are sorted, so there are no more runs than elements.
    pub fn has_long_runs(&self, counts: &[MixedIndex]) -> bool {
        let (&[to], &[n]) = (&self.to[..], counts) else { return false };
        let sizes = to.as_static().zip(n.as_static());
        self.sorted && !self.whole && sizes.is_some_and(|(to, n)| n / MIN_RUN >= to)
    }
    /// Combines updates of one element each, whose indices are sorted.
    fn sorted_elements(
        &self,
        b: &mut Builder<'_>,
        counts: &[MixedIndex],
        starts: &[Value],
    ) -> Lowered<SmallVec<[Value; 2]>> {
        let n = starts.len();
        let mut inits = starts.to_vec();
        inits.push(strata_arith::constant_index(b, -1));
        inits.extend(self.elems.iter().map(|&elem| constants::zero(b, elem)));
        let batch = self.batch();
        let done = loops::nest_of(b, counts, &inits, &mut |b, counters, carried| {
            let start = self.indices.start(b, counters, self.to.len())?;
            let mut at = vec![strata_arith::constant_index(b, 0); self.extent.len()];
            for (&d, &counter) in batch.iter().zip(counters) {
                at[d] = counter;
            }
            let previous = Previous { place: carried[n], values: &carried[n + 1..] };
            let done = self.element(b, &start, &at, &carried[..n], Some(previous))?;
            Ok([done.tensors, done.place, done.values].concat())
        })?;
        Ok(SmallVec::from_slice(&done[..n]))
    }
    /// Whether a window that begins at an index is inside of a dimension.
    pub fn fits(&self, b: &mut Builder<'_>, start: Value, d: usize) -> Lowered<Value> {
        let more = sizes::last(b, self.size(d))?;
        let places = sizes::left(b, self.to[d], more)?;
        Ok(inside(b, start, places))
    }
    /// The start of a window in each dimension, and whether it is entirely inside; `None` if it always is.
    fn inside(&self, b: &mut Builder<'_>, start: &[Start]) -> Lowered<(Vec<MixedIndex>, Option<Value>)> {
        let (mut offsets, mut all) = (Vec::new(), None);
        for (d, start) in start.iter().enumerate() {
            offsets.push(match *start {
                Start::Zero => MixedIndex::Static(0),
                Start::Batch(v) => MixedIndex::Value(v),
                Start::Selected(v) => {
                    let start = self.indices.unclamped(b, v, self.to[d])?;
                    let fits = self.fits(b, start, d)?;
                    all = Some(match all {
                        Some(others) => strata_arith::AndIOp::build(b, others, fits),
                        None => fits,
                    });
                    MixedIndex::Value(start)
                }
            });
        }
        Ok((offsets, all))
    }
    /// Combines a whole window that is inside; `at` is its position among the updates.
    fn window_at_once(
        &self,
        b: &mut Builder<'_>,
        offsets: &[MixedIndex],
        at: &[Option<Value>],
        carried: &[Value],
    ) -> Lowered<Vec<Value>> {
        let sizes: Vec<MixedIndex> = (0..self.to.len()).map(|d| self.size(d)).collect();
        let ones = fixed(&vec![1; self.to.len()]);
        let old: Vec<Value> =
            carried.iter().map(|&v| ExtractSliceOp::create(b, v, offsets, &sizes, &ones)).collect();
        // The loops are the windows' dimensions.
        let loops: Vec<usize> = self.window.iter().flatten().copied().collect();
        let place = |w: usize| AffineExpr::dim(loops.iter().position(|&l| l == w).unwrap_or(0) as u32);
        let zero = || AffineExpr::constant(0);
        let n = loops.len() as u32;
        let in_old: Vec<AffineExpr> = self.window.iter().map(|w| w.map_or_else(zero, place)).collect();
        let from: Vec<MixedIndex> =
            at.iter().map(|v| v.map_or(MixedIndex::Static(0), MixedIndex::Value)).collect();
        let part: Vec<MixedIndex> =
            at.iter().zip(&self.extent).map(|(v, &n)| if v.is_some() { 1.into() } else { n }).collect();
        let steps = fixed(&vec![1; at.len()]);
        let in_updates: Vec<AffineExpr> =
            at.iter().enumerate().map(|(d, v)| if v.is_some() { zero() } else { place(d) }).collect();
        let updates: Vec<Value> =
            self.sources.iter().map(|&(v, _)| ExtractSliceOp::create(b, v, &from, &part, &steps)).collect();
        let mut maps = vec![AffineMap::new(n, 0, in_updates); updates.len()];
        maps.extend(vec![AffineMap::new(n, 0, in_old); old.len()]);
        let iterators = vec![IteratorType::Parallel; loops.len()];
        let types: Vec<Type> = old.iter().map(|&v| b.ty(v)).collect();
        let mut failed = None;
        let op = GenericOp::build_with(b, &updates, &old, &maps, &iterators, &types, |b, args| {
            let (new, old) = args.split_at(updates.len());
            let old = old.iter().copied().zip(self.elems.iter().copied());
            let new = new.iter().copied().zip(self.sources.iter().map(|s| s.1));
            let args: Vec<(Value, Type)> = old.chain(new).collect();
            loops::apply(self.l, b, self.region, &args, &self.elems).unwrap_or_else(|e| {
                failed = Some(e);
                args[..self.elems.len()].iter().map(|a| a.0).collect()
            })
        });
        if let Some(e) = failed {
            return Err(e);
        }
        let new = b.results(op.op()).to_vec();
        Ok(carried
            .iter()
            .zip(new)
            .map(|(&tensor, part)| InsertSliceOp::create(b, part, tensor, offsets, &sizes, &ones))
            .collect())
    }
    /// The elements of the tensors that an update is combined with. Those that the update before left are not loaded: a branch, because a
    /// selection would wait for both.
    fn old_values(
        &self,
        b: &mut Builder<'_>,
        tensors: &[Value],
        place: &[Value],
        previous: Option<Previous<'_>>,
    ) -> Vec<Value> {
        let loaded = |b: &mut Builder<'_>| -> Vec<Value> {
            tensors.iter().map(|&tensor| ExtractOp::build(b, tensor, place)).collect()
        };
        let (Some(previous), Some(&last)) = (previous, place.last()) else { return loaded(b) };
        let same = cmpi(b, CmpIPredicate::Eq, last, previous.place);
        let choice = IfOp::build(b, same, &self.elems).op();
        b.region_block(choice, 0, &[], |b, _| YieldOp::build(b, previous.values));
        b.region_block(choice, 1, &[], |b, _| {
            let loaded = loaded(b);
            YieldOp::build(b, &loaded);
        });
        b.results(choice).to_vec()
    }
    /// Combines the element at position `at` of the updates, if it is inside, which it is where windows are dropped as a whole.
    pub fn element(
        &self,
        b: &mut Builder<'_>,
        start: &[Start],
        at: &[Value],
        carried: &[Value],
        previous: Option<Previous<'_>>,
    ) -> Lowered<Combined> {
        let (mut place, mut inner) = (Vec::with_capacity(self.to.len()), None);
        for (d, &start) in start.iter().enumerate() {
            let offset = self.window[d].map(|w| at[w]);
            let index = match (start, offset) {
                (Start::Selected(v), _) => {
                    let start = self.indices.unclamped(b, v, self.to[d])?;
                    offset.map_or(Ok(start), |o| index_op(b, "arith.addi", start, o))?
                }
                // Such windows are no larger than the input.
                (Start::Batch(v), _) | (Start::Zero, Some(v)) => {
                    place.push(v);
                    continue;
                }
                (Start::Zero, None) => {
                    place.push(strata_arith::constant_index(b, 0));
                    continue;
                }
            };
            if self.whole {
                place.push(index);
                continue;
            }
            let fits = inside(b, index, self.to[d]);
            let zero = strata_arith::constant_index(b, 0);
            place.push(select(b, fits, index, zero));
            inner = Some(match inner {
                Some(others) => strata_arith::AndIOp::build(b, others, fits),
                None => fits,
            });
        }
        let mut args: Vec<(Value, Type)> = Vec::new();
        for (old, &elem) in self.old_values(b, carried, &place, previous).into_iter().zip(&self.elems) {
            args.push((old, elem));
        }
        for &(source, elem) in &self.sources {
            args.push((ExtractOp::build(b, source, at), elem));
        }
        let new = loops::apply(self.l, b, self.region, &args, &self.elems)?;
        let (mut tensors, mut values) = (Vec::new(), Vec::new());
        for (k, (&tensor, value)) in carried.iter().zip(new).enumerate() {
            let value = match inner {
                Some(fits) => if_inside(b, fits, value, args[k].0),
                None => value,
            };
            tensors.push(InsertOp::build(b, value, tensor, &place));
            values.push(value);
        }
        Ok(Combined { tensors, place, values })
    }
}

/// The new value of an element where an update is inside, and else the old one. An update is made neutral, so that the next update of the
/// same element waits for the combination only.
fn if_inside(b: &mut Builder<'_>, fits: Value, new: Value, old: Value) -> Value {
    let combined = b.def_op(new).and_then(|op| Some((op, Combiner::from_op(b, op)?)));
    let update = combined.and_then(|(op, _)| b.operands(op).find(|&v| v != old));
    let (Some((op, combiner)), Some(update)) = (combined, update) else { return select(b, fits, new, old) };
    if !b.operands(op).any(|v| v == old) {
        return select(b, fits, new, old);
    }
    let neutral = combiner.neutral_attr(b.cx(), b.ty(old));
    let neutral = strata_arith::constant(b, neutral);
    let update = select(b, fits, update, neutral);
    combiner.apply(b, old, update)
}
