//! Splits of 32-bit floats into one or two floats with 11 bits of significand, which tensor cores multiply.
//!
//! Tensor cores ignore all but the upper 19 bits of a register. A rounded number is correct in these bits; a split number is `big + small`
//! where `big` has 11 bits and `small` is the rest, of which tensor cores use the first 11 bits as well.
//!
//! An infinite number has a finite `big`, so that an infinite `big` is not multiplied by a `small` that is zero, and an infinite `small`;
//! NaN has a `small` that is NaN. So the sum of the products is correct for infinite numbers and NaN, and nothing overflows that would not
//! overflow anyway. Only the product of an infinite number and one below 2^-136 is NaN.

use strata_arith::{AndIOp, BitcastOp, MaxNumFOp, MinNumFOp, SubFOp, constant_float, constant_int};
use strata_ir::prelude::*;
use strata_math::FmaOp;

/// The bits of `f32` that tensor cores use.
const SEEN: i64 = !0x1fff;
/// Sign and exponent.
const MAGNITUDE: i64 = !0x7f_ffff;
/// Half a unit in the last of 11 bits, relative to the power of two below a number.
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
