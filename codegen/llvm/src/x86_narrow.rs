//! Instructions for narrow numbers, and for extrema of floats.

use crate::{cpu_features, error::Result};

/// The instructions for narrow numbers, and for extrema of floats, that a target has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NarrowNumbers {
    /// Casts between f16 and f32.
    pub f16_casts: bool,
    /// Products of pairs of bf16, which are added, on vectors of 512 bits.
    pub bf16_products: bool,
    /// Products of tiles of i8.
    pub amx_int8: bool,
    /// Products of tiles of bf16.
    pub amx_bf16: bool,
    /// Maxima and minima of floats in which NaN and the signs of zeros count.
    pub float_extrema: bool,
}

impl NarrowNumbers {
    /// Those of targets that are not x86.
    pub(crate) const ELSEWHERE: Self =
        Self { f16_casts: true, bf16_products: false, amx_int8: false, amx_bf16: false, float_extrema: true };

    /// Those of an x86 processor with switched features and vectors of so many bits.
    pub(crate) fn of_x86(triple: &str, cpu: &str, switched: &str, vector_bits: u32) -> Result<Self> {
        let features = ["f16c", "avx512bf16", "amx-int8", "amx-bf16", "avx10.2"];
        let lacking = cpu_features::lacking(triple, cpu, switched, &features)?;
        let [f16_casts, bf16, amx_int8, amx_bf16, float_extrema] =
            features.map(|feature| !lacking.contains(&feature));
        Ok(Self { f16_casts, bf16_products: bf16 && vector_bits == 512, amx_int8, amx_bf16, float_extrema })
    }
}
