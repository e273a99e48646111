//! The position of the largest or smallest element along a contiguous loop, such as `argmax` of rows.
//!
//! # Before
//! ```mlir
//! linalg.generic {iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x1024xf32>) outs(%v, %i : memref<8xf32>, memref<8xi32>) {
//!   … %i = index of the reduction; (%v, %i) = x > %v ? (x, %i) : (%v, %i) …
//! }
//! ```
//! # After
//! ```mlir
//! %r:3 = scf.for %j = … iter_args(%best, %at, %nan) {         // several vectors of each
//!   %x = vector.load …; %better = arith.cmpf ogt, %x, %best
//!   … select %x or %best, select the splat of %j or %at, or %nan with x != x …
//! }
//! … the first position of the largest lane …
//! scf.for %j = %from to %to { the payload }                    // that position, or all where there is a NaN
//! ```
//! The payload itself runs at the end, at the position that was found, or along the whole row where vectors do not tell: among NaNs, and
//! between zeros where their sign is read. So the result is the payload's in every case.

mod recognize;

use strata_arith::{
    AddIOp, AndIOp, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, FastMathFlags, IndexCastOp, MaxSIOp,
    MinSIOp, OrIOp, SelectOp, constant, constant_float, constant_index, constant_int,
};
use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_memref::{AllocaOp, LoadOp, StoreOp};
use strata_vector::{CombiningKind, ReductionOp};

use self::recognize::ArgExtremum;
use super::{
    lane_loops::{full_loop, indices, nest, operand},
    lane_plan::{self, Plan},
    mask,
    payload::{self, Known, Lanes, Place, clone_value, clone_vector},
    splat,
};
use strata_passes_analysis::combiner::Combiner;

use crate::{
    loop_builder::build_for,
    structured_op::{self, Structured},
};

/// The number of vectors that are compared independently.
const ACCUMULATORS: i64 = 4;
/// The most ops that compute an element: the payload runs once more for the element that is found.
const CHEAP: usize = 8;
/// Rows of fewer vectors are reduced side by side instead.
const LEAST_VECTORS: i64 = 4;

/// Vectorises a reduction to the position of the largest or smallest element.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(row) = Row::new(body, &s, vector_bits) else { return false };
    let mut b = Builder::before(body, op);
    let parallel: Vec<usize> = (0..s.num_loops()).filter(|&d| d != row.found.dim).collect();
    let mut ivs = vec![None; s.num_loops()];
    nest(&mut b, &row.plan.sizes, &parallel, &mut ivs, Vec::new(), &mut |b, ivs, _| {
        row.emit(b, ivs);
        Vec::new()
    });
    true
}

/// A row that is reduced.
struct Row<'a> {
    s: &'a Structured,
    plan: Plan,
    found: ArgExtremum,
    /// The type of elements, and that of positions inside of vectors, which is as wide.
    elem: Type,
    int: Type,
    /// The comparison that finds the extremum.
    combiner: Combiner,
    /// Whether elements are floats, and the sign of a zero that is found is read.
    is_float: bool,
    reads_zero: bool,
}

/// Partial results of a row in several vectors.
#[derive(Clone, Default)]
struct Partial {
    /// The best elements.
    best: Vec<Value>,
    /// Where they are, less the number of the lane and the lanes of the vectors in front of this one.
    at: Vec<Value>,
    /// For floats, which lanes of each two vectors saw NaN.
    nan: Vec<Value>,
}

impl Partial {
    /// All vectors, as a loop carries them.
    fn carried(&self) -> Vec<Value> {
        [&self.best[..], &self.at, &self.nan].concat()
    }
    /// The same number of vectors with other values.
    fn with(&self, carried: &[Value]) -> Self {
        let (best, rest) = carried.split_at(self.best.len());
        let (at, nan) = rest.split_at(self.at.len());
        Self { best: best.to_vec(), at: at.to_vec(), nan: nan.to_vec() }
    }
    fn first(&self) -> Self {
        let one = |list: &[Value]| list[..list.len().min(1)].to_vec();
        Self { best: one(&self.best), at: one(&self.at), nan: one(&self.nan) }
    }
    fn replace_first(&mut self, by: Self) {
        for (list, by) in [(&mut self.best, by.best), (&mut self.at, by.at), (&mut self.nan, by.nan)] {
            list.splice(..by.len(), by);
        }
    }
}

/// Combines the elements of a list, neighbours first.
fn in_pairs<T: Clone>(mut list: Vec<T>, mut combine: impl FnMut(T, T) -> T) -> T {
    while list.len() > 1 {
        list = list
            .chunks(2)
            .map(|pair| match pair {
                [x, y] => combine(x.clone(), y.clone()),
                _ => pair[0].clone(),
            })
            .collect();
    }
    list.swap_remove(0)
}

impl<'a> Row<'a> {
    fn new(body: &Body, s: &'a Structured, vector_bits: u32) -> Option<Self> {
        let (sizes, _) = lane_plan::sizes_and_widest(body, s)?;
        let found = ArgExtremum::recognize(body, s)?;
        let cx = body.cx();
        if payload::needed_for(body, s.block, found.element).len() > CHEAP {
            return None;
        }
        let elem = body.ty(found.element);
        let width = cx.bit_width(elem).filter(|w| (8..=64).contains(w))?;
        let is_float = cx.as_float(elem).is_some();
        if !is_float {
            cx.as_int(elem)?;
        }
        let n = sizes[found.dim];
        let (position, args) = (found.position, body.block_args(s.block));
        // Positions are compared as signed numbers, which grow along the row.
        let narrowest = cx.as_int(body.ty(args[s.inputs.len() + position]))?.width.min(width);
        if narrowest < 64 && n > (1 << (narrowest - 1)) - 1 || width < 16 && is_float {
            return None;
        }
        let lanes = i64::from(vector_bits / payload::widest_of(body, s.block, found.element)?.max(width));
        if lanes < 2 || n < LEAST_VECTORS * lanes || !lane_plan::fits(body, s, found.dim) {
            return None;
        }
        let combiner = match (is_float, found.largest, found.signed) {
            (true, true, _) => Combiner::MaximumF,
            (true, false, _) => Combiner::MinimumF,
            (_, true, true) => Combiner::MaxSI,
            (_, true, false) => Combiner::MaxUI,
            (_, false, true) => Combiner::MinSI,
            (_, false, false) => Combiner::MinUI,
        };
        let classes = payload::classes(body, s, found.dim)?;
        let plan = Plan { sizes, dim: found.dim, lanes, combiner: None, classes, starts: Vec::new() };
        let reads_zero = is_float && !is_never_read(body, s.op, s.outputs[1 - position]);
        Some(Self { s, plan, found, elem, int: cx.int_type(width), combiner, is_float, reads_zero })
    }

    fn emit(&self, b: &mut Builder<'_>, ivs: &[Option<Value>]) {
        let (n, lanes) = (self.plan.sizes[self.plan.dim], self.plan.lanes);
        let mut ivs = ivs.to_vec();
        let full = n - n % lanes;
        let in_strips = full - full % (lanes * ACCUMULATORS);
        let start = self.start(b, ACCUMULATORS as usize);
        let mut all = full_loop(b, in_strips, lanes * ACCUMULATORS, &start.carried(), |b, iv, carried| {
            self.step(b, &mut ivs, iv, &start.with(carried), None).carried()
        });
        // The first vector has its positions without an offset: it takes the remaining elements.
        let first = |all: &[Value]| start.with(all).first();
        let put = |all: &mut Vec<Value>, part: Partial| {
            let mut whole = start.with(all);
            whole.replace_first(part);
            *all = whole.carried();
        };
        if full > in_strips {
            let from = constant_index(b, in_strips);
            let part = first(&all);
            let next = full_loop(b, full - in_strips, lanes, &part.carried(), |b, iv, carried| {
                let iv = AddIOp::build(b, iv, from, None);
                self.step(b, &mut ivs, iv, &part.with(carried), None).carried()
            });
            put(&mut all, part.with(&next));
        }
        if n > full {
            let iv = constant_index(b, full);
            let next = self.step(b, &mut ivs, iv, &first(&all), Some(n - full));
            put(&mut all, next);
        }
        let (from, to) = self.range(b, &start.with(&all));
        self.payload(b, &mut ivs, from, to);
    }

    fn vector(&self, b: &Builder<'_>, elem: Type) -> Type {
        b.cx().vector(&[self.plan.lanes], elem)
    }
    fn start(&self, b: &mut Builder<'_>, count: usize) -> Partial {
        let neutral = self.combiner.neutral_attr(b.cx(), self.elem);
        let neutral = constant(b, neutral);
        let zero = constant_int(b, 0, self.int);
        let best = vec![splat(b, neutral, self.plan.lanes); count];
        let at = vec![splat(b, zero, self.plan.lanes); count];
        let mut nan = Vec::new();
        if self.is_float {
            let flags = self.vector(b, b.cx().i1());
            let none = b.cx().splat_attr(flags, b.cx().int_attr(0, b.cx().i1()));
            nan.resize(count.div_ceil(2), constant(b, none.expect("a splat of truth values")));
        }
        Partial { best, at, nan }
    }

    /// Whether `x` is better than `y`, or as good where `or_equal` is set.
    fn better(&self, b: &mut Builder<'_>, x: Value, y: Value, or_equal: bool) -> Value {
        let largest = self.found.largest;
        if self.is_float {
            use CmpFPredicate::{Oge, Ogt, Ole, Olt};
            let [strict, weak] = if largest { [Ogt, Oge] } else { [Olt, Ole] };
            let predicate = if or_equal { weak } else { strict }.attr(b.cx());
            return CmpFOp::build(b, predicate, x, y, None);
        }
        use CmpIPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let [strict, weak] = match (largest, self.found.signed) {
            (true, true) => [Sgt, Sge],
            (false, true) => [Slt, Sle],
            (true, false) => [Ugt, Uge],
            (false, false) => [Ult, Ule],
        };
        let predicate = if or_equal { weak } else { strict }.attr(b.cx());
        CmpIOp::build(b, predicate, x, y)
    }
    fn equal(&self, b: &mut Builder<'_>, x: Value, y: Value) -> Value {
        if self.is_float {
            let predicate = CmpFPredicate::Oeq.attr(b.cx());
            return CmpFOp::build(b, predicate, x, y, None);
        }
        let predicate = CmpIPredicate::Eq.attr(b.cx());
        CmpIOp::build(b, predicate, x, y)
    }

    /// Compares the elements from `iv` on with a partial result, a vector with each of its vectors.
    fn step(
        &self,
        b: &mut Builder<'_>,
        ivs: &mut [Option<Value>],
        iv: Value,
        part: &Partial,
        valid: Option<i64>,
    ) -> Partial {
        let (lanes, zero) = (self.plan.lanes, constant_index(b, 0));
        let position = IndexCastOp::build(b, iv, self.int);
        let position = splat(b, position, lanes);
        let only = valid.map(|n| mask(b, n, lanes));
        let only_valid = |b: &mut Builder<'_>, flags: Value| match only {
            Some(valid) => AndIOp::build(b, flags, valid),
            None => flags,
        };
        let mut next = Partial { nan: part.nan.clone(), ..Partial::default() };
        let mut elements = Vec::new();
        for (i, (&best, &at)) in part.best.iter().zip(&part.at).enumerate() {
            let offset = constant_index(b, i as i64 * lanes);
            ivs[self.plan.dim] = Some(AddIOp::build(b, iv, offset, None));
            let places: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
            let inputs = 0..self.s.inputs.len();
            let mut args: Vec<Lanes> =
                inputs.map(|i| operand(b, self.s, &self.plan, i, &places, valid)).collect();
            // The element does not depend on the outputs.
            args.resize(b.block_args(self.s.block).len(), Lanes::Uniform(zero));
            let place = Place { ivs: &places, dim: self.plan.dim, lanes, valid };
            let x = clone_value(b, self.s.block, &args, &place, self.found.element).vector(b, lanes);
            let better = self.better(b, x, best, self.found.last);
            let better = only_valid(b, better);
            next.best.push(SelectOp::build(b, better, x, best));
            next.at.push(SelectOp::build(b, better, position, at));
            elements.push(x);
        }
        // One comparison finds a NaN in two vectors.
        for (nan, pair) in next.nan.iter_mut().zip(elements.chunks(2)) {
            let unordered = CmpFPredicate::Uno.attr(b.cx());
            let is_nan = CmpFOp::build(b, unordered, pair[0], *pair.last().unwrap_or(&pair[0]), None);
            let is_nan = only_valid(b, is_nan);
            *nan = OrIOp::build(b, *nan, is_nan);
        }
        next
    }

    /// The positions of the row at which the payload has to run, from one to in front of another.
    fn range(&self, b: &mut Builder<'_>, part: &Partial) -> (Value, Value) {
        let (n, lanes) = (self.plan.sizes[self.plan.dim], self.plan.lanes);
        let ints = self.vector(b, self.int);
        let best_lanes = in_pairs(part.best.clone(), |x, y| {
            let better = self.better(b, y, x, false);
            SelectOp::build(b, better, y, x)
        });
        // No NaN is better than a number.
        let (kind, flags) = match self.combiner {
            Combiner::MaximumF => {
                (b.cx().attr(CombiningKind::Maxnumf), Some(FastMathFlags::NNAN.attr(b.cx())))
            }
            Combiner::MinimumF => {
                (b.cx().attr(CombiningKind::Minnumf), Some(FastMathFlags::NNAN.attr(b.cx())))
            }
            other => (other.kind_attr(b.cx()), None),
        };
        let best = ReductionOp::build(b, kind, best_lanes, None, flags, self.elem);
        let everywhere = splat(b, best, lanes);
        let (kind, none) =
            if self.found.last { (CombiningKind::Maxsi, -1) } else { (CombiningKind::Minsi, n) };
        let none = constant_int(b, none, self.int);
        let none = splat(b, none, lanes);
        let mut candidates = Vec::new();
        for (i, (&best, &at)) in part.best.iter().zip(&part.at).enumerate() {
            let offsets: Vec<i64> = (0..lanes).map(|lane| i as i64 * lanes + lane).collect();
            let offsets = b.cx().dense_i64s(ints, &offsets).expect("positions of a vector of as many");
            let offsets = constant(b, offsets);
            let at = AddIOp::build(b, at, offsets, None);
            let equal = self.equal(b, best, everywhere);
            candidates.push(SelectOp::build(b, equal, at, none));
        }
        let candidates = in_pairs(candidates, |x, y| match self.found.last {
            true => MaxSIOp::build(b, x, y),
            false => MinSIOp::build(b, x, y),
        });
        let kind = b.cx().attr(kind);
        let at = ReductionOp::build(b, kind, candidates, None, None, self.int);
        let index = b.cx().index();
        let from = IndexCastOp::build(b, at, index);
        let one = constant_index(b, 1);
        let to = AddIOp::build(b, from, one, None);
        if part.nan.is_empty() {
            return (from, to);
        }
        let nan = in_pairs(part.nan.clone(), |x, y| OrIOp::build(b, x, y));
        let (kind, flag) = (b.cx().attr(CombiningKind::Or), b.cx().i1());
        let mut unsure = ReductionOp::build(b, kind, nan, None, None, flag);
        if self.reads_zero {
            let zero = constant_float(b, 0.0, self.elem);
            let is_zero = self.equal(b, best, zero);
            unsure = OrIOp::build(b, unsure, is_zero);
        }
        let (first, end) = (constant_index(b, 0), constant_index(b, n));
        (SelectOp::build(b, unsure, first, from), SelectOp::build(b, unsure, end, to))
    }

    /// Runs the payload for the elements of a row from `from` to in front of `to`.
    fn payload(&self, b: &mut Builder<'_>, ivs: &mut [Option<Value>], from: Value, to: Value) {
        let (s, zero) = (self.s, constant_index(b, 0));
        ivs[self.plan.dim] = Some(zero);
        let places: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
        let at: Vec<Vec<Value>> =
            (0..s.outputs.len()).map(|i| indices(b, s, s.inputs.len() + i, &places)).collect();
        let kept: Vec<Value> =
            s.outputs.iter().zip(&at).map(|(&out, at)| LoadOp::build(b, out, at, None, None)).collect();
        let step = constant_index(b, 1);
        let kept = build_for(b, from, to, step, &kept, |b, iv, kept| {
            let mut places = places.clone();
            places[self.plan.dim] = iv;
            let mut args = Vec::new();
            for (i, &input) in s.inputs.iter().enumerate() {
                let is_buffer = b.cx().type_as::<MemRefType>(b.ty(input)).is_some();
                let indices = indices(b, s, i, &places);
                let x = if is_buffer { LoadOp::build(b, input, &indices, None, None) } else { input };
                args.push(Lanes::Uniform(x));
            }
            args.extend(kept.iter().map(|&v| Lanes::Uniform(v)));
            // No loop is the lanes.
            let place = Place { ivs: &places, dim: s.num_loops(), lanes: 1, valid: None };
            let yielded = clone_vector(b, s.block, &args, &place, &Known::default());
            yielded.into_iter().map(Lanes::value).collect()
        });
        for ((&out, at), v) in s.outputs.iter().zip(&at).zip(kept) {
            StoreOp::build(b, v, out, at, None, None);
        }
    }
}

/// Whether a buffer is local, and nothing but `op` and fills touches it.
fn is_never_read(body: &Body, op: Op, buffer: Value) -> bool {
    let is_local = body.def_op(buffer).is_some_and(|op| op.isa::<AllocaOp>(body));
    is_local && body.users(buffer).all(|user| user == op || user.isa::<FillOp>(body))
}
