//! The features that the intrinsics of x86 require.
//!
//! `x86_intrinsics.tsv` has the intrinsics by their names behind `llvm.x86.`, after the features that they require: those without which
//! LLVM 22 selects no instruction while it has all others, without the features that these imply; of features with a bar between them one is
//! enough. A line without features is of intrinsics for which it has no code at all.

const TABLE: &str = include_str!("x86_intrinsics.tsv");

/// The features that an intrinsic requires, by the name behind `llvm.x86.`; `None` for one that each CPU has, or that does not exist, and no
/// feature for one that LLVM has no code for.
pub(crate) fn features(name: &str) -> Option<Vec<&'static str>> {
    // Those of tiles become others in code generation.
    let name = name.strip_suffix(".internal").unwrap_or(name);
    let line = TABLE.lines().find_map(|line| {
        let (features, names) = line.split_once('\t')?;
        names.split(' ').any(|n| n == name).then_some(features)
    })?;
    Some(line.split(' ').filter(|feature| !feature.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::x86::FEATURES;

    #[test]
    fn the_table_has_intrinsics_and_features_of_llvm() {
        let mut seen = BTreeSet::new();
        for line in TABLE.lines() {
            let (features, names) = line.split_once('\t').unwrap();
            for feature in features.split([' ', '|']).filter(|feature| !feature.is_empty()) {
                assert!(FEATURES.contains(&feature), "{feature}");
            }
            for name in names.split(' ') {
                let full = format!("llvm.x86.{name}");
                // SAFETY: the name is so many bytes long.
                let id = unsafe { llvm_sys::core::LLVMLookupIntrinsicID(full.as_ptr().cast(), full.len()) };
                assert_ne!(id, 0, "{name}");
                assert!(seen.insert(name), "{name} occurs twice");
            }
        }
        assert!(seen.len() > 1400, "{} intrinsics", seen.len());
        assert_eq!(features("avx512bf16.dpbf16ps.128"), Some(vec!["avx512bf16", "avx512vl"]));
        assert_eq!(features("tdpbssd.internal"), Some(vec!["amx-int8"]));
        assert_eq!(features("avx512.broadcastmb.128"), Some(vec![]));
        assert_eq!(features("sse2.pause"), None);
    }
}
