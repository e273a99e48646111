//! LLVM ends the process for an intrinsic that the CPU of its function has no instruction for, so that is checked before.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    aarch64_needs, cpu_features,
    error::{CodegenError, Result},
    llvm_module::{FunctionFacts, LlvmModule, callers},
    target::Target,
    x86_needs,
};

/// The features that an intrinsic requires: of some with a bar between them, one is enough. `None` for one that is not known to require any, and
/// no feature for one that LLVM has no code for.
fn features(name: &str) -> Option<Vec<&'static str>> {
    match name.strip_prefix("llvm.x86.") {
        Some(name) => x86_needs::features(name),
        None => aarch64_needs::feature(name).map(|feature| vec![feature]),
    }
}

/// Checks that the CPU of each function has the instructions of the intrinsics that it calls.
pub(crate) fn check(module: &LlvmModule, target: &Target, functions: &[FunctionFacts]) -> Result<()> {
    // The intrinsics that functions for a CPU, with switched features, call.
    let mut called: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for function in functions {
        if features(&function.name).is_none() {
            continue;
        }
        for caller in callers(module, &function.name) {
            let cpu = caller.cpu.unwrap_or_else(|| target.cpu().to_owned());
            let switched = caller.features.unwrap_or_else(|| target.features().to_owned());
            called.entry((cpu, switched)).or_default().insert(&function.name);
        }
    }
    for ((cpu, switched), names) in called {
        let needs: Vec<(&str, Vec<&str>)> =
            names.into_iter().filter_map(|name| Some((name, features(name)?))).collect();
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
