//! `powf` of `f64`: `|x|^y = 2^(y log2 |x|)`, with a logarithm of two numbers that is exact to 2^-65.

use super::{
    super::{number::Number, power::with_sign},
    LOG2_E, at_least, at_most,
    exponential::EXP_2,
    fast_two_sum,
    logarithm::{LOG2_E_LOW, split_any},
    nearest, polynomial, scaled, two_product,
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
    let usual = y.eq(0.0).select(1.0, result);
    with_sign(x, y, usual)
}
