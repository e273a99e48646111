//! Rejects modules on which LLVM's code generators would abort: intrinsics of other targets, those that a CPU
//! lacks ([`intrinsic_needs`]), tiles ([`tiles`]), and attributes with unknown
//! CPUs.

use crate::error::{CodegenError, Result};
use crate::intrinsic_needs;
use crate::llvm_module::{FunctionFacts, LlvmModule};
use crate::target::Target;
use crate::tiles;
use strata_llvm::mangle::demangle;

/// The targets with intrinsics of their own, `llvm.<prefix>.…`.
const PREFIXES: &[&str] = &[
    "aarch64",
    "amdgcn",
    "arm",
    "bpf",
    "dx",
    "hexagon",
    "loongarch",
    "mips",
    "nvvm",
    "ppc",
    "r600",
    "riscv",
    "s390",
    "spv",
    "ve",
    "wasm",
    "x86",
    "xcore",
];
/// Target-independent intrinsics that need an unavailable pass or register class.
const UNSUPPORTED: &[&str] =
    &["llvm.matrix.", "llvm.vscale", "llvm.coro.", "llvm.experimental.gc.", "llvm.experimental.vp.strided."];

/// Checks that `target`'s code generator supports the module.
pub(crate) fn check(module: &LlvmModule, target: &Target) -> Result<()> {
    let own = target.intrinsic_prefix();
    let functions = module.functions();
    functions.iter().try_for_each(|function| check_function(function, target, own))?;
    intrinsic_needs::check(module, target, &functions)?;
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    tiles::check(module, target, &names)
}

fn check_function(function: &FunctionFacts, target: &Target, own: &str) -> Result<()> {
    let name = &function.name;
    if let Some(rest) = name.strip_prefix("llvm.") {
        let prefix = rest.split('.').next().unwrap_or_default();
        if prefix != own && PREFIXES.contains(&prefix) {
            return Err(CodegenError::Target(format!(
                "the intrinsic `{name}` belongs to another target than `{}`",
                target.triple()
            )));
        }
        if UNSUPPORTED.iter().any(|start| name.starts_with(start)) {
            return Err(CodegenError::Target(format!("the intrinsic `{name}` is not supported")));
        }
    }
    if function.has_gc {
        return Err(CodegenError::Target(format!("function `{name}` asks for a garbage collector")));
    }
    for cpu in [&function.cpu, &function.tune_cpu].into_iter().flatten() {
        target.check_names(cpu, "").map_err(|e| in_function(name, e))?;
    }
    if let Some(features) = &function.features {
        // The target's own feature string may have names that LLVM detected on the host and the table lacks.
        if features != target.features() {
            target.check_names(target.cpu(), features).map_err(|e| in_function(name, e))?;
        }
    }
    Ok(())
}

fn in_function(name: &str, error: CodegenError) -> CodegenError {
    match error {
        CodegenError::Target(message) => {
            let name = demangle(name).unwrap_or_else(|| name.to_owned());
            CodegenError::Target(format!("function `{name}`: {message}"))
        }
        other => other,
    }
}
