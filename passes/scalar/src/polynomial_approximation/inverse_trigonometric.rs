//! `atan` and `atan2`: an odd polynomial of a quotient of at most 1, and parts of `pi`.

use std::f64::consts::FRAC_PI_4;

use strata_arith::{CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;

use super::Approx;

/// Of `atan(a) = a + a^3 p(a^2)` for `a` from 0 to 1.
const ATAN: [f64; 9] = [
    -1.836731215e-03,
    1.100597065e-02,
    -3.121232614e-02,
    5.791361257e-02,
    -8.399345726e-02,
    1.095089316e-01,
    -1.426401734e-01,
    1.999852955e-01,
    -3.333329856e-01,
];
/// `pi / 2`: the nearest `f32`, and the remainder.
const HALF_PI: [f64; 2] = [1.570_796_370_506_286_6, -4.371_139_000_186_241e-8];

impl Approx<'_, '_, '_> {
    /// `atan(a)` for `a` from 0 to 1.
    fn atan_of_quotient(&mut self, a: Value) -> Value {
        let square = self.e.mulf(a, a);
        let p = self.polynomial(square, &ATAN);
        let p = self.e.mulf(p, square);
        let angle = self.e.fma(p, a, a);
        // The diagonal is exact.
        self.where_(a, CmpFPredicate::Oeq, 1.0, FRAC_PI_4, angle)
    }
    pub(super) fn atan(&mut self, x: Value) -> Value {
        let (size, one) = (self.abs(x), self.num(1.0));
        let is_large = self.e.cmpf(CmpFPredicate::Ogt, size, one);
        let inverse = self.e.divf(one, size);
        let a = self.e.select(is_large, inverse, size);
        let near = self.atan_of_quotient(a);
        let [high, low] = HALF_PI.map(|c| self.num(c));
        let rest = self.e.subf(low, near);
        let far = self.e.addf(high, rest);
        let result = self.e.select(is_large, far, near);
        self.e.copysign(result, x)
    }
    pub(super) fn atan2(&mut self, op: Op, y: Value) -> Value {
        let x = self.e.0.operand(op, 1);
        let (width, height) = (self.abs(x), self.abs(y));
        let steep = self.e.cmpf(CmpFPredicate::Ogt, height, width);
        let above = self.e.select(steep, width, height);
        let below = self.e.select(steep, height, width);
        let quotient = self.e.divf(above, below);
        // Two zeros, or two infinities, still have a direction.
        let quotient = self.where_(above, CmpFPredicate::Oeq, 0.0, 0.0, quotient);
        let quotient = self.where_(above, CmpFPredicate::Oeq, f64::INFINITY, 1.0, quotient);
        let angle = self.atan_of_quotient(quotient);
        // The axis nearest to the direction, and the side of the axis.
        let (bits, none) = (self.bits(x), self.int(0));
        let left = self.e.cmpi(CmpIPredicate::Slt, bits, none);
        let turned = strata_arith::XOrIOp::build(self.e.0, steep, left);
        let negated = self.e.negf(angle);
        let angle = self.e.select(turned, negated, angle);
        let axis = |a: &mut Self, part: f64| {
            let [right, up, back] = [0.0, part, 2.0 * part].map(|c| a.num(c));
            let flat = a.e.select(left, back, right);
            a.e.select(steep, up, flat)
        };
        let (high, low) = (axis(self, HALF_PI[0]), axis(self, HALF_PI[1]));
        let rest = self.e.addf(low, angle);
        let result = self.e.addf(high, rest);
        let result = self.e.copysign(result, y);
        let nan = self.num(f64::NAN);
        let unordered = self.e.cmpf(CmpFPredicate::Uno, x, y);
        self.e.select(unordered, nan, result)
    }
}
