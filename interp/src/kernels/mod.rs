//! Arithmetic, comparisons and conversions of single numbers and, with equal results, of whole vectors.

mod binary;
mod columns;
mod compare;
mod complex;
mod complex_inverse;
mod convert;
pub mod double;
mod fold;
pub mod fourier;
mod gamma;
mod rounding;
mod special;
mod unary;

pub use binary::{Bin, binary_num};
pub use columns::{binary, choose, compare_all, unary};
pub use compare::{Cmp, compare, total_order_key};
pub use convert::{convert, convert_num, float_to_int};
pub use fold::fold;
pub use gamma::{asin_acos_kernel, bessel_i1e, digamma, erf_inv, lgamma, polygamma, zeta};
pub use rounding::{Rounding, convert_float};
pub use special::{erf, erfc};
pub use unary::{Un, unary_num};

/// The next number of the splitmix64 generator.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
