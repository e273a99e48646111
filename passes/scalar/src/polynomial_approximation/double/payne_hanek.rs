//! Reduction of angles of any size: `x = n pi / 2 + r + l`, with as many bits of `2 / pi` as needed (Payne and Hanek).
//!
//! `|x| = m 2^e` with an integer `m` of 53 bits. Bits of `2 / pi` whose product with `m 2^e` is a multiple of four have no effect; the
//! 192 bits after these are selected from a table without memory accesses, by shifting the table by halves. Their product with `m` is the
//! quotient modulo four: two bits, and a fraction with an error below 2^-137. No `f64` is nearer to a multiple of `pi / 2` than 2^-61.

use super::{TWO_52, fast_two_sum, from_biased, two_product};
use crate::polynomial_approximation::number::{Bits, Number};

/// The bits of `2 / pi` behind the binary point, after a word of zeros.
const TWO_OVER_PI: [u64; 20] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];
/// `pi / 2` and its rounding error.
const HALF_PI: [f64; 2] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17];
/// The mask of the exponent, and its bias relative to the last bit of the mantissa.
const EXPONENT: i64 = 0x7ff;
const BIAS: i64 = 1075;

/// The remainder and its rounding error, and the number of quarter turns that were subtracted; for numbers of at least 1.
pub(super) struct Reduced<'c> {
    pub r: Number<'c>,
    pub low: Number<'c>,
    pub n: Bits<'c>,
}

pub(super) fn reduce<'c>(x: Number<'c>) -> Reduced<'c> {
    let bits = x.bits();
    let mantissa = (bits & super::MANTISSA) | (1 << 52);
    // The first relevant bit of 2 / pi has the weight 2 after the product: number e - 2, behind 64 zeros.
    let skip = ((bits >> 52) & EXPONENT) - (BIAS + 2 - 64);
    let [a0, a1, a2] = window(skip);
    let (low, r2) = mantissa.product(a2);
    let (high, r1) = mantissa.product(a1);
    let (middle, carry) = r1.sum(low);
    let top = mantissa.product(a0).1 + high + carry;
    // Two bits of quarter turns, and a fraction of 128 bits that is negative where the next quarter turn is nearer.
    let fraction = [(top << 2) | (middle >> 62), (middle << 2) | (r2 >> 62)];
    let negative = fraction[0] >> 63;
    let n = (top >> 62) + negative;
    let ones = 0 - negative;
    // The complement, which is less by 2^-128 than the magnitude.
    let [high, low] = fraction.map(|word| word ^ ones);
    let parts = [high >> 32, high & 0xffff_ffff, low >> 32, low & 0xffff_ffff];
    let mut scale = 1.0;
    let [a, b, c, d] = parts.map(|part| {
        scale /= 4_294_967_296.0;
        from_biased(part, TWO_52) * scale
    });
    let (sum, lost) = fast_two_sum(a, b);
    let (sum, lost) = fast_two_sum(sum, c + lost);
    let (sum, lost) = fast_two_sum(sum, d + lost);
    let (product, rest) = two_product(sum, sum.num(HALF_PI[0]));
    let rest = lost.fma(HALF_PI[0], sum.fma(HALF_PI[1], rest));
    let (r, low) = fast_two_sum(product, rest);
    // The sign is that of the fraction times that of x; the number of quarter turns changes its sign with x.
    let minus = bits >> 63;
    let sign = (minus ^ negative) << 63;
    let n = (n ^ (0 - minus)) + minus;
    Reduced { r: (r.bits() ^ sign).float(), low: (low.bits() ^ sign).float(), n }
}

/// 192 bits of the table after the first `skip` bits.
fn window(skip: Bits<'_>) -> [Bits<'_>; 3] {
    let mut words: Vec<Bits<'_>> = TWO_OVER_PI.iter().map(|&w| skip.constant(w.cast_signed())).collect();
    let word = skip >> 6;
    for step in [16usize, 8, 4, 2, 1] {
        let moves = (word & step as i64).is_not(0);
        for i in 0..(4 + step - 1).min(words.len().saturating_sub(step)) {
            words[i] = moves.select_bits(words[i + step], words[i]);
        }
    }
    let by = skip & 63;
    let back = 63 - by;
    [0, 1, 2].map(|i| (words[i] << by) | ((words[i + 1] >> 1) >> back))
}
