//! `powf`, `log2` and `log10` of `f32`, with a logarithm of two numbers.
//!
//! `x = 2^e m` with `m` from `sqrt(1/2)` to `sqrt(2)`; `log2(m)` is the series of the inverse hyperbolic tangent of `s = (m - 1) / (m + 1)`.
//! Its first two terms, their sum and the rounding error of `s` are exact to about 2^-30, so that powers of up to 2^128 are nearly as good as
//! their last rounding. Signs, zeros, infinities and NaN of powers are those of C's function.

use strata_ir::prelude::*;

use super::{
    Approx,
    formula::{
        at_least, at_most, fast_two_sum, from_biased, nearest, outside, polynomial, power_of_two, scaled,
        two_product,
    },
    number::{self, Bits, Number},
};

/// The bits of `sqrt(1/2)`.
const ROOT_HALF: i64 = 0x3f35_04f3;
/// `2 / ln 2`: its value as `f32`, and the rounding error of that.
const FIRST: [f64; 2] = [2.885_390_043_258_667, 3.851_926_067e-8];
/// A third of it.
const SECOND: f64 = 0.961_796_700_954_437_3;
/// Of the logarithm after these two terms, in `s^2`.
const REST: [f64; 3] = [3.378208280e-01, 4.118499160e-01, 5.770801902e-01];
/// Of `2^r = 1 + r p(r)` for `|r| < 0.502`.
const EXP_2: [f64; 6] =
    [1.336050482e-04, 1.338765724e-03, 9.625385515e-03, 5.550366268e-02, 2.402259409e-01, 6.931471825e-01];
/// The bias of exponents next to `2^23`, with one that is added to them.
const EXPONENT_BIAS: f64 = 8_388_608.0 + 128.0;
/// Every power of a larger exponent is that of this one: 0, 1 or infinity.
const LARGEST: f64 = 4e9;
/// Powers of two of smaller exponents are normal numbers.
const USUAL_PRODUCT: f64 = 125.0;
/// `log10(2)`: its value as `f32`, and the rounding error of that.
const LOG10_2: [f64; 2] = [0.301_030_009_984_970_1, -1.432_098_884e-8];

impl Approx<'_, '_, '_> {
    pub(super) fn power(&mut self, op: Op, x: Value) -> Value {
        let y = self.e.0.operand(op, 1);
        let [product, low] = number::apply_for(self.e, [x, y], |[x, y]| usual_product(x, y));
        // The product is NaN if the exponent is infinite or NaN.
        self.usual_or(
            [x, y, product, low],
            |[x, _, product, _]| x.is_not_positive_normal() | product.abs().not_less(USUAL_PRODUCT),
            |[x, y, ..]| with_sign(x, y, positive_power(x.abs(), y)),
            |[_, _, product, low]| usual_power_of_two(product, low),
        )
    }
}

/// The logarithm to base 2 of a positive number, in two parts.
fn log2_parts<'c>(x: Number<'c>) -> (Number<'c>, Number<'c>) {
    let format = x.format();
    let denormal = x.lt(format.smallest_normal);
    let bias = denormal.select(EXPONENT_BIAS + (format.digits + 1) as f64, EXPONENT_BIAS);
    log2_of_normal(denormal.select(x * (2.0 * format.whole), x), bias)
}

/// The logarithm to base 2 of a positive normal number, in two parts, with the bias to subtract from exponents.
fn log2_of_normal<'c>(x: Number<'c>, bias: Number<'c>) -> (Number<'c>, Number<'c>) {
    let format = x.format();
    // One is added to exponents, so that they are positive.
    let above = x.bits() - (ROOT_HALF - ((format.bias + 1) << format.digits));
    let e = from_biased(above >> format.digits, bias);
    let m = ((above & format.mantissa) + ROOT_HALF).float();
    let (f, below) = (m - 1.0, m + 1.0);
    let below_low = m - (below - 1.0);
    let inverse = 1.0 / below;
    let s = f * inverse;
    let s_low = below_low.fma(-s, s.fma(-below, f)) * inverse;
    let (square, square_low) = two_product(s, s);
    let (cube, cube_lost) = two_product(s, square);
    let cube_low = s.fma(square_low, cube_lost);
    // s^3 (c + s^2 p), a hundredth of the first term at most: the error of the sum is negligible.
    let c = square.fma(polynomial(square, &REST), SECOND);
    let (second, second_lost) = two_product(cube, c);
    let (first, first_lost) = two_product(s, s.num(FIRST[0]));
    // The derivative of the logarithm times the error of s.
    let s_low = square.fma(FIRST[0], FIRST[0]) * s_low;
    let low = cube_low.fma(c, second_lost) + (s.fma(FIRST[1], first_lost) + s_low);
    let (sum, lost) = fast_two_sum(e, first);
    let (high, more_lost) = fast_two_sum(sum, second);
    (high, (lost + more_lost) + low)
}

/// `y log2(x)` for a positive normal `x`, in two parts.
fn usual_product<'c>(x: Number<'c>, y: Number<'c>) -> [Number<'c>; 2] {
    let (high, low) = log2_of_normal(x, x.num(EXPONENT_BIAS));
    let (product, lost) = two_product(y, high);
    [product, y.fma(low, lost)]
}

/// `2^(high + low)` for `|high| < USUAL_PRODUCT`.
fn usual_power_of_two<'c>(high: Number<'c>, low: Number<'c>) -> Number<'c> {
    let (p, bits) = reduced_power(high, low, high.format().bias as f64);
    p * power_of_two(bits)
}

/// `2^r` and `n` with a bias, for `high + low = n + r`.
fn reduced_power<'c>(high: Number<'c>, low: Number<'c>, bias: f64) -> (Number<'c>, Bits<'c>) {
    let (n, bits) = nearest(high, 1.0, bias);
    let r = (high - n) + low;
    (polynomial(r, &EXP_2).fma(r, 1.0), bits)
}

/// `2^(high + low)`, where `low` is ignored if the result is zero or infinite.
fn power_of_two_parts<'c>(high: Number<'c>, low: Number<'c>) -> Number<'c> {
    let low = high.abs().lt(160.0).select(low, 0.0);
    let high = at_least(at_most(high, 160.0), -160.0);
    let (p, bits) = reduced_power(high, low, 254.0);
    scaled(p, bits)
}

/// `x^y` for `x` of at least zero.
fn positive_power<'c>(x: Number<'c>, y: Number<'c>) -> Number<'c> {
    let (high, low) = log2_parts(x);
    // Larger exponents give 0, 1 or infinity, too.
    let exponent = at_least(at_most(y, LARGEST), -LARGEST);
    let (product, lost) = two_product(exponent, high);
    let product_low = exponent.fma(low, lost);
    // Zero and infinity have powers of zero and infinity.
    let end = y.num(160.0).copysign(y);
    let product = x.eq(0.0).select(-end, x.eq(f64::INFINITY).select(end, product));
    power_of_two_parts(product, product_low)
}

/// `x^y` for any `x`, from `|x|^y`.
pub(super) fn with_sign<'c>(x: Number<'c>, y: Number<'c>, result: Number<'c>) -> Number<'c> {
    // Odd exponents keep the sign; negative numbers have no real power with a non-integer exponent.
    let half = y * 0.5;
    let whole = y.floor();
    let odd = whole.eq(y) & half.floor().ne(half);
    let negative = odd & x.bits().is_negative();
    let result = negative.select(-result, result);
    let undefined = x.lt(0.0) & x.gt(f64::NEG_INFINITY) & whole.ne(y);
    let result = undefined.select(f64::NAN, result);
    let result = x.unordered(y).select(f64::NAN, result);
    let result = x.eq(1.0).select(1.0, result);
    y.eq(0.0).select(1.0, result)
}

pub(super) fn log2<'c>(x: Number<'c>) -> Number<'c> {
    let (high, low) = log2_parts(x);
    outside(x, 0.0, high + low)
}

pub(super) fn log10<'c>(x: Number<'c>) -> Number<'c> {
    let (high, low) = log2_parts(x);
    let (product, lost) = two_product(high, high.num(LOG10_2[0]));
    let product_low = high.fma(LOG10_2[1], low.fma(LOG10_2[0], lost));
    outside(x, 0.0, product + product_low)
}
