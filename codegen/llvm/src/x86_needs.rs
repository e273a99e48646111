//! The features that the intrinsics of x86 require. LLVM ends the process for an intrinsic that the CPU of its function has no instruction
//! for, so that is checked before.
//!
//! `x86_intrinsics.tsv` has the intrinsics by their names behind `llvm.x86.`, after the features that they require: those without which
//! LLVM 22 selects no instruction while it has all others, without the features that these imply; of features with a bar between them one is
//! enough. A line without features is of intrinsics for which it has no code at all.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    cpu_features,
    error::{CodegenError, Result},
    llvm_module::{FunctionFacts, LlvmModule, callers},
    target::Target,
};

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

/// Checks that the CPU of each function has the instructions of the intrinsics that it calls.
pub(crate) fn check(module: &LlvmModule, target: &Target, functions: &[FunctionFacts]) -> Result<()> {
    // The intrinsics that functions for a CPU, with switched features, call.
    let mut called: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for function in functions {
        if !function.name.starts_with("llvm.x86.") {
            continue;
        }
        for caller in callers(module, &function.name) {
            let cpu = caller.cpu.unwrap_or_else(|| target.cpu().to_owned());
            let switched = caller.features.unwrap_or_else(|| target.features().to_owned());
            called.entry((cpu, switched)).or_default().insert(&function.name);
        }
    }
    for ((cpu, switched), names) in called {
        let needs: Vec<(&str, Vec<&str>)> = names
            .into_iter()
            .filter_map(|name| Some((name, features(name.strip_prefix("llvm.x86.")?)?)))
            .collect();
        let all: BTreeSet<&str> =
            needs.iter().flat_map(|(_, features)| features).flat_map(|feature| feature.split('|')).collect();
        let all: Vec<&str> = all.into_iter().collect();
        let lacking = if all.is_empty() {
            Vec::new()
        } else {
            cpu_features::lacking(target.triple(), &cpu, &switched, &all)?
        };
        let is_lacking = |feature: &&&str| feature.split('|').all(|one| lacking.contains(&one));
        for (name, features) in needs {
            let why = match features.iter().find(is_lacking) {
                Some(feature) => {
                    let feature = feature.replace('|', " or ");
                    format!("needs the feature {feature}, which `{cpu}` does not have")
                }
                None if features.is_empty() => "is one that LLVM has no code for".to_owned(),
                None => continue,
            };
            return Err(CodegenError::Intrinsic { name: name.to_owned(), why });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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
