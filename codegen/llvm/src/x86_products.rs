//! Instructions for products of narrow numbers.

use crate::{cpu_features, error::Result};

/// The instructions for products of narrow numbers that a target has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NarrowProducts {
    /// Products of pairs of bf16, which are added, on vectors of 512 bits.
    pub bf16: bool,
    /// Products of tiles of i8.
    pub amx_int8: bool,
    /// Products of tiles of bf16.
    pub amx_bf16: bool,
}

impl NarrowProducts {
    /// Those of an x86 processor with switched features and vectors of so many bits.
    pub(crate) fn of_x86(triple: &str, cpu: &str, switched: &str, vector_bits: u32) -> Result<Self> {
        if vector_bits < 512 && !switched.contains("+amx") {
            return Ok(Self::default());
        }
        let features = ["avx512bf16", "amx-int8", "amx-bf16"];
        let lacking = cpu_features::lacking(triple, cpu, switched, &features)?;
        let [bf16, amx_int8, amx_bf16] = features.map(|feature| !lacking.contains(&feature));
        Ok(Self { bf16: bf16 && vector_bits == 512, amx_int8, amx_bf16 })
    }
}
