//! Targets with instructions for products of narrow numbers.

use crate::{Target, cpu_features, error::Result};

/// The instructions for products of narrow numbers that a target has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NarrowProducts {
    bf16: bool,
    amx_int8: bool,
    amx_bf16: bool,
}

impl NarrowProducts {
    /// Those of an x86 target.
    pub(crate) fn of_x86(target: &Target) -> Result<Self> {
        if target.vector_bits() < 512 && !target.features().contains("+amx") {
            return Ok(Self::default());
        }
        let features = ["avx512bf16", "amx-int8", "amx-bf16"];
        let lacking = cpu_features::lacking(target, target.cpu(), target.features(), &features)?;
        let [bf16, amx_int8, amx_bf16] = features.map(|feature| !lacking.contains(&feature));
        Ok(Self { bf16: bf16 && target.vector_bits() == 512, amx_int8, amx_bf16 })
    }
}

impl Target {
    /// Whether the target can add products of pairs of bf16 in one instruction on vectors of 512 bits.
    #[must_use]
    pub fn has_bf16_products(&self) -> bool {
        self.narrow_products().bf16
    }

    /// Whether the target has instructions for products of tiles of i8.
    #[must_use]
    pub fn has_amx_int8(&self) -> bool {
        self.narrow_products().amx_int8
    }

    /// Whether the target has instructions for products of tiles of bf16.
    #[must_use]
    pub fn has_amx_bf16(&self) -> bool {
        self.narrow_products().amx_bf16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(cpu: &str, features: &str) -> Target {
        Target::new(Some("x86_64-unknown-linux-gnu"), cpu, features).unwrap()
    }

    #[test]
    fn cpus_and_features_say_it() {
        let has = |cpu: &str, features: &str| target(cpu, features).has_bf16_products();
        assert!(has("znver4", "") && has("skylake-avx512", "+avx512bf16"));
        assert!(!has("skylake-avx512", "") && !has("znver4", "-avx512bf16") && !has("haswell", ""));
        assert!(!Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap().has_bf16_products());
    }

    #[test]
    fn tiles_are_switched_as_one_or_by_their_elements() {
        let has = |cpu: &str, features: &str| {
            let target = target(cpu, features);
            [target.has_amx_int8(), target.has_amx_bf16()]
        };
        assert_eq!(has("sapphirerapids", ""), [true, true]);
        assert_eq!(has("sapphirerapids", "-amx-int8"), [false, true]);
        assert_eq!(has("sapphirerapids", "-amx-tile"), [false, false]);
        assert_eq!(has("sapphirerapids", "-amx-tile,+amx-bf16"), [false, true]);
        assert_eq!(has("znver5", ""), [false, false]);
        assert_eq!(has("cooperlake", "+amx-int8"), [true, false]);
    }

    #[test]
    fn native_has_tiles_only_with_the_permission() {
        let native = Target::host().unwrap();
        let has = native.has_amx_int8() || native.has_amx_bf16();
        assert!(!has || strata_runtime_cpu::request_tile_registers());
    }
}
