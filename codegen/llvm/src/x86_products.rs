//! Targets with instructions for products of narrow numbers.

use crate::Target;

/// The CPUs with `avx512bf16`, sorted by name.
const BF16: [&str; 9] = [
    "cooperlake",
    "diamondrapids",
    "emeraldrapids",
    "graniterapids",
    "graniterapids-d",
    "graniterapids_d",
    "sapphirerapids",
    "znver4",
    "znver5",
];

/// The CPUs with `amx-int8` and `amx-bf16`, sorted by name.
const AMX: [&str; 6] = [
    "diamondrapids",
    "emeraldrapids",
    "graniterapids",
    "graniterapids-d",
    "graniterapids_d",
    "sapphirerapids",
];

/// The CPUs with `amx-fp16`, sorted by name.
const AMX_FP16: [&str; 4] = ["diamondrapids", "graniterapids", "graniterapids-d", "graniterapids_d"];

impl Target {
    /// Whether the target can add products of pairs of bf16 in one instruction on vectors of 512 bits.
    #[must_use]
    pub fn has_bf16_products(&self) -> bool {
        self.has_feature(&BF16, "avx512bf16", &[]) && self.vector_bits() == 512
    }

    /// Whether the target has instructions for products of tiles of i8.
    #[must_use]
    pub fn has_amx_int8(&self) -> bool {
        self.has_amx("amx-int8")
    }

    /// Whether the target has instructions for products of tiles of bf16.
    #[must_use]
    pub fn has_amx_bf16(&self) -> bool {
        self.has_amx("amx-bf16")
    }

    /// Whether the target has a feature of the registers of tiles: `amx-tile`, or products of some elements.
    pub(crate) fn has_amx(&self, feature: &str) -> bool {
        match feature {
            // Each of the others implies it.
            "amx-tile" => {
                let others = || ["amx-int8", "amx-bf16", "amx-fp16"].iter().any(|f| self.has_amx(f));
                self.has_feature(&AMX, feature, &[]) || others()
            }
            "amx-fp16" => self.has_feature(&AMX_FP16, feature, &["amx-tile"]),
            _ => self.has_feature(&AMX, feature, &["amx-tile"]),
        }
    }

    /// Whether the target has a feature that these CPUs have, and that needs others.
    fn has_feature(&self, cpus: &[&str], feature: &str, needed: &[&str]) -> bool {
        let known = self.triple().starts_with("x86_64") && cpus.contains(&self.cpu());
        // The last occurrence of the feature decides.
        let switched = self.features().split(',').rev().find_map(|f| match f.split_at_checked(1)? {
            ("+", name) if name == feature => Some(true),
            ("-", name) if name == feature || needed.contains(&name) => Some(false),
            _ => None,
        });
        switched.unwrap_or(known)
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
        assert!(target("cooperlake", "+amx-bf16").has_amx("amx-tile"));
        assert!(target("graniterapids", "").has_amx("amx-fp16"));
        assert!(!target("sapphirerapids", "").has_amx("amx-fp16"));
        assert!(!target("sapphirerapids", "-amx-tile").has_amx("amx-tile"));
    }

    #[test]
    fn native_has_tiles_only_with_the_permission() {
        let native = Target::host().unwrap();
        let has = native.has_amx_int8() || native.has_amx_bf16();
        assert!(!has || strata_runtime_cpu::request_tile_registers());
    }
}
