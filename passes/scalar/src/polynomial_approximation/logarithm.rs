//! `log` and `log1p`.
//!
//! `x = 2^e (1 + f)` with `1 + f` from `sqrt(1/2)` to `sqrt(2)`, found in the bits of `x`; `log(1 + f) = f - f^2 / 2 + f^3 p(f)`. The
//! exponent is used where it is in the bits, times `2^23`. Vectors with a number that is not positive and normal take another branch.

use strata_ir::prelude::*;

use super::{
    Approx,
    formula::{outside, polynomial, two_sum},
    number::{Bits, Number},
};

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
/// The factor of exponents in the bits.
const UNIT: i64 = 1 << 23;
/// `ln 2` divided by [`UNIT`]: a part whose products with exponents are exact, and the remainder.
const LN_2: [f64; 2] = [0.693_359_375 / UNIT as f64, -2.121_944_40e-4 / UNIT as f64];
/// The bits of `sqrt(1/2)`.
const ROOT_HALF: i64 = 0x3f35_04f3;
/// The scale of subnormal numbers, and its exponent.
const UP: (f64, i64) = (8_388_608.0, 23);
/// From this exponent of `1 + x` on, the rounding error of that sum is negligible.
const LARGE: i64 = 100;

/// The exponent times [`UNIT`], and `1 + f`.
fn split<'c>(x: Number<'c>) -> (Bits<'c>, Number<'c>) {
    let bits = x.bits();
    let exponent = (bits - ROOT_HALF) & -UNIT;
    (exponent, (bits - exponent).float())
}
/// `log(2^e (1 + f))`, with the exponent times [`UNIT`].
fn log_of_parts<'c>(exponent: Bits<'c>, f: Number<'c>) -> Number<'c> {
    let (e, square) = (exponent.to_number(), f * f);
    let rest = e.fma(LN_2[1], polynomial(f, &P) * square * f);
    e.fma(LN_2[0], f + square.fma(-0.5, rest))
}
/// The logarithm of a positive normal number.
fn log_of_normal<'c>(x: Number<'c>) -> Number<'c> {
    let (exponent, m) = split(x);
    log_of_parts(exponent, m - 1.0)
}
fn log_of_any<'c>(x: Number<'c>) -> Number<'c> {
    let denormal = x.lt(x.format().smallest_normal);
    let (exponent, m) = split(denormal.select(x * UP.0, x));
    let correction = denormal.select_bits(exponent.constant(-UP.1 * UNIT), exponent.constant(0));
    outside(x, 0.0, log_of_parts(exponent + correction, m - 1.0))
}
/// `log(1 + x)` for a sum that is a positive number. The rounding error of the sum is added to `f`: for small `x` this is `x` itself.
fn log1p_of_normal<'c>(x: Number<'c>) -> Number<'c> {
    let (sum, lost) = two_sum(x.num(1.0), x);
    let (exponent, m) = split(sum);
    let scale = (exponent.constant(x.format().bias * UNIT) - exponent.at_most(LARGE * UNIT)).float();
    log_of_parts(exponent, lost.fma(scale, m - 1.0)).with_sign_of(x)
}

impl Approx<'_, '_, '_> {
    pub(super) fn log(&mut self, x: Value) -> Value {
        self.usual_or([x], |[x]| x.is_not_positive_normal(), |[x]| log_of_any(x), |[x]| log_of_normal(x))
    }
    pub(super) fn log1p(&mut self, x: Value) -> Value {
        self.usual_or(
            [x],
            |[x]| (x + 1.0).is_not_positive_normal(),
            |[x]| outside(x, -1.0, log1p_of_normal(x)),
            |[x]| log1p_of_normal(x),
        )
    }
}
