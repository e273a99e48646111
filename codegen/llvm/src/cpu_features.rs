//! Which features a processor has, as LLVM tells.
//!
//! LLVM's C API has no list of the features of a CPU, but its inliner knows it: a function is inlined only where the features of its caller
//! include its own. So for each feature there is a function that needs it, and a caller that does not say more than the name of the CPU.

use std::{fmt::Write, ptr};

use llvm_sys::core::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;

use crate::{
    error::{CodegenError, Result},
    ffi::{c_string, initialize_targets, take_error, take_message},
    llvm_module::LlvmModule,
};

/// The features, of these names of LLVM, that `cpu` with the feature string `switched` does not have. The CPU is one of the triple's
/// architecture, and all names are known to be LLVM's.
///
/// # Errors
/// If LLVM has no such target.
pub(crate) fn lacking<'a>(
    triple: &str,
    cpu: &str,
    switched: &str,
    features: &[&'a str],
) -> Result<Vec<&'a str>> {
    let mut text = format!("target triple = \"{triple}\"\n");
    for (i, feature) in features.iter().enumerate() {
        let needs = attributes("generic", &format!("+{feature}"));
        _ = writeln!(text, "define internal void @needs{i}() {needs} {{\n ret void\n}}");
        let has = attributes(cpu, switched);
        _ = writeln!(text, "define void @has{i}() {has} {{\n call void @needs{i}()\n ret void\n}}");
    }
    let module = LlvmModule::parse(&text)?;
    inline_calls(&module, triple)?;
    let is_left = |i: &usize| {
        let name = format!("has{i}\0");
        // SAFETY: the module is live, and its function has a block with a terminator; the name ends with a zero.
        unsafe {
            let function = LLVMGetNamedFunction(module.raw(), name.as_ptr().cast());
            let first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
            !LLVMIsACallInst(first).is_null()
        }
    };
    Ok((0..features.len()).filter(is_left).map(|i| features[i]).collect())
}

/// Runs the inliner. The functions of the module say which CPUs they are for, so that of the machine does not matter.
fn inline_calls(module: &LlvmModule, triple: &str) -> Result<()> {
    initialize_targets();
    let triple = c_string("triple", triple)?;
    let (mut entry, mut message) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the strings outlive the calls; the out pointers are valid; `message` is ours on failure; machine and options are freed after use.
    let error = unsafe {
        if LLVMGetTargetFromTriple(triple.as_ptr(), &raw mut entry, &raw mut message) != 0 {
            return Err(CodegenError::Target(take_message(message)));
        }
        let machine = LLVMCreateTargetMachine(
            entry,
            triple.as_ptr(),
            c"".as_ptr(),
            c"".as_ptr(),
            LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelDefault,
        );
        if machine.is_null() {
            return Err(CodegenError::Target("LLVM has no target machine".to_owned()));
        }
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.raw(), c"cgscc(inline)".as_ptr(), machine, options);
        LLVMDisposePassBuilderOptions(options);
        LLVMDisposeTargetMachine(machine);
        take_error(error)
    };
    error.map_or(Ok(()), |message| Err(CodegenError::Llvm { step: "run passes", message }))
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
        let features = ["sse2", "avx2", "fma", "avx512vl", "avx512bf16", "amx-int8", "amx-fp16"];
        let has = |cpu: &str, switched: &str| {
            let lacking = lacking("x86_64-unknown-linux-gnu", cpu, switched, &features).unwrap();
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
