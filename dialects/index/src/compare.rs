//! Comparisons.

use strata_arith::{CmpIPredicate, eval::cmpi};
use strata_ir::{
    analysis::{IntRange, int_range::transfer},
    num::ApInt,
    prelude::*,
    text::word_attrs,
};

use crate::{MaxSOp, MaxUOp, MinSOp, MinUOp, SubOp, fold::integer};

word_attrs! {
    /// How `index.cmp` compares.
    bare IndexCmpPredicate = "index.cmp_predicate" "index comparison predicate kind" of "::mlir::index::IndexCmpPredicate" {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
    }
}

impl IndexCmpPredicate {
    /// The same predicate of `arith.cmpi`.
    pub fn of_arith(self) -> Option<CmpIPredicate> {
        CmpIPredicate::from_word(self.word())
    }
}

/// Compares two numbers.
#[op(
    name = "index.cmp",
    traits = [Pure],
    interfaces = [Fold, Canonicalize],
    asm = "$pred `(` $lhs `,` $rhs `)` attr-dict",
)]
pub struct CmpOp {
    /// How to compare.
    pub pred: Attr<IndexCmpPredicate>,
    /// The left operand.
    pub lhs: Operand<Index>,
    /// The right operand.
    pub rhs: Operand<Index>,
    /// Whether the predicate holds.
    pub result: Res<I1>,
}

impl CmpOp {
    fn predicate(self, b: &Body) -> Option<CmpIPredicate> {
        let pred: Attr = self.pred(b).into();
        b.cx().attr_as::<IndexCmpPredicate>(pred)?.of_arith()
    }
}

impl Fold for CmpOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let predicate = self.predicate(b)?;
        let known = |value: bool| Some(cx.bool_attr(value).into());
        if self.lhs(b) == self.rhs(b) {
            return known(predicate.holds_for_equal());
        }
        let right = integer(cx, consts[1])?;
        let same = |f: &dyn Fn(&dyn Fn(&ApInt) -> ApInt) -> Option<bool>| {
            let (wide, narrow) = (f(&|v| v.clone())?, f(&|v| v.trunc(32))?);
            (wide == narrow).then_some(wide)
        };
        if let Some(left) = integer(cx, consts[0]) {
            return same(&|cut| Some(cmpi(predicate, &cut(&left), &cut(&right)))).and_then(known);
        }
        let (bound, kind) = bounded(b, self.lhs(b))?;
        let right_range = |cut: &dyn Fn(&ApInt) -> ApInt| IntRange::constant(cut(&right));
        same(&|cut| outcome(predicate, &kind.range(&cut(&bound)), &right_range(cut))).and_then(known)
    }
}

/// An op with a constant that bounds its result on one side.
#[derive(Clone, Copy)]
struct Bound {
    signed: bool,
    upper: bool,
}

/// The constant of a maximum or minimum.
fn bounded(b: &Body, value: Value) -> Option<(ApInt, Bound)> {
    let op = b.def_op(value)?;
    let kind = if op.isa::<MaxSOp>(b) {
        Bound { signed: true, upper: false }
    } else if op.isa::<MinSOp>(b) {
        Bound { signed: true, upper: true }
    } else if op.isa::<MaxUOp>(b) {
        Bound { signed: false, upper: false }
    } else if op.isa::<MinUOp>(b) {
        Bound { signed: false, upper: true }
    } else {
        return None;
    };
    Some((integer(b.cx(), constant_value(b, b.operand(op, 1)))?, kind))
}

impl Bound {
    /// The range of values that `bound` leaves.
    fn range(self, bound: &ApInt) -> IntRange {
        let (all, bound) = (IntRange::full(bound.width()), IntRange::constant(bound.clone()));
        transfer::extremum(&all, &bound, self.signed, !self.upper)
    }
}

/// The outcome of comparing values of two ranges, if it is the same for all of them.
fn outcome(predicate: CmpIPredicate, x: &IntRange, y: &IntRange) -> Option<bool> {
    if holds(predicate, x, y) { Some(true) } else { holds(predicate.inverse(), x, y).then_some(false) }
}

/// Whether a predicate holds for all values of two ranges.
fn holds(predicate: CmpIPredicate, x: &IntRange, y: &IntRange) -> bool {
    use CmpIPredicate::*;
    let [signed, unsigned] = [true, false].map(|is_signed| transfer::order(x, y, is_signed));
    match predicate {
        Slt => signed[0],
        Sle => signed[1],
        Sgt => signed[2],
        Sge => signed[3],
        Ult => unsigned[0],
        Ule => unsigned[1],
        Ugt => unsigned[2],
        Uge => unsigned[3],
        Eq => x.as_constant().is_some() && x.as_constant() == y.as_constant(),
        Ne => (signed[0] || signed[2]) && (unsigned[0] || unsigned[2]),
    }
}

impl Canonicalize for CmpOp {
    /// `cmp(x - y, 0) = cmp(x, y)`
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let right = integer(rw.cx(), constant_value(rw, self.rhs(rw)));
        right.filter(ApInt::is_zero)?;
        let difference = rw.def_of::<SubOp>(self.lhs(rw))?;
        let (x, y) = (difference.lhs(rw), difference.rhs(rw));
        rw.set_operand(*self, 0, x);
        rw.set_operand(*self, 1, y);
        Some(())
    }
}
