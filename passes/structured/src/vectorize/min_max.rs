//! The largest or smallest element of floats, over the lanes.
//!
//! `arith.maximumf` returns NaN where an operand is NaN and orders the zeros, for which targets need half a dozen instructions that
//! depend on each other. Here a reduction carries three vectors instead: the largest numbers by plain comparison, the largest bits as
//! signed integers, and what tells of a NaN. The bits tell the zeros apart: the largest float is +0 where its bits are 0. Numbers of 16 bits are carried
//! as `f32`, which has all of them.
//!
//! The bits of a NaN are larger than those of infinity. In a maximum of `f32` the largest signed integer tells of those without a sign, and the
//! largest unsigned integer of those with one. In a minimum the largest unsigned integer of the bits without the sign, twice the bits, tells of
//! both. Wider integers have no such instructions on many targets: for `f64` a truth value is carried.

use strata_arith::{
    AddIOp, BitcastOp, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ExtFOp, FastMathFlags, MaxSIOp, MaxUIOp,
    MinSIOp, OrIOp, SelectOp, TruncFOp,
};
use strata_ir::prelude::*;
use strata_vector::{CombiningKind, ReductionOp};

use strata_passes_analysis::combiner::Combiner;

/// How many values are carried for each vector.
pub(super) const CARRIED: usize = 3;

/// A reduction to the largest or smallest element.
pub(super) struct MinMaxReduction {
    largest: bool,
    /// The elements.
    elem: Type,
    /// The floats that are carried.
    float: Type,
    /// Integers with the bits of such a float.
    int: Type,
    /// The mark that tells of a NaN: such an integer, or a truth value.
    nan: Type,
}

impl MinMaxReduction {
    /// The reduction that combines elements of type `elem` so, if it is one of this kind.
    pub(super) fn new(cx: &Context, combiner: Combiner, elem: Type) -> Option<Self> {
        let largest = match combiner {
            Combiner::MaximumF => true,
            Combiner::MinimumF => false,
            _ => return None,
        };
        let (float, width) = match cx.as_float(elem)?.width() {
            16 => (cx.f32(), 32),
            width @ (32 | 64) => (elem, width),
            _ => return None,
        };
        let int = cx.int_type(width);
        Some(Self { largest, elem, float, int, nan: if width == 32 { int } else { cx.i1() } })
    }
    fn tells_by_bits(&self) -> bool {
        self.nan == self.int
    }
    /// A vector of elements as one of the floats that are carried.
    fn widened(&self, b: &mut Builder<'_>, x: Value) -> Value {
        if self.float == self.elem {
            return x;
        }
        let ty = b.cx().with_elem(b.ty(x), self.float);
        ExtFOp::build(b, x, None, ty)
    }
    /// The carried vectors before the first elements; `neutral` is the vector of neutral elements.
    pub(super) fn start(&self, b: &mut Builder<'_>, neutral: Value, lanes: i64) -> [Value; CARRIED] {
        let (ints, marks) = (b.cx().vector(&[lanes], self.int), b.cx().vector(&[lanes], self.nan));
        let neutral = self.widened(b, neutral);
        let bits = BitcastOp::build(b, neutral, ints);
        let none = b.cx().splat_attr(marks, b.cx().int_attr(0, self.nan));
        let none = strata_arith::constant(b, none.expect("a splat of integers"));
        [neutral, bits, none]
    }
    /// The carried vectors after the elements `x`; lanes for which `mask` is not set are ignored.
    pub(super) fn step(
        &self,
        b: &mut Builder<'_>,
        carried: &[Value],
        x: Value,
        mask: Option<Value>,
    ) -> [Value; CARRIED] {
        let &[best, bits, nan] = carried else { return [x; CARRIED] };
        let x = self.widened(b, x);
        let predicate = if self.largest { CmpFPredicate::Ogt } else { CmpFPredicate::Olt }.attr(b.cx());
        let better = CmpFOp::build(b, predicate, x, best, None);
        let next = SelectOp::build(b, better, x, best);
        let ints = b.ty(bits);
        let of_x = BitcastOp::build(b, x, ints);
        let next_bits =
            if self.largest { MaxSIOp::build(b, bits, of_x) } else { MinSIOp::build(b, bits, of_x) };
        let mark = if !self.tells_by_bits() {
            let unordered = CmpFPredicate::Uno.attr(b.cx());
            CmpFOp::build(b, unordered, x, x, None)
        } else if self.largest {
            of_x
        } else {
            AddIOp::build(b, of_x, of_x, None)
        };
        let next_nan = self.either_mark(b, nan, mark);
        match mask {
            None => [next, next_bits, next_nan],
            Some(mask) => [(next, best), (next_bits, bits), (next_nan, nan)]
                .map(|(new, old)| SelectOp::build(b, mask, new, old)),
        }
    }
    /// The mark of both, which tells of a NaN where one of them does.
    fn either_mark(&self, b: &mut Builder<'_>, x: Value, y: Value) -> Value {
        if self.tells_by_bits() { MaxUIOp::build(b, x, y) } else { OrIOp::build(b, x, y) }
    }
    /// Whether there was a NaN, from all marks and the largest or smallest bits.
    fn any_nan(&self, b: &mut Builder<'_>, marks: Value, bits: Value) -> Value {
        let kind = if self.tells_by_bits() { CombiningKind::Maxui } else { CombiningKind::Or };
        let kind = b.cx().attr(kind);
        let mark = ReductionOp::build(b, kind, marks, None, None, self.nan);
        if !self.tells_by_bits() {
            return mark;
        }
        let mut exceeds = |value: Value, limit: u32, predicate: CmpIPredicate| {
            let (limit, predicate) = (i64::from(limit.cast_signed()), predicate.attr(b.cx()));
            let limit = strata_arith::constant_int(b, limit, self.int);
            CmpIOp::build(b, predicate, value, limit)
        };
        let infinity = f32::INFINITY.to_bits();
        if !self.largest {
            return exceeds(mark, 2 * infinity, CmpIPredicate::Ugt);
        }
        let negative = exceeds(mark, f32::NEG_INFINITY.to_bits(), CmpIPredicate::Ugt);
        let positive = exceeds(bits, infinity, CmpIPredicate::Sgt);
        OrIOp::build(b, negative, positive)
    }
    /// Reduces the carried vectors to the resulting element.
    pub(super) fn finish(&self, b: &mut Builder<'_>, carried: &[Value]) -> Value {
        let mut all: Vec<Vec<Value>> = carried.chunks(CARRIED).map(<[Value]>::to_vec).collect();
        while all.len() > 1 {
            let pairs = all.chunks(2).map(|pair| {
                let [x, y] = pair else { return pair[0].clone() };
                let predicate =
                    if self.largest { CmpFPredicate::Ogt } else { CmpFPredicate::Olt }.attr(b.cx());
                let better = CmpFOp::build(b, predicate, x[0], y[0], None);
                let best = SelectOp::build(b, better, x[0], y[0]);
                let bits =
                    if self.largest { MaxSIOp::build(b, x[1], y[1]) } else { MinSIOp::build(b, x[1], y[1]) };
                vec![best, bits, self.either_mark(b, x[2], y[2])]
            });
            all = pairs.collect();
        }
        let elem = self.float;
        // No NaN is among the largest numbers, and the sign of a zero is decided below.
        let kind = if self.largest { CombiningKind::Maxnumf } else { CombiningKind::Minnumf };
        let (kind, flags) = (b.cx().attr(kind), FastMathFlags::NNAN.attr(b.cx()));
        let best = ReductionOp::build(b, kind, all[0][0], None, Some(flags), elem);
        let kind = if self.largest { CombiningKind::Maxsi } else { CombiningKind::Minsi };
        let kind = b.cx().attr(kind);
        let bits = ReductionOp::build(b, kind, all[0][1], None, None, self.int);
        let any_nan = self.any_nan(b, all[0][2], bits);
        // Among zeros the bits decide: those of +0 are the largest there can be, those of -0 the smallest.
        let zero = strata_arith::constant_float(b, if self.largest { 0.0 } else { -0.0 }, elem);
        let wanted = BitcastOp::build(b, zero, self.int);
        let (equal, same) = (CmpFPredicate::Oeq.attr(b.cx()), CmpIPredicate::Eq.attr(b.cx()));
        let is_zero = CmpFOp::build(b, equal, best, zero, None);
        let exists = CmpIOp::build(b, same, bits, wanted);
        let both = strata_arith::AndIOp::build(b, is_zero, exists);
        let best = SelectOp::build(b, both, zero, best);
        let nan = strata_arith::constant_float(b, f64::NAN, elem);
        let result = SelectOp::build(b, any_nan, nan, best);
        if self.float == self.elem { result } else { TruncFOp::build(b, result, None, None, self.elem) }
    }
}
