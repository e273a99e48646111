//! `cbrt`, from a polynomial that is exact to 2^-17; a step of order two for `f32` and four for `f64`, and one Newton step, refine it.

use super::{
    formula::{from_biased, nearest, polynomial, power_of_two, two_product},
    number::Number,
};

/// The cube root of 2, and its inverse.
const ROOT_OF_2: f64 = 1.259_921_049_894_873_2;
const INVERSE_ROOT_OF_2: f64 = 0.793_700_525_984_099_8;
/// Of the inverse of the cube root, from 1/2 to 1.
const INVERSE_ROOT: [f64; 6] = [
    -0.6861839583962445,
    3.1462888452743316,
    -6.026317490769694,
    6.268396049579118,
    -3.946187732762624,
    2.243998550925271,
];
/// The cube root, of either format.
pub(super) fn cbrt<'c>(x: Number<'c>) -> Number<'c> {
    let t = x.abs();
    let format = x.format();
    let denormal = t.lt(format.smallest_normal);
    let bits = denormal.select(t * (2.0 * format.whole), t).bits();
    let bias = format.whole + (format.bias - 1) as f64;
    let bias = denormal.select(bias + (format.digits + 1) as f64, bias);
    let e = from_biased(bits >> format.digits, bias);
    let m = ((bits & format.mantissa) | ((format.bias - 1) << format.digits)).float();
    // The exponent is three times `third` plus -1, 0 or 1.
    let (third, power) = nearest(e, 1.0 / 3.0, format.bias as f64);
    let left = third.fma(-3.0, e);
    let (up, down) = (left.gt(0.5), left.lt(-0.5));
    let y = m * up.select(2.0, down.select(0.5, 1.0));
    let start = polynomial(m, &INVERSE_ROOT) * up.select(INVERSE_ROOT_OF_2, down.select(ROOT_OF_2, 1.0));
    // One step of order two or four for the inverse, one Newton step for the root.
    let h = (start * start * start).fma(-y, 1.0);
    let step = match format.digits {
        23 => h * (1.0 / 3.0),
        _ => h * h.fma(h.fma(14.0 / 81.0, 2.0 / 9.0), 1.0 / 3.0),
    };
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
