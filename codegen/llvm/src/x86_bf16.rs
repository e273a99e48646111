//! Targets with instructions for products of bf16.

use crate::Target;

/// The CPUs with `avx512bf16`, sorted by name.
const CPUS: [&str; 9] = [
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

impl Target {
    /// Whether the target can add products of pairs of bf16 in one instruction on vectors of 512 bits.
    #[must_use]
    pub fn has_bf16_products(&self) -> bool {
        let known = self.triple().starts_with("x86_64") && CPUS.contains(&self.cpu());
        // The last occurrence of the feature decides.
        let switched = self.features().split(',').rev().find_map(|f| match f {
            "+avx512bf16" => Some(true),
            "-avx512bf16" => Some(false),
            _ => None,
        });
        switched.unwrap_or(known) && self.vector_bits() == 512
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpus_and_features_say_it() {
        let has = |cpu: &str, features: &str| {
            Target::new(Some("x86_64-unknown-linux-gnu"), cpu, features).unwrap().has_bf16_products()
        };
        assert!(has("znver4", "") && has("skylake-avx512", "+avx512bf16"));
        assert!(!has("skylake-avx512", "") && !has("znver4", "-avx512bf16") && !has("haswell", ""));
        assert!(!Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap().has_bf16_products());
    }
}
