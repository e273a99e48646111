//! Folds of integer ops.

use strata_ir::{num::ApInt, prelude::*};

use super::{
    constant_to_right,
    elements::{int_constant, map2, splat_int},
    poison,
};
use crate::{
    AddIOp, AndIOp, IntegerOverflowFlags, MulIOp, SubIOp, XOrIOp,
    eval::{IntBinary, int_binary},
};

/// Folds the binary integer op `op` of kind `kind`.
pub fn fold_int_binary(kind: IntBinary, op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let ty = b.ty(b.result(op, 0));
    if let Some(value) = identity(kind, op, b, consts) {
        return Some(value);
    }
    let cx = b.cx();
    // Shifts of poison are left alone, as by MLIR.
    let shift = matches!(kind, IntBinary::ShL | IntBinary::ShRS | IntBinary::ShRU);
    if !shift && let Some(poison) = poison(cx, consts) {
        return Some(poison.into());
    }
    if let (Some(x), Some(y)) = (consts[0], consts[1])
        && let Some(folded) = map2(cx, x, y, ty, |x: &ApInt, y: &ApInt| {
            // MLIR divides magnitudes and gives up where one of them does not fit.
            let magnitudes = kind != IntBinary::CeilDivS || !(x.is_min_signed() || y.is_min_signed());
            if magnitudes || x.is_zero() { int_binary(kind, x, y) } else { None }
        })
    {
        return Some(folded.into());
    }
    if matches!(kind, IntBinary::And | IntBinary::Or) && b.operand(op, 0) == b.operand(op, 1) {
        return Some(b.operand(op, 0).into());
    }
    if b.has_trait(op, Trait::Commutative) { constant_to_right(op, b, consts) } else { None }
}

/// The complement of `value`: the other operand of an exclusive or with all ones.
fn complement(b: &Body, value: Value) -> Option<Value> {
    let xor = b.def_as::<XOrIOp>(value)?;
    let ones = constant_value(b, xor.rhs(b)).and_then(|a| splat_int(b.cx(), a))?;
    ones.is_all_ones().then(|| xor.lhs(b))
}

/// The op with a neutral or absorbing right operand, or whose operands cancel.
fn identity(kind: IntBinary, op: Op, b: &Body, consts: &[Option<Attr>]) -> Option<Folded> {
    use IntBinary::*;
    let cx = b.cx();
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    let ty = b.ty(lhs);
    let width = cx.bit_width(cx.elem_or_self(ty))?;
    let value = consts[1].and_then(|a| splat_int(cx, a));
    let operands = Operands { b, lhs, rhs, ty, width, value };
    let is = |f: fn(&ApInt) -> bool| operands.right_is(f);
    match kind {
        Add => operands.sum(),
        Sub => operands.difference(),
        Mul if is(ApInt::is_zero) => Some(rhs.into()),
        Mul | DivS | DivU | CeilDivS | CeilDivU | FloorDivS if is(ApInt::is_one) => Some(lhs.into()),
        DivS => operands.quotient(IntegerOverflowFlags::NSW),
        DivU => operands.quotient(IntegerOverflowFlags::NUW),
        RemS | RemU if is(ApInt::is_one) => operands.splat(ApInt::zero(width)),
        And => operands.and(),
        Or if is(ApInt::is_all_ones) => consts[1].map(Into::into),
        Or => operands.or(),
        Xor => operands.xor(),
        ShL | ShRS | ShRU if is(ApInt::is_zero) => Some(lhs.into()),
        MaxS | MaxU | MinS | MinU => operands.extremum(kind),
        _ => None,
    }
}

/// The operands of a binary op.
struct Operands<'a> {
    b: &'a Body,
    lhs: Value,
    rhs: Value,
    ty: Type,
    /// Bits of an element.
    width: u32,
    /// The right operand, if it is a constant whose elements are all the same.
    value: Option<ApInt>,
}

impl Operands<'_> {
    fn right_is(&self, f: fn(&ApInt) -> bool) -> bool {
        self.value.as_ref().is_some_and(f)
    }
    /// A constant of the result type.
    fn splat(&self, value: ApInt) -> Option<Folded> {
        Some(int_constant(self.b.cx(), self.ty, value)?.into())
    }
    /// The operand other than `one` of the two.
    fn other((x, y): (Value, Value), one: Value) -> Option<Folded> {
        match (x, y) {
            (x, y) if x == one => Some(y.into()),
            (x, y) if y == one => Some(x.into()),
            _ => None,
        }
    }
    fn are_complements(&self) -> bool {
        complement(self.b, self.rhs) == Some(self.lhs) || complement(self.b, self.lhs) == Some(self.rhs)
    }

    fn sum(&self) -> Option<Folded> {
        let (b, lhs, rhs) = (self.b, self.lhs, self.rhs);
        if self.right_is(ApInt::is_zero) {
            return Some(lhs.into());
        }
        if let Some(sub) = b.def_as::<SubIOp>(lhs)
            && sub.rhs(b) == rhs
        {
            return Some(sub.lhs(b).into());
        }
        let sub = b.def_as::<SubIOp>(rhs)?;
        (sub.rhs(b) == lhs).then(|| sub.lhs(b).into())
    }

    fn difference(&self) -> Option<Folded> {
        let b = self.b;
        if self.lhs == self.rhs {
            return self.splat(ApInt::zero(self.width));
        }
        if self.right_is(ApInt::is_zero) {
            return Some(self.lhs.into());
        }
        let add = b.def_as::<AddIOp>(self.lhs)?;
        Self::other((add.lhs(b), add.rhs(b)), self.rhs)
    }

    /// The quotient of a product that does not overflow and one of its factors is the other one.
    fn quotient(&self, needed: IntegerOverflowFlags) -> Option<Folded> {
        let b = self.b;
        let mul = b.def_as::<MulIOp>(self.lhs)?;
        let promised = IntegerOverflowFlags::from_attr(b.cx(), Some(mul.overflow_flags(b).into()));
        if !promised.contains(needed) {
            return None;
        }
        Self::other((mul.lhs(b), mul.rhs(b)), self.rhs)
    }

    fn and(&self) -> Option<Folded> {
        let (b, lhs, rhs) = (self.b, self.lhs, self.rhs);
        if self.right_is(ApInt::is_zero) {
            return Some(rhs.into());
        }
        if self.right_is(ApInt::is_all_ones) {
            return Some(lhs.into());
        }
        for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(and) = b.def_as::<AndIOp>(inner)
                && (and.lhs(b) == other || and.rhs(b) == other)
            {
                return Some(inner.into());
            }
        }
        if self.are_complements() { self.splat(ApInt::zero(self.width)) } else { None }
    }

    fn or(&self) -> Option<Folded> {
        if self.right_is(ApInt::is_zero) {
            return Some(self.lhs.into());
        }
        if self.are_complements() { self.splat(ApInt::ones(self.width)) } else { None }
    }

    fn xor(&self) -> Option<Folded> {
        let (b, lhs, rhs) = (self.b, self.lhs, self.rhs);
        if self.right_is(ApInt::is_zero) {
            return Some(lhs.into());
        }
        if lhs == rhs {
            return self.splat(ApInt::zero(self.width));
        }
        for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
            let Some(prev) = b.def_as::<XOrIOp>(inner) else { continue };
            if prev.rhs(b) == other {
                return Some(prev.lhs(b).into());
            }
            if prev.lhs(b) == other {
                return Some(prev.rhs(b).into());
            }
        }
        None
    }

    /// A minimum or maximum of equal operands, or with the least or greatest number.
    fn extremum(&self, kind: IntBinary) -> Option<Folded> {
        use IntBinary::{MaxS, MaxU, MinS};
        if self.lhs == self.rhs {
            return Some(self.lhs.into());
        }
        let value = self.value.as_ref()?;
        let (least, greatest) = match kind {
            MaxS | MinS => (ApInt::min_signed(self.width), ApInt::max_signed(self.width)),
            _ => (ApInt::zero(self.width), ApInt::ones(self.width)),
        };
        let (absorbing, neutral) =
            if matches!(kind, MaxS | MaxU) { (greatest, least) } else { (least, greatest) };
        if *value == absorbing {
            Some(self.rhs.into())
        } else if *value == neutral {
            Some(self.lhs.into())
        } else {
            None
        }
    }
}

/// Both results of an extended op.
fn pair(low: FoldResult, high: FoldResult) -> Option<Folded> {
    Some(Folded::Results(smallvec![low, high]))
}

/// Folds `arith.addui_extended`.
pub fn fold_addui_extended(op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let cx = b.cx();
    let (sum_ty, overflow_ty) = (b.ty(b.result(op, 0)), b.ty(b.result(op, 1)));
    // Nothing is carried out of x + 0.
    if consts[1].and_then(|a| splat_int(cx, a)).is_some_and(|v| v.is_zero())
        && let Some(no) = int_constant(cx, overflow_ty, ApInt::zero(1))
    {
        return pair(FoldResult::Value(b.operand(op, 0)), FoldResult::Attr(no));
    }
    if let Some(poison) = poison(cx, consts) {
        return pair(FoldResult::Attr(poison), FoldResult::Attr(poison));
    }
    if let (Some(x), Some(y)) = (consts[0], consts[1])
        && let Some(sum) = map2(cx, x, y, sum_ty, |x: &ApInt, y: &ApInt| Some(x.add(y)))
        && let Some(carry) =
            map2(cx, x, y, overflow_ty, |x: &ApInt, y: &ApInt| Some(ApInt::from_bool(x.uadd_overflow(y).1)))
    {
        return pair(FoldResult::Attr(sum), FoldResult::Attr(carry));
    }
    constant_to_right(op, b, consts)
}

/// Folds `arith.mulsi_extended` and `arith.mului_extended`.
pub fn fold_mul_extended(signed: bool, op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let cx = b.cx();
    let ty = b.ty(b.result(op, 0));
    if let Some(c) = consts[1]
        && let Some(v) = splat_int(cx, c)
    {
        if v.is_zero() {
            return pair(FoldResult::Attr(c), FoldResult::Attr(c));
        }
        if !signed && v.is_one() {
            let zero = int_constant(cx, ty, ApInt::zero(v.width()))?;
            return pair(FoldResult::Value(b.operand(op, 0)), FoldResult::Attr(zero));
        }
    }
    if let Some(poison) = poison(cx, consts) {
        return pair(FoldResult::Attr(poison), FoldResult::Attr(poison));
    }
    let high = |x: &ApInt, y: &ApInt| Some(if signed { x.smulh(y) } else { x.umulh(y) });
    if let (Some(x), Some(y)) = (consts[0], consts[1])
        && let Some(low) = map2(cx, x, y, ty, |x: &ApInt, y: &ApInt| Some(x.mul(y)))
        && let Some(high) = map2(cx, x, y, ty, high)
    {
        return pair(FoldResult::Attr(low), FoldResult::Attr(high));
    }
    constant_to_right(op, b, consts)
}
