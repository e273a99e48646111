//! `powf`: `2^(y log2 |x|)`, computed in `f64` and rounded once.
//!
//! `|x| = 2^e m` with `m` from `sqrt(1/2)` to `sqrt(2)`, found in the bits of `|x|` as `f64`, in which no `f32` is subnormal. `log2(m)`
//! is the series of the inverse hyperbolic tangent of `(m - 1) / (m + 1)`, and the power of two that of `exp`. Both have errors below
//! 2^-32, so only the last rounding matters. Signs, zeros, infinities and NaN are those of C's function.

use strata_arith::{CmpFPredicate, CmpIPredicate, ExtFOp, TruncFOp};
use strata_ir::prelude::*;
use strata_math::FloorOp;

use super::Approx;

/// The bits of `sqrt(1/2)` as `f64`.
const ROOT_HALF: i64 = 0x3fe6_a09e_667f_3bcd;
/// Adding this to an `f64` of at most 51 bits rounds it to an integer, which is then in the low bits of the sum.
const MAGIC: f64 = 6_755_399_441_055_744.0;
/// Beyond `2^MAX_EXPONENT` and its inverse every `f32` is infinite or zero.
const MAX_EXPONENT: f64 = 200.0;

impl Approx<'_, '_, '_> {
    pub(super) fn power(&mut self, op: Op, x: Value) -> Value {
        let y = self.e.0.operand(op, 1);
        let size = self.abs(x);
        let wide = self.e.like(self.ty, self.e.0.cx().float_type(strata_ir::num::FloatFormat::F64));
        let result = {
            let [size, y] = [size, y].map(|v| ExtFOp::build(self.e.0, v, None, wide));
            let narrow = std::mem::replace(&mut self.ty, wide);
            // With an infinite exponent the power of one is still one.
            let y = self.clamp(y, CmpFPredicate::Ogt, 1e60);
            let y = self.clamp(y, CmpFPredicate::Olt, -1e60);
            let log = self.log2_wide(size);
            let product = self.e.mulf(y, log);
            let power = self.exp2_wide(product);
            self.ty = narrow;
            TruncFOp::build(self.e.0, power, None, None, narrow)
        };
        let result = self.signed_power(x, y, size, result);
        // A NaN operand gives NaN, unless the result is one for any value of that operand.
        let (nan, one, zero) = (self.num(f64::NAN), self.num(1.0), self.num(0.0));
        let unordered = self.e.cmpf(CmpFPredicate::Uno, x, y);
        let result = self.e.select(unordered, nan, result);
        let x_is_one = self.e.cmpf(CmpFPredicate::Oeq, x, one);
        let y_is_zero = self.e.cmpf(CmpFPredicate::Oeq, y, zero);
        let result = self.e.select(x_is_one, one, result);
        self.e.select(y_is_zero, one, result)
    }
    /// Applies the sign of `x`: odd exponents keep it, and negative numbers have no real power with a non-integer exponent.
    fn signed_power(&mut self, x: Value, y: Value, size: Value, result: Value) -> Value {
        let half = self.num(0.5);
        let half = self.e.mulf(y, half);
        let [floor, floor_half] = [y, half].map(|v| FloorOp::build(self.e.0, v, None));
        let is_integer = self.e.cmpf(CmpFPredicate::Oeq, floor, y);
        let not_even = self.e.cmpf(CmpFPredicate::One, floor_half, half);
        let odd = self.e.andi(is_integer, not_even);
        let (bits, none) = (self.bits(x), self.int(0));
        let has_sign = self.e.cmpi(CmpIPredicate::Slt, bits, none);
        let negative = self.e.andi(odd, has_sign);
        let negated = self.e.negf(result);
        let result = self.e.select(negative, negated, result);
        let (zero, infinity, nan) = (self.num(0.0), self.num(f64::INFINITY), self.num(f64::NAN));
        let below = self.e.cmpf(CmpFPredicate::Olt, x, zero);
        let finite = self.e.cmpf(CmpFPredicate::Olt, size, infinity);
        let fraction = self.e.cmpf(CmpFPredicate::Une, floor, y);
        let undefined = self.e.andi(below, finite);
        let undefined = self.e.andi(undefined, fraction);
        self.e.select(undefined, nan, result)
    }
    /// The logarithm of a non-negative number, as `f64`.
    fn log2_wide(&mut self, x: Value) -> Value {
        let ints = self.e.ints_like(self.ty, 64);
        let (bits, root, shift) =
            (self.e.bitcast(x, ints), self.e.int(ROOT_HALF, ints), self.e.int(52, ints));
        let above = self.e.subi(bits, root);
        let exponent = strata_arith::ShRSIOp::build(self.e.0, above, shift, None);
        let whole = self.e.shli(exponent, shift);
        let m = self.e.subi(bits, whole);
        let m = self.e.bitcast(m, self.ty);
        let exponent = self.e.sitofp(exponent, self.ty);
        let one = self.num(1.0);
        let (below, above) = (self.e.subf(m, one), self.e.addf(m, one));
        let s = self.e.divf(below, above);
        let square = self.e.mulf(s, s);
        // 2 / ln 2 times the inverses of odd numbers.
        let series: Vec<f64> =
            (0..7).rev().map(|k| 2.0 * std::f64::consts::LOG2_E / f64::from(2 * k + 1)).collect();
        let p = self.polynomial(square, &series);
        let log = self.e.fma(p, s, exponent);
        let log = self.where_(x, CmpFPredicate::Oeq, 0.0, f64::NEG_INFINITY, log);
        self.where_(x, CmpFPredicate::Oeq, f64::INFINITY, f64::INFINITY, log)
    }
    /// A power of two, as `f64`; results outside of the range of `f32` stay outside of it.
    fn exp2_wide(&mut self, x: Value) -> Value {
        let x = self.clamp(x, CmpFPredicate::Ogt, MAX_EXPONENT);
        let x = self.clamp(x, CmpFPredicate::Olt, -MAX_EXPONENT);
        let magic = self.num(MAGIC);
        let shifted = self.e.addf(x, magic);
        let n = self.e.subf(shifted, magic);
        let fraction = self.e.subf(x, n);
        let mut coefficient = 1.0;
        let mut series = vec![1.0];
        for k in 1..10 {
            coefficient *= std::f64::consts::LN_2 / f64::from(k);
            series.insert(0, coefficient);
        }
        let p = self.polynomial(fraction, &series);
        let ints = self.e.ints_like(self.ty, 64);
        let (bits, shift) = (self.e.bitcast(shifted, ints), self.e.int(52, ints));
        let scale = self.e.shli(bits, shift);
        let p = self.e.bitcast(p, ints);
        let scaled = self.e.addi(p, scale);
        self.e.bitcast(scaled, self.ty)
    }
}
