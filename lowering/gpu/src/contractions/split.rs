//! Numbers of 32 bits as one or two of those with 11 bits that tensor cores multiply.
//!
//! The cores look at the upper 19 bits of a register. What is rounded here has its next 11 bits right; what is split is `big + small`
//! with `big` of 11 bits and `small` the rest, of which the cores see the first 11 bits, too.
//!
//! An infinite number has a finite `big`, so that it is not multiplied by a `small` that is zero, and an infinite `small`; NaN has a
//! `small` that is NaN. So the sum of the products is what it is for infinite numbers and NaN, and nothing overflows that would not
//! anyway. Only the product of an infinite number and one below 2^-136 is NaN.

use strata_arith::{AndIOp, BitcastOp, MaxNumFOp, MinNumFOp, SubFOp, constant_float, constant_int};
use strata_ir::prelude::*;
use strata_math::FmaOp;

/// The bits of `f32` that tensor cores look at.
const SEEN: i64 = !0x1fff;
/// Sign and exponent.
const MAGNITUDE: i64 = !0x7f_ffff;
/// Half a unit in the last of 11 bits, as a part of the power of two below a number.
const HALF_UNIT: f64 = 1.0 / 2048.0;

/// A number's bits under a mask.
fn masked(b: &mut Builder<'_>, x: Value, mask: i64) -> Value {
    let cx = b.cx_arc().clone();
    let float = b.ty(x);
    let int = match cx.type_as::<VectorType>(float) {
        Some(v) => cx.vector(&v.shape.clone(), cx.i32()),
        None => cx.i32(),
    };
    let bits = BitcastOp::build(b, x, int);
    let mask = constant_int(b, mask as i32 as i64, int);
    let kept = AndIOp::build(b, bits, mask);
    BitcastOp::build(b, kept, float)
}

/// Numbers whose upper 19 bits are those of the nearest `tf32`, ties away from zero.
pub(super) fn rounded(b: &mut Builder<'_>, x: Value) -> Value {
    let ty = b.ty(x);
    let power = masked(b, x, MAGNITUDE);
    let half = constant_float(b, HALF_UNIT, ty);
    FmaOp::build(b, power, half, x, None)
}

/// `big` and `small` of numbers.
pub(super) fn split(b: &mut Builder<'_>, x: Value) -> [Value; 2] {
    let ty = b.ty(x);
    let most = constant_float(b, f64::from(f32::MAX), ty);
    let least = constant_float(b, f64::from(f32::MIN), ty);
    let finite = MinNumFOp::build(b, x, most, None);
    let finite = MaxNumFOp::build(b, finite, least, None);
    let big = masked(b, finite, SEEN);
    [big, SubFOp::build(b, x, big, None)]
}
