//! `arith-expand-remainders`: remainders of floats without the C library, for vectors of any size and for scalars.
//!
//! Before:
//! ```mlir
//! %0 = arith.remf %x, %y : vector<16xf32>
//! ```
//! After: one division while all quotients are small, otherwise a loop in `f64` that subtracts multiples of `|y| 2^k` from `|x|`, with
//! 50 bits of the quotient per iteration, until no element is left:
//! ```mlir
//! %quotient = arith.divf %size, %limit : vector<16xf32>
//! %far = arith.cmpf uge, %quotient, %cst : vector<16xf32>
//! %any = vector.reduction <or>, %far : vector<16xi1> into i1
//! %rest = scf.if %any -> (vector<16xf32>) {
//!   %rest = scf.while (%a = %size) : (vector<16xf64>) -> vector<16xf64> {
//!     … %a is not less than %limit …
//!     scf.condition(%more) %a : vector<16xf64>
//!   } do {
//!   ^bb0(%a: vector<16xf64>):
//!     %q = … floor(%a / %t), with %t = |y| 2^k …
//!     %r = math.fma %minus_q, %t, %a : vector<16xf64>
//!     …
//!   }
//! } else {
//!   %q = math.floor %quotient : vector<16xf32>
//!   %r = math.fma %minus_q, %limit, %size : vector<16xf32>
//!   …
//! }
//! ```
//! Each step is exact: the quotient has two bits less than a number, and the remainder is less than `t` and a multiple of the last bit
//! of `t`. If the quotient was rounded up, `t` is added again. A step changes nothing where `a` is less than `t`.

use strata_arith::{CmpFPredicate, ExtFOp, TruncFOp};
use strata_ir::prelude::*;
use strata_math::{AbsFOp, FloorOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ConditionOp, IfOp, WhileOp, YieldOp};

use crate::arith_builder::{ArithBuilder, has_constants};

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
/// Quotients less than this one, of `f32` and of `f64`, are found by one division.
const NEAR: f64 = 4_194_304.0;
const NEAR_F64: f64 = 1_125_899_906_842_624.0;

impl BodyPass for ExpandRemainders {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.op_name(op) != "arith.remf" || !has_constants(body.cx(), body.ty(body.result(op, 0))) {
                continue;
            }
            let (x, y, old) = (body.operand(op, 0), body.operand(op, 1), body.result(op, 0));
            let new = remainder(&mut ArithBuilder(&mut Builder::before(body, op)), x, y);
            body.replace_all_uses(old, new);
            body.erase(op);
        }
        Ok(())
    }
}

/// The remainder of two numbers of any format, or of vectors of them.
fn remainder(e: &mut ArithBuilder<'_, '_>, x: Value, y: Value) -> Value {
    let ty = e.0.ty(x);
    let (cx, elem) = (e.0.cx(), e.0.cx().elem_or_self(ty));
    let (elem, near) = if elem == cx.f64() { (elem, NEAR_F64) } else { (cx.f32(), NEAR) };
    let wide = e.like(ty, elem);
    let [x, y] = [x, y].map(|v| if wide == ty { v } else { ExtFOp::build(e.0, v, None, wide) });
    let [size, limit] = [x, y].map(|v| AbsFOp::build(e.0, v, None));
    let (quotient, most) = (e.divf(size, limit), e.float(near, wide));
    // Not "greater or equal", so that the comparison holds for NaN.
    let far = e.cmpf(CmpFPredicate::Uge, quotient, most);
    let any = e.any(far);
    let rest = IfOp::create(
        e.0,
        any,
        &[wide],
        |b| vec![by_steps(&mut ArithBuilder(b), size, limit)],
        |b| {
            let e = &mut ArithBuilder(b);
            let rest = subtracted(e, size, quotient, limit);
            // An infinite limit, too.
            let less = e.cmpf(CmpFPredicate::Olt, size, limit);
            vec![e.select(less, size, rest)]
        },
    );
    let rest = e.0.result(rest.op(), 0);
    let signed = e.copysign(rest, x);
    if wide == ty { signed } else { TruncFOp::build(e.0, signed, None, None, ty) }
}

/// `a` less the whole multiples of `t` in it.
fn subtracted(e: &mut ArithBuilder<'_, '_>, a: Value, quotient: Value, t: Value) -> Value {
    let ty = e.0.ty(a);
    let q = FloorOp::build(e.0, quotient, None);
    let q = e.negf(q);
    let (rest, zero) = (e.fma(q, t, a), e.float(0.0, ty));
    let below = e.cmpf(CmpFPredicate::Olt, rest, zero);
    let back = e.addf(rest, t);
    e.select(below, back, rest)
}

/// The remainder of numbers that are not negative, NaN where there is none, with quotients of any size.
fn by_steps(e: &mut ArithBuilder<'_, '_>, size: Value, limit: Value) -> Value {
    let narrow = e.0.ty(size);
    let (f64, i64) = (e.like(narrow, e.0.cx().f64()), e.ints_like(narrow, 64));
    let [size, limit] =
        [size, limit].map(|v| if narrow == f64 { v } else { ExtFOp::build(e.0, v, None, f64) });
    let (infinite, zero, nan) = (e.float(f64::INFINITY, f64), e.float(0.0, f64), e.float(f64::NAN, f64));
    let finite = e.cmpf(CmpFPredicate::Olt, size, infinite);
    let divides = e.cmpf(CmpFPredicate::Ogt, limit, zero);
    let is_number = e.andi(finite, divides);
    // Elements without a remainder need no step.
    let size = e.select(is_number, size, zero);
    let limit = e.select(is_number, limit, infinite);
    let of_limit = exponent(e, limit, f64, i64);
    let op = WhileOp::build(e.0, &[size], &[f64]);
    e.0.region_block(op, 0, &[f64], |b, block| {
        let a = b.block_args(block)[0];
        let mut e = ArithBuilder(b);
        let more = e.cmpf(CmpFPredicate::Oge, a, limit);
        let more = e.any(more);
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
        let rest = subtracted(e, a, q, t);
        let less = e.cmpf(CmpFPredicate::Olt, a, limit);
        let rest = e.select(less, a, rest);
        YieldOp::build(b, &[rest]);
    });
    let rest = e.0.result(op.op(), 0);
    let result = e.select(is_number, rest, nan);
    if narrow == f64 { result } else { TruncFOp::build(e.0, result, None, None, narrow) }
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
