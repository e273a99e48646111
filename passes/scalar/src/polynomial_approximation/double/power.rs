//! `powf` and `cbrt` of `f64`.
//!
//! `|x|^y = 2^(y log2 |x|)`, with a logarithm of two numbers that is exact to 2^-65. The cube root starts from a polynomial that is exact
//! to 2^-17; a step of order four and one Newton step refine it.

use super::{
    super::number::Number,
    LOG2_E, MANTISSA, SMALLEST_NORMAL, TWO_52, TWO_54, at_least, at_most,
    exponential::EXP_2,
    fast_two_sum, from_biased,
    logarithm::{LOG2_E_LOW, split_any},
    nearest, polynomial, power_of_two, scaled, two_product,
};

/// Of `log(1 + f)` after the first two terms, in `s^2`.
pub(super) const LOG_MORE: [f64; 8] = [
    0.11981773676066929,
    0.11675778716231162,
    0.13336264574815782,
    0.1538455842715924,
    0.1818181884400486,
    0.222222222177897,
    0.2857142857144384,
    0.3999999999999998,
];
/// Two thirds, and its rounding error.
pub(super) const TWO_THIRDS: [f64; 2] = [0.6666666666666666, 3.700743415417188e-17];
/// The cube root of 2, and its inverse.
const ROOT_OF_2: f64 = 1.259_921_049_894_873_2;
const INVERSE_ROOT_OF_2: f64 = 0.793_700_525_984_099_8;
/// Of the inverse of the cube root, from 1/2 to 1.
pub(super) const INVERSE_ROOT: [f64; 6] = [
    -0.6861839583962445,
    3.1462888452743316,
    -6.026317490769694,
    6.268396049579118,
    -3.946187732762624,
    2.243998550925271,
];
/// The logarithm to base 2 of a non-negative number, in two parts.
pub(super) fn log2_parts<'c>(x: Number<'c>) -> (Number<'c>, Number<'c>) {
    let (e, f) = split_any(x);
    let (below, below_low) = fast_two_sum(f.num(2.0), f);
    let inverse = 1.0 / below;
    let s = f * inverse;
    let s_low = below_low.fma(-s, s.fma(-below, f)) * inverse;
    let (z, lost) = two_product(s, s);
    let z_low = (s + s).fma(s_low, lost);
    let (c, lost) = fast_two_sum(f.num(TWO_THIRDS[0]), z * polynomial(z, &LOG_MORE));
    let c_low = lost + TWO_THIRDS[1];
    let (w, lost) = two_product(z, c);
    let w_low = z.fma(c_low, z_low.fma(c, lost));
    let (v, lost) = two_product(s, w);
    let v_low = s.fma(w_low, s_low.fma(w, lost));
    let (high, lost) = fast_two_sum(s + s, v);
    let low = lost + (s_low + s_low + v_low);
    let (product, lost) = two_product(high, high.num(LOG2_E));
    let product_low = high.fma(LOG2_E_LOW, low.fma(LOG2_E, lost));
    let (sum, lost) = fast_two_sum(e, product);
    fast_two_sum(sum, lost + product_low)
}
pub(super) fn pow<'c>(x: Number<'c>, y: Number<'c>) -> Number<'c> {
    let size = x.abs();
    let (high, low) = log2_parts(size);
    let exponent = at_least(at_most(y, 1e20), -1e20);
    let (product, lost) = two_product(exponent, high);
    let product_low = exponent.fma(low, lost);
    // Zero and infinity have powers of zero and infinity.
    let end = y.num(2000.0).copysign(y);
    let product = size.eq(0.0).select(-end, size.eq(f64::INFINITY).select(end, product));
    let beyond = product.abs().gt(1100.0);
    let product_low = beyond.select(0.0, product_low);
    let product = beyond.select(product.num(1100.0).copysign(product), product);
    let (n, bits) = nearest(product, 1.0, 2046.0);
    let r = (product - n) + product_low;
    let result = scaled(polynomial(r, &EXP_2).fma(r, 1.0), bits);
    // Odd exponents keep the sign; negative numbers have no real power with a non-integer exponent.
    let half = y * 0.5;
    let whole = y.floor();
    let odd = whole.eq(y) & half.floor().ne(half);
    let negative = odd & x.bits().is_negative();
    let result = negative.select(-result, result);
    let undefined = x.lt(0.0) & size.lt(f64::INFINITY) & whole.ne(y);
    let result = undefined.select(f64::NAN, result);
    let result = x.unordered(y).select(f64::NAN, result);
    let result = x.eq(1.0).select(1.0, result);
    y.eq(0.0).select(1.0, result)
}
pub(super) fn cbrt<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    let denormal = t.lt(SMALLEST_NORMAL);
    let bits = denormal.select(t * TWO_54, t).bits();
    let bias = denormal.select(TWO_52 + 1022.0 + 54.0, TWO_52 + 1022.0);
    let e = from_biased(bits >> 52, bias);
    let m = ((bits & MANTISSA) | (1022 << 52)).float();
    // The exponent is three times `third` plus -1, 0 or 1.
    let (third, power) = nearest(e, 1.0 / 3.0, 1023.0);
    let left = third.fma(-3.0, e);
    let (up, down) = (left.gt(0.5), left.lt(-0.5));
    let y = m * up.select(2.0, down.select(0.5, 1.0));
    let start = polynomial(m, &INVERSE_ROOT) * up.select(INVERSE_ROOT_OF_2, down.select(ROOT_OF_2, 1.0));
    // One step of order four for the inverse, one Newton step for the root.
    let h = (start * start * start).fma(-y, 1.0);
    let step = h * h.fma(h.fma(14.0 / 81.0, 2.0 / 9.0), 1.0 / 3.0);
    let inverse = start.fma(step, start);
    let square = inverse * inverse;
    let root = y * square;
    let (root_square, lost) = two_product(root, root);
    let cube_rest = lost.fma(root, root_square.fma(root, -y));
    let root = cube_rest.fma(square * (-1.0 / 3.0), root);
    let result = root * power_of_two(power);
    let usual = t.gt(0.0) & t.lt(f64::INFINITY);
    usual.select(result, x).copysign(x)
}
