//! The ranges of the results of integer ops.

use strata_ir::{
    analysis::int_range::{IntRange, transfer, transfer::NoOverflow},
    num::ApInt,
    prelude::*,
};

use crate::{CmpIPredicate, IntegerOverflowFlags, eval::Cast, eval::IntBinary};

/// The ranges of the results of an op.
pub(crate) type Ranges = SmallVec<[Option<IntRange>; 2]>;

/// The range of a binary op.
pub(crate) fn binary(kind: IntBinary, op: Op, b: &Body, operands: &[Option<IntRange>]) -> Ranges {
    let [Some(x), Some(y)] = operands else { return Ranges::new() };
    if x.width() != y.width() {
        return Ranges::new();
    }
    let flags = IntegerOverflowFlags::from_attr(b.cx(), b.attr(op, "overflowFlags"));
    let no = NoOverflow {
        signed: flags.contains(IntegerOverflowFlags::NSW),
        unsigned: flags.contains(IntegerOverflowFlags::NUW),
    };
    use IntBinary::*;
    smallvec![Some(match kind {
        Add => transfer::add(x, y, no),
        Sub => transfer::sub(x, y, no),
        Mul => transfer::mul(x, y, no),
        DivS => transfer::sdiv(x, y),
        DivU => transfer::udiv(x, y),
        CeilDivS => transfer::sceildiv(x, y),
        CeilDivU => transfer::uceildiv(x, y),
        FloorDivS => transfer::sfloordiv(x, y),
        RemS => transfer::srem(x, y),
        RemU => transfer::urem(x, y),
        And => transfer::bitwise(x, y, ApInt::and),
        Or => transfer::bitwise(x, y, ApInt::or),
        Xor => transfer::xor(x, y),
        ShL => transfer::shl(x, y, no),
        ShRS => transfer::ashr(x, y),
        ShRU => transfer::lshr(x, y),
        MaxS => transfer::extremum(x, y, true, true),
        MaxU => transfer::extremum(x, y, false, true),
        MinS => transfer::extremum(x, y, true, false),
        MinU => transfer::extremum(x, y, false, false),
    })]
}

/// The range of a cast between integers; nothing for other casts.
pub(crate) fn cast(kind: Cast, op: Op, b: &Body, operands: &[Option<IntRange>]) -> Ranges {
    let (cx, ty) = (b.cx(), b.ty(b.result(op, 0)));
    let ([Some(x)], Some(width)) = (operands, cx.bit_width(cx.elem_or_self(ty))) else {
        return Ranges::new();
    };
    let narrows = width < x.width();
    smallvec![Some(match kind {
        Cast::ExtU => transfer::zext(x, width),
        Cast::ExtS => transfer::sext(x, width),
        Cast::TruncI => transfer::trunc(x, width),
        Cast::IndexCast | Cast::IndexCastUI if narrows => transfer::trunc(x, width),
        Cast::IndexCast | Cast::IndexCastUI if width == x.width() => x.clone(),
        Cast::IndexCast => transfer::sext(x, width),
        Cast::IndexCastUI => transfer::zext(x, width),
        _ => return Ranges::new(),
    })]
}

/// Whether a comparison always holds.
fn holds(predicate: CmpIPredicate, x: &IntRange, y: &IntRange) -> bool {
    use CmpIPredicate::*;
    let [slt, sle, sgt, sge] = transfer::order(x, y, true);
    let [ult, ule, ugt, uge] = transfer::order(x, y, false);
    match predicate {
        Slt => slt,
        Sle => sle,
        Sgt => sgt,
        Sge => sge,
        Ult => ult,
        Ule => ule,
        Ugt => ugt,
        Uge => uge,
        Eq => x.as_constant().is_some() && x.as_constant() == y.as_constant(),
        Ne => (slt || sgt) && (ult || ugt),
    }
}

/// The range of a comparison.
pub(crate) fn compare(predicate: CmpIPredicate, operands: &[Option<IntRange>]) -> Ranges {
    let [Some(x), Some(y)] = operands else { return Ranges::new() };
    let known =
        if holds(predicate, x, y) { Some(true) } else { holds(predicate.inverse(), x, y).then_some(false) };
    smallvec![Some(known.map_or_else(|| IntRange::full(1), |v| IntRange::constant(ApInt::from_bool(v))))]
}

/// The range of a selection: that of the side which a known condition chooses.
pub(crate) fn select(operands: &[Option<IntRange>]) -> Ranges {
    let [Some(condition), Some(yes), Some(no)] = operands else { return Ranges::new() };
    smallvec![Some(match condition.as_constant() {
        Some(c) if c.is_zero() => no.clone(),
        Some(_) => yes.clone(),
        None => yes.join(no),
    })]
}

/// Says that `$name` infers ranges with the given function.
macro_rules! infer {
    ($($name:ident)* => |$op:ident, $b:ident, $ranges:ident| $body:expr) => {$(
        impl strata_ir::analysis::InferIntRange for $name {
            fn infer_ranges(
                &self,
                $b: &Body,
                $ranges: &[Option<strata_ir::analysis::IntRange>],
            ) -> $crate::ranges::Ranges {
                let $op = *self;
                $body
            }
        }
    )*};
}
pub(crate) use infer;
