//! `log` and `log1p`.
//!
//! `x = 2^e (1 + f)` with `1 + f` from `sqrt(1/2)` to `sqrt(2)`, found in the bits of `x`; `log(1 + f) = f - f^2 / 2 + f^3 p(f)`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;

use super::Approx;

const P: [f64; 9] = [
    5.343038589e-02,
    -1.091718450e-01,
    1.210787967e-01,
    -1.254956722e-01,
    1.420963854e-01,
    -1.665937304e-01,
    2.000222206e-01,
    -2.500016689e-01,
    3.333331347e-01,
];
/// `ln 2`: a part whose products with exponents are exact, and the remainder.
const LN_2: [f64; 2] = [0.693_359_375, -2.121_944_40e-4];
/// The bits of `sqrt(1/2)`.
const ROOT_HALF: i64 = 0x3f35_04f3;
const MANTISSA: i64 = 0x007f_ffff;
const SMALLEST_NORMAL: f64 = 1.175_494_350_822_287_5e-38;

impl Approx<'_, '_, '_> {
    /// The exponent and `1 + f`.
    fn split(&mut self, x: Value) -> (Value, Value) {
        let (bits, root, shift) = (self.bits(x), self.int(ROOT_HALF), self.int(23));
        let above = self.e.subi(bits, root);
        let exponent = strata_arith::ShRSIOp::build(self.e.0, above, shift, None);
        let mask = self.int(MANTISSA);
        let mantissa = self.e.andi(above, mask);
        let mantissa = self.e.addi(mantissa, root);
        (exponent, self.float_of_bits(mantissa))
    }
    /// `log(2^e (1 + f))`, with the exponent as a float.
    fn log_of_parts(&mut self, exponent: Value, f: Value) -> Value {
        let square = self.e.mulf(f, f);
        let p = self.polynomial(f, &P);
        let p = self.e.mulf(p, square);
        let mut rest = self.e.mulf(p, f);
        let [high, low, half] = [LN_2[0], LN_2[1], -0.5].map(|c| self.num(c));
        rest = self.e.fma(exponent, low, rest);
        rest = self.e.fma(square, half, rest);
        let sum = self.e.addf(f, rest);
        self.e.fma(exponent, high, sum)
    }
    /// `result`, except for arguments without a finite logarithm: negative infinity at `pole`, NaN below it.
    fn outside(&mut self, x: Value, pole: f64, result: Value) -> Value {
        let result = self.where_(x, CmpFPredicate::Oeq, f64::INFINITY, f64::INFINITY, result);
        let result = self.where_(x, CmpFPredicate::Ult, pole, f64::NAN, result);
        self.where_(x, CmpFPredicate::Oeq, pole, f64::NEG_INFINITY, result)
    }
    pub(super) fn log(&mut self, x: Value) -> Value {
        // Subnormal numbers are scaled to normal ones first.
        let (smallest, up) = (self.num(SMALLEST_NORMAL), self.num(8_388_608.0));
        let is_denormal = self.e.cmpf(CmpFPredicate::Olt, x, smallest);
        let scaled = self.e.mulf(x, up);
        let normal = self.e.select(is_denormal, scaled, x);
        let (exponent, m) = self.split(normal);
        let (minus, zero) = (self.int(-23), self.int(0));
        let correction = self.e.select(is_denormal, minus, zero);
        let exponent = self.e.addi(exponent, correction);
        let exponent = self.e.sitofp(exponent, self.ty);
        let one = self.num(1.0);
        let f = self.e.subf(m, one);
        let result = self.log_of_parts(exponent, f);
        self.outside(x, 0.0, result)
    }
    /// As `log(1 + x)`, with the rounding error of the sum added to `f`: for small `x` this is `x` itself.
    pub(super) fn log1p(&mut self, x: Value) -> Value {
        let one = self.num(1.0);
        let sum = self.e.addf(x, one);
        let (without_x, without_one) = (self.e.subf(sum, x), self.e.subf(sum, one));
        let (lost_one, lost_x) = (self.e.subf(one, without_x), self.e.subf(x, without_one));
        let is_large = self.e.cmpf(CmpFPredicate::Oge, x, one);
        let lost = self.e.select(is_large, lost_one, lost_x);
        let (exponent, m) = self.split(sum);
        // From some size on the rounding error is negligible.
        let (most, bias) = (self.int(100), self.int(127));
        let limited = self.e.minsi(exponent, most);
        let down = self.e.subi(bias, limited);
        let scale = self.power_of_two(down);
        let f = self.e.subf(m, one);
        let f = self.e.fma(lost, scale, f);
        let exponent = self.e.sitofp(exponent, self.ty);
        let result = self.log_of_parts(exponent, f);
        let result = self.outside(x, -1.0, result);
        self.e.copysign(result, x)
    }
}
