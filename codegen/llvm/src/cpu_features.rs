//! Which features a processor has, as LLVM tells.
//!
//! LLVM's C API has no list of the features of a CPU, but its inliner knows it: a function is inlined only where the features of its caller
//! include its own. So for each feature there is a function that needs it, and a caller that does not say more than the name of the CPU.

use std::fmt::Write;

use llvm_sys::core::*;

use crate::{error::Result, llvm_module::LlvmModule, machine::TargetMachine, target::Target};

/// The features, of these names of LLVM, that `cpu` with the feature string `switched` does not have. `target` is of the same architecture.
///
/// # Errors
/// If LLVM rejects the CPU.
pub(crate) fn lacking<'a>(
    target: &Target,
    cpu: &str,
    switched: &str,
    features: &[&'a str],
) -> Result<Vec<&'a str>> {
    let mut text = String::new();
    for (i, feature) in features.iter().enumerate() {
        let needs = attributes("generic", &format!("+{feature}"));
        _ = writeln!(text, "define internal void @needs{i}() {needs} {{\n ret void\n}}");
        let has = attributes(cpu, switched);
        _ = writeln!(text, "define void @has{i}() {has} {{\n call void @needs{i}()\n ret void\n}}");
    }
    let mut module = LlvmModule::parse(&text)?;
    module.run_passes("cgscc(inline)", &TargetMachine::new(target)?)?;
    let is_left = |i: &usize| {
        let name = format!("has{i}\0");
        // SAFETY: the module is live, and its function has a block with a terminator.
        unsafe {
            let function = LLVMGetNamedFunction(module.raw(), name.as_ptr().cast());
            let first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
            !LLVMIsACallInst(first).is_null()
        }
    };
    Ok((0..features.len()).filter(is_left).map(|i| features[i]).collect())
}

/// The attributes of a function for a CPU with a feature string.
fn attributes(cpu: &str, features: &str) -> String {
    format!("\"target-cpu\"=\"{cpu}\" \"target-features\"=\"{features}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_knows_what_its_cpus_have() {
        let target = Target::new(Some("x86_64-unknown-linux-gnu"), "x86-64", "").unwrap();
        let features = ["sse2", "avx2", "fma", "avx512vl", "avx512bf16", "amx-int8", "amx-fp16"];
        let has = |cpu: &str, switched: &str| {
            let lacking = lacking(&target, cpu, switched, &features).unwrap();
            features.iter().copied().filter(|f| !lacking.contains(f)).collect::<Vec<_>>()
        };
        assert_eq!(has("x86-64", ""), ["sse2"]);
        assert_eq!(has("haswell", ""), ["sse2", "avx2", "fma"]);
        assert_eq!(has("haswell", "-avx2"), ["sse2", "fma"]);
        assert_eq!(has("skylake-avx512", "+avx512bf16"), ["sse2", "avx2", "fma", "avx512vl", "avx512bf16"]);
        assert_eq!(has("sapphirerapids", ""), features[..6]);
        assert_eq!(has("graniterapids", "-amx-tile"), features[..5]);
        assert_eq!(has("x86-64", "+amx-fp16"), ["sse2", "amx-fp16"]);
    }
}
