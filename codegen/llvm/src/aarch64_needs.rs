//! The features that intrinsics of AArch64 require: those that `arm_neon` has ops for, and their like.

/// Intrinsics by their names behind `llvm.aarch64.neon.`, without types, and the feature that each requires.
const NEEDS: [(&str, &str); 10] = [
    ("sdot", "dotprod"),
    ("udot", "dotprod"),
    ("smmla", "i8mm"),
    ("ummla", "i8mm"),
    ("usmmla", "i8mm"),
    ("usdot", "i8mm"),
    ("bfdot", "bf16"),
    ("bfmlalb", "bf16"),
    ("bfmlalt", "bf16"),
    ("bfmmla", "bf16"),
];

/// The feature that an intrinsic requires.
pub(crate) fn feature(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("llvm.aarch64.neon.")?.split('.').next()?;
    NEEDS.iter().find(|(intrinsic, _)| *intrinsic == name).map(|(_, feature)| *feature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::FEATURES;

    #[test]
    fn the_table_has_intrinsics_and_features_of_llvm() {
        for (name, feature) in NEEDS {
            assert!(FEATURES.contains(&feature), "{feature}");
            let full = format!("llvm.aarch64.neon.{name}");
            // SAFETY: the name is so many bytes long.
            let id = unsafe { llvm_sys::core::LLVMLookupIntrinsicID(full.as_ptr().cast(), full.len()) };
            assert_ne!(id, 0, "{name}");
        }
        assert_eq!(feature("llvm.aarch64.neon.smmla.v4i32.v16i8"), Some("i8mm"));
        assert_eq!(feature("llvm.aarch64.neon.smull.v8i16"), None);
    }
}
