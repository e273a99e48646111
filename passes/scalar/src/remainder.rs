//! `arith-expand-remainders`: remainders of floats without the C library.
//!
//! Before:
//! ```mlir
//! %0 = arith.remf %x, %y : f32
//! ```
//! After: a loop in `f64` that subtracts multiples of `|y| 2^k` from `|x|`, with 50 bits of the quotient per iteration:
//! ```mlir
//! %rest = scf.while (%a = %size) : (f64) -> f64 {
//!   … %a is not less than %limit …
//!   scf.condition(%more) %a : f64
//! } do {
//! ^bb0(%a: f64):
//!   %q = … floor(%a / %t), with %t = |y| 2^k …
//!   %r = math.fma %minus_q, %t, %a : f64
//!   …
//! }
//! ```
//! Each step is exact: the quotient has at most 51 bits, and the remainder is less than `t` and a multiple of the last bit of `t`. If the
//! quotient was rounded up, `t` is added again. Most remainders need one step.

use strata_arith::{CmpFPredicate, ExtFOp, TruncFOp};
use strata_ir::prelude::*;
use strata_math::{AbsFOp, FloorOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ConditionOp, WhileOp, YieldOp};
use strata_vector::{FromElementsOp, ToElementsOp};

use crate::arith_builder::ArithBuilder;

/// Expand remainders of floats.
#[pass(
    name = "arith-expand-remainders",
    class = "ArithExpandRemainders",
    produces = [arith, math, scf, vector],
    each_body,
    idempotent
)]
pub struct ExpandRemainders;

/// Bits of the quotient that a step finds.
const STEP_BITS: i64 = 50;
/// The largest power of two that is one factor of a scale.
const FACTOR: i64 = 700;
const SMALLEST_NORMAL: f64 = f64::MIN_POSITIVE;
const TWO_54: f64 = 18_014_398_509_481_984.0;

impl BodyPass for ExpandRemainders {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.op_name(op) != "arith.remf" {
                continue;
            }
            let (x, y, old) = (body.operand(op, 0), body.operand(op, 1), body.result(op, 0));
            let mut b = Builder::before(body, op);
            let new = match b.cx().type_as::<VectorType>(b.ty(x)) {
                None => Some(scalar(&mut ArithBuilder(&mut b), x, y)),
                Some(_) => vector(&mut b, x, y),
            };
            if let Some(new) = new {
                body.replace_all_uses(old, new);
                body.erase(op);
            }
        }
        Ok(())
    }
}

/// Expands vectors element by element.
fn vector(b: &mut Builder<'_>, x: Value, y: Value) -> Option<Value> {
    let ty = b.ty(x);
    let (xs, ys) = (ToElementsOp::create(b, x)?, ToElementsOp::create(b, y)?);
    let elements: Vec<Value> =
        xs.into_iter().zip(ys).map(|(x, y)| scalar(&mut ArithBuilder(b), x, y)).collect();
    Some(FromElementsOp::build(b, &elements, ty))
}

/// The exponent of a number that is not negative, as if numbers had no smallest exponent; biased.
fn exponent(e: &mut ArithBuilder<'_, '_>, x: Value, f64: Type, i64: Type) -> Value {
    let (limit, scale) = (e.float(SMALLEST_NORMAL, f64), e.float(TWO_54, f64));
    let small = e.cmpf(CmpFPredicate::Olt, x, limit);
    let scaled = e.mulf(x, scale);
    let x = e.select(small, scaled, x);
    let (bits, shift) = (e.bitcast(x, i64), e.int(52, i64));
    let exponent = e.shrui(bits, shift);
    let (less, none) = (e.int(54, i64), e.int(0, i64));
    let less = e.select(small, less, none);
    e.subi(exponent, less)
}

/// `x` times a power of two up to `2^2100`.
fn scaled(e: &mut ArithBuilder<'_, '_>, mut x: Value, mut power: Value, f64: Type, i64: Type) -> Value {
    for _ in 0..3 {
        let (most, bias, shift) = (e.int(FACTOR, i64), e.int(1023, i64), e.int(52, i64));
        let part = e.minsi(power, most);
        power = e.subi(power, part);
        let biased = e.addi(part, bias);
        let bits = e.shli(biased, shift);
        let factor = e.bitcast(bits, f64);
        x = e.mulf(x, factor);
    }
    x
}

/// The remainder of two numbers of any format.
fn scalar(e: &mut ArithBuilder<'_, '_>, x: Value, y: Value) -> Value {
    let (f64, i64, ty) = (e.0.cx().f64(), e.0.cx().i64(), e.0.ty(x));
    let wide =
        |e: &mut ArithBuilder<'_, '_>, v: Value| if ty == f64 { v } else { ExtFOp::build(e.0, v, None, f64) };
    let (x, y) = (wide(e, x), wide(e, y));
    let (size, limit) = (AbsFOp::build(e.0, x, None), AbsFOp::build(e.0, y, None));
    let (infinite, zero, nan) = (e.float(f64::INFINITY, f64), e.float(0.0, f64), e.float(f64::NAN, f64));
    let finite = e.cmpf(CmpFPredicate::Olt, size, infinite);
    let divides = e.cmpf(CmpFPredicate::Ogt, limit, zero);
    let is_number = e.andi(finite, divides);
    let of_limit = exponent(e, limit, f64, i64);
    let op = WhileOp::build(e.0, &[size], &[f64]);
    e.0.region_block(op, 0, &[f64], |b, block| {
        let a = b.block_args(block)[0];
        let mut e = ArithBuilder(b);
        let more = e.cmpf(CmpFPredicate::Oge, a, limit);
        let more = e.andi(more, is_number);
        ConditionOp::build(b, more, &[a]);
    });
    e.0.region_block(op, 1, &[f64], |b, block| {
        let a = b.block_args(block)[0];
        let e = &mut ArithBuilder(b);
        let of_a = exponent(e, a, f64, i64);
        let bits = e.subi(of_a, of_limit);
        let (step, none) = (e.int(STEP_BITS, i64), e.int(0, i64));
        let bits = e.subi(bits, step);
        let bits = e.maxsi(bits, none);
        let t = scaled(e, limit, bits, f64, i64);
        let q = e.divf(a, t);
        let q = FloorOp::build(e.0, q, None);
        let q = e.negf(q);
        let r = e.fma(q, t, a);
        let zero = e.float(0.0, f64);
        let below = e.cmpf(CmpFPredicate::Olt, r, zero);
        let back = e.addf(r, t);
        let r = e.select(below, back, r);
        YieldOp::build(b, &[r]);
    });
    let rest = e.0.result(op.op(), 0);
    let signed = e.copysign(rest, x);
    let result = e.select(is_number, signed, nan);
    if ty == f64 { result } else { TruncFOp::build(e.0, result, None, None, ty) }
}
