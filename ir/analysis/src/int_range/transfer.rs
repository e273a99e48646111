//! Arithmetic on ranges: for each operation, a range that contains all its results on values of the given ranges.

use std::cmp::Ordering;

use strata_num::ApInt;

use super::IntRange;

/// Overflows that do not happen.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoOverflow {
    /// Signed.
    pub signed: bool,
    /// Unsigned.
    pub unsigned: bool,
}

/// An operation on bounds; `None` when it overflows, so that nothing is known.
type BoundFn<'a> = &'a dyn Fn(&ApInt, &ApInt) -> Option<ApInt>;

/// The result where it does not overflow, and the limit it would pass where overflow does not happen.
fn checked(
    (value, overflows): (ApInt, bool),
    saturates: bool,
    limit: impl FnOnce() -> ApInt,
) -> Option<ApInt> {
    match (overflows, saturates) {
        (false, _) => Some(value),
        (true, true) => Some(limit()),
        (true, false) => None,
    }
}

/// The signed limit on one side.
fn signed_limit(width: u32, negative: bool) -> ApInt {
    if negative { ApInt::min_signed(width) } else { ApInt::max_signed(width) }
}

/// From the results for two pairs of bounds.
fn bounds(f: BoundFn<'_>, least: [&ApInt; 2], greatest: [&ApInt; 2], signed: bool) -> IntRange {
    match (f(least[0], least[1]), f(greatest[0], greatest[1])) {
        (Some(min), Some(max)) => IntRange::new(min, max, signed),
        _ => IntRange::full(least[0].width()),
    }
}

/// From the results for all pairs of bounds, where the operation is monotonic in each operand.
fn corners(f: BoundFn<'_>, lhs: [&ApInt; 2], rhs: [&ApInt; 2], signed: bool) -> IntRange {
    let mut range: Option<(ApInt, ApInt)> = None;
    for a in lhs {
        for b in rhs {
            let Some(v) = f(a, b) else { return IntRange::full(lhs[0].width()) };
            range = Some(match range {
                None => (v.clone(), v),
                Some((min, max)) if signed => (min.smin(&v), max.smax(&v)),
                Some((min, max)) => (min.umin(&v), max.umax(&v)),
            });
        }
    }
    range.map_or_else(|| IntRange::full(lhs[0].width()), |(min, max)| IntRange::new(min, max, signed))
}

fn unsigned(r: &IntRange) -> [&ApInt; 2] {
    [&r.umin, &r.umax]
}

fn signed(r: &IntRange) -> [&ApInt; 2] {
    [&r.smin, &r.smax]
}

/// Addition.
pub fn add(a: &IntRange, b: &IntRange, no: NoOverflow) -> IntRange {
    let width = a.width();
    let u = |x: &ApInt, y: &ApInt| checked(x.uadd_overflow(y), no.unsigned, || ApInt::ones(width));
    let s = |x: &ApInt, y: &ApInt| {
        checked(x.sadd_overflow(y), no.signed, || signed_limit(width, x.is_negative()))
    };
    bounds(&u, [&a.umin, &b.umin], [&a.umax, &b.umax], false).meet(&bounds(
        &s,
        [&a.smin, &b.smin],
        [&a.smax, &b.smax],
        true,
    ))
}

/// Subtraction.
pub fn sub(a: &IntRange, b: &IntRange, no: NoOverflow) -> IntRange {
    let width = a.width();
    let u = |x: &ApInt, y: &ApInt| checked(x.usub_overflow(y), no.unsigned, || ApInt::zero(width));
    let s = |x: &ApInt, y: &ApInt| {
        checked(x.ssub_overflow(y), no.signed, || signed_limit(width, x.is_negative()))
    };
    bounds(&u, [&a.umin, &b.umax], [&a.umax, &b.umin], false).meet(&bounds(
        &s,
        [&a.smin, &b.smax],
        [&a.smax, &b.smin],
        true,
    ))
}

/// Multiplication.
pub fn mul(a: &IntRange, b: &IntRange, no: NoOverflow) -> IntRange {
    let width = a.width();
    let u = |x: &ApInt, y: &ApInt| checked(x.umul_overflow(y), no.unsigned, || ApInt::ones(width));
    let s = |x: &ApInt, y: &ApInt| {
        checked(x.smul_overflow(y), no.signed, || signed_limit(width, x.is_negative() != y.is_negative()))
    };
    corners(&u, unsigned(a), unsigned(b), false).meet(&corners(&s, signed(a), signed(b), true))
}

/// Left shift: a multiplication by a power of two.
pub fn shl(a: &IntRange, b: &IntRange, no: NoOverflow) -> IntRange {
    let width = a.width();
    let u = |x: &ApInt, y: &ApInt| {
        let exact = x.shl(y).filter(|v| v.lshr(y).as_ref() == Some(x));
        exact.or_else(|| no.unsigned.then(|| ApInt::ones(width)))
    };
    let s = |x: &ApInt, y: &ApInt| {
        let exact = x.shl(y).filter(|v| v.ashr(y).as_ref() == Some(x));
        exact.or_else(|| no.signed.then(|| signed_limit(width, x.is_negative())))
    };
    corners(&u, unsigned(a), unsigned(b), false).meet(&corners(&s, signed(a), unsigned(b), true))
}

/// Right shift that keeps the sign.
pub fn ashr(a: &IntRange, b: &IntRange) -> IntRange {
    corners(&|x, y| x.ashr(y), signed(a), unsigned(b), true)
}

/// Right shift that fills with zeros.
pub fn lshr(a: &IntRange, b: &IntRange) -> IntRange {
    corners(&|x, y| x.lshr(y), unsigned(a), unsigned(b), false)
}

fn div_unsigned(a: &IntRange, b: &IntRange, f: BoundFn<'_>) -> IntRange {
    if !b.umin.is_zero() {
        return corners(f, unsigned(a), unsigned(b), false);
    }
    // No quotient is greater than its dividend.
    let least = Some(&b.umax).filter(|m| a.umin.ucmp(m).is_ge()).and_then(|m| a.umin.udiv(m));
    IntRange::from_unsigned(least.unwrap_or_else(|| ApInt::zero(a.width())), a.umax.clone())
}

/// Unsigned division.
pub fn udiv(a: &IntRange, b: &IntRange) -> IntRange {
    div_unsigned(a, b, &|x, y| x.udiv(y))
}

/// Unsigned division, rounded up.
pub fn uceildiv(a: &IntRange, b: &IntRange) -> IntRange {
    div_unsigned(a, b, &|x, y| x.uceildiv(y))
}

fn div_signed(a: &IntRange, b: &IntRange, f: BoundFn<'_>) -> IntRange {
    let excludes_zero = !b.smin.is_negative() && !b.smin.is_zero() || b.smax.is_negative();
    if excludes_zero { corners(f, signed(a), signed(b), true) } else { IntRange::full(a.width()) }
}

/// Signed division towards zero.
pub fn sdiv(a: &IntRange, b: &IntRange) -> IntRange {
    div_signed(a, b, &|x, y| x.sdiv(y))
}

/// Signed division towards plus infinity.
pub fn sceildiv(a: &IntRange, b: &IntRange) -> IntRange {
    div_signed(a, b, &|x, y| x.sceildiv(y))
}

/// Signed division towards minus infinity.
pub fn sfloordiv(a: &IntRange, b: &IntRange) -> IntRange {
    div_signed(a, b, &|x, y| x.sfloordiv(y))
}

/// Signed remainder, with the sign of the dividend.
pub fn srem(a: &IntRange, b: &IntRange) -> IntRange {
    let width = a.width();
    let positive = !b.smin.is_negative() && !b.smin.is_zero();
    if !positive && !b.smax.is_negative() {
        return IntRange::full(width);
    }
    let divisor = if positive { b.smax.clone() } else { b.smin.abs() };
    let (zero, greatest) = (ApInt::zero(width), divisor.sub(&ApInt::one(width)));
    // Dividends that do not reach the next multiple of the only divisor keep their order.
    if b.smin == b.smax && a.smax.sub(&a.smin).ucmp(&divisor).is_lt() {
        let ends = (a.smin.srem(&divisor), a.smax.srem(&divisor));
        if let (Some(min), Some(max)) = ends
            && min.scmp(&max).is_le()
        {
            return IntRange::from_signed(min, max);
        }
    }
    let min = if a.smin.is_negative() { greatest.neg() } else { zero.clone() };
    let max = if a.smax.is_negative() || a.smax.is_zero() { zero } else { greatest };
    IntRange::from_signed(min, max)
}

/// Unsigned remainder.
pub fn urem(a: &IntRange, b: &IntRange) -> IntRange {
    let width = a.width();
    if !b.umin.is_zero() && b.umin == b.umax && a.umax.sub(&a.umin).ucmp(&b.umax).is_lt() {
        let ends = (a.umin.urem(&b.umax), a.umax.urem(&b.umax));
        if let (Some(min), Some(max)) = ends
            && min.ucmp(&max).is_le()
        {
            return IntRange::from_unsigned(min, max);
        }
    }
    let below = b.umax.sub(&ApInt::one(width));
    IntRange::from_unsigned(ApInt::zero(width), below.umin(&a.umax))
}

/// Maximum or minimum of signed or unsigned numbers.
pub fn extremum(a: &IntRange, b: &IntRange, is_signed: bool, greatest: bool) -> IntRange {
    let pick = |x: &ApInt, y: &ApInt| match (is_signed, greatest) {
        (true, true) => x.smax(y),
        (true, false) => x.smin(y),
        (false, true) => x.umax(y),
        (false, false) => x.umin(y),
    };
    let of = if is_signed { signed } else { unsigned };
    let ([amin, amax], [bmin, bmax]) = (of(a), of(b));
    IntRange::new(pick(amin, bmin), pick(amax, bmax), is_signed)
}

/// The bits that may differ between values of a range.
fn varying(r: &IntRange) -> ApInt {
    let bits = r.umin.xor(&r.umax).active_bits();
    ApInt::ones(r.width()).lshr_bits(r.width() - bits)
}

/// The least and the greatest value with the leading bits that all values of a range share.
fn widened(r: &IntRange) -> [ApInt; 2] {
    let mask = varying(r);
    [r.umin.and(&mask.not()), r.umax.or(&mask)]
}

/// Bitwise and, or the like, which is monotonic in every bit.
pub fn bitwise(a: &IntRange, b: &IntRange, f: fn(&ApInt, &ApInt) -> ApInt) -> IntRange {
    let (a, b) = (widened(a), widened(b));
    corners(&|x, y| Some(f(x, y)), [&a[0], &a[1]], [&b[0], &b[1]], false)
}

/// Bitwise exclusive or.
pub fn xor(a: &IntRange, b: &IntRange) -> IntRange {
    let mask = if a.width() == 0 { return a.clone() } else { varying(a).or(&varying(b)) };
    let value = a.umin.xor(&b.umin);
    IntRange::from_unsigned(value.and(&mask.not()), value.or(&mask))
}

/// Zero extension.
pub fn zext(a: &IntRange, width: u32) -> IntRange {
    IntRange::from_unsigned(a.umin.zext(width), a.umax.zext(width))
}

/// Sign extension.
pub fn sext(a: &IntRange, width: u32) -> IntRange {
    IntRange::from_signed(a.smin.sext(width), a.smax.sext(width))
}

/// Truncation: bounds stay bounds while the dropped bits are the same for all values.
pub fn trunc(a: &IntRange, width: u32) -> IntRange {
    let mut r = IntRange::full(width);
    if a.umin.lshr_bits(width) == a.umax.lshr_bits(width) {
        (r.umin, r.umax) = (a.umin.trunc(width), a.umax.trunc(width));
    }
    let (low, high) = (a.smin.ashr_bits(width - 1), a.smax.ashr_bits(width - 1));
    let extends = |v: &ApInt| v.is_zero() || v.is_all_ones();
    if low == high || low.is_all_ones() && extends(&high) {
        (r.smin, r.smax) = (a.smin.trunc(width), a.smax.trunc(width));
    }
    r
}

/// How two values compare, if all of their ranges do so.
pub fn order(a: &IntRange, b: &IntRange, is_signed: bool) -> [bool; 4] {
    let of = if is_signed { signed } else { unsigned };
    let ([amin, amax], [bmin, bmax]) = (of(a), of(b));
    let cmp = |x: &ApInt, y: &ApInt| if is_signed { x.scmp(y) } else { x.ucmp(y) };
    let (top, bottom) = (cmp(amax, bmin), cmp(amin, bmax));
    [top == Ordering::Less, top != Ordering::Greater, bottom == Ordering::Greater, bottom != Ordering::Less]
}
